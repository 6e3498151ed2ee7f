import { describe, expect, it } from 'vitest';
import { chatMessages } from '../test/chat-messages.ts';
import { compactionDue } from './compaction-due.ts';
import { createEverthread } from './everthread.ts';
import { summaryShapes } from './records/summary.ts';
import { summarizeConversation } from './summarize-conversation.ts';
import { SummarizerFailure } from './summarizer.ts';
import { manualClock } from './testing/manual-clock.ts';
import { scriptedSummarizer } from './testing/scripted-summarizer.ts';

const talk = [
  { role: 'user', content: 'Which database should the harbour registry use? It holds 40,000 berths.' },
  { role: 'assistant', content: 'PostgreSQL or SQLite would both do. How many people write at once?' },
  {
    role: 'user',
    content: 'About twelve clerks. My key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789.',
  },
  { role: 'assistant', content: 'Then we decided on PostgreSQL 17, because twelve clerks write at once.' },
] as const;
const more = [
  { role: 'user', content: 'The backups go to /srv/harbour/backups every night at 02:30.' },
  { role: 'assistant', content: 'I set the job up for 02:30, with fourteen days of retention in Rotterdam.' },
] as const;

async function recordOf(options: Parameters<typeof summarizeConversation>[0]) {
  const result = await summarizeConversation(options);
  if (!result.ok) throw result.error;
  return result.record;
}

describe('summarizeConversation', () => {
  it('R-73 needs no store and no model: text, facts and scores, without secrets', async () => {
    const record = await recordOf({ messages: talk });
    expect(record).toMatchObject({ from: 1, to: 4, messagesCovered: 4, rung: 'extractive', shape: 'plain' });
    expect(record.text).toContain('PostgreSQL');
    expect(record.facts.length).toBeGreaterThan(0);
    expect(JSON.stringify(record)).not.toContain('sk-ant');
  });

  it.each(summaryShapes)('R-73 R-67 gives every shape, with focus and detail: %s', async (shape) => {
    const record = await recordOf({
      messages: [...talk, ...more],
      shape,
      focus: 'backups',
      detail: 'detailed',
    });
    expect(record).toMatchObject({ shape, limits: { focus: 'backups', detail: 'detailed' } });
    expect(record.text).not.toBe('');
    expect(record.record === null).toBe(shape !== 'record');
  });

  it('R-73 continues from its own record, with continuing numbers', async () => {
    const first = await recordOf({ messages: talk });
    const summarizer = scriptedSummarizer();
    const second = await recordOf({ messages: more, previous: first, summarizer });
    expect(second).toMatchObject({ from: 1, to: 6, startMessageId: first.startMessageId, rung: 'model' });
    const [request] = summarizer.requests;
    expect(request!.previous).toMatchObject([{ text: first.text, from: 1, to: 4 }]);
    expect(request!.transcript.map(({ seq }) => seq)).toEqual([5, 6]);
    expect(second.facts.map(({ value }) => value)).toEqual(
      expect.arrayContaining([expect.stringContaining('/srv/harbour/backups')]),
    );
    expect(second.facts.some(({ seq }) => seq <= 4)).toBe(true);
  });

  it('R-73 continues from a text', async () => {
    const record = await recordOf({ messages: more, previous: 'They chose PostgreSQL for the registry.' });
    expect(record.text).toContain('PostgreSQL');
    expect(record.to).toBe(3);
  });

  it.each([
    ['transport', true],
    ['malformed', true],
    ['terminal', false],
    ['unavailable', false],
  ] as const)('R-73 a failure is an answer, %s: worth another try %s', async (kind, retryable) => {
    const summarizer = scriptedSummarizer({ answers: new SummarizerFailure({ kind, message: 'No.' }) });
    const result = await summarizeConversation({ messages: talk, summarizer });
    expect(result).toMatchObject({ ok: false, retryable, error: { code: 'summarizer_failed' } });
    const written = await recordOf({ messages: talk, summarizer, fallback: true });
    expect(written.rung).toBe('extractive');
  });

  it('R-55 R-73 a summary with invented facts is rejected', async () => {
    const invents = 'They agreed to pay 98,765 dollars to Zanzibar Holdings on 3 May 2031 in cash.';
    const summarizer = scriptedSummarizer({ answers: invents });
    expect(await summarizeConversation({ messages: talk, summarizer })).toMatchObject({
      ok: false,
      retryable: true,
    });
  });

  it('R-73 respects its time limit and its signal', async () => {
    const runtime = manualClock();
    const summarizer = scriptedSummarizer({ answers: { fault: 'deaf' } });
    const waiting = summarizeConversation({ messages: talk, summarizer, timeoutMs: 500, runtime });
    while (summarizer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await runtime.advance(501);
    expect(await waiting).toMatchObject({ ok: false, retryable: true });
    const controller = new AbortController();
    const stopped = summarizeConversation({ messages: talk, summarizer, signal: controller.signal });
    while (summarizer.requests.length === 1) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await stopped).toMatchObject({ ok: false, retryable: false });
  });

  it('R-73 equal requests are answered from the cache, others are not', async () => {
    const cache = new Map();
    const summarizer = scriptedSummarizer();
    const options = { messages: talk, summarizer, cache };
    const first = await recordOf(options);
    expect((await recordOf(options)).text).toBe(first.text);
    expect(summarizer.requests).toHaveLength(1);
    await recordOf({ ...options, focus: 'clerks' });
    await recordOf({ ...options, messages: [...talk, ...more] });
    expect(summarizer.requests).toHaveLength(3);
  });

  it.each([
    ['messages', { messages: [] }],
    ['messages', { messages: undefined as never }],
    ['messages[0]', { messages: [42 as never] }],
    ['previous', { messages: talk, previous: 7 as never }],
    ['shape', { messages: talk, shape: 'poem' as never }],
    ['words', { messages: talk, words: -1 }],
    ['timeoutMs', { messages: talk, timeoutMs: 0 }],
    ['fallback', { messages: talk, fallback: 'yes' as never }],
    ['cache', { messages: talk, cache: {} as never }],
    ['signal', { messages: talk, signal: {} as never }],
    ['detail', { messages: talk, detail: 'huge' as never }],
    ['summarizer', { messages: talk, summarizer: {} as never }],
    ['mesages', { messages: talk, mesages: [] } as never],
  ])('R-73 what is wrong with %s is told, not thrown', async (field, options) => {
    const result = await summarizeConversation(options);
    expect(result).toMatchObject({ ok: false, retryable: false, error: { field } });
  });
});

