import { describe, expect, it } from 'vitest';
import { everyOther, forgetful, sentencesOf } from './forgetful.ts';
import { plant, plantedDecisions, plantedRules } from './planting.ts';
import { changedFiles, sessionFacts } from './session-facts.ts';
import { batchesOf, sumTallies, textIn, withPlanted } from './survival.ts';

const call = (name: string, input: Record<string, string>, callId = 'c1') => ({
  role: 'assistant' as const,
  parts: [{ type: 'tool-call' as const, callId, name, input }],
});
const message = (role: 'user' | 'assistant', text: string) => ({
  role,
  parts: [{ type: 'text' as const, text }],
});
const result = (callId: string, isError = false) => ({
  role: 'tool' as const,
  parts: [{ type: 'tool-result' as const, callId, output: 'done', isError }],
});

describe('survival evaluation', () => {
  it('R-39 reads changed files from write calls and patches, and not from calls that failed', () => {
    const files = changedFiles([
      call('Write', { file_path: '/a/one.ts', content: 'x' }, 'c1'),
      call('Read', { file_path: '/a/two.ts' }, 'c2'),
      call('Edit', { file_path: '/a/three.ts' }, 'c3'),
      result('c3', true),
      call('shell', { command: 'apply_patch <<E\n*** Update File: src/four.ts\n@@\nE' }, 'c4'),
    ]);
    expect(files.map(({ value }) => value)).toEqual(['/a/one.ts', 'src/four.ts']);
  });

  it('R-39 counts every planted rule and decision once, found or not', () => {
    const messages = Array.from({ length: 40 }, (_, index) =>
      message(index % 2 === 0 ? 'user' : 'assistant', `Message ${index} about the work.`),
    );
    const sown = plant(messages, { tokens: 10_000 });
    const facts = withPlanted(sessionFacts(sown.messages), sown.messages, sown.planted);
    expect(facts['user rules'].map(({ value }) => value).sort()).toEqual(plantedRules.slice(0, 4).sort());
    expect(facts.decisions.map(({ value }) => value).sort()).toEqual(plantedDecisions.slice(0, 4).sort());
    for (const fact of facts['user rules'])
      expect(textIn(sown.messages[fact.seq - 1]!)).toContain(fact.value);
  });

  it('R-39 plants nothing between a tool call and its result', () => {
    const messages = Array.from({ length: 20 }, (_, index) => [
      call('Read', { file_path: `/f${index}` }, `c${index}`),
      result(`c${index}`),
    ]).flat();
    const sown = plant(messages, { tokens: 100_000 });
    expect(sown.planted).toHaveLength(20);
    for (const [index, message] of sown.messages.entries())
      if (message.role === 'tool') expect(sown.messages[index - 1]!.parts[0]!.type).toBe('tool-call');
  });

  it('R-39 batches keep results with their calls and lose no message', () => {
    const messages = [
      message('user', 'a'),
      call('Read', { path: 'x' }),
      result('c1'),
      message('assistant', 'b'),
    ];
    const batches = batchesOf(messages, 2);
    expect(batches.flat()).toEqual(messages);
    expect(batches[0]!.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('R-28 the forgetful model drops half and adds nothing', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} is here.`).join(' ');
    const { text: summary } = await forgetful().summarize({
      shape: 'plain',
      previous: [],
      transcript: [{ seq: 1, role: 'user', text, at: '', tokens: 300 }],
      facts: [],
      limits: { targetTokens: 1_000, maxWords: null, maxOutputTokens: 1_000 },
      meta: { totalMessages: 1, totalTokens: 300, depth: 0, strategy: 'rolling' },
      signal: new AbortController().signal,
    });
    const sentences = sentencesOf(summary);
    expect(sentences).toHaveLength(20);
    for (const sentence of sentences) expect(text).toContain(sentence);
    expect(everyOther([1, 2, 3])).toEqual([1, 3]);
  });

  it('R-39 tallies add up', () => {
    const one = { total: 2, shown: 1, stored: 2, prose: 0, reachable: 2 };
    expect(sumTallies([one, one])).toEqual({ total: 4, shown: 2, stored: 4, prose: 0, reachable: 4 });
  });
});
