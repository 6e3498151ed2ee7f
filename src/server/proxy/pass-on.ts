/** Passes the bytes of an answer on as they come, reads them on the side, and tells when and how they ended. */
export function passOn(
  source: ReadableStream<Uint8Array>,
  listener: {
    add(bytes: Uint8Array): void;
    /** Resolves when what came is stored; the end is told to the client after that. */
    end(how: 'whole' | 'aborted' | 'error'): Promise<void>;
  },
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            await listener.end('whole');
            controller.close();
            return;
          }
          listener.add(value);
          controller.enqueue(value);
        } catch (error) {
          await listener.end(signal.aborted ? 'aborted' : 'error');
          controller.error(error);
        }
      },
      async cancel(reason) {
        await reader.cancel(reason).catch(() => undefined);
        await listener.end('aborted');
      },
    },
    { highWaterMark: 0 },
  );
}
