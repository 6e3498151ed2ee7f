/** Tests callers that abort their call. */
import { expect, it } from 'vitest';
import type { Embedder } from '../embedder.ts';
import { createEverthread } from '../everthread.ts';
import { scriptedSummarizer } from '../testing/scripted-summarizer.ts';

const gone = new Error('the client went away');
const said = (index: number) => ({
  role: 'user' as const,
  content: `Note ${index}: the ferry to Hoy leaves at ${index % 24}:15 from quay ${index % 7}.`,
});

it('R-56 an append that is aborted before it is stored stores nothing', async () => {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  await expect(thread.append(said(1), { signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
  const late = new AbortController();
  const many = thread.append(
    Array.from({ length: 500 }, (_, index) => said(index)),
    { signal: late.signal },
  );
  late.abort(gone);
  await expect(many).rejects.toBe(gone);
  expect((await thread.state()).messages).toBe(0);
  const stored = await thread.append([said(1), said(2)], { signal: new AbortController().signal });
  expect(stored).toHaveLength(2);
});

it('R-56 R-75 a context that waits for a summary is aborted at once, and does not count as a request', async () => {
  await using ever = createEverthread({
    strategy: { name: 'rolling', mode: 'blocking' },
    summarizer: scriptedSummarizer({ answers: { fault: 'hang' } }),
  });
  const thread = await ever.thread('t');
  await thread.append(Array.from({ length: 60 }, (_, index) => said(index)));
  const controller = new AbortController();
  const context = thread.context({ signal: controller.signal });
  setImmediate(() => controller.abort(gone));
  await expect(context).rejects.toBe(gone);
  expect((await ever.requests()).requests).toBe(0);
});

it('R-56 a search that waits for its embedder is aborted at once, in one thread and in all', async () => {
  const embedder: Embedder = {
    name: 'slow',
    maxCharacters: 1_000,
    batchSize: 8,
    embed: () => new Promise(() => undefined),
  };
  const ever = createEverthread({ embedder, recall: { embedTimeoutMs: 600_000 } });
  const thread = await ever.thread('t');
  await thread.append([said(1), said(2)]);
  for (const search of [
    (signal: AbortSignal) => thread.search('ferry', { signal }),
    (signal: AbortSignal) => ever.search('ferry', { threadIds: 'all', signal }),
  ]) {
    const controller = new AbortController();
    const found = search(controller.signal);
    setImmediate(() => controller.abort(gone));
    await expect(found).rejects.toBe(gone);
  }
  await ever.close();
});

it('R-56 an invalid signal is refused by its name', async () => {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  const signal = { aborted: false } as AbortSignal;
  for (const asked of [
    () => thread.append(said(1), { signal }),
    () => thread.context({ signal }),
    () => thread.search('ferry', { signal }),
  ]) {
    await expect(asked()).rejects.toMatchObject({ code: 'invalid_input', field: 'signal' });
  }
});

it('R-56 await using closes what it made', async () => {
  let kept: ReturnType<typeof createEverthread>;
  {
    await using ever = createEverthread();
    kept = ever;
    await (await ever.thread('t')).append(said(1));
  }
  await expect(kept.thread('t')).rejects.toMatchObject({ code: 'closed' });
});
