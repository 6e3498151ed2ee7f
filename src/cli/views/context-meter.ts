/** Shows where the tokens of a context go: a bar for the budget, a line for each section and, on request, each item. */

import type { AssembledContext, ContextItem } from '../../context/context.ts';
import { defaultSectionOrder } from '../../context/sections.ts';
import { rangeText } from '../../context/text.ts';
import type { SectionName } from '../../strategy.ts';
import { counted, figure, percent } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { StyleName } from '../terminal/style.ts';
import { displayWidth, padEnd, padStart, truncate, wrap } from '../terminal/width.ts';
import { createPage, type Page, type View } from './view.ts';

export type MeteredContext = Pick<AssembledContext, 'sections' | 'tokens' | 'budget' | 'items' | 'forced'>;

type Share = SectionName | 'answer' | 'free';

/** Without colour, signs alone distinguish the sections. With colour, only sections of one colour need other signs. */
const looks: { [share in Share]: { sign: string; colour: StyleName; coloured?: string } } = {
  system: { sign: '█', colour: 'blue' },
  profile: { sign: '▙', colour: 'magenta' },
  pinned: { sign: '▚', colour: 'yellow' },
  summaries: { sign: '▓', colour: 'cyan' },
  ledger: { sign: '≡', colour: 'magenta', coloured: '▓' },
  tail: { sign: '▒', colour: 'green' },
  recall: { sign: '╳', colour: 'yellow', coloured: '▓' },
  resources: { sign: '╱', colour: 'blue', coloured: '▓' },
  answer: { sign: '░', colour: 'dim', coloured: '░' },
  free: { sign: '·', colour: 'dim', coloured: '·' },
};

type Slice = { share: Share; tokens: number; about: string };

export function contextMeter(
  context: MeteredContext,
  view: View,
  { items = false }: { items?: boolean } = {},
): string {
  const page = createPage(view);
  const { style, columns } = page;
  const { tokens, responseTokens } = context.budget;
  const heading = `Context: ${figure(context.tokens)} of ${figure(tokens)} tokens (${percent(context.tokens / Math.max(1, tokens))}), ${figure(responseTokens)} kept for the answer`;
  return page.render([
    ...wrap(heading, columns).map(style.bold),
    '',
    ...meterLines(context, page),
    ...(context.forced
      ? [
          '',
          ...wrap('⚠ Something had to be shortened to fit: a compaction is due.', columns).map(style.yellow),
        ]
      : []),
    ...(items ? ['', ...itemLines(context.items, page)] : []),
  ]);
}

/** The bar and its legend. Without items the legend holds figures alone. */
export function meterLines(context: Omit<MeteredContext, 'tokens' | 'forced'>, page: Page): string[] {
  const slices = slicesOf(context);
  return [meterBar(slices, page), '', ...legend(slices, context.budget.tokens, page)];
}

function slicesOf(context: Omit<MeteredContext, 'tokens' | 'forced'>): Slice[] {
  const { tokens, responseTokens } = context.budget;
  const used = defaultSectionOrder.flatMap((share): Slice[] => {
    const section = context.sections[share];
    const own = context.items.filter(({ section: name }) => name === share);
    return section === undefined || section.tokens <= 0
      ? []
      : [{ share, tokens: section.tokens, about: aboutSection(share, own) }];
  });
  const free = tokens - responseTokens - used.reduce((sum, slice) => sum + slice.tokens, 0);
  return [
    ...used,
    { share: 'answer', tokens: responseTokens, about: 'reserve' },
    { share: 'free', tokens: Math.max(0, free), about: '' },
  ];
}

