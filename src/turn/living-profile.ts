/** The profile of a thread's owner for its context: one row is read, whatever the owner's threads hold. */
import { showProfile } from '../context/profile.ts';
import { shareBudgets } from '../context/sections.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { ContextParts } from './read-context.ts';

export type ProfileReadPorts = {
  store: Pick<Store, 'profiles'>;
  counter: TokenCounter;
  emitter: Pick<Emitter, 'emit'>;
  redaction: Pick<Redaction, 'redact'>;
};

/** What stands around it. */
const frameTokens = 40;

/** The parts with the profile in them, where it was asked for and there is one. */
export async function withLivingProfile(options: {
  ports: ProfileReadPorts;
  state: ThreadState;
  asked: string | true | undefined;
  parts: ContextParts;
  summaries: readonly Pick<SummaryRecord, 'createdAt'>[];
}): Promise<ContextParts> {
  const { ports, state, asked, parts, summaries } = options;
  if (asked !== true || state.owner === undefined) return parts;
  const profile = await ports.store.profiles.readProfile(state.owner).catch((error: unknown) => {
    // A turn is answered without it rather than not at all.
    ports.emitter.emit('diagnostic', {
      threadId: state.id,
      code: 'store_failed',
      message: ports.redaction.redact(error instanceof Error ? error.message : String(error)).slice(0, 200),
      consequence: 'The profile of the owner is not shown in this turn.',
    });
    return undefined;
  });
  const usable = Math.floor((parts.budget.tokens - parts.budget.responseTokens) / parts.ratio);
  const text =
    profile &&
    showProfile({
      profile,
      threadId: state.id,
      asOf: lastCompaction(state, summaries),
      limitTokens: shareBudgets(usable).profile - frameTokens,
      counter: ports.counter,
    });
  return text === undefined ? parts : { ...parts, profile: text };
}

/** When what is shown of the past last changed; before the first compaction, when the thread began. */
function lastCompaction(state: ThreadState, summaries: readonly Pick<SummaryRecord, 'createdAt'>[]): string {
  return [state.createdAt, ...summaries.map(({ createdAt }) => createdAt)].sort().at(-1)!;
}
