/** Passes the bytes of an answer on as they arrive, lets a listener read them, and reports when and how they ended. */
import type { ByteReader } from './exchange.ts';

export function passOn(
  source: ByteReader,
  listener: {
    add(bytes: Uint8Array): void;
    /** Resolves when the answer is stored; only then the client sees the end. */
    end(how: 'whole' | 'aborted' | 'error'): Promise<void>;
  },
  signal: AbortSignal,
): ByteReader {
  return {
    async read() {
      try {
        const piece = await source.read();
        if (piece === undefined) await listener.end('whole');
        else listener.add(piece);
        return piece;
      } catch (error) {
        await listener.end(signal.aborted ? 'aborted' : 'error');
        throw error;
      }
    },
    async cancel(reason) {
      await source.cancel(reason).catch(() => undefined);
      await listener.end('aborted');
    },
  };
}
