/** Turns the chosen parts into messages, section after section, and finds how many of them are stable (I-7). */
import { type MessageContent, type Part, textOf } from '../message/message.ts';
import type { SectionName } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { AssembledContext } from './context.ts';
import type { FixedSection } from './fixed.ts';
import type { PlacedPassages } from './passages.ts';
import type { StableLayout } from './stable-layout.ts';

export type SectionTokens = { [section in SectionName]?: number };

/** One message of the context, with its tokens by section. */
export type Piece = {
  content: MessageContent;
  tokens: number;
  bySection: SectionTokens;
  /** False if it may change in the next turn although nothing was compacted. */
  stable: boolean;
  volatile: boolean;
  /** True for a page of the ledger: everything up to it stays until a compaction merges summaries before it. */
  endsPage?: boolean;
  /** How many of its parts, from the start, come from the log. The other ones are Everthread's own text. */
  spoken: number;
  /** The hash of the message, if it is shown unchanged. */
  hash?: string | undefined;
};

type PieceFlags = Partial<Pick<Piece, 'stable' | 'volatile' | 'endsPage'>>;

export type VolatileTexts = { [section in SectionName]?: { text: string; tokens: number } };

export function compose(options: {
  order: readonly SectionName[];
  fixed: readonly FixedSection[];
  layout: StableLayout;
  placed?: readonly PlacedPassages[];
  /** Tokens of a message without text. */
  frameTokens: number;
  volatile?: VolatileTexts;
}): Piece[] {
  const { order, fixed, layout, placed = [], frameTokens, volatile = {} } = options;
  const pieces: Piece[] = [];
  for (const section of order) {
    const given = fixed.find((one) => one.section === section);
    if (given !== undefined) addText(pieces, section, given);
    else if (section === 'summaries') addSummaries(pieces, layout);
    else if (section === 'ledger' && layout.ledger !== undefined) addText(pieces, section, layout.ledger);
    else if (section === 'tail') addTail(pieces, { layout, placed, frameTokens });
    else {
      const shown = volatile[section];
      if (shown !== undefined) addText(pieces, section, shown, { volatile: true, stable: false });
    }
  }
  return pieces;
}

/** Each page of the ledger follows its summary. */
function addSummaries(pieces: Piece[], { summaries, pages }: StableLayout): void {
  let from = 0;
  for (const { role, text, tokens, to } of summaries) {
    pieces.push(pieceOf('summaries', textMessage(role, text), tokens));
    for (const page of pages.filter((one) => one.to > from && one.to <= to)) {
      addText(pieces, 'ledger', page, { endsPage: true });
    }
    from = to;
  }
}

/** Passages join the user message they were recalled for. Behind any other message they are a message of their own. */
function addTail(
  pieces: Piece[],
  options: { layout: StableLayout; placed: readonly PlacedPassages[]; frameTokens: number },
): void {
  const { layout, placed, frameTokens } = options;
  const { standIn, request, shown } = layout;
  for (const before of [standIn, request]) {
    if (before !== undefined) pieces.push(pieceOf('tail', textMessage('user', before.text), before.tokens));
  }
  const waiting: PlacedPassages[] = [];
  for (let index = 0; index < shown.length; index += 1) {
    const { content, tokens, final, seq, hash } = shown[index]!;
    // Passages wait until the results of a call are shown, because nothing may stand between a call and its results.
    if (waiting.length > 0 && content.role !== 'tool')
      for (const passages of waiting.splice(0)) addPassages(pieces, passages, frameTokens);
    const bySection = { tail: tokens };
    const spoken = content.parts.length;
    pieces.push({ content, tokens, bySection, stable: final, volatile: false, spoken, hash });
    if (placed.length === 0 || shown[index + 1]?.seq === seq) continue;
    const own = placed.filter(({ after }) => after === seq);
    if (content.role === 'user') for (const passages of own) joinPassages(pieces, passages);
    else waiting.push(...own);
  }
  for (const passages of waiting) addPassages(pieces, passages, frameTokens);
}

