/** `tiered` from an empty thread to a failing model, and imported threads without summaries. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { createTestIo } from '../../src/cli/test-io.suite.ts';
import { createEverthread, memoryStore } from '../../src/index.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { chatMessages } from '../chat-messages.ts';
import { testRuntime } from '../test-runtime.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-tiered-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function command(...args: string[]) {
  const io = createTestIo({ directory, env: { EVERTHREAD_PROVIDER: 'none' } });
  const code = await runCli([...args, '--database', 'chat.db'], io);
  return { code, ...io.written };
}

const read = (request: { transcript: readonly { seq: number }[] }) =>
  request.transcript.map(({ seq }) => seq);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('R-19', () => {
  it('R-19 an empty thread: no call, nothing stored, and the user is told', async () => {
    const summarizer = scriptedSummarizer();
    const store = memoryStore();
    const ever = createEverthread({ store, strategy: 'tiered', summarizer });
    const thread = await ever.thread('t');
    const before = await thread.state();
    expect(await thread.compact()).toEqual({ compacted: false, reason: expect.stringMatching(/empty/u) });
    expect(summarizer.requests).toEqual([]);
    expect(await thread.state()).toEqual(before);
    expect(await thread.receipts()).toEqual([]);
    await ever.close();
  });

  it('R-19 a summarized thread: only what has newly aged is read, with the summaries it goes into', async () => {
    const summarizer = scriptedSummarizer();
    const ever = createEverthread({ strategy: 'tiered', summarizer, budget: { tokens: 40_000 } });
    const thread = await ever.thread('t');
    await thread.append(chatMessages(55, 6, 0));
    await ever.idle();
    const first = await thread.summaries();
    expect(first.map(({ level, from, to }) => [level, from, to])).toEqual([
      ['compressed', 1, 40],
      ['condensed', 41, 90],
    ]);
    expect(summarizer.requests.flatMap(read).toSorted((a, b) => a - b)).toEqual(numbers(1, 90));

    summarizer.requests.length = 0;
    expect(await thread.compact()).toMatchObject({ compacted: false });
    expect(summarizer.requests).toEqual([]);

    await thread.append(chatMessages(5, 6, 110));
    expect(await thread.compact()).toMatchObject({ compacted: true });
    expect((await thread.summaries()).map(({ level, from, to }) => [level, from, to])).toEqual([
      ['compressed', 1, 50],
      ['condensed', 51, 100],
    ]);
    // Ten messages left each tier. No older original is read again.
    expect(Math.min(...summarizer.requests.flatMap(read))).toBeGreaterThan(40);
    await ever.close();
  });

  it('R-19 an API error: originals and the summaries at hand stay exactly as they are, and so does what is shown', async () => {
    let fails = false;
    const summarizer = scriptedSummarizer();
    const answer = summarizer.summarize;
    const failing = scriptedSummarizer({ answers: { fault: 'error' } });
    summarizer.summarize = (request) => (fails ? failing : { summarize: answer }).summarize(request);
    const runtime = testRuntime();
    const ever = createEverthread({ strategy: 'tiered', summarizer, runtime, budget: { tokens: 40_000 } });
    const thread = await ever.thread('t');
    await thread.append(chatMessages(55, 6, 0));
    await ever.idle();
    await thread.append(chatMessages(5, 6, 110));
    const kept = async () => ({
      messages: await Array.fromAsync(thread.history()),
      summaries: await thread.summaries({ statuses: ['live', 'prepared', 'replaced'] }),
      shown: (await thread.context()).toText(),
    });
    fails = true;
    const before = await kept();
    const result = await thread.compact();
    await ever.idle();
    expect(failing.requests.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ compacted: false });
    expect(await kept()).toEqual(before);

    fails = false;
    runtime.advance(3_600_000);
    expect(await thread.compact()).toMatchObject({ compacted: true });
    expect((await thread.summaries()).map(({ rung }) => rung)).toEqual(['model', 'model']);
    await ever.close();
  });

  it('R-19 a very long message is read in chunks, the whole of it', async () => {
    const summarizer = scriptedSummarizer();
    const ever = createEverthread({
      strategy: { name: 'tiered', recentCount: 2, condensedCount: 4, autoThreshold: 6 },
      summarizer,
      budget: { tokens: 8_000 },
    });
    const thread = await ever.thread('t');
    const marks = numbers(1, 300).map((number) => `Mark-${number} stands at its place in the report.`);
    const filler = 'The inspection of the ferry ramp went on through the afternoon without anything new. ';
    await thread.append({
      role: 'user',
      content: marks.map((mark) => `${mark} ${filler.repeat(5)}`).join('\n'),
    });
    await thread.append(chatMessages(6, 6, 1));
    await ever.idle();
    const chunks = summarizer.requests.filter(({ transcript }) => transcript.some(({ seq }) => seq === 1));
    expect(chunks.length).toBeGreaterThan(5);
    for (const { transcript } of chunks) {
      expect(transcript.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(4_000);
    }
    const seen = chunks.flatMap(({ transcript }) => transcript.map(({ text }) => text)).join('\n');
    expect(marks.filter((mark) => !seen.includes(mark))).toEqual([]);
    const [compressed] = await thread.summaries();
    expect(compressed!.from).toBe(1);
    await ever.close();
  });
});

describe('R-20', () => {
  /** A session as a program without summaries stored it: only role, text and time. */
  const oldSession = numbers(1, 40)
    .map((number) => ({
      role: number % 2 === 1 ? 'user' : 'assistant',
      content: `Old message ${number} about the ferry ramp.`,
      createdAt: `2024-01-01T00:${String(number).padStart(2, '0')}:00.000Z`,
    }))
    .map((message) => JSON.stringify(message))
    .join('\n');

  it('R-20 a session from before summaries loads whole, and goes on under the section of a YAML file', async () => {
    writeFileSync(join(directory, 'old.jsonl'), `${oldSession}\n`);
    writeFileSync(
      join(directory, 'everthread.config.yaml'),
      'summarization:\n  recent_count: 6\n  condensed_count: 10\n  auto_threshold: 30\n',
    );
    expect(await command('import', 'old.jsonl', '--thread', 'old')).toMatchObject({ code: 0, stderr: '' });
    const history = JSON.parse((await command('history', '--thread', 'old', '--full', '--json')).stdout);
    expect(history.messages.map(({ createdAt }: { createdAt: string }) => createdAt)[0]).toBe(
      '2024-01-01T00:01:00.000Z',
    );
    expect(history.messages).toHaveLength(40);

    // When the chat continues, messages beyond the threshold are summarized in the tiers of the file.
    expect(await command('chat', 'The crane is next.', '--thread', 'old')).toMatchObject({ code: 0 });
    expect(await tiersOf('old')).toEqual([
      ['compressed', 1, 25],
      ['condensed', 26, 35],
    ]);
  });

  it.each([
    // The thread is long enough for a compaction, but the key prevents it.
    ['enabled: false\n  auto_threshold: 30', []],
    ['auto_summarize: false\n  auto_threshold: 30', []],
    ['auto_threshold: 60', []],
    ['auto_threshold: 30', [['condensed', 1, 21]]],
    ['recent_count: 12\n  auto_threshold: 30', [['condensed', 1, 29]]],
    [
      'recent_count: 5\n  condensed_count: 5\n  auto_threshold: 30',
      [
        ['compressed', 1, 31],
        ['condensed', 32, 36],
      ],
    ],
  ])('R-20 summarization: %s', async (keys, tiers) => {
    writeFileSync(join(directory, 'old.jsonl'), `${oldSession}\n`);
    writeFileSync(join(directory, 'everthread.config.yaml'), `summarization:\n  ${keys}\n`);
    expect(await command('import', 'old.jsonl', '--thread', 'old')).toMatchObject({ code: 0 });
    expect(await command('chat', 'The crane is next.', '--thread', 'old')).toMatchObject({ code: 0 });
    expect(await tiersOf('old')).toEqual(tiers);
  });

  async function tiersOf(thread: string): Promise<unknown[]> {
    const { stdout } = await command('summaries', '--thread', thread, '--json');
    return JSON.parse(stdout).summaries.map(
      ({ level, from, to }: { level: string; from: number; to: number }) => [level, from, to],
    );
  }
});
