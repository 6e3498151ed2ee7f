/** Lays the chosen parts out as messages, section after section, and finds how far the result is stable (I-7). */
import { type MessageContent, type Part, textOf } from '../message/message.ts';
import type { SectionName } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { AssembledContext } from './context.ts';
import type { FixedSection } from './fixed.ts';
import type { PlacedPassages } from './passages.ts';
import type { StableLayout } from './stable-layout.ts';

export type SectionTokens = { [section in SectionName]?: number };

/** One message of the context, and which sections its tokens belong to. */
export type Piece = {
  content: MessageContent;
  tokens: number;
  bySection: SectionTokens;
  /** False when it may look different in the next turn though nothing was compacted. */
  stable: boolean;
  volatile: boolean;
  /** A page of the ledger: what stands up to here stays where a compaction merges nothing of it. */
  endsPage?: boolean;
  /** Parts of it, from the start, that were said in the log. */
  spoken: number;
  /** Of a message of the log that is shown as it was said. */
  hash?: string | undefined;
};

type PieceFlags = Partial<Pick<Piece, 'stable' | 'volatile' | 'spoken' | 'hash' | 'endsPage'>>;

export type VolatileTexts = { [section in SectionName]?: { text: string; tokens: number } };

export function compose(options: {
  order: readonly SectionName[];
  fixed: readonly FixedSection[];
  layout: StableLayout;
  placed?: readonly PlacedPassages[];
  /** What a message of its own takes besides its text. */
  frameTokens: number;
  volatile?: VolatileTexts;
}): Piece[] {
  const { order, fixed, layout, placed = [], frameTokens, volatile = {} } = options;
  const pieces: Piece[] = [];
  for (const section of order) {
    const given = fixed.find((one) => one.section === section);
    if (given !== undefined) addText(section, given);
    else if (section === 'summaries') {
      addSummaries();
    } else if (section === 'ledger' && layout.ledger !== undefined) addText(section, layout.ledger);
    else if (section === 'tail') {
      for (const before of [layout.standIn, layout.request]) {
        if (before !== undefined) add(section, say('user', before.text), before.tokens);
      }
      addTail();
    } else {
      const shown = volatile[section];
      if (shown !== undefined) addText(section, shown, { volatile: true, stable: false });
    }
  }
  return pieces;

  function addSummaries(): void {
    let from = 0;
    for (const { role, text, tokens, to } of layout.summaries) {
      add('summaries', say(role, text), tokens);
      for (const page of layout.pages.filter((one) => one.to > from && one.to <= to)) {
        addText('ledger', page, { endsPage: true });
      }
      from = to;
    }
  }

  /** Passages join the user's message they were recalled for; behind any other they are a message of their own. */
  function addTail(): void {
    const waiting: PlacedPassages[] = [];
    const { shown } = layout;
    for (let index = 0; index < shown.length; index += 1) {
      const { content, tokens, settled, seq, hash } = shown[index]!;
      // Nothing may stand between a call and its results.
      if (waiting.length > 0 && content.role !== 'tool')
        for (const passages of waiting.splice(0)) addPassages(passages);
      const bySection = { tail: tokens };
      const spoken = content.parts.length;
      pieces.push({ content, tokens, bySection, stable: settled, volatile: false, spoken, hash });
      if (placed.length === 0 || shown[index + 1]?.seq === seq) continue;
      const own = placed.filter(({ after }) => after === seq);
      if (content.role === 'user') for (const passages of own) joinPassages(passages);
      else waiting.push(...own);
    }
    for (const passages of waiting) addPassages(passages);
  }

  function joinPassages({ text, tokens }: PlacedPassages): void {
    const piece = pieces.pop()!;
    pieces.push({
      ...piece,
      content: { ...piece.content, parts: [...piece.content.parts, { type: 'text', text }] },
      tokens: piece.tokens + tokens,
      hash: undefined,
      bySection: { ...piece.bySection, recall: (piece.bySection.recall ?? 0) + tokens },
    });
  }

  function addPassages({ text, tokens }: PlacedPassages): void {
    add('recall', say('user', text), tokens + frameTokens);
  }

  /**
   * Our own words are the system's as long as only the system has spoken. Later they are the user's, because not
   * every provider takes a system message in the middle.
   */
  function addText(
    section: SectionName,
    { text, parts, tokens }: { text: string; parts?: readonly Part[]; tokens: number },
    flags: PieceFlags = {},
  ): void {
    const role = pieces.every(({ content }) => content.role === 'system') ? 'system' : 'user';
    add(section, parts === undefined ? say(role, text) : { role, parts: [...parts] }, tokens, flags);
  }

  function add(
    section: SectionName,
    content: MessageContent,
    tokens: number,
    { stable = true, volatile = false, spoken = 0, hash, endsPage }: PieceFlags = {},
  ): void {
    const bySection = { [section]: tokens };
    const piece: Piece = { content, tokens, bySection, stable, volatile, spoken, hash };
    if (endsPage === true) piece.endsPage = true;
    pieces.push(piece);
  }
}

