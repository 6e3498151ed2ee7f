/** Passes a streamed answer on part by part, and stores it when it ends, even if it ends early. */

import type { Interruption } from '../resent/interrupted.ts';
import type { StreamPart, Usage } from './model-types.ts';
import type { PreparedCall } from './prepare-call.ts';
import { collectReply, interruptedReply, replyMessage } from './reply.ts';

export function watchStream(
  source: ReadableStream<StreamPart>,
  { call, signal }: { call: Pick<PreparedCall, 'finish'>; signal: AbortSignal | undefined },
): ReadableStream<StreamPart> {
  const reader = source.getReader();
  const collector = collectReply();
  let usage: Usage | undefined;
  let interruption: Interruption | undefined = 'error';
  let ending: Promise<void> | undefined;

  const end = (why: Interruption | undefined): Promise<void> => {
    if (ending === undefined) {
      signal?.removeEventListener('abort', onAbort);
      const content = collector.content();
      const reply = why === undefined ? replyMessage(content) : interruptedReply(content, why);
      ending = call.finish({ reply, usage });
    }
    return ending;
  };
  // The SDK stops reading when it is aborted, and a provider may never notice.
  const onAbort = () => void end('aborted');
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });

  const observe = (part: StreamPart): void => {
    collector.add(part);
    if (part.type !== 'finish') return;
    const { unified } = part.finishReason;
    usage = part.usage;
    interruption = unified === 'error' || unified === 'interrupted' ? 'error' : undefined;
  };

  return new ReadableStream<StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          // Stored before the stream closes, so that the next step of a tool loop finds the answer.
          await end(interruption);
          controller.close();
          return;
        }
        observe(value);
        controller.enqueue(value);
      } catch (error) {
        await end(signal?.aborted ? 'aborted' : 'error');
        controller.error(error);
      }
    },
    async cancel(reason) {
      await end(interruption === undefined ? undefined : 'aborted');
      await reader.cancel(reason);
    },
  });
}
