/**
 * The events of one tenant for many readers. Events are numbered and the newest are kept, so that a reader whose
 * connection broke can go on where it stopped.
 */
import { type EventName, type EverthreadEvents, eventNames } from '../events.ts';
import type { Everthread } from '../everthread.ts';

export type HubEvent = {
  [Name in EventName]: { id: string; name: Name; event: EverthreadEvents[Name] };
}[EventName];

export type EventHub = {
  /**
   * Yields events from now on, or after the event with the id `after` if that is still kept; ends with the signal.
   * Yields `null` when nothing happened for a while, to keep the connection alive.
   */
  follow(options: {
    threadId: string | undefined;
    after: string | undefined;
    signal: AbortSignal;
  }): AsyncGenerator<HubEvent | null>;
  close(): void;
};

const mostKept = 1_000;
/** Events kept for a slow reader; beyond this the oldest are dropped. */
const mostWaiting = 1_000;

export function createEventHub(options: {
  everthread: Pick<Everthread, 'on'>;
  heartbeatMs: number;
  /** Part of every event id, so that ids of this run differ from those of an earlier one. */
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
      const hubEvent = { id: `${run}-${count}`, name, event } as HubEvent;
      kept.push(hubEvent);
      if (kept.length > mostKept) kept.shift();
      for (const reader of readers) reader(hubEvent);
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
        const isWoken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), heartbeatMs);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (!isWoken && !ended.aborted) yield null;
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
