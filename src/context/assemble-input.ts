/** The input of a context: data from the store, and what the caller passes. */
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
import type { Excerpter } from './stand-in.ts';
import type { UnreadRange } from './tail.ts';

export type AssembleInput = {
  strategy: Pick<Strategy, 'present' | 'sectionOrder' | 'emptyText'>;
  counter: TokenCounter;
  /** In tokens of the model. The content takes at most `tokens - responseTokens`. */
  budget: { tokens: number; responseTokens: number };
  /** Tokens of the model per reference token, learned by calibration. Default: 1. */
  ratio?: number;
  /** A text, or parts with the caller's own marks for the provider's cache. */
  system?: string | readonly Part[];
  profile?: string;
  /** Rules of the caller, shown verbatim. */
  pinned?: readonly string[];
  /** Standing rules of the user, oldest first. As many of the newest are shown as fit their share. */
  rules?: readonly ShownRule[];
  /** The live summaries. They cover the messages from the first one on without gap or overlap. */
  summaries: readonly SummaryRecord[];
  /** Prepared summaries of the messages after those, shown if the tail does not fit. */
  prepared?: readonly SummaryRecord[];
  ledger?: readonly Fact[];
  /** The work record of the summarized messages, if there was work and the strategy shows it. */
  work?: WorkRecord | null;
  /** The user's last request in the summarized messages. */
  request?: OpenRequest | null;
  /** Facts of merged summaries, each shown directly behind its summary if everything fits. */
  pages?: readonly LedgerPage[];
  renderLedger?: RenderLedger;
  /** The newest messages that no live summary covers, in order, as far back as the budget can use them. */
  tail: readonly Message[];
  /** Messages older than `tail` that no summary covers, with a sample of them (see `standInSample`). */
  unread?: UnreadRange | null;
  /** Returns the beginning of a message for a stand-in, without secrets. Default: cuts the text as it is. */
  excerpt?: Excerpter;
  /** Passages recalled for the message `recallAfter`, most relevant first. */
  passages?: readonly Passage[];
  /** Number of the message that the passages were recalled for and stand behind. Default: the newest. */
  recallAfter?: number;
  /** Passages of earlier requests, which stay behind the messages they were recalled for. */
  placed?: readonly PlacedPassages[];
  resources?: readonly Resource[];
  /** Reference tokens kept free for passages if not everything fits. Default: the share of recall. */
  recallTokens?: number;
  /** Most reference tokens for `passages`. Default: `recallTokens`. */
  mostRecalled?: number;
  /** Most reference tokens for `passages` once the tail was shortened for them. Default: `mostRecalled`. */
  mostBesideLess?: number;
  /**
   * False: `passages` use only tokens that nothing else needs. True: the tail may be shortened for them. Default: true.
   */
  mayDisplace?: boolean;
  sectionShares?: Partial<SectionShares>;
  /** True if the budget is only a fraction of the thread's own. Default: false. */
  narrow?: boolean;
  /** Recorded figures of a past context that is made again. `placed` then holds all passages it showed. */
  arrangement?: Arrangement;
};

/**
 * The messages that no live summary covers. The tail may begin earlier, because a compaction may have been committed
 * since it was read.
 */
export function uncovered({ summaries, tail, unread = null }: AssembleInput) {
  const coveredTo = summaries.at(-1)?.to ?? 0;
  const isUncovered = tail.length === 0 || tail[0]!.seq > coveredTo;
  const messages = isUncovered ? tail : tail.filter(({ seq }) => seq > coveredTo);
  const hasUnread = unread !== null && unread.to > coveredTo && messages.length > 0;
  return { coveredTo, messages, unread: hasUnread ? unread : null };
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
