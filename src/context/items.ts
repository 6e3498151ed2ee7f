/** The account of a context: what it shows, in which form and why, in words a person understands. */
import type { Message } from '../message/message.ts';
import type { SectionName } from '../strategy.ts';
import type { ContextItem, Resource } from './context.ts';
import type { FixedSection } from './fixed.ts';
import type { PlacedPassages } from './passages.ts';
import type { ShownMessage } from './shape.ts';
import type { StableLayout } from './stable-layout.ts';
import { formatCount, rangeText } from './text.ts';
import type { ShownExcerpt, VolatileText } from './volatile.ts';

export function itemsOf(options: {
  order: readonly SectionName[];
  fixed: readonly FixedSection[];
  layout: StableLayout;
  messages: readonly Message[];
  shownResources: VolatileText<Resource> | undefined;
  placed: readonly PlacedPassages[];
}): ContextItem[] {
  return options.order.flatMap((section) => sectionItems(section, options));
}

function sectionItems(section: SectionName, options: Parameters<typeof itemsOf>[0]): ContextItem[] {
  const { fixed, layout, messages, shownResources, placed } = options;
  switch (section) {
    case 'system':
    case 'profile':
    case 'pinned':
      return fixed.filter((one) => one.section === section).map(fixedItem);
    case 'summaries':
      return summaryItems(layout);
    case 'ledger':
      return ledgerItems(layout);
    case 'tail':
      return tailItems(layout, messages);
    case 'resources':
      return excerptItems(shownResources, ({ source, tokens, cut }) => {
        const reason = `resource ${source.id}, given for this turn${cut ? ', cut to fit' : ''}`;
        return item(section, tokens, cut ? 'shortened' : 'fixed', reason);
      });
    case 'recall':
      return placed.flatMap((passages) =>
        excerptItems(passages, ({ source, tokens }) => ({
          ...item(section, tokens, 'recalled', source.reason),
          messageIds: [source.messageId],
        })),
      );
  }
}

/** The tokens of the frame and its headings count for the first excerpt. */
function excerptItems<Source>(
  text: VolatileText<Source> | undefined,
  toItem: (shown: ShownExcerpt<Source>) => ContextItem,
): ContextItem[] {
  if (text === undefined) return [];
  const excerpts = text.shown.reduce((sum, { tokens }) => sum + tokens, 0);
  const frame = Math.max(0, text.tokens - excerpts);
  return text.shown.map((shown, index) =>
    toItem(index === 0 ? { ...shown, tokens: shown.tokens + frame } : shown),
  );
}

const fixedReasons = {
  system: 'system prompt, given by the caller',
  profile: 'profile of the user',
  pinned: 'standing rules of the user, word for word',
};

function fixedItem({ section, tokens, rules = 0, leftOut = 0 }: FixedSection): ContextItem {
  if (leftOut === 0)
    return item(section, tokens, section === 'pinned' ? 'verbatim' : 'fixed', fixedReasons[section]);
  const reason = `the ${formatCount(rules)} newest of ${formatCount(rules + leftOut)} standing rules of the user; the others do not fit their share`;
  return item(section, tokens, 'shortened', reason);
}

function summaryItems({ summaries, prepared }: StableLayout): ContextItem[] {
  return summaries.map(({ summaryId, from, to, tokens, kind, verbatim }, index) => {
    const isPrepared = index >= summaries.length - prepared;
    const reason = {
      summary:
        verbatim === true
          ? `system messages ${rangeText(from, to)} of the log, word for word`
          : isPrepared
            ? `prepared summary of messages ${rangeText(from, to)}, shown because they do not fit`
            : `summary of messages ${rangeText(from, to)}`,
      shortened: `summary of messages ${rangeText(from, to)}, cut because it does not fit`,
      'stand-in': `summaries of messages ${rangeText(from, to)} do not fit and are shown as one excerpt`,
    }[kind];
    return { ...item('summaries', tokens, kind, reason), summaryId, from, to };
  });
}

function ledgerItems({ pages, ledger }: StableLayout): ContextItem[] {
  return [...pages, ...(ledger === undefined ? [] : [ledger])].map(({ tokens, facts, leftOut, work }) => {
    const before = work === undefined ? '' : `work record of messages ${rangeText(work.from, work.to)}, and `;
    const reason = `${before}${factsReason(facts, leftOut)}`;
    return item('ledger', tokens, leftOut === 0 ? 'verbatim' : 'shortened', reason);
  });
}

function factsReason(facts: number, leftOut: number): string {
  return leftOut === 0
    ? `${formatCount(facts)} exact facts of the summarized messages`
    : `the ${formatCount(facts)} most important of ${formatCount(facts + leftOut)} exact facts; the others do not fit`;
}

function tailItems({ request, standIn, shown }: StableLayout, messages: readonly Message[]): ContextItem[] {
  const items: ContextItem[] = [];
  if (standIn !== undefined) {
    const { from, to, tokens } = standIn;
    const reason = `messages ${rangeText(from, to)} do not fit and have no summary yet: excerpts stand in for them`;
    items.push({ ...item('tail', tokens, 'stand-in', reason), from, to });
  }
  if (request !== undefined) {
    const reason = `message ${formatCount(request.seq)}, which the messages after it answer`;
    items.push(item('tail', request.tokens, request.shortened ? 'shortened' : 'verbatim', reason));
  }
  const pieces = Map.groupBy(shown, ({ seq }) => seq);
  const newest = messages.at(-1)?.seq;
  for (const message of messages) {
    const own = pieces.get(message.seq);
    if (own !== undefined) items.push(messageItem(message, own, message.seq === newest));
  }
  return items;
}

function messageItem({ seq, id }: Message, pieces: readonly ShownMessage[], isNewest: boolean): ContextItem {
  const shortened = pieces.some((piece) => piece.shortened);
  const place = isNewest ? 'newest message' : 'recent message, not summarized yet';
  const reason = shortened ? `${place}, shortened because it is too large for this budget` : place;
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return {
    ...item('tail', tokens, shortened ? 'shortened' : 'verbatim', reason),
    messageIds: [id],
    from: seq,
    to: seq,
  };
}

function item(section: SectionName, tokens: number, kind: ContextItem['kind'], reason: string): ContextItem {
  return { section, messageIds: [], summaryId: null, from: null, to: null, tokens, kind, reason };
}
