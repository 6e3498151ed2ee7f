/** What reaches a summarizer: tool output trimmed as configured, and a long transcript in chunks, none left out. */
import { expect, it } from 'vitest';
import { createEverthread, type EverthreadOptions } from '../../src/index.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1} of the build`);

/** A question, a tool call with the given output, an answer, and enough talk after it for a compaction. */
function withToolOutput(output: string) {
  return [
    { role: 'user' as const, content: 'Build the harbour site, please.' },
    {
      role: 'assistant' as const,
      parts: [{ type: 'tool-call' as const, callId: 'c1', name: 'bash', input: { command: 'make site' } }],
    },
    { role: 'tool' as const, parts: [{ type: 'tool-result' as const, callId: 'c1', name: 'bash', output }] },
    { role: 'assistant' as const, content: 'The harbour site is built.' },
    ...Array.from({ length: 30 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Then we talked about berth ${index + 1} of the harbour.`,
    })),
  ];
}

async function requestsFor(messages: ReturnType<typeof withToolOutput>, options: EverthreadOptions = {}) {
  const summarizer = scriptedSummarizer();
  const ever = createEverthread({ strategy: 'rolling', summarizer, budget: { tokens: 50_000 }, ...options });
  const thread = await ever.thread('t');
  await thread.append(messages);
  await ever.idle();
  const [summary] = await thread.summaries();
  const originals = await Array.fromAsync(thread.history());
  await ever.close();
  return { requests: summarizer.requests, summary: summary!, originals };
}

const toolText = (requests: Awaited<ReturnType<typeof requestsFor>>['requests']) =>
  requests
    .flatMap(({ transcript }) => transcript.filter(({ seq }) => seq === 3))
    .map(({ text }) => text)
    .join('\n');

it('R-29 tool output is trimmed to sixty lines, its beginning and its end kept, and says how much is missing', async () => {
  const output = lines(900).join('\n');
  const { requests, originals } = await requestsFor(withToolOutput(output));
  const read = toolText(requests);
  const kept = read.match(/line \d+ of the build/gu)!;
  expect(kept.length).toBeLessThanOrEqual(60);
  expect(kept.length).toBeGreaterThan(50);
  expect([kept[0], kept.at(-1)]).toEqual(['line 1 of the build', 'line 900 of the build']);
  expect(read).toMatch(new RegExp(String(900 - kept.length)));
  // The archive keeps the whole output.
  expect(originals[2]!.parts).toMatchObject([{ output }]);
});

it('R-29 how much of it is kept is configured, in lines and in characters', async () => {
  const output = lines(900).join('\n');
  const few = await requestsFor(withToolOutput(output), {
    compaction: { toolOutput: { lines: 6, characters: 4_000 } },
  });
  expect(toolText(few.requests).match(/line \d+ of the build/gu)).toHaveLength(6);
  const short = await requestsFor(withToolOutput(`${'x'.repeat(50_000)} end`), {
    compaction: { toolOutput: { lines: 60, characters: 300 } },
  });
  expect(toolText(short.requests).length).toBeLessThan(600);
  const all = await requestsFor(withToolOutput(output), {
    compaction: { toolOutput: { lines: 1_000, characters: 100_000 } },
  });
  expect(toolText(all.requests).match(/line \d+ of the build/gu)).toHaveLength(900);
});

it('R-29 however much there is to read, no call reads more than its cap, and every message is read', async () => {
  const talk = Array.from({ length: 400 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Entry-${index + 1}: ${'the berth list was gone through once more, from the first line to the last. '.repeat(6)}`,
  }));
  for (const cap of [8_000, 3_000]) {
    const { requests, summary } = await requestsFor(talk as never, {
      budget: { tokens: 200_000 },
      compaction: { maxInputTokens: cap, chunkTokens: Math.min(cap, 4_000) },
    });
    expect(requests.length).toBeGreaterThan(5);
    const sizes = requests.map(({ transcript }) => transcript.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(cap);
    const read = new Set(requests.flatMap(({ transcript }) => transcript.map(({ seq }) => seq)));
    const missing = Array.from({ length: summary.to }, (_, index) => index + 1).filter(
      (seq) => !read.has(seq),
    );
    expect(summary).toMatchObject({ from: 1, to: 380, messagesCovered: 380 });
    expect(missing).toEqual([]);
  }
});

it('R-35 without settings, a message too long for one call is read in pieces of at most 4,000 tokens', async () => {
  const paragraph =
    'The berth list was gone through once more, from the first line to the last, by two people. ';
  const talk = [
    { role: 'user' as const, content: paragraph.repeat(700) },
    ...Array.from({ length: 24 }, (_, index) => ({
      role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
      content: `Then we talked about berth ${index + 1} of the harbour.`,
    })),
  ];
  const { requests } = await requestsFor(talk as never);
  const pieces = requests.flatMap(({ transcript }) => transcript.filter(({ seq }) => seq === 1));
  expect(
    pieces
      .map(({ text }) => text)
      .join('')
      .trim(),
  ).toBe(paragraph.repeat(700).trim());
  for (const { tokens } of pieces) expect(tokens).toBeLessThanOrEqual(4_000);
});
