/** Erased text must be in no answer of the library, no view of the command and no byte of the files. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { createTestIo } from '../src/cli/test-io.suite.ts';
import { createEverthread, type Everthread } from '../src/everthread.ts';
import { archiveTools } from '../src/integrations/archive-tools/ai-sdk-tools.ts';
import type { MessageInput } from '../src/message/normalize.ts';
import { scriptedEmbedder } from '../src/search/scripted-embedder.suite.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { strategyNames } from '../src/strategies/registry.ts';
import { type Summarizer, type SummarizerCall, SummarizerFailure } from '../src/summarizer.ts';
import type { Thread } from '../src/thread.ts';
import { coverageProblems } from './coverage.ts';
import { sampleOf } from './soak.ts';

let directory: string;
let path: string;
let ever: Everthread | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-forgetting-'));
  path = join(directory, 'chat.db');
});
afterEach(async () => {
  await ever?.close();
  ever = undefined;
  rmSync(directory, { recursive: true, force: true });
});

/** All bytes of the folder: the database, its side files, the history of typed lines. */
function bytes(): string {
  return readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file).toString('latin1'))
    .join('\n');
}

async function cli(args: string[], input = '') {
  const env = { EVERTHREAD_DATABASE: path, EVERTHREAD_PROVIDER: 'none', HOME: directory };
  const io = createTestIo({ directory, env, input });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

const chat = (lines: string[], ...args: string[]) =>
  cli(['chat', ...args], lines.map((line) => `${line}\n`).join(''));

function talk(count: number, first = 0): { role: 'user' | 'assistant'; content: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    role: (first + index) % 2 === 0 ? 'user' : 'assistant',
    content: `Letter ${first + index} of the harbour master: berth ${first + index} is let to the ${first + index}th ship, a long story about ropes, lamps and tides.`,
  }));
}

/** The answers of every reading method of the library, as one text. */
async function everySurface(thread: Thread, everthread: Everthread, ask: string): Promise<string> {
  const events: unknown[] = [];
  const { messages } = await thread.state();
  const summaries = await thread.summaries({ statuses: ['live', 'prepared', 'replaced', 'partial'] });
  const tools = archiveTools({ everthread, threadIds: 'all' });
  const contexts = await Promise.all(
    [{}, { query: ask }, { budget: { tokens: 900 } }, { system: 'Be brief.', query: ask }].map((options) =>
      thread.context(options),
    ),
  );
  events.push(
    await Array.fromAsync(thread.history()),
    contexts.map((context) => [context, context.toText(), context.toAnthropic(), context.toAiSdk()]),
    summaries,
    await Promise.all(summaries.map(({ id }) => thread.expand(id))),
    await thread.search(ask, { limit: 50, neighbours: 5 }),
    await everthread.search(ask, { threadIds: 'all', limit: 50 }),
    await thread.describe(),
    await thread.receipts({ limit: 500 }),
    await thread.audit({ limit: 500 }),
    await thread.facts(),
    await thread.rules(),
    await thread.state(),
    await everthread.threads(),
    await everthread.verify(),
  );
  for (let at = 1; at <= messages; at += Math.ceil(messages / 12)) {
    events.push(await thread.explain({ at, query: ask }));
  }
  events.push(
    await tools.search.execute({ query: ask, limit: 20 }),
    await tools.describe.execute({ thread: thread.id }),
    await tools.expand.execute({ thread: thread.id, from: 1 }),
  );
  return JSON.stringify(events);
}

const views: string[][] = [
  ['history', '--limit', '1000'],
  ['history', '--full'],
  ['history', '--json'],
  ['context', '--json'],
  ['context', '--items'],
  ['context', '--format', 'anthropic', '--query', 'harbour lamp code'],
  ['search', 'harbour lamp code'],
  ['search', 'harbour lamp code', '--json'],
  ['summaries', '--json'],
  ['stats', '--json'],
  ['threads', '--json'],
  ['verify', '--json'],
  ['export', '--format', 'everthread'],
  ['export', '--format', 'markdown'],
  ['export', '--format', 'openai'],
];

