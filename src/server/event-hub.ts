/**
 * The events of one tenant for many readers: numbered, and the newest of them kept, so that a reader who was cut off
 * goes on where it was.
 */
import { type EventName, type EverthreadEvents, eventNames } from '../events.ts';
import type { Everthread } from '../everthread.ts';

export type HubEvent = {
  [Name in EventName]: { id: string; name: Name; event: EverthreadEvents[Name] };
}[EventName];

export type EventHub = {
  /**
   * Events from now on, or from behind the one with that id where it is still known; ends with the signal. `null`
   * comes where nothing happened for a while: a sign of life for the connection.
   */
  follow(options: {
    threadId: string | undefined;
    after: string | undefined;
    signal: AbortSignal;
  }): AsyncGenerator<HubEvent | null>;
  close(): void;
};

const mostKept = 1_000;
/** What a slow reader may fall behind; the oldest events go first. */
const mostWaiting = 1_000;

export function createEventHub(options: {
  everthread: Pick<Everthread, 'on'>;
  heartbeatMs: number;
  /** Parts the numbers of this run from those of another one. */
  run: string;
}): EventHub {
  const { everthread, heartbeatMs, run } = options;
  const kept: HubEvent[] = [];
  const readers = new Set<(event: HubEvent) => void>();
  const closed = new AbortController();
  let count = 0;
  const stops = eventNames.map((name) =>
    everthread.on(name, (event) => {
      count += 1;
      const told = { id: `${run}-${count}`, name, event } as HubEvent;
      kept.push(told);
      if (kept.length > mostKept) kept.shift();
      for (const reader of readers) reader(told);
    }),
  );

  async function* follow({ threadId, after, signal }: Parameters<EventHub['follow']>[0]) {
    const isWanted = ({ event }: HubEvent) => threadId === undefined || event.threadId === threadId;
    const missed = after === undefined ? -1 : kept.findIndex(({ id }) => id === after);
    const waiting = missed === -1 ? [] : kept.slice(missed + 1).filter(isWanted);
    const ended = AbortSignal.any([signal, closed.signal]);
    let wake: () => void = () => undefined;
    const reader = (event: HubEvent) => {
      if (!isWanted(event)) return;
      waiting.push(event);
      if (waiting.length > mostWaiting) waiting.shift();
      wake();
    };
    const onEnd = () => wake();
    readers.add(reader);
    ended.addEventListener('abort', onEnd);
    try {
      while (!ended.aborted) {
        const next = waiting.shift();
        if (next !== undefined) {
          yield next;
          continue;
        }
        const woken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), heartbeatMs);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (!woken && !ended.aborted) yield null;
      }
    } finally {
      ended.removeEventListener('abort', onEnd);
      readers.delete(reader);
    }
  }

  return {
    follow,
    close() {
      closed.abort();
      for (const stop of stops) stop();
    },
  };
}
