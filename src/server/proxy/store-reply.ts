/** Stores the answer to a request, and lets the token counter learn from the usage that the provider reported. */
import type { Everthread } from '../../everthread.ts';
import { type Interruption, interruptedMessage } from '../../integrations/resent/interrupted.ts';
import type { Dialect, ProxyRequest, Reply } from './dialects/dialect.ts';
import type { ByteReader } from './exchange.ts';
import { passOn } from './pass-on.ts';
import type { RecordedRequest } from './recorder.ts';
import type { RequestCounts } from './request-counts.ts';
import { createEventReader } from './server-sent-events.ts';

/** Never fails, because the client already has its answer. */
export async function storeReply(options: {
  everthread: Pick<Everthread, 'observeUsage'>;
  read: ProxyRequest;
  recorded: RecordedRequest;
  counts: RequestCounts;
  /** Undefined if the request was not answered, or its answer cannot be read. */
  reply: Reply | undefined;
  /** Why the answer ended early, if it did. */
  broken: Interruption | undefined;
  /** Tokens that were sent. `uncounted`: the request is counted in its thread, which is created here. */
  tokens: number | undefined | 'uncounted';
  problem(error: unknown, consequence: string, threadId: string): void;
}): Promise<void> {
  const { everthread, read, recorded, counts, reply, broken, tokens, problem } = options;
  const message =
    reply === undefined || reply.complete || broken === undefined
      ? reply?.message
      : interruptedMessage(reply.text, broken);
  let contextTokens: number | undefined;
  try {
    await recorded.finish({
      reply: message,
      responseId: reply?.id,
      names: reply?.names ?? [],
      async beforeReply(thread, state) {
        if (tokens !== 'uncounted') contextTokens = tokens;
        else {
          const measured = await thread.measure({ ...counts.whole(), sent: true, ...(state && { state }) });
          contextTokens = measured.tokens;
        }
      },
    });
  } catch (error) {
    problem(error, 'The answer was given, but not stored.', recorded.threadId);
  }
  if (contextTokens === undefined || reply?.usage === undefined || reply.usage.inputTokens === 0) return;
  const { inputTokens: reportedTokens, ...figures } = reply.usage;
  const comparable = isComparable(read);
  try {
    await everthread.observeUsage({
      ...{ model: read.model, threadId: recorded.threadId, contextTokens, reportedTokens, comparable },
      ...figures,
    });
  } catch (error) {
    problem(error, 'The reported usage was not used to calibrate token counts.', recorded.threadId);
  }
}

/** Passes a streamed answer on and collects it. `settle` is called once, as soon as the answer is complete or ends. */
export function watchReply(options: {
  stream: ByteReader;
  dialect: Dialect;
  signal: AbortSignal;
  settle(reply: Reply | undefined, broken: Interruption): Promise<void>;
  /** Registers work that nobody waits for. */
  keep(work: Promise<void>): void;
}): ByteReader {
  const { stream, dialect, signal, settle, keep } = options;
  const collector = dialect.collect();
  const events = createEventReader((data) => collector.add(data));
  let settled: Promise<void> | undefined;
  const end = (how: 'whole' | 'aborted' | 'error') => {
    settled ??= settle(
      readReply(() => collector.reply()),
      how === 'aborted' ? 'aborted' : 'error',
    );
    return settled;
  };
  return passOn(
    stream,
    {
      add(piece) {
        events.add(piece);
        // The answer is complete: store it now, because the client may already send its next message.
        if (collector.isOver()) keep(end('whole'));
      },
      end(how) {
        events.end();
        return end(how);
      },
    },
    signal,
  );
}

export function readReply(read: () => Reply): Reply | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * Whether the provider's reported usage is comparable with our count. Built-in tools of a provider add text of their
 * own.
 */
function isComparable({ tools }: ProxyRequest): boolean {
  return tools.every((tool) => {
    const { type } = (tool ?? {}) as { type?: unknown };
    return type === undefined || type === 'function' || type === 'custom';
  });
}
