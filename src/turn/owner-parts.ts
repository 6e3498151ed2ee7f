/**
 * The parts of a context that come from the thread's owner: the living profile, and passages of other threads.
 */
import { showProfile } from '../context/profile.ts';
import { shareBudgets } from '../context/sections.ts';
import type { RecallSettings } from '../options.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { ContextOptions } from './context-options.ts';
import { type ContextParts, usableTokens } from './context-parts.ts';
import { type OwnerPassagePorts, ownerPassages } from './owner-passages.ts';
import { type LeaveOutPorts, unlessFailed } from './unless-failed.ts';

export type OwnerPorts = OwnerPassagePorts &
  LeaveOutPorts & { store: Pick<Store, 'profiles'>; counter: TokenCounter; recall: RecallSettings };

/** Tokens around a profile. */
const frameTokens = 40;

type OwnerRequest = {
  ports: OwnerPorts;
  state: ThreadState;
  options: ContextOptions;
  parts: ContextParts;
  /** The summaries that the context shows. */
  summaries: readonly Pick<SummaryRecord, 'createdAt'>[];
  /** Number of the newest message of the turn, and in `now` the time of the turn. */
  at: number;
  now: number;
};

/** Adds the parts that come from the owner, if the caller asks for them. */
export async function withOwnerParts(request: OwnerRequest): Promise<ContextParts> {
  const { ports, state, parts } = request;
  if (state.owner === undefined) return parts;
  const orNothing = <Result>(consequence: string, read: (request: OwnerRequest) => Promise<Result>) =>
    unlessFailed(ports, { threadId: state.id, consequence }, () => read(request));
  const profile = await orNothing('The profile of the owner is not shown in this turn.', readProfile);
  const found = await orNothing('Nothing of other threads was recalled for this turn.', recallAcross);
  return {
    ...parts,
    ...(profile !== undefined && { profile }),
    ...(found !== undefined && found.length > 0 && { resources: [...parts.resources, ...found] }),
  };
}

/** Reads one row, however many threads the owner has. */
async function readProfile(request: OwnerRequest): Promise<string | undefined> {
  const { ports, state, options, parts, summaries } = request;
  if (options.profile !== true) return undefined;
  const profile = await ports.store.profiles.readProfile(state.owner!);
  return (
    profile &&
    showProfile({
      profile,
      threadId: state.id,
      asOf: lastCompaction(state, summaries),
      limitTokens: shareBudgets(usableTokens(parts)).profile - frameTokens,
      counter: ports.counter,
    })
  );
}

/** Time of the last change of the summaries; before the first compaction, the time when the thread began. */
function lastCompaction(state: ThreadState, summaries: OwnerRequest['summaries']): string {
  return [state.createdAt, ...summaries.map(({ createdAt }) => createdAt)].sort().at(-1)!;
}

async function recallAcross({ ports, state, options, at, now }: OwnerRequest) {
  const { enabled, across } = ports.recall;
  if (!enabled || across !== 'owner' || options.recall === false) return undefined;
  return ownerPassages({ ports, state, query: options.query, at, now });
}
