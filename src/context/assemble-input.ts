/** What a context is put together from: what the store has, and what the caller gives. */
import { invalidOption } from '../errors.ts';
import type { Message, Part } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { Arrangement } from '../records/request.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { Strategy } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Passage, Resource } from './context.ts';
import type { RenderLedger } from './ledger.ts';
import type { LedgerPage } from './ledger-pages.ts';
import type { PlacedPassages } from './passages.ts';
import type { OpenRequest } from './request.ts';
import type { ShownRule } from './rules.ts';
import type { SectionShares } from './sections.ts';
import type { Excerpt } from './stand-in.ts';
import type { UnreadRange } from './tail.ts';

export type AssembleInput = {
  strategy: Pick<Strategy, 'present' | 'sectionOrder' | 'emptyText'>;
  counter: TokenCounter;
  /** In tokens of the model; the content takes at most `tokens - responseTokens`. */
  budget: { tokens: number; responseTokens: number };
  /** Tokens of the model per reference token, learned by calibration. */
  ratio?: number;
  /** A text, or parts that the caller has marked for the provider's cache. */
  system?: string | readonly Part[];
  profile?: string;
  /** Rules the caller wants kept in sight, verbatim. */
  pinned?: readonly string[];
  /** Standing rules of the user, oldest first: as many as fit their share. */
  rules?: readonly ShownRule[];
  /** Live ones: they tile the messages from the first to the last covered one. */
  summaries: readonly SummaryRecord[];
  /** Made ahead for the messages after those; used where the tail does not fit. */
  prepared?: readonly SummaryRecord[];
  ledger?: readonly Fact[];
  /** The work record of the summarized messages, where there was work and the strategy shows it. */
  work?: WorkRecord | null;
  /** What the user last asked for in the summarized messages. */
  request?: OpenRequest | null;
  /** Facts of merged summaries, told behind those where everything fits. */
  pages?: readonly LedgerPage[];
  renderLedger?: RenderLedger;
  /** The newest messages no live summary covers, in order, as far back as the budget can use them. */
  tail: readonly Message[];
  /** Uncovered messages older than `tail`, with a sample of them (see `standInSample`). */
  unread?: UnreadRange | null;
  /** What a stand-in quotes of a message: its beginning, without secrets. Default: as it is. */
  excerpt?: Excerpt;
  /** Recalled for `recallAfter`, most relevant first. */
  passages?: readonly Passage[];
  /** The message the passages were recalled for; they stand beside it. Default: the newest. */
  recallAfter?: number;
  /** Passages of earlier requests that still stand where they stood. */
  placed?: readonly PlacedPassages[];
  resources?: readonly Resource[];
  /** Reference tokens that are kept free for passages where not everything fits. Default: recall's share. */
  recallTokens?: number;
  /** What the passages take at most. Default: as much as is kept free for them. */
  mostRecalled?: number;
  /** The same where the tail has given way to them. Default: no more. */
  mostBesideLess?: number;
  /** False: they take only what is free, and nothing from the tail. Default: true. */
  mayDisplace?: boolean;
  sectionShares?: Partial<SectionShares>;
  /** True: asked for at a fraction of what the thread works with. Default: false. */
  narrow?: boolean;
  /** How the room was shared out when this very context was made before; `placed` is all it showed. */
  arrangement?: Arrangement;
};

/** What no live summary covers, as far as it was read. A compaction may have moved on since it was. */
export function uncovered({ summaries, tail, unread = null }: AssembleInput) {
  const coveredTo = summaries.at(-1)?.to ?? 0;
  const isAll = tail.length === 0 || tail[0]!.seq > coveredTo;
  const messages = isAll ? tail : tail.filter(({ seq }) => seq > coveredTo);
  const isOpen = unread !== null && unread.to > coveredTo && messages.length > 0;
  return { coveredTo, messages, unread: isOpen ? unread : null };
}

export function checkBudget({ tokens, responseTokens }: AssembleInput['budget'], ratio: number): void {
  if (!(Number.isSafeInteger(tokens) && tokens > 0))
    throw invalidOption('budget.tokens', 'a whole number above 0', tokens);
  if (!(Number.isSafeInteger(responseTokens) && responseTokens >= 0 && responseTokens < tokens))
    throw invalidOption(
      'budget.responseTokens',
      'a whole number from 0 to below budget.tokens',
      responseTokens,
    );
  if (!(Number.isFinite(ratio) && ratio > 0)) throw invalidOption('ratio', 'a number above 0', ratio);
}
