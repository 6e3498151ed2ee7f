/** Reads server-sent events by `fetch`, which, unlike EventSource, can send a key and a body. */
import { signal } from '@preact/signals';
import { type Call, call } from './request.ts';
import type { ServerEvent } from './types.ts';

export type Sent = { id: string | undefined; event: string; data: string };

export async function* read(path: string, options: Call): AsyncGenerator<Sent> {
  const response = await call(path, options);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value;
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const sent = parsed(block);
        if (sent) yield sent;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function parsed(block: string): Sent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => line.includes(': '))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { id: fields.get('id'), event: fields.get('event') ?? 'message', data };
}

/** Whether the stream of events is connected. */
export const live = signal(false);
/** Events since the page was opened, the newest first; only the newest 300 are kept. */
export const events = signal<readonly (ServerEvent & { at: string })[]>([]);

const mostKept = 300;
const longestWait = 15_000;
const listeners = new Set<(event: ServerEvent) => void>();

/** Calls the listener for every event until the returned function is called. */
export function onEvent(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the events of all threads while the page is open. After a break it resumes with the events it missed. */
export async function follow(): Promise<void> {
  let last: string | undefined;
  for (let wait = 1_000; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      for await (const { id, data } of opened(last)) {
        last = id ?? last;
        wait = 1_000;
        const event: ServerEvent = JSON.parse(data);
        events.value = [{ ...event, at: new Date().toISOString() }, ...events.value].slice(0, mostKept);
        for (const listener of listeners) listener(event);
      }
    } catch {
      // Connects again below. The views show the error when they are used.
    }
    live.value = false;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function* opened(last: string | undefined): AsyncGenerator<Sent> {
  const stream = read('/events', last ? { headers: { 'last-event-id': last } } : {});
  const first = stream.next();
  // The stream sends nothing until the first event, so after a short wait without an error it counts as connected.
  setTimeout(() => {
    live.value = true;
  }, 300);
  const { value, done } = await first;
  if (done) return;
  yield value;
  yield* stream;
}