/**
 * Volatile text at the end joins the newest message when that is the user's: it was looked up for it. Otherwise it
 * is one message of its own. Counted without a frame until here.
 */
export function withVolatileLast({
  pieces,
  counter,
}: {
  pieces: readonly Piece[];
  counter: TokenCounter;
}): readonly Piece[] {
  if (!pieces.some(({ volatile }) => volatile)) return pieces;
  const end = pieces.findLastIndex(({ volatile }) => !volatile) + 1;
  const frame = (role: MessageContent['role']) => counter.message({ role, parts: [] });
  const settled = pieces
    .slice(0, end)
    .map((piece) => (piece.volatile ? withTokens(piece, piece.tokens + frame(piece.content.role)) : piece));
  const last = pieces.slice(end);
  if (last.length === 0) return settled;
  const parts: Part[] = last.flatMap(({ content }) => content.parts);
  const bySection = Object.assign({}, ...last.map((piece) => piece.bySection)) as Piece['bySection'];
  const tokens = last.reduce((sum, piece) => sum + piece.tokens, 0);
  const newest = settled.at(-1);
  if (newest?.content.role === 'user' && newest.bySection.tail !== undefined) {
    return [
      ...settled.slice(0, -1),
      {
        content: { ...newest.content, parts: [...newest.content.parts, ...parts] },
        tokens: newest.tokens + tokens,
        bySection: { ...newest.bySection, ...bySection },
        stable: false,
        volatile: false,
        spoken: newest.spoken,
      },
    ];
  }
  const [first] = Object.keys(bySection) as SectionName[];
  const own: Piece = {
    content: { role: 'user', parts },
    tokens: tokens + frame('user'),
    bySection: { ...bySection, [first!]: bySection[first!]! + frame('user') },
    stable: false,
    volatile: true,
    spoken: 0,
  };
  return [...settled, own];
}

/**
 * Ends of what stays as it is: the caller's own parts, then what the next compaction is likely to leave, or else all that
 * stays between compactions.
 */
export function boundariesOf(pieces: readonly Piece[]): number[] {
  let [given, first, settled] = [0, -1, 0];
  for (let index = 0; index < pieces.length; index += 1) {
    const { bySection, volatile, endsPage } = pieces[index]!;
    if (bySection.system !== undefined) given = index + 1;
    if (endsPage === true) settled = index + 1;
    const isTail = bySection.tail !== undefined || bySection.recall !== undefined;
    if (first === -1 && (isTail || volatile)) first = index;
  }
  const past = settled > 0 ? settled : first === -1 ? pieces.length : first;
  return [...new Set([given, past])].filter((count) => count > 0).sort((a, b) => a - b);
}

/** What a context tells of each of its messages, and of all of them. */
export function columnsOf(
  pieces: readonly Piece[],
  scale: (tokens: number) => number,
): Pick<AssembledContext, 'content' | 'contentTokens' | 'spoken' | 'hashes'> & {
  tokens: number;
  bySection: SectionTokens;
} {
  const content: MessageContent[] = [];
  const contentTokens: number[] = [];
  const spoken: number[] = [];
  const hashes: (string | null)[] = [];
  const bySection: SectionTokens = {};
  let tokens = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    content.push(piece.content);
    contentTokens.push(scale(piece.tokens));
    spoken.push(piece.spoken);
    hashes.push(piece.hash ?? null);
    tokens += piece.tokens;
    for (const name in piece.bySection) {
      const section = name as SectionName;
      bySection[section] = (bySection[section] ?? 0) + piece.bySection[section]!;
    }
  }
  return { content, contentTokens, spoken, hashes, tokens, bySection };
}

/** As many as will still begin the context when the next message has come. */
export function stableCount({
  pieces,
  usual,
}: {
  pieces: readonly Piece[];
  usual: readonly Piece[];
}): number {
  let count = 0;
  while (count < pieces.length && pieces[count]!.stable) {
    const other = usual[count];
    if (other === undefined) break;
    const { content } = pieces[count]!;
    if (content !== other.content && !sameContent(content, other.content)) break;
    count += 1;
  }
  return count;
}

function sameContent(left: MessageContent, right: MessageContent): boolean {
  if (isSaid(left) && isSaid(right))
    return left.role === right.role && textOf(left.parts) === textOf(right.parts);
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Nothing but one text, as `say` makes it. */
export function isSaid({ parts, name, extra }: MessageContent): boolean {
  const [first] = parts;
  return (
    parts.length === 1 &&
    first!.type === 'text' &&
    first!.extra === undefined &&
    name === undefined &&
    extra === undefined
  );
}

function withTokens(piece: Piece, tokens: number): Piece {
  const sections = Object.fromEntries(Object.keys(piece.bySection).map((section) => [section, tokens]));
  return { ...piece, tokens, bySection: sections };
}

function say(role: MessageContent['role'], text: string): MessageContent {
  return { role, parts: [{ type: 'text', text }] };
}
