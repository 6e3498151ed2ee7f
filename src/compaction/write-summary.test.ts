import { expect, it } from 'vitest';
import { honest, testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { runCompaction } from './run.ts';

const steps = Array.from({ length: 90 }, (_, file): MessageInput[] => [
  {
    role: 'assistant',
    parts: [
      {
        type: 'tool-call',
        callId: `c${file}`,
        name: 'edit_file',
        input: {
          path: `src/berths/quay-${file}.ts`,
          old_string: `depth${file}`,
          new_string: `draught${file}`,
        },
      },
    ],
  },
  {
    role: 'tool',
    parts: [
      {
        type: 'tool-result',
        callId: `c${file}`,
        name: 'edit_file',
        output: `src/berths/quay-${file}.ts was updated at ${file}:${file + 10}.`,
      },
    ],
  },
]).flat();

/** What a model was given for a summary of the steps in so many words. */
async function given(targetWords: number) {
  const summarizer = honest();
  const { engine, say } = await testEngine({
    summarizer,
    strategy: { name: 'rolling', messages: 10, verbatimExchanges: 2, targetWords },
  });
  await say([{ role: 'user', content: 'Rename depth to draught in every quay.' }, ...steps]);
  const { signal } = new AbortController();
  await runCompaction({ ports: engine, threadId: 't', trigger: 'append', signal });
  const { limits, facts, work = '' } = summarizer.requests[0]!;
  return { target: limits.targetTokens, facts: facts.length, work: createTokenCounter().count(work) };
}

it('R-66 R-70 a short summary is given no more of the record and the facts than it has room for', async () => {
  const short = await given(60);
  const long = await given(480);
  expect(short.target).toBeLessThan(long.target);
  expect(short.facts).toBeLessThan(long.facts);
  expect(short.work).toBeLessThan(long.work);
  expect(short.work).toBeLessThanOrEqual(300);
  expect(short.work).toBeGreaterThan(0);
  expect(short.facts).toBeGreaterThan(0);
});
