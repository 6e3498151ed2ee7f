/** The events of one thread as an endless sequence, as an alternative to listeners. */

import { type EventName, type EverthreadEvents, eventNames } from '../events.ts';
import type { Emitter } from './emitter.ts';

export type ThreadEvent = { [Name in EventName]: { name: Name; event: EverthreadEvents[Name] } }[EventName];

/** Most events that wait for a slow reader. The oldest are dropped first. */
const mostWaiting = 1_000;

export async function* threadEvents(options: {
  emitter: Emitter;
  threadId: string;
  signal: AbortSignal;
}): AsyncGenerator<ThreadEvent> {
  const { emitter, threadId, signal } = options;
  const waiting: ThreadEvent[] = [];
  let wake: () => void = () => undefined;
  const stops = eventNames.map((name) =>
    emitter.on(name, (event) => {
      if (event.threadId !== threadId) return;
      waiting.push({ name, event } as ThreadEvent);
      if (waiting.length > mostWaiting) waiting.shift();
      wake();
    }),
  );
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    for (const stop of stops) stop();
  }
}