describe('compactionDue', () => {
  it('R-1 R-73 decides whether a compaction is due and what it would read', async () => {
    const messages = chatMessages(15, 20, 0);
    const few = compactionDue({ messages: messages.slice(0, 10), strategy: 'rolling' });
    expect(few).toMatchObject({ due: false });
    const due = compactionDue({ messages, strategy: 'rolling' });
    expect(due).toMatchObject({ due: true, reads: { from: 1 } });

    const ever = createEverthread({ strategy: 'rolling', automatic: false });
    const thread = await ever.thread('t');
    await thread.append(messages);
    expect(compactionDue({ state: await thread.state(), strategy: 'rolling' })).toMatchObject({ due: true });
    const result = await thread.compact();
    if (!result.compacted || !due.due) throw new Error('Both are due.');
    expect(due.reads).toEqual({ from: result.receipt.from, to: result.receipt.to });
    const [previous] = await thread.summaries();
    const checkpoint = messages.length;
    expect(compactionDue({ messages, previous, checkpoint, strategy: 'rolling' })).toMatchObject({
      due: false,
    });
    const longer = [...messages, ...chatMessages(15, 20, 100)];
    expect(compactionDue({ messages: longer, previous, checkpoint, strategy: 'rolling' })).toMatchObject({
      due: true,
      reads: { from: previous!.to + 1 },
    });
    await ever.close();
  });

  it.each(['eternal', 'session', 'tiered', 'chain', 'running'] as const)(
    'R-73 every strategy decides on messages alone: %s',
    (strategy) => {
      const messages = chatMessages(60, 60, 0);
      const small = { tokens: 4_000 };
      expect(compactionDue({ messages, strategy, budget: small })).toMatchObject({ due: true });
      expect(compactionDue({ messages: messages.slice(0, 2), strategy, budget: small })).toMatchObject({
        due: false,
      });
    },
  );

  it('R-73 invalid input is refused', () => {
    expect(() => compactionDue({ messages: 'hello' as never })).toThrow('messages');
    expect(() => compactionDue({ messages: talk, strategy: 'nope' as never })).toThrow('strategy');
    expect(() => compactionDue({ messages: talk, budget: { tokens: -1 } })).toThrow('budget');
    for (const checkpoint of [-1, 1.5, talk.length + 1, '3' as never])
      expect(() => compactionDue({ messages: talk, checkpoint })).toThrow(/^checkpoint must be/u);
    for (const state of [{}, null, 'x', { settings: {} }] as never[])
      expect(() => compactionDue({ state })).toThrow(/^state must be/u);
  });
});
