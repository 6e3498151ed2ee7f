/**
 * Has a model put the profiles of owners into words, in the background and after the entries were made by code:
 * nothing waits for it, and where it fails, hangs, or says what nobody said, the entries stay as they are. Asked again only
 * when enough has changed, for every sentence that tells something changed has ended by then.
 */
import type { Emitter } from '../engine/emitter.ts';
import { recordCalls } from '../engine/record-calls.ts';
import { isEverthreadError } from '../errors.ts';
import { type ProfileStatement, statementsOf } from '../facts/profile/statements.ts';
import type { Profile } from '../records/profile.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { isSummarizerFailure, type Summarizer, type SummaryRequest } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { checkProse } from './prose-gate.ts';

export type ProfileWriter = {
  /** The profile of this owner may have changed. */
  schedule(owner: string): void;
  /** Resolves when nothing runs or is about to. */
  idle(): Promise<void>;
};

export type ProfileWriterPorts = {
  store: Pick<Store, 'profiles' | 'recordCalls'>;
  runtime: Pick<Runtime, 'now'>;
  counter: Pick<TokenCounter, 'count'>;
  emitter: Pick<Emitter, 'emit'>;
  /** Who writes; undefined: nobody does. */
  profileModel: Summarizer | undefined;
};

/** Fewer are read as fast as any sentence about them. */
const leastStatements = 4;
/** Statements that came or went since the last time, and the share of all, that make it worth a call. */
const leastChanged = 3;
const leastChangedShare = 0.2;
const mostTokens = 400;

export function createProfileWriter(options: {
  ports: ProfileWriterPorts;
  signal: AbortSignal;
}): ProfileWriter {
  const { ports, signal } = options;
  const { profileModel: model, emitter } = ports;
  const waiting = new Set<string>();
  /** What was tried in vain: the same statements are not paid for twice. */
  const tried = new Map<string, string>();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    for (const owner of waiting) {
      waiting.delete(owner);
      if (signal.aborted) return;
      try {
        await write(owner);
      } catch (error) {
        if (!signal.aborted) tell(error);
      }
    }
  };

  const write = async (owner: string): Promise<void> => {
    const { profiles } = ports.store;
    // Before the profile: what is taken back from here on refuses what is written.
    const { version } = await profiles.readMaterial(owner);
    const profile = await profiles.readProfile(owner);
    const statements = profile === undefined ? [] : statementsOf(profile);
    const keys = statements.map(({ key }) => key);
    if (profile === undefined || !isDue(profile, keys) || tried.get(owner) === keys.join()) return;
    tried.set(owner, keys.join());
    const text = await ask(requestFor(statements));
    const sentences = text === undefined ? undefined : checkProse(text, statements);
    if (sentences === undefined) {
      if (text !== undefined) tell(new Error('The model wrote of an owner what the statements do not say.'));
      return;
    }
    const now = ports.runtime.now();
    const told = sentences.map((sentence) => ({ ...sentence, addedAt: isoTime(now) }));
    await profiles.writeProse({ owner, version, prose: { sentences: told, writtenFrom: keys }, now });
  };

  /** Undefined where there is no answer that can be used. */
  const ask = async (request: SummaryRequest): Promise<string | undefined> => {
    try {
      const { text, calls, rung } = await model!.summarize(request);
      await recordCalls(ports, null, calls);
      return rung === 'model' ? text : undefined;
    } catch (error) {
      if (isSummarizerFailure(error)) await recordCalls(ports, null, error.calls);
      throw error;
    }
  };

  const requestFor = (statements: readonly ProfileStatement[]): SummaryRequest => {
    const transcript = statements.map(({ kind, text, at, holds }, index) => ({
      ...{ seq: index + 1, role: holds ? kind : `${kind}, no longer true`, text, at: at.slice(0, 10) },
      tokens: ports.counter.count(text) + headerTokens,
    }));
    const totalTokens = transcript.reduce((sum, { tokens }) => sum + tokens, 0);
    const targetTokens = Math.min(mostTokens, Math.ceil(totalTokens * 0.7));
    return {
      ...{ shape: 'plain', previous: [], transcript, facts: [], signal },
      limits: { targetTokens, maxWords: null, maxOutputTokens: targetTokens * 2 },
      meta: { totalMessages: transcript.length, totalTokens, depth: 0, strategy: 'profile' },
    };
  };

  const tell = (error: unknown): void =>
    emitter.emit('diagnostic', {
      threadId: null,
      level: 'debug',
      code: isEverthreadError(error) ? error.code : 'summarizer_failed',
      message: error instanceof Error ? error.message.slice(0, 200) : 'Something failed.',
      consequence: 'The profile is shown as code makes it.',
    });

  return {
    schedule(owner) {
      if (model === undefined || signal.aborted) return;
      waiting.add(owner);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async idle() {
      while (running) await running;
    },
  };
}

/** Number, kind and date stand above each statement. */
const headerTokens = 12;

function isDue({ prose }: Profile, keys: readonly string[]): boolean {
  if (keys.length < leastStatements) return false;
  if (prose === undefined) return true;
  const before = prose.writtenFrom;
  const came = keys.filter((key) => !before.includes(key)).length;
  const went = before.filter((key) => !keys.includes(key)).length;
  return Math.max(came, went) >= Math.max(leastChanged, Math.ceil(before.length * leastChangedShare));
}
