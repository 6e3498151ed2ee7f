/** The data of a picture of the thread: which summaries cover which messages. Bounded for any length of thread. */
import { type ReadablePorts, readableMessages } from '../engine/readable.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { PlanState, WorkRecord } from '../records/work-record.ts';
import { sizeOf } from '../redaction/redact-content.ts';
import { createLastUsed } from '../text/last-used.ts';
import { gitState } from '../work/git-state.ts';
import { mergeWork } from '../work/merge-work.ts';
import type { Workers } from '../workers/workers.ts';

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

/** Messages of the tail that are read for marks, newest first. */
const mostRead = 200;
/** From this size on, it does not matter how long they are. */
const longText = 128 * 1024;

type StrataPorts = ReadablePorts & { redaction: Redaction; workers: Pick<Workers, 'run'> };

export type StrataReader = (ports: StrataPorts, state: ThreadState) => Promise<Strata>;

const rememberedThreads = 32;

/**
 * Caches what was read. The summaries of a long thread with all their facts are megabytes, of which a picture needs a
 * line each. They are kept until the thread's revision changes, and the marks of the tail until a message arrives.
 */
export function createStrataReader(): StrataReader {
  const shown = createMemory<{ strata: Stratum[]; works: (WorkRecord | undefined)[] }>();
  const tails = createMemory<WorkRecord | null>();
  return async (ports, state) => {
    const { id: threadId, messages, tokens, coveredTo, tailTokens } = state;
    const range = { threadId, from: Math.max(coveredTo + 1, messages - mostRead + 1), to: messages };
    const version = `${state.createdAt}:${state.revision}`;
    const [live, prepared, tail] = await Promise.all([
      shown.read(threadId, version, async () => {
        const summaries = await ports.store.readSummaries({ threadId, statuses: ['live'] });
        return { strata: summaries.map(stratumOf), works: summaries.map(({ work }) => work) };
      }),
      ports.store.readSummaries({ threadId, statuses: ['prepared'] }),
      tails.read(threadId, `${version}:${messages}`, () => tailWork(ports, range)),
    ]);
    return {
      threadId,
      messages,
      tokens,
      summaries: live.strata,
      prepared: prepared.map(stratumOf),
      tail: { from: coveredTo + 1, to: messages, messages: messages - coveredTo, tokens: tailTokens },
      marks: marksOf([...live.works, tail]),
    };
  };
}

/** One value a thread, of the threads looked at last. */
function createMemory<Value>() {
  const known = createLastUsed<string, { version: string; value: Value }>({ most: rememberedThreads });
  return {
    async read(threadId: string, version: string, make: () => Promise<Value>): Promise<Value> {
      const found = known.get(threadId);
      const value = found?.version === version ? found.value : await make();
      known.set(threadId, { version, value });
      return value;
    },
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
  ports: StrataPorts,
  range: { threadId: string; from: number; to: number },
): Promise<WorkRecord | null> {
  if (range.from > range.to) return null;
  const read = await readableMessages(ports, range);
  const messages = await Promise.all(read.map((message) => ports.redaction.view(message)));
  return ports.workers.run('work', { messages }, { characters: sizeOf(messages, longText) });
}

function marksOf(records: readonly (WorkRecord | null | undefined)[]): WorkMark[] {
  const [first, ...rest] = records.filter((record) => record !== null && record !== undefined);
  if (first === undefined) return [];
  const work = rest.reduce(mergeWork, first);
  const { commits } = gitState(work);
  const marks: WorkMark[] = [
    ...commits.map(({ seq, subject }) => ({ kind: 'commit' as const, seq, text: subject })),
    ...work.plan.map(({ seq, text, state }) => ({ kind: 'plan' as const, seq, text, state })),
  ];
  return marks.sort((a, b) => a.seq - b.seq);
}
