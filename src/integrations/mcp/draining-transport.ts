/**
 * A transport that knows which requests are still without an answer. The SDK's own drops them when its input ends;
 * whoever pipes requests into the program wants to read the answers.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

export type DrainingTransport = Transport & {
  /** Resolves when every request that came was answered, at once where none waits. */
  drained(): Promise<void>;
};

/** Stays open for as long as the client listens. */
const endless = 'subscriptions/listen';

export function drainingTransport(inner: Transport): DrainingTransport {
  const waiting = new Set<string | number>();
  let onDrained: (() => void)[] = [];

  const settle = (): void => {
    if (waiting.size > 0) return;
    for (const resolve of onDrained) resolve();
    onDrained = [];
  };
  const answered = (message: JSONRPCMessage): void => {
    if (!('method' in message) && 'id' in message && message.id !== undefined) waiting.delete(message.id);
    settle();
  };

  const outer: DrainingTransport = {
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options).finally(() => answered(message)),
    close: () => inner.close(),
    drained: () =>
      new Promise((resolve) => {
        onDrained.push(resolve);
        settle();
      }),
  };
  inner.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message && message.method !== endless) waiting.add(message.id);
    outer.onmessage?.(message, extra);
  };
  inner.onerror = (error) => outer.onerror?.(error);
  inner.onclose = () => {
    waiting.clear();
    settle();
    outer.onclose?.();
  };
  return outer;
}
