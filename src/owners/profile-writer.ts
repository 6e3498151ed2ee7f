/**
 * Has a model write the profiles of owners as prose, in the background, after code has made the entries. Nothing
 * waits for it. If it fails, hangs or invents something, the entries stay as they are. It is asked again only when
 * enough has changed; until then, sentences about changed entries are no longer shown.
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
  /** Resolves when nothing runs or is about to run. */
  idle(): Promise<void>;
};

export type ProfileWriterPorts = {
  store: Pick<Store, 'profiles' | 'recordCalls'>;
  runtime: Pick<Runtime, 'now'>;
  counter: Pick<TokenCounter, 'count'>;
  emitter: Pick<Emitter, 'emit'>;
  /** Writes the prose; undefined if no model does. */
  profileModel: Summarizer | undefined;
};

/** Fewer statements are read as quickly as prose about them. */
const leastStatements = 4;
/** Statements added or removed since the last time that justify a call; also a share of all. */
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
  /** Statements already tried for each owner, so that the same ones are not paid for twice. */
  const tried = new Map<string, string>();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    for (const owner of waiting) {
      waiting.delete(owner);
      if (signal.aborted) return;
      try {
        await write(owner);
      } catch (error) {
        if (!signal.aborted) reportFailure(error);
      }
    }
  };

  const write = async (owner: string): Promise<void> => {
    const { profiles } = ports.store;
    // Read before the profile: if something is removed from now on, the write is refused.
    const { version } = await profiles.readMaterial(owner);
    const profile = await profiles.readProfile(owner);
    const statements = profile === undefined ? [] : statementsOf(profile);
    const keys = statements.map(({ key }) => key);
    if (profile === undefined || !isDue(profile, keys) || tried.get(owner) === keys.join()) return;
    tried.set(owner, keys.join());
    const text = await ask(requestFor(statements));
    const sentences = text === undefined ? undefined : checkProse(text, statements);
    if (sentences === undefined) {
      if (text !== undefined)
        reportFailure(new Error('The model wrote of an owner what the statements do not say.'));
      return;
    }
    const now = ports.runtime.now();
    const dated = sentences.map((sentence) => ({ ...sentence, addedAt: isoTime(now) }));
    await profiles.writeProse({ owner, version, prose: { sentences: dated, writtenFrom: keys }, now });
  };

  /** Undefined if there is no usable answer. */
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

  const reportFailure = (error: unknown): void =>
    emitter.emit('diagnostic', {
      threadId: null,
      level: 'debug',
      code: isEverthreadError(error) ? error.code : 'summarizer_failed',
      message: error instanceof Error ? error.message.slice(0, 200) : 'Something failed.',
      consequence: 'The profile is shown without new prose.',
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

/** For the number, kind and date above each statement. */
const headerTokens = 12;

function isDue({ prose }: Profile, keys: readonly string[]): boolean {
  if (keys.length < leastStatements) return false;
  if (prose === undefined) return true;
  const before = prose.writtenFrom;
  const added = keys.filter((key) => !before.includes(key)).length;
  const removed = before.filter((key) => !keys.includes(key)).length;
  return Math.max(added, removed) >= Math.max(leastChanged, Math.ceil(before.length * leastChangedShare));
}