function aboutSection(section: SectionName, items: readonly ContextItem[]): string {
  if (items.length === 0) return '';
  const from = items.find((item) => item.from !== null)?.from;
  const to = items.findLast((item) => item.to !== null)?.to;
  const range = from == null || to == null ? '' : rangeText(from, to);
  switch (section) {
    case 'summaries':
      return `${counted(items.length, 'summary', 'summaries')} of ${range}`;
    case 'tail':
      return `${counted(
        items.reduce((sum, { messageIds }) => sum + messageIds.length, 0),
        'message',
      )}, ${range}`;
    case 'recall':
      return counted(items.length, 'passage');
    case 'resources':
      return counted(items.length, 'resource');
    case 'ledger':
    case 'pinned':
      return sanitizeLine(items[0]?.reason ?? '');
    default:
      return '';
  }
}

/** Every section with tokens gets at least one cell; the other cells are shared out by size. */
function meterBar(slices: readonly Slice[], page: Page): string {
  const shown = slices.filter(({ tokens }) => tokens > 0);
  const total = shown.reduce((sum, { tokens }) => sum + tokens, 0);
  const exact = shown.map(({ tokens }) => (tokens / Math.max(1, total)) * page.columns);
  const cells = exact.map((share) => Math.max(1, Math.floor(share)));
  let left = page.columns - cells.reduce((sum, count) => sum + count, 0);
  const byRemainder = [...exact.keys()].sort((a, b) => exact[b]! - cells[b]! - (exact[a]! - cells[a]!));
  for (let turn = 0; left !== 0 && turn < 1_000; turn += 1) {
    const index = left > 0 ? byRemainder[turn % byRemainder.length]! : cells.indexOf(Math.max(...cells));
    if (index === undefined) break;
    cells[index]! += Math.sign(left);
    left -= Math.sign(left);
  }
  return shown.map(({ share }, index) => block(share, cells[index]!, page)).join('');
}

function block(share: Share, cells: number, { style, colour }: Page): string {
  const { sign, colour: name, coloured = '█' } = looks[share];
  return style[name]((colour ? coloured : sign).repeat(cells));
}

function legend(slices: readonly Slice[], budget: number, page: Page): string[] {
  const { columns, style } = page;
  const names = Math.max(...slices.map(({ share }) => share.length));
  const figures = Math.max(...slices.map(({ tokens }) => figure(tokens).length));
  const shares = Math.max(...slices.map(({ tokens }) => percent(tokens / Math.max(1, budget)).length));
  return slices.map(({ share, tokens, about }) => {
    const row = `${padEnd(share, names)}  ${padStart(figure(tokens), figures)}  ${padStart(percent(tokens / Math.max(1, budget)), shares)}`;
    const room = columns - displayWidth(row) - 6;
    const detail = about !== '' && room >= 20 ? `  ${style.dim(truncate(about, room))}` : '';
    return `${block(share, 2, page)} ${row}${detail}`;
  });
}

function itemLines(items: readonly ContextItem[], page: Page): string[] {
  const { style, columns } = page;
  if (items.length === 0) return [style.dim('No items: the thread is empty.')];
  const rows = items.map((item) => ({
    place: item.from === null || item.to === null ? '' : rangeText(item.from, item.to),
    section: item.section,
    kind: item.kind,
    tokens: figure(item.tokens),
    reason: sanitizeLine(item.reason),
  }));
  const widest = (key: 'place' | 'section' | 'kind' | 'tokens') =>
    Math.max(...rows.map((row) => displayWidth(row[key])));
  const widths = {
    section: widest('section'),
    kind: widest('kind'),
    place: widest('place'),
    tokens: widest('tokens'),
  };
  const left = widths.section + widths.kind + widths.place + widths.tokens + 8;
  return [
    style.bold(counted(items.length, 'item')),
    ...rows.flatMap(({ place, section, kind, tokens, reason }) => {
      const head = `${padEnd(section, widths.section)}  ${padEnd(kind, widths.kind)}  ${padEnd(place, widths.place)}  ${padStart(tokens, widths.tokens)}`;
      if (columns - left >= 24) {
        return wrap(reason, columns - left).map((line, index) =>
          index === 0 ? `${head}  ${style.dim(line)}` : ' '.repeat(left) + style.dim(line),
        );
      }
      return [head, ...wrap(reason, columns - 2).map((line) => `  ${style.dim(line)}`)];
    }),
  ];
}
