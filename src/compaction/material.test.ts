import { describe, expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import { message } from '../stores/suite/samples.suite.ts';
import { measureRange, streamTranscript } from './material.ts';

const { signal } = new AbortController();

describe('the originals of a summary', () => {
  it('R-35 are read in pages, each once and in order, and read a second time if they are too long to keep', async () => {
    const { engine, say } = await testEngine({ compaction: { maxInputTokens: 500 } });
    await say(talk(230));
    const range = { from: 3, to: 228 };
    const material = await measureRange(engine, 't', range, signal);
    expect(material.originals).toHaveLength(226);
    expect(material).toMatchObject({ spoken: 226, allNoise: false, entries: null });
    const seqs: number[] = [];
    for await (const { seq } of streamTranscript(engine, 't', range, material, signal)) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 226 }, (_, index) => index + 3));
  });

  it('I-8 of one page include a tool call together with its results', async () => {
    const { engine, store } = await testEngine();
    await store.ensureThread({ threadId: 't', now: 0 });
    const before = Array.from({ length: 99 }, (_, index) => message(`m${index + 1}`));
    const call = message('call', {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'c', name: 'write_file', input: { path: 'src/quay.ts' } }],
    });
    const result = message('result', {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'c', output: 'written' }],
    });
    await store.append({ threadId: 't', messages: [...before, call, result], now: 0 });
    const pages: number[] = [];
    const workers: typeof engine.workers = {
      ...engine.workers,
      run(name, input, options) {
        if ('messages' in input) pages.push(input.messages.length);
        return engine.workers.run(name, input, options);
      },
    };
    const material = await measureRange({ ...engine, workers }, 't', { from: 1, to: 101 }, signal);
    expect(pages).toEqual([99, 2]);
    expect(material.segment?.filesModified).toEqual(['src/quay.ts']);
  });

  it('I-4 are empty for a thread that was deleted meanwhile', async () => {
    const { engine, say, store } = await testEngine();
    await say(talk(3));
    await store.deleteThread('t');
    const material = await measureRange(engine, 't', { from: 1, to: 3 }, signal);
    expect(material).toMatchObject({ originals: [], entries: [], spoken: 0, tokens: 0 });
  });
});
