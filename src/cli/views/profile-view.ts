/** Shows the profile of an owner: entries by kind, each with its id and its sources. */
import type { EntryKind, Profile, ProfileEntry, ProfileSource, ProfileTheme } from '../../records/profile.ts';
import { counted, dayAndTime, figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import { createPage, type Page, type View } from './view.ts';

const headings: readonly (readonly [EntryKind, string])[] = [
  ['fact', 'Facts'],
  ['preference', 'Preferences'],
  ['rule', 'Standing rules'],
];
const mostThreads = 5;

export function profileView({ owner, profile }: { owner: string; profile: Profile }, view: View): string {
  const page = createPage(view);
  const { style, columns } = page;
  const { entries, themes } = profile;
  if (entries.length === 0 && themes.length === 0) {
    return page.render(wrap(`Nothing is known of ${sanitizeLine(owner)} yet.`, columns));
  }
  return page.render([
    ...wrap(`What is known of ${sanitizeLine(owner)}`, columns).map(style.bold),
    ...proseLines(profile, page),
    ...headings.flatMap(([kind, heading]) => {
      const own = entries.filter((entry) => entry.kind === kind);
      return own.length === 0
        ? []
        : ['', style.bold(heading), ...own.flatMap((entry) => entryLines(entry, page))];
    }),
    ...(themes.length === 0
      ? []
      : ['', style.bold('Themes'), ...themes.flatMap((theme) => themeLines(theme, page))]),
    '',
    ...wrap(
      'To put one right: everthread profile --correct <entry> <text>; to remove it: --remove <entry>',
      columns,
    ).map(style.dim),
  ]);
}

/** The profile as a model has written it. */
function proseLines({ prose }: Profile, { columns }: Page): string[] {
  const text = (prose?.sentences ?? []).map((sentence) => sanitizeLine(sentence.text)).join(' ');
  return text === '' ? [] : ['', ...wrap(text, columns)];
}

function entryLines({ id, value, earlier }: ProfileEntry, page: Page): string[] {
  const { style, columns, utc } = page;
  const origin =
    value.sources.length === 0
      ? `corrected ${dayAndTime(value.at, { utc }).day}`
      : value.sources.map((source) => placeOf(source, page)).join('; ');
  const before = earlier.map(
    ({ text, at }) => `before (${dayAndTime(at, { utc }).day}): ${sanitizeLine(text)}`,
  );
  const dim = [origin, ...before].flatMap((line) => wrap(line, columns - 10));
  const [first = '', ...rest] = wrap(sanitizeLine(value.text), columns - 10);
  return [
    `${style.cyan(sanitizeLine(id))}  ${first}`,
    ...rest.map((line) => `${' '.repeat(10)}${line}`),
    ...dim.map((line) => `${' '.repeat(10)}${style.dim(line)}`),
  ];
}

function themeLines({ topic, threads, sources }: ProfileTheme, page: Page): string[] {
  const { style, columns } = page;
  const ids = sources.slice(0, mostThreads).map(({ threadId }) => sanitizeLine(threadId));
  const more = threads > ids.length ? ', …' : '';
  return [
    ...wrap(`${sanitizeLine(topic)} · ${counted(threads, 'thread')}`, columns),
    ...wrap(`${ids.join(', ')}${more}`, columns - 2).map((line) => `  ${style.dim(line)}`),
  ];
}

function placeOf({ threadId, seq, at }: ProfileSource, { utc }: Page): string {
  return `${sanitizeLine(threadId)}, message ${figure(seq)}, ${dayAndTime(at, { utc }).day}`;
}