function joinPassages(pieces: Piece[], { text, tokens }: PlacedPassages): void {
  const piece = pieces.pop()!;
  pieces.push({
    ...piece,
    content: { ...piece.content, parts: [...piece.content.parts, { type: 'text', text }] },
    tokens: piece.tokens + tokens,
    hash: undefined,
    bySection: { ...piece.bySection, recall: (piece.bySection.recall ?? 0) + tokens },
  });
}

function addPassages(pieces: Piece[], { text, tokens }: PlacedPassages, frameTokens: number): void {
  pieces.push(pieceOf('recall', textMessage('user', text), tokens + frameTokens));
}

/**
 * Everthread's own text has the role of the system while all messages before it do. Later it has the role of the user,
 * because not every provider accepts a system message in the middle.
 */
function addText(
  pieces: Piece[],
  section: SectionName,
  { text, parts, tokens }: { text: string; parts?: readonly Part[]; tokens: number },
  flags: PieceFlags = {},
): void {
  const role = pieces.every(({ content }) => content.role === 'system') ? 'system' : 'user';
  const content: MessageContent = parts === undefined ? textMessage(role, text) : { role, parts: [...parts] };
  pieces.push(pieceOf(section, content, tokens, flags));
}

function pieceOf(
  section: SectionName,
  content: MessageContent,
  tokens: number,
  { stable = true, volatile = false, endsPage = false }: PieceFlags = {},
): Piece {
  const bySection = { [section]: tokens };
  const piece: Piece = { content, tokens, bySection, stable, volatile, spoken: 0, hash: undefined };
  if (endsPage) piece.endsPage = true;
  return piece;
}

/**
 * Volatile text at the end joins the newest message if that is the user's, because it was given for it. Otherwise it
 * becomes one message of its own. Only here are the tokens of a message around volatile text counted.
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
  const keptPieces = pieces
    .slice(0, end)
    .map((piece) => (piece.volatile ? withTokens(piece, piece.tokens + frame(piece.content.role)) : piece));
  const last = pieces.slice(end);
  if (last.length === 0) return keptPieces;
  const parts: Part[] = last.flatMap(({ content }) => content.parts);
  const bySection = Object.assign({}, ...last.map((piece) => piece.bySection)) as Piece['bySection'];
  const tokens = last.reduce((sum, piece) => sum + piece.tokens, 0);
  const newest = keptPieces.at(-1);
  if (newest?.content.role === 'user' && newest.bySection.tail !== undefined) {
    return [
      ...keptPieces.slice(0, -1),
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
  return [...keptPieces, own];
}

/**
 * The ends of the stable parts, as numbers of messages from the start: the end of the system prompt, and the end of
 * what the next compaction is likely to leave. Without pages of the ledger the second one is the end of everything
 * before the tail.
 */
export function boundariesOf(pieces: readonly Piece[]): number[] {
  let [systemEnd, firstOfTail, pagesEnd] = [0, -1, 0];
  for (let index = 0; index < pieces.length; index += 1) {
    const { bySection, volatile, endsPage } = pieces[index]!;
    if (bySection.system !== undefined) systemEnd = index + 1;
    if (endsPage === true) pagesEnd = index + 1;
    const isTail = bySection.tail !== undefined || bySection.recall !== undefined;
    if (firstOfTail === -1 && (isTail || volatile)) firstOfTail = index;
  }
  const beforeTail = firstOfTail === -1 ? pieces.length : firstOfTail;
  return [...new Set([systemEnd, pagesEnd > 0 ? pagesEnd : beforeTail])]
    .filter((count) => count > 0)
    .sort((a, b) => a - b);
}

/** The figures of a context about each of its messages, as lists, and its totals. */
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

/** How many messages will still begin the context when the next message has come. */
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
  if (isTextOnly(left) && isTextOnly(right))
    return left.role === right.role && textOf(left.parts) === textOf(right.parts);
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Whether a message holds only one text, as those made by `textMessage` do. */
export function isTextOnly({ parts, name, extra }: MessageContent): boolean {
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

function textMessage(role: MessageContent['role'], text: string): MessageContent {
  return { role, parts: [{ type: 'text', text }] };
}
