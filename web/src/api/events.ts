/** Reads server-sent events by `fetch`, which, unlike EventSource, can send a key and a body. */
import { signal } from '@preact/signals';
import { type Call, call } from './request.ts';
import type { ServerEvent } from './types.ts';

export type Sent = { id: string | undefined; event: string; data: string };

export async function* read(path: string, options: Call): AsyncGenerator<Sent> {
  yield* sentIn(await call(path, options));
}

async function* sentIn({ body }: Response): AsyncGenerator<Sent> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
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
const longestWait = 5_000;
const listeners = new Set<(event: ServerEvent) => void>();
const returns = new Set<() => void>();

/** Calls the listener for every event until the returned function is called. */
export function onEvent(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listener whenever the server answers again after it was gone. */
export function onReturn(listener: () => void): () => void {
  returns.add(listener);
  return () => returns.delete(listener);
}

/** Follows the events of all threads while the page is open. After a break it resumes with the events it missed. */
export async function follow(): Promise<void> {
  let last: string | undefined;
  let isReturn = false;
  for (let wait = 1_000; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      const stream = await call('/events', last ? { headers: { 'last-event-id': last } } : {});
      live.value = true;
      wait = 1_000;
      // What was missed may be more than the server kept, and a server that was started again knows nothing of it.
      if (isReturn) for (const listener of returns) listener();
      for await (const { id, data } of sentIn(stream)) {
        last = id ?? last;
        const event: ServerEvent = JSON.parse(data);
        events.value = [{ ...event, at: new Date().toISOString() }, ...events.value].slice(0, mostKept);
        for (const listener of listeners) listener(event);
      }
    } catch {
      // Connects again below. The views show the error when they are used.
    }
    live.value = false;
    isReturn = true;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