describe('forgetting', () => {
  it('R-41 R-59 what the embedded chat quoted from a message is forgotten with it, everywhere', async () => {
    const { stdout: demo } = await chat(['/demo', 'what is the staging password?', '/history']);
    expect(demo).toContain('quoted without a model');
    const quoted = await cli(['search', 'staging password', '--thread', 'demo', '--json']);
    const { hits } = JSON.parse(quoted.stdout);
    const { seq, parts } = hits.find(
      ({ message }: { message: { seq: number } }) => message.seq === 76,
    ).message;
    const [secret] = /\S*\d\S*/u.exec(parts[0].text.replaceAll(/^.*password/giu, ''))!;
    const value = secret!.replaceAll(/^\W+|\W+$/gu, '');
    expect(bytes()).toContain(value);
    const told = await chat([`/forget ${seq} --copies --yes`, '/history --full'], '--thread', 'demo');
    expect(told.stdout).toMatch(/1 answer that\s+quoted them/u);
    expect(bytes()).not.toContain(value);
    for (const view of views) {
      const { code, stdout, stderr } = await cli([...view, '--thread', 'demo']);
      expect({ view, code, found: (stdout + stderr).includes(value) }).toEqual({
        view,
        code: 0,
        found: false,
      });
    }
  });

  it.each(sampleOf(strategyNames, { every: 2 }))(
    'R-41 after a forget nothing of it is on any surface (%s)',
    async (strategy) => {
      const embedder = scriptedEmbedder();
      const options = {
        store: sqliteStore({ path }),
        strategy: { name: strategy },
        budget: { tokens: 3_000 },
        embedder,
      };
      ever = createEverthread(options as Parameters<typeof createEverthread>[0]);
      const thread = await ever.thread('t');
      const planted = 'Zyzzyva4417';
      const live: unknown[] = [];
      await thread.append(talk(6));
      await thread.append({
        id: 'secret',
        role: 'user',
        content: `From now on always use the lamp code ${planted} at the harbour. We decided that ${planted} replaces the old one.`,
      });
      await thread.append(talk(60, 7));
      await thread.edit('secret', {
        role: 'user',
        content: `From now on always write the lamp code as ${planted}, not as "${planted}-old".`,
      });
      await thread.append({
        role: 'assistant',
        content: `Message 7: ${planted}`,
        name: 'everthread',
        origin: { kind: 'embedded-reply', sources: ['secret'] },
      });
      await ever.idle();
      await thread.compact();
      const [shown] = await thread.summaries();
      if (shown) await thread.editSummary(shown.id, `The lamp code is ${planted}.`, { note: 'by hand' });
      await thread.append(talk(20, 70));
      await ever.idle();
      await thread.compact();
      expect(bytes()).toContain(planted);
      const abort = new AbortController();
      const watching = (async () => {
        for await (const event of thread.events({ signal: abort.signal })) live.push(event);
      })();
      const receipt = await thread.forget('secret');
      expect(receipt).toMatchObject({ messages: [{ seq: 7 }], derived: [{ seq: 68 }], copies: [] });
      expect(JSON.stringify(receipt)).not.toContain(planted);
      await ever.idle();
      await thread.compact();
      abort.abort();
      await watching.catch(() => undefined);
      const all = await everySurface(thread, ever, 'what is the harbour lamp code?');
      expect(all).toContain('harbour');
      for (const text of [all, JSON.stringify(live), bytes()]) {
        expect(text.toLowerCase()).not.toContain(planted.toLowerCase());
      }
      expect((await ever.verify()).damages).toEqual([]);
      await ever.close();
      ever = undefined;
      expect(bytes().toLowerCase()).not.toContain(planted.toLowerCase());
      for (const view of views) {
        const { stdout, stderr } = await cli([...view, '--thread', 't']);
        expect({ view, found: (stdout + stderr).includes(planted) }).toEqual({ view, found: false });
      }
    },
  );

  it.each(['eternal', 'session'] as const)(
    'R-41 R-66 the work record of %s forgets with the message',
    async (strategy) => {
      ever = createEverthread({ store: sqliteStore({ path }), strategy, budget: { tokens: 3_000 } });
      const thread = await ever.thread('t');
      const planted = 'Zyzzyva4417';
      const call = (id: string, command: string) => ({
        id,
        role: 'assistant' as const,
        content: [{ type: 'tool_use' as const, id: `call-${id}`, name: 'Bash', input: { command } }],
      });
      const result = (id: string) => ({
        role: 'user' as const,
        content: [{ type: 'tool_result' as const, tool_use_id: `call-${id}`, content: '12 passed' }],
      });
      await thread.append([{ role: 'user', content: 'Run the tests of the harbour.' }]);
      await thread.append([
        call('secret', `npm test ${planted} > ${planted}.log`),
        result('secret'),
      ] as MessageInput[]);
      await thread.append(talk(40));
      await thread.append([call('other', 'npm test harbour'), result('other')] as MessageInput[]);
      await thread.append(talk(40));
      await ever.idle();
      await thread.compact();
      const records = JSON.stringify((await thread.summaries()).map(({ work }) => work));
      expect(records).toContain(planted);
      await thread.forget('secret');
      await ever.idle();
      await thread.compact();
      const all = await everySurface(thread, ever, 'what was run?');
      expect(all).not.toContain(planted);
      expect(bytes()).not.toContain(planted);
      expect(JSON.stringify((await thread.summaries()).map(({ work }) => work))).toContain(
        'npm test harbour',
      );
    },
  );

  it.each(['eternal', 'rolling', 'chain'] as const)(
    'R-41 R-26 an answer that is refused after the forget leaves nothing of it (%s)',
    async (strategy) => {
      const planted = 'Zyzzyva4417';
      const [asked, forgotten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const summarizer: Summarizer = {
        name: 'refused',
        maxInputTokens: 4_000,
        async summarize({ transcript }) {
          asked.resolve();
          await forgotten.promise;
          const detail = transcript.find(({ text }) => text.includes(planted))?.text ?? 'Nothing.';
          const spent = { inputTokens: 9, outputTokens: 9, costUsd: 0, milliseconds: 1 };
          const calls: SummarizerCall[] = [
            { model: 'm', rung: 'model', outcome: 'rejected', detail, ...spent },
          ];
          throw new SummarizerFailure({ kind: 'malformed', message: 'Not usable.', calls });
        },
      };
      const store = sqliteStore({ path });
      ever = createEverthread({ store, strategy, budget: { tokens: 3_000 }, summarizer, automatic: false });
      const thread = await ever.thread('t');
      await thread.append([
        { id: 'secret', role: 'user', content: `The lamp code is ${planted}.` },
        ...talk(90, 1),
      ]);
      const compacted = thread.compact().catch(() => undefined);
      await asked.promise;
      await thread.forget('secret');
      forgotten.resolve();
      await compacted;
      await ever.idle();
      expect((await ever.usage()).calls).toBeGreaterThan(0);
      expect(bytes()).not.toContain(planted);
    },
  );

  it('R-41 a deleted thread leaves no byte and no term, while another one stays', async () => {
    const embedder = scriptedEmbedder();
    ever = createEverthread({ store: sqliteStore({ path }), embedder, budget: { tokens: 1_500 } });
    const thread = await ever.thread('gone');
    await thread.append([{ role: 'user', content: 'Quetzalcoatlus 918273645 is decided.' }, ...talk(60)]);
    const other = await ever.thread('stays');
    await other.append({ role: 'user', content: 'Brobdingnagian' });
    await ever.idle();
    expect(bytes()).toContain('Quetzalcoatlus');
    expect(await ever.deleteThread('gone')).toBe(true);
    expect(bytes()).toContain('Brobdingnagian');
    // The index omits the beginning that a term shares with the term before it, so its rest is looked for too.
    for (const left of ['Quetzalcoatlus', 'uetzalcoatlu', '918273645', 'berth 3'])
      expect(bytes()).not.toContain(left);
  });

  it('R-41 threads delete of the command clears the bytes, too', async () => {
    await chat(['The code of the door is Quetzal-918273.', 'ok'], '--thread', 'gone');
    expect(bytes()).toContain('Quetzal-918273');
    expect((await cli(['threads', 'delete', 'gone', '--yes'])).code).toBe(0);
    expect(bytes()).not.toContain('Quetzal-918273');
  });

  it('R-15 R-41 deleted originals leave no byte, nor does what was quoted from them', async () => {
    const strategy = { name: 'rolling', deleteOriginals: true } as const;
    ever = createEverthread({
      store: sqliteStore({ path }),
      strategy: { ...strategy, name: 'session' } as never,
      automatic: false,
    });
    const thread = await ever.thread('t');
    await thread.append({
      id: 'm1',
      role: 'user',
      content: `An aside on umbrellas ${'and other things '.repeat(40)} quokka77x.`,
    });
    await thread.append(talk(80, 1));
    await thread.append({
      role: 'assistant',
      content: 'Message 1: quokka77x',
      origin: { kind: 'embedded-reply', sources: ['m1'] },
    });
    await thread.compact();
    const [first] = await Array.fromAsync(thread.history({ from: 1, to: 1 }));
    expect(first!.removed).toBe('deleted');
    const kept = JSON.stringify(await thread.summaries({ statuses: ['live', 'replaced'] }));
    const [reply] = await Array.fromAsync(thread.history({ from: 82, to: 82 }));
    expect(reply).toMatchObject({ removed: 'deleted', parts: [] });
    if (!kept.includes('quokka77x')) expect(bytes()).not.toContain('quokka77x');
    expect(bytes()).not.toContain('umbrellas and other things and other things and other things and other');
  });

  it('R-41 without a terminal /forget refuses unless told --yes, and stores nothing', async () => {
    await chat(['The code is 9-4-2-7.'], '--thread', 't');
    const refused = await chat(['/forget 1', 'y'], '--thread', 't', '--json');
    expect(refused.stdout).toContain('there is nobody to ask. Add --yes.');
    expect(refused.code).toBe(1);
    const done = await chat(['/forget 1 --yes'], '--thread', 't');
    expect(done.stdout).toContain('1 message forgotten');
    expect(bytes()).not.toContain('9-4-2-7');
  });
});

describe('asides', () => {
  const questions = [
    'what did we decide about the harbour?',
    'wich databse did we chose',
    'which lamp code did Mrs Abernathy choose?',
    'when is berth 12 let',
  ];

  /** The database after all questions were asked. It is made once, because the chat is the same for every strategy. */
  let asked: Buffer | undefined;
  async function askAll(): Promise<void> {
    const lines = talk(40).map(({ content }) => content);
    await chat(lines, '--thread', 't');
    const all = Array.from({ length: 28 }, (_, index) => `${questions[index % questions.length]}`);
    await chat(all, '--thread', 't');
    asked = readFileSync(path);
  }

  it.each(sampleOf(strategyNames, { every: 2, from: 1 }))(
    'R-59 twenty-eight questions leave no trace in what a model reads (%s)',
    async (strategy) => {
      if (asked === undefined) await askAll();
      else writeFileSync(path, asked);
      ever = createEverthread({ store: sqliteStore({ path }), strategy, budget: { tokens: 1_500 } });
      const thread = await ever.thread('t');
      const log = await Array.fromAsync(thread.history());
      const asides = log.filter(({ origin }) => origin !== undefined);
      expect(asides.filter(({ origin }) => origin!.kind === 'embedded-reply').length).toBeGreaterThanOrEqual(
        28,
      );
      expect(asides.every(({ tokens }) => tokens === 0)).toBe(true);
      const check = async () => {
        const context = await thread.context({ recall: false });
        expect(coverageProblems(context, (await thread.state()).messages)).toEqual([]);
        const summaries = await thread.summaries({ statuses: ['live', 'prepared', 'replaced', 'partial'] });
        const facts = await thread.facts();
        const recalled = await thread.context({ query: 'which database did Mrs Abernathy choose?' });
        for (const told of [context.toText(), recalled.toText(), summaries, facts]) {
          const text = typeof told === 'string' ? told : JSON.stringify(told);
          expect(text).not.toMatch(/wich databse|Abernathy|Quoted from this thread|no model is configured/iu);
        }
        const { hits } = await thread.search('what did we decide about the harbour Abernathy', {
          limit: 50,
          neighbours: 3,
        });
        const found = hits.flatMap(({ message, before, after }) => [message, ...before, ...after]);
        expect(found.filter(({ origin }) => origin !== undefined)).toEqual([]);
        expect((await thread.describe()).rules).toEqual([]);
        expect((await ever!.verify()).damages).toEqual([]);
      };
      await check();
      await thread.compact();
      await ever.idle();
      await check();
      await thread.append(talk(30, 41));
      await ever.idle();
      await thread.compact();
      await check();
      expect((await Array.fromAsync(thread.history())).length).toBe(log.length + 30);
    },
  );

  it('R-59 a question that also tells something is part of the talk; its answer is not', async () => {
    await chat(
      ['The kitchen is green.', 'The hall will be yellow. What colour is the kitchen?'],
      '--thread',
      't',
    );
    ever = createEverthread({ store: sqliteStore({ path }) });
    const thread = await ever.thread('t');
    const log = await Array.fromAsync(thread.history());
    expect(log.map(({ origin }) => origin?.kind)).toEqual([undefined, undefined, 'embedded-reply']);
    expect(log[2]!.origin!.sources).toEqual([log[1]!.id, log[0]!.id]);
    const text = (await thread.context()).toText();
    expect(text).toContain('The hall will be yellow.');
    expect(text).not.toContain('Quoted from this thread');
  });

  it('R-43 what was left out is explained', async () => {
    await chat(['The kitchen is green.', 'what colour is the kitchen?'], '--thread', 't');
    ever = createEverthread({ store: sqliteStore({ path }) });
    const { ranges } = await (await ever.thread('t')).explain();
    expect(ranges.map(({ from, fate }) => [from, fate])).toEqual([
      [1, 'verbatim'],
      [2, 'left out'],
      [3, 'left out'],
    ]);
  });

  it('R-58 an export and its import keep what was written from what', async () => {
    await chat(['The code is kestrel-88.', 'what is the code?'], '--thread', 't');
    const file = join(directory, 'out.jsonl');
    expect((await cli(['export', '--thread', 't', '--output', file])).code).toBe(0);
    await cli(['threads', 'delete', 't', '--yes']);
    expect((await cli(['import', file, '--trust'])).code).toBe(0);
    rmSync(file);
    ever = createEverthread({ store: sqliteStore({ path }) });
    const thread = await ever.thread('t');
    const receipt = await thread.forget(1);
    expect(receipt.derived).toMatchObject([{ seq: 3 }]);
    expect(bytes()).not.toContain('kestrel-88');
  });

  it('R-51 the archive does not find its own calls and answers, under any name of the tool', async () => {
    ever = createEverthread({ store: sqliteStore({ path }) });
    const thread = await ever.thread('t');
    await thread.append([{ role: 'user', content: 'The gate code is kestrel-88.' }, ...talk(10, 1)]);
    const tools = archiveTools({ everthread: ever, threadIds: ['t'] });
    for (const [index, toolName] of ['search', 'mcp__everthread__search', 'lookUpThePast'].entries()) {
      const input = { query: 'gate code kestrel-88' };
      const output = await tools.search.execute(input);
      const callId = `call-${index}`;
      await thread.append([
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: callId, toolName, input }] },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: callId,
              toolName,
              output:
                index === 0 ? { type: 'text', value: output.text } : { type: 'json', value: output as never },
            },
          ],
        },
      ] as MessageInput[]);
    }
    await thread.append([
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: 'x', name: 'search', input: { query: 'gate code kestrel-88' } }],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'x', output: 'Shops that sell kestrel-88: none.' }],
      },
    ]);
    const { hits } = await thread.search('gate code kestrel-88', { limit: 50, neighbours: 2 });
    expect(
      hits
        .map(({ message }) => message.seq)
        .sort((a, b) => a - b)
        .slice(0, 3),
    ).toEqual([1, 18, 19]);
    const shown = hits.flatMap(({ message, before, after }) => [message, ...before, ...after]);
    expect(shown.filter(({ seq }) => seq > 11 && seq < 18)).toEqual([]);
    expect((await thread.copies(1)).copies.map(({ seq }) => seq)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
    const text = (await thread.context()).toText();
    expect(text).toContain('Everthread archive:');
  });
});
