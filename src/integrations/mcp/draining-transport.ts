/**
 * A transport that tracks unanswered requests. The SDK's transport drops them when its input ends, but a user who pipes
 * requests into the program wants to read the answers.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

export type DrainingTransport = Transport & {
  /** Resolves when all requests are answered, at once if none is open. */
  drained(): Promise<void>;
};

/** A request that stays open as long as the client listens. */
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
