/** What a context shows of its owner: the living profile, and passages of other threads. */
import { showProfile } from '../context/profile.ts';
import { shareBudgets } from '../context/sections.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { RecallSettings } from '../options.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { ContextOptions } from './context-options.ts';
import { type OwnerPassagePorts, ownerPassages } from './owner-passages.ts';
import type { ContextParts } from './read-context.ts';

export type OwnerPorts = OwnerPassagePorts & {
  store: Pick<Store, 'profiles'>;
  counter: TokenCounter;
  emitter: Pick<Emitter, 'emit'>;
  redaction: Pick<Redaction, 'redact'>;
  recall: RecallSettings;
};

/** What stands around a profile. */
const frameTokens = 40;

type Given = {
  ports: OwnerPorts;
  state: ThreadState;
  options: ContextOptions;
  parts: ContextParts;
  /** Those that are shown. */
  summaries: readonly Pick<SummaryRecord, 'createdAt'>[];
  /** The newest message of the turn, and when the turn is. */
  at: number;
  now: number;
};

/** The parts with what is known of the owner, where that was asked for. */
export async function withOwnerParts(given: Given): Promise<ContextParts> {
  const { state, parts } = given;
  if (state.owner === undefined) return parts;
  const profile = await unlessFailed(
    given,
    'The profile of the owner is not shown in this turn.',
    readProfile,
  );
  const found = await unlessFailed(
    given,
    'Nothing of other threads was recalled for this turn.',
    recallAcross,
  );
  return {
    ...parts,
    ...(profile !== undefined && { profile }),
    ...(found !== undefined && found.length > 0 && { resources: [...parts.resources, ...found] }),
  };
}

/** One row is read, whatever the owner's threads hold. */
async function readProfile(given: Given): Promise<string | undefined> {
  const { ports, state, options, parts, summaries } = given;
  if (options.profile !== true) return undefined;
  const profile = await ports.store.profiles.readProfile(state.owner!);
  const usable = Math.floor((parts.budget.tokens - parts.budget.responseTokens) / parts.ratio);
  return (
    profile &&
    showProfile({
      profile,
      threadId: state.id,
      asOf: lastCompaction(state, summaries),
      limitTokens: shareBudgets(usable).profile - frameTokens,
      counter: ports.counter,
    })
  );
}

/** When what is shown of the past last changed; before the first compaction, when the thread began. */
function lastCompaction(state: ThreadState, summaries: Given['summaries']): string {
  return [state.createdAt, ...summaries.map(({ createdAt }) => createdAt)].sort().at(-1)!;
}

async function recallAcross({ ports, state, options, at, now }: Given) {
  const { enabled, across } = ports.recall;
  if (!enabled || across !== 'owner' || options.recall === false) return undefined;
  return ownerPassages({ ports, state, query: options.query, at, now });
}

/** A turn is answered without it rather than not at all. */
async function unlessFailed<Result>(
  given: Given,
  consequence: string,
  read: (given: Given) => Promise<Result>,
): Promise<Result | undefined> {
  const { ports, state } = given;
  try {
    return await read(given);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    ports.emitter.emit('diagnostic', {
      threadId: state.id,
      code: 'store_failed',
      message: ports.redaction.redact(message).slice(0, 200),
      consequence,
    });
    return undefined;
  }
}
