/** What covers what: the data of a picture of the thread. Bounded, however long the thread is. */
import { type ReadablePorts, readableMessages } from '../engine/readable.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { PlanState, WorkRecord } from '../records/work-record.ts';
import { mergeWork } from '../work/merge-work.ts';
import { readWork } from '../work/read-work.ts';

export type Stratum = Pick<
  SummaryRecord,
  | 'id'
  | 'level'
  | 'tier'
  | 'from'
  | 'to'
  | 'tokens'
  | 'sourceTokens'
  | 'model'
  | 'rung'
  | 'survival'
  | 'fidelity'
  | 'createdAt'
> & {
  messages: number;
  facts: number;
  stale: boolean;
  edited: boolean;
  pinned: boolean;
};

/** Where work left a mark: a commit, or an item of a plan as it was last seen. */
export type WorkMark =
  | { kind: 'commit'; seq: number; text: string }
  | { kind: 'plan'; seq: number; text: string; state: PlanState };

export type Strata = {
  threadId: string;
  messages: number;
  tokens: number;
  /** Live summaries, oldest first: together with the tail they cover every message once. */
  summaries: Stratum[];
  /** Made ahead, to be swapped in when they are needed. */
  prepared: Stratum[];
  /** Verbatim: `from` is above `to` where there is nothing. */
  tail: { from: number; to: number; messages: number; tokens: number };
  /** In order of message. */
  marks: WorkMark[];
};

/** Of a tail that nobody compacted yet, the newest are read for marks. */
const mostRead = 200;

export async function threadStrata(options: {
  ports: ReadablePorts & { redaction: Redaction };
  state: ThreadState;
}): Promise<Strata> {
  const { ports, state } = options;
  const { id: threadId, messages, tokens, coveredTo, tailTokens } = state;
  const read = (status: 'live' | 'prepared') => ports.store.readSummaries({ threadId, statuses: [status] });
  const [live, prepared, tail] = await Promise.all([
    read('live'),
    read('prepared'),
    tailWork(ports, { threadId, from: Math.max(coveredTo + 1, messages - mostRead + 1), to: messages }),
  ]);
  return {
    threadId,
    messages,
    tokens,
    summaries: live.map(stratumOf),
    prepared: prepared.map(stratumOf),
    tail: { from: coveredTo + 1, to: messages, messages: messages - coveredTo, tokens: tailTokens },
    marks: marksOf([...live.map(({ work }) => work), tail]),
  };
}

function stratumOf(summary: SummaryRecord): Stratum {
  const { id, level, tier, from, to, messagesCovered, tokens, sourceTokens, facts } = summary;
  const { model, rung, survival, fidelity, createdAt, stale, edited, pinned } = summary;
  return {
    ...{ id, level, tier, from, to, tokens, sourceTokens, model, rung, survival, fidelity, createdAt },
    messages: messagesCovered,
    facts: facts.length,
    stale: stale === true,
    edited: edited !== undefined,
    pinned: pinned === true,
  };
}

async function tailWork(
  ports: ReadablePorts & { redaction: Redaction },
  range: { threadId: string; from: number; to: number },
): Promise<WorkRecord | null> {
  if (range.from > range.to) return null;
  const messages = await readableMessages(ports, range);
  return readWork(await Promise.all(messages.map((message) => ports.redaction.view(message))));
}

function marksOf(records: readonly (WorkRecord | null | undefined)[]): WorkMark[] {
  const [first, ...rest] = records.filter((record) => record !== null && record !== undefined);
  if (first === undefined) return [];
  const { commits, plan } = rest.reduce(mergeWork, first);
  const marks: WorkMark[] = [
    ...commits.map(({ seq, subject }) => ({ kind: 'commit' as const, seq, text: subject })),
    ...plan.map(({ seq, text, state }) => ({ kind: 'plan' as const, seq, text, state })),
  ];
  return marks.sort((a, b) => a.seq - b.seq);
}
