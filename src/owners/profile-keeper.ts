/**
 * Keeps the profiles of owners in the background, without a model. Reads each message of an owned thread once
 * for what it tells about its sender, and rebuilds that owner's profile. Never runs within a turn; its work per message
 * is bounded. The store is asked each time what is left to do, so that a restart continues where the last process
 * ended, and edited messages are read again.
 */
import type { Emitter } from '../engine/emitter.ts';
import { isEverthreadError } from '../errors.ts';
import { activePins } from '../facts/pins.ts';
import { makeProfile } from '../facts/profile/make-profile.ts';
import { readNotes } from '../facts/profile/read-notes.ts';
import { type Message, textOf } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { ProfileNote } from '../records/profile.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type Runtime, yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { makeOldTitles, type TitlePorts } from './titles.ts';

export type ProfileKeeper = {
  /** Requests a run, soon. Many requests cause one run. */
  schedule(): void;
  /** Brings everything up to date now. Rejects if that is not possible. */
  settle(): Promise<void>;
  /** Resolves when nothing runs or is about to run. */
  idle(): Promise<void>;
  /** Accepts no more work, and resolves when the running work has ended. */
  close(): Promise<void>;
};

export type ProfilePorts = TitlePorts & {
  store: Pick<Store, 'profiles' | 'readThread'>;
  runtime: Pick<Runtime, 'now'>;
};

const threadsAtOnce = 16;
const messagesAtOnce = 100;
/** Text further back in a message was probably pasted. */
const readCharacters = 8_000;
const ruleWeight = 0.9;
const longestSubject = 120;

export function createProfileKeeper(options: {
  ports: ProfilePorts & { emitter: Pick<Emitter, 'emit'> };
  signal: AbortSignal;
  /** Called when the profile of this owner was rebuilt. */
  written: (owner: string) => void;
}): ProfileKeeper {
  const { ports, signal, written } = options;
  const { emitter } = ports;
  /** Threads that cannot be read, left out until the next start. */
  const refused = new Set<string>();
  let wanted = false;
  let running: Promise<void> | undefined;

  const reportFailure = (threadId: string | null, error: unknown, consequence: string): void =>
    emitter.emit('diagnostic', {
      threadId,
      code: isEverthreadError(error) ? error.code : 'store_failed',
      message: error instanceof Error ? error.message.slice(0, 200) : 'Something failed.',
      consequence,
    });

  const run = async (): Promise<void> => {
    await makeOldTitles(ports, signal);
    while ((await readUnread()) || (await makeOutdated())) signal.throwIfAborted();
  };

  /** False when nothing was left to read. */
  const readUnread = async (): Promise<boolean> => {
    const unread = await ports.store.profiles.unread({ limit: threadsAtOnce + refused.size });
    const due = unread.filter(({ threadId }) => !refused.has(threadId));
    for (const { threadId, readTo } of due) {
      signal.throwIfAborted();
      try {
        await readThread(ports, threadId, readTo);
      } catch (error) {
        signal.throwIfAborted();
        // The thread was deleted while it was read.
        if (isEverthreadError(error, 'unknown_thread')) continue;
        if (!isEverthreadError(error, 'store_corrupt')) throw error;
        refused.add(threadId);
        reportFailure(
          threadId,
          error,
          'The thread is not read for the profile of its owner; `verify` shows the damage.',
        );
      }
      await yieldToEventLoop();
    }
    return due.length > 0;
  };

  const makeOutdated = async (): Promise<boolean> => {
    const { profiles } = ports.store;
    const owners = await profiles.outdated({ limit: threadsAtOnce });
    for (const owner of owners) {
      signal.throwIfAborted();
      const { version, ...material } = await profiles.readMaterial(owner);
      // Refused if something was removed meanwhile. Then the profile is still outdated, and is made again.
      await profiles.writeProfile({
        owner,
        version,
        profile: makeProfile(material),
        now: ports.runtime.now(),
      });
      written(owner);
      await yieldToEventLoop();
    }
    return owners.length > 0;
  };

  const start = (): Promise<void> => {
    running ??= (async () => {
      // Lets the calling turn finish first.
      await yieldToEventLoop();
      do {
        wanted = false;
        await run();
      } while (wanted);
    })().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    schedule() {
      wanted = true;
      if (signal.aborted || running) return;
      start().catch((error) => {
        if (!signal.aborted)
          reportFailure(null, error, 'Profiles are brought up to date with a later message.');
      });
    },
    async settle() {
      wanted = true;
      // A run that was about to end does not cover this request.
      while (wanted) await start();
    },
    async idle() {
      while (running) await running.catch(() => undefined);
    },
    async close() {
      while (running) await running.catch(() => undefined);
    },
  };
}

/** Reads one page of a thread. Writes nothing if its past changed meanwhile; then the page is still unread. */
async function readThread(
  { store, redaction, runtime }: ProfilePorts,
  threadId: string,
  readTo: number,
): Promise<void> {
  const state = await store.readThread(threadId);
  if (state === undefined) return;
  const from = readTo + 1;
  // Reads only messages that existed when the rules were read, because both are written together.
  const messages = await store.readMessages({
    threadId,
    from,
    to: state.messages,
    limit: messagesAtOnce,
  });
  const notes: ProfileNote[] = [];
  for (const message of messages) {
    if (!isFromOwner(message)) continue;
    const text = redaction.redactStart(textOf(message.parts), readCharacters);
    notes.push(...readNotes({ seq: message.seq, at: message.createdAt, text }));
    await yieldToEventLoop();
  }
  await store.profiles.writeNotes({
    threadId,
    revision: state.revision,
    from,
    to: messages.at(-1)?.seq ?? state.messages,
    notes,
    rules: rulesOf(state),
    now: runtime.now(),
  });
}

function isFromOwner(message: Message): boolean {
  return message.role === 'user' && message.removed === undefined && !isAside(message);
}

function rulesOf({ pins }: ThreadState): ProfileNote[] {
  const rules = new Map<string, ProfileNote>();
  for (const { text, seq, at } of activePins(pins)) {
    const subject = subjectOf(text);
    if (subject !== '')
      rules.set(subject, { kind: 'rule', subject, value: text, seq, at, weight: ruleWeight });
  }
  return [...rules.values()];
}

/** The rule's words alone, so that the same rule in two threads is one entry. */
function subjectOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed();
}
