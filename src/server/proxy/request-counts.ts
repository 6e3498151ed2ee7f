/** Token counts of a request that is sent unchanged. */
import { findModel } from '../../tokens/models.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { type FitPorts, fixedTokens } from './fit.ts';
import type { RecordedRequest } from './recorder.ts';

export type RequestCounts = {
  /** The whole request in the form that `thread.measure` takes: what the thread does not hold counts as `besides`. */
  whole(): { model: string; messages: number; besides: number };
  /** The model's tokens. With `sent`, the request is recorded with its thread if there is one. */
  unchanged(options: { sent: boolean }): Promise<{ before: number; after: number }>;
};

export function requestCounts(options: {
  ports: FitPorts;
  read: ProxyRequest;
  recorded: Pick<RecordedRequest, 'added' | 'thread' | 'state'>;
}): RequestCounts {
  const { ports, read, recorded } = options;
  const { model } = read;
  let besides: number | undefined;

  function whole() {
    const added = recorded.added();
    besides ??=
      added.reduce((sum, message) => sum + ports.counter.message(message), 0) + fixedTokens(ports, read);
    return { model, messages: added.length, besides };
  }

  return {
    whole,
    async unchanged({ sent }) {
      const { thread, state } = recorded;
      const known = state && (await thread?.measure({ ...whole(), sent, state }).catch(() => undefined));
      const tokens = known?.tokens ?? Math.ceil(whole().besides * (findModel(model)?.ratio ?? 1));
      return { before: tokens, after: tokens };
    },
  };
}
