/** import, export and summarize as commands, on a database of the test's own. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../../everthread.ts';
import { summaryStatuses } from '../../records/summary.ts';
import type { Store } from '../../store.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-transfer-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(
  args: readonly string[],
  options: { input?: string; isTerminal?: boolean; columns?: number } = {},
) {
  const io = createTestIo({ directory: folder, ...options });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

const everthread = (...args: string[]) => run([...args, '--database', 'test.db']);

function file(name: string, ...entries: unknown[]): string {
  const lines = entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

async function opened<Result>(
  work: (tools: { store: Store; everthread: Everthread }) => Promise<Result>,
  database = 'test.db',
): Promise<Result> {
  const store = sqliteStore({ path: join(folder, database) });
  const engine = createEverthread({ store, automatic: false });
  try {
    return await work({ store, everthread: engine });
  } finally {
    await engine.close();
  }
}

/** Everything that is known of a thread. */
const known = (threadId: string, database = 'test.db') =>
  opened(async ({ store, everthread: engine }) => {
    await engine.threads();
    return {
      state: await store.readThread(threadId),
      messages: (await store.readMessages({ threadId })).map(({ tokensBefore: _sum, ...message }) => message),
      summaries: await store.readSummaries({ threadId, statuses: summaryStatuses }),
      receipts: await store.readReceipts({ threadId, limit: 1_000 }),
      audit: await store.readAudit({ threadId, limit: 1_000 }),
    };
  }, database);

const threadIds = () =>
  opened(async ({ everthread: engine }) => (await engine.threads()).map(({ id }) => id));

const claude = (uuid: string, message: object, more: object = {}) => ({
  uuid,
  sessionId: 's1',
  type: (message as { role: string }).role,
  timestamp: `2026-01-01T00:00:${String(uuid.length).padStart(2, '0')}.000Z`,
  isSidechain: false,
  message,
  ...more,
});
const says = (id: string, ...texts: string[]) => ({
  role: 'assistant',
  id,
  content: texts.map((text) => ({ type: 'text', text })),
});
const asks = (content: string) => ({ role: 'user', content });

describe('import', () => {
  it('R-58 a session becomes a thread of its own; a second time nothing is added', async () => {
    file(
      'a.jsonl',
      claude('u1', asks('hi')),
      claude('a1', says('m1', 'hello')),
      claude('x1', asks('sub'), { isSidechain: true }),
    );
    const first = await everthread('import', 'a.jsonl');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('claude-code-s1: 2 messages added');
    expect(first.stdout).toContain('1 line of a side chain (--side-chains');
    const before = await known('claude-code-s1');
    expect(before.messages.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ['u1', '2026-01-01T00:00:02.000Z'],
      ['a1', '2026-01-01T00:00:02.000Z'],
    ]);
    expect((await everthread('import', 'a.jsonl')).stdout).toContain('0 messages added, 2 already there');
    expect(await known('claude-code-s1')).toEqual(before);
  });

  it('R-58 side chains come as threads of their own when asked for', async () => {
    const side = { isSidechain: true, agentId: 'ag7' };
    file(
      'a.jsonl',
      claude('u1', asks('hi')),
      claude('x1', asks('sub'), side),
      claude('x2', says('m9', 'done'), side),
    );
    expect((await everthread('import', 'a.jsonl', '--side-chains')).code).toBe(0);
    expect(await threadIds()).toEqual(['claude-code-s1', 'claude-code-s1-side-ag7']);
    expect((await known('claude-code-s1-side-ag7')).messages).toHaveLength(2);
  });

  it('R-58 a session that went on since: what is new is added, what has grown takes its new form', async () => {
    const lines = [claude('u1', asks('hi')), claude('a1', says('m1', 'first half'))];
    file('a.jsonl', ...lines);
    await everthread('import', 'a.jsonl');
    file('a.jsonl', ...lines, claude('a2', says('m1', 'second half')), claude('u2', asks('thanks')));
    const { stdout } = await everthread('import', 'a.jsonl');
    expect(stdout).toContain('1 message added, 1 already there, 1 longer by now');
    const { messages, audit } = await known('claude-code-s1');
    expect(messages.map(({ id, parts }) => [id, parts.length])).toEqual([
      ['u1', 1],
      ['a1', 2],
      ['u2', 1],
    ]);
    expect(audit).toMatchObject([
      { action: 'edit-message', from: 2, note: expect.stringContaining('import') },
    ]);
  });

  it('I-1 what differs for another reason is kept as it is stored, and told', async () => {
    file('a.jsonl', claude('u1', asks('hi')));
    await everthread('import', 'a.jsonl');
    file('a.jsonl', claude('u1', asks('something else')));
    expect((await everthread('import', 'a.jsonl')).stdout).toContain(
      '1 differ from the stored ones, which were kept',
    );
    expect((await known('claude-code-s1')).messages[0]!.parts).toEqual([{ type: 'text', text: 'hi' }]);
  });

  it('R-58 --thread names the thread; several conversations are several threads', async () => {
    const chat = [{ role: 'user', content: 'hi' }];
    file('list.json', JSON.stringify(chat));
    file(
      'many.json',
      JSON.stringify([{ messages: chat }, { id: 'x/y', messages: chat }, { id: 'x/y', messages: chat }]),
    );
    await everthread('import', 'list.json');
    await everthread('import', 'many.json');
    await everthread('import', 'many.json', '--thread', 'mine');
    expect(await threadIds()).toEqual(['list', 'many', 'many-x-y', 'many-x-y-2', 'mine', 'mine-2', 'mine-3']);
  });

  it('R-58 titles of conversations are kept', async () => {
    const mapping = {
      a: {
        id: 'a',
        parent: null,
        children: [],
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['hi'] } },
      },
    };
    file(
      'conversations.json',
      JSON.stringify([
        { title: 'Bread', conversation_id: 'c1', create_time: 1_700_000_000, mapping, current_node: 'a' },
      ]),
    );
    expect((await everthread('import', 'conversations.json')).stdout).toContain(
      'chatgpt-c1 “Bread”: 1 message added',
    );
    const { state, messages } = await known('chatgpt-c1');
    expect(state).toMatchObject({ title: 'Bread', settings: {} });
    expect(state).not.toHaveProperty('titleFrom');
    // It has no time of its own: as old as its conversation, not as the import.
    expect(messages[0]!.createdAt).toBe('2023-11-14T22:13:20.000Z');
  });

  it('R-58 from standard input, where a thread must be named unless the session has an id', async () => {
    const input = '{"role":"user","content":"hi"}\n';
    const refused = await run(['import', '-', '--database', 'test.db'], { input });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('--thread <id>');
    const { code } = await run(['import', '-', '--database', 'test.db', '--thread', 'in'], { input });
    expect(code).toBe(0);
    expect(await threadIds()).toEqual(['in']);
  });

  it('R-58 a folder: every transcript in it, and what is none is named', async () => {
    mkdirSync(join(folder, 'logs/deeper'), { recursive: true });
    file('logs/one.jsonl', claude('u1', asks('hi')));
    file('logs/deeper/two.json', JSON.stringify([{ role: 'user', content: 'hi' }]));
    file('logs/LICENSE', 'Permission is hereby granted');
    const { code, stdout, stderr } = await everthread('import', 'logs');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('1 file left out, no transcript we know: logs/LICENSE');
    expect(await threadIds()).toEqual(['claude-code-s1', 'two']);
  });

  it('§8 a bad line is named and nothing is stored; with --lenient it is skipped and counted, ten are shown', async () => {
    const bad = Array.from({ length: 12 }, () => '{"type":"user","mess');
    file('a.jsonl', claude('u1', asks('hi')), ...bad, claude('u2', asks('there')));
    const strict = await everthread('import', 'a.jsonl');
    expect(strict).toMatchObject({ code: 2, stdout: '' });
    expect(strict.stderr).toContain('a.jsonl: line 2 must be one JSON object');
    expect(await threadIds()).toEqual([]);
    const { code, stdout } = await everthread('import', 'a.jsonl', '--lenient');
    expect(code).toBe(0);
    expect(stdout).toContain('skipped 12 bad lines:');
    expect(stdout.match(/line \d+ must be/gu)).toHaveLength(10);
    expect(stdout).toContain('… and 2 more');
    expect((await known('claude-code-s1')).messages).toHaveLength(2);
  });

  it('§8 wrong arguments and unknown files: exit code 2 and what is accepted', async () => {
    file('notes.txt', 'hello');
    for (const [args, words] of [
      [['import'], 'needs a file'],
      [['import', 'gone.jsonl'], 'There is no file or folder gone.jsonl (looked for /'],
      [['import', 'notes.txt'], 'notes.txt must be a session of Claude Code, Codex'],
      [['import', 'notes.txt', '--format', 'word'], '--format must be one of claude-code'],
      [['export', '--thread', 'none'], 'no thread'],
      [['export', '--thread', 'none', '--format', 'pdf'], '--format must be one of everthread'],
      [['export', '--thread', 'none', '--from', 'x', '--format', 'text'], '--from must be'],
      [['export', '--thread', 'none', '--from', '2'], 'are for other formats'],
      [['summarize'], 'needs a file'],
      [['summarize', 'notes.txt', '--words', '3'], '--words must be'],
      [['summarize', 'notes.txt', '--words', '99', '--strategy', 'eternal'], 'rolling and running'],
      [['summarize', '.'], 'takes one file'],
      [['summarize', 'notes.txt', '--detail', 'long'], '--detail must be one of short, medium, detailed'],
      [['summarize', 'notes.txt', '--words', '90', '--detail', 'short'], '--words and --detail'],
      [['summarize', 'notes.txt', '--focus', ' '], 'focus must be'],
    ] as const) {
      const { code, stderr } = await everthread(...args);
      expect({ args, code, stderr }).toEqual({ args, code: 2, stderr: expect.stringContaining(words) });
    }
  });

  it('R-58 --dry-run stores nothing and makes no database; --json is one object', async () => {
    file('a.jsonl', claude('u1', asks('hi')));
    const { code, stdout } = await everthread('import', 'a.jsonl', '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      totals: { files: 1, threads: 1, added: 1 },
      files: [{ file: 'a.jsonl', threads: [{ id: 'claude-code-s1', format: 'claude-code' }] }],
    });
    expect(readdirSync(folder)).toEqual(['a.jsonl']);
  });

  it('R-58 escape sequences in a transcript never reach the terminal', async () => {
    const evil = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e';
    file(
      'evil.json',
      JSON.stringify([
        { id: evil, title: evil, messages: [{ role: 'user', content: evil, id: evil }, { role: evil }] },
      ]),
    );
    const outputs = [
      await run(['import', 'evil.json', '--lenient', '--database', 'test.db'], { isTerminal: true }),
      await run(['import', 'evil.json', '--database', 'test.db'], { isTerminal: true }),
      await run(['import', 'evil.json', '--lenient', '--json', '--database', 'test.db'], {
        isTerminal: true,
      }),
      await run(['summarize', 'evil.json', '--lenient'], { isTerminal: true }),
      ...(await Promise.all(
        ['everthread', 'openai', 'anthropic', 'ai-sdk', 'markdown', 'text'].map(async (format) => {
          const [threadId] = await threadIds();
          return run(['export', '--thread', threadId!, '--format', format, '--database', 'test.db'], {
            isTerminal: true,
          });
        }),
      )),
    ];
    for (const { stdout, stderr } of outputs) {
      // Progress is drawn with sequences of our own.
      const text = (stdout + stderr).replaceAll('\r\u001b[2K', '');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
    }
  });

  it('§8 duplicate ids, empty messages, lone surrogates and NUL are kept', async () => {
    file(
      'odd.jsonl',
      { role: 'user', content: 'one', id: 'same' },
      { role: 'user', content: 'two', id: 'same' },
      { role: 'user', content: 'one', id: 'same' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'a\ud800b\u0000c' },
    );
    expect((await everthread('import', 'odd.jsonl')).stdout).toContain('4 messages added, 1 already there');
    expect((await everthread('import', 'odd.jsonl')).stdout).toContain('0 messages added, 5 already there');
    const { messages } = await known('odd');
    expect(messages.map(({ parts }) => parts)).toEqual(
      ['one', 'two', '', 'a\ud800b\u0000c'].map((text) => [{ type: 'text', text }]),
    );
  });
});

const parsed = (name: string): unknown[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A thread with a past: compacted twice, edited, with something forgotten, deleted and pinned, and rules. */
async function livedThread(): Promise<void> {
  await opened(async ({ everthread: engine }) => {
    const thread = await engine.thread('lived');
    await thread.configure({
      strategy: { name: 'rolling' },
      budgetTokens: 4_000,
      metadata: { title: 'Lived' },
    });
    const talk = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Message ${from + index}: we decided to use port ${8000 + from + index} for the service in /srv/app${index}.`,
      }));
    await thread.append(talk(1, 40));
    await thread.append({ role: 'user', content: 'From now on always answer in French.' });
    await thread.compact();
    await thread.append(talk(42, 80));
    await thread.compact();
    const [summary] = await thread.summaries();
    await thread.editSummary(summary!.id, 'A person wrote this.', { note: 'ada' });
    await thread.pinSummary(summary!.id);
    await thread.edit(77, { role: 'assistant', content: 'Changed afterwards.' }, { note: 'typo' });
    await thread.forget(79, { note: 'private' });
    await thread.append({ role: 'user', content: 'NUL \u0000 and \ud800 stay' });
  });
}

describe('export', () => {
  it('R-58 and import again give the same thread: hashes, summaries, receipts, audit, rules, settings', async () => {
    await livedThread();
    const before = await known('lived');
    expect(before.summaries.length).toBeGreaterThan(1);
    expect(before.audit.length).toBeGreaterThan(3);
    expect((await everthread('export', '--thread', 'lived', '--output', 'x.jsonl')).stdout).toContain(
      '81 messages of lived written to x.jsonl',
    );
    const { stdout } = await run(['import', 'x.jsonl', '--trust', '--database', 'other.db']);
    expect(stdout).toContain('lived: 81 messages added');
    expect(await known('lived', 'other.db')).toEqual(before);
    const verified = await run(['verify', '--database', 'other.db']);
    expect(verified.code).toBe(0);
    await run(['export', '--thread', 'lived', '--output', 'y.jsonl', '--database', 'other.db']);
    expect(parsed('y.jsonl')).toEqual(parsed('x.jsonl'));
    // Once more changes nothing.
    expect((await run(['import', 'x.jsonl', '--trust', '--database', 'other.db'])).stdout).toContain(
      '0 messages added, 81 already there',
    );
    expect(await known('lived', 'other.db')).toEqual(before);
  });

  it('R-58 the restored thread goes on: context, compaction, edit', async () => {
    await livedThread();
    await everthread('export', '--thread', 'lived', '--output', 'x.jsonl');
    await run(['import', 'x.jsonl', '--trust', '--database', 'other.db', '--thread', 'copy']);
    await opened(async ({ everthread: engine }) => {
      const thread = await engine.thread('copy');
      expect((await thread.context()).toText()).toContain('A person wrote this.');
      expect((await thread.rules()).map(({ text }) => text)).toEqual([
        'From now on always answer in French.',
      ]);
      await thread.append(
        Array.from({ length: 30 }, (_, index) => ({ role: 'user' as const, content: `More ${index}` })),
      );
      expect(await thread.compact()).toMatchObject({ compacted: true });
      expect((await engine.verify({ threadId: 'copy' })).damages).toEqual([]);
    }, 'other.db');
  });

  it('I-1 a thread that has gone on keeps its own past', async () => {
    await livedThread();
    await everthread('export', '--thread', 'lived', '--output', 'x.jsonl');
    await opened(async ({ everthread: engine }) => {
      const thread = await engine.thread('lived');
      await thread.append(
        Array.from({ length: 30 }, (_, index) => ({ role: 'user' as const, content: `More ${index}` })),
      );
      await thread.compact();
    });
    const before = await known('lived');
    await everthread('import', 'x.jsonl');
    expect(await known('lived')).toEqual(before);
  });

  it('§8 a file that was cut off is refused; with --lenient its messages are kept', async () => {
    await livedThread();
    await everthread('export', '--thread', 'lived', '--output', 'x.jsonl');
    const lines = readFileSync(join(folder, 'x.jsonl'), 'utf8').trimEnd().split('\n');
    file('cut.jsonl', ...lines.slice(0, -1));
    expect(await run(['import', 'cut.jsonl', '--database', 'other.db'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The file was cut off'),
    });
    const { stdout } = await run(['import', 'cut.jsonl', '--database', 'other.db', '--lenient']);
    expect(stdout).toContain('no summaries, because the file was cut off');
  });

  it('§8 summaries that do not fit the messages are refused', async () => {
    await livedThread();
    await everthread('export', '--thread', 'lived', '--output', 'x.jsonl');
    const lines = readFileSync(join(folder, 'x.jsonl'), 'utf8').trimEnd().split('\n');
    const forged = lines.map((line) => {
      const value = JSON.parse(line);
      return value.type === 'summary' && value.status === 'live' ? { ...value, from: 3 } : value;
    });
    file('forged.jsonl', ...forged);
    const { code, stdout } = await run(['import', 'forged.jsonl', '--trust', '--database', 'other.db']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('left out, because they do not follow from the messages'),
    });
  });

  it.each(['openai', 'anthropic', 'ai-sdk'])(
    'R-46 as messages of %s, which can be read again',
    async (format) => {
      file(
        'a.json',
        JSON.stringify({
          system: 'rules',
          messages: [
            asks('hi'),
            { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }] },
            says('m', 'done'),
          ],
        }),
      );
      await everthread('import', 'a.json');
      const { stdout } = await everthread('export', '--thread', 'a', '--format', format);
      const value = JSON.parse(stdout);
      const list = Array.isArray(value) ? value : value.messages;
      expect(list).toHaveLength(format === 'anthropic' ? 4 : 5);
      file('again.json', stdout);
      await everthread('import', 'again.json');
      const roles = async (id: string) =>
        (await known(id)).messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)]);
      expect(await roles('again')).toEqual(await roles('a'));
    },
  );

  it('R-58 a range, as text and as Markdown, forgotten messages left out', async () => {
    await livedThread();
    const { stdout } = await everthread(
      'export',
      '--thread',
      'lived',
      '--format',
      'text',
      '--from',
      '77',
      '--to',
      '80',
    );
    expect(stdout.match(/^\[#\d+/gmu)).toEqual(['[#77', '[#78', '[#80']);
    const markdown = (await everthread('export', '--thread', 'lived', '--format', 'markdown')).stdout;
    expect(markdown).toMatch(/^# Lived\n/u);
    expect(markdown).toContain('## 77. Assistant');
    expect(
      (await everthread('export', '--thread', 'lived', '--format', 'openai', '--from', '999')).stdout,
    ).toBe('[]\n');
  });

  it('R-58 any messages survive export and import', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const message = fc.oneof(
      fc.record({
        role: fc.constantFrom('user', 'assistant', 'system'),
        parts: fc.array(fc.record({ type: fc.constantFrom('text', 'reasoning'), text }), { maxLength: 3 }),
      }),
      fc.record({
        role: fc.constant('assistant'),
        parts: fc.tuple(
          fc.record({
            type: fc.constant('tool-call'),
            callId: fc.constantFrom('c1', 'c2'),
            name: fc.constant('f'),
            input: fc.jsonValue(),
          }),
        ),
      }),
      fc.record({
        role: fc.constant('tool'),
        parts: fc.tuple(
          fc.record({
            type: fc.constant('tool-result'),
            callId: fc.constantFrom('c1', 'c2'),
            output: fc.jsonValue(),
          }),
        ),
      }),
    );
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), async (messages) => {
        round += 1;
        const id = `t${round}`;
        await opened(async ({ everthread: engine }) => {
          const thread = await engine.thread(id);
          await thread.append(messages as never);
        });
        await everthread('export', '--thread', id, '--output', 'p.jsonl');
        await run(['import', 'p.jsonl', '--trust', '--database', 'other.db']);
        expect(await known(id, 'other.db')).toEqual(await known(id));
      }),
      { numRuns: 12 },
    );
  });
});

describe('summarize', () => {
  const talk = Array.from({ length: 30 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Point ${index + 1}: the release of the bakery shop moves to March ${index + 1}, and ${index % 2 ? 'we agreed on it' : 'who tells the customers'}? The price is ${index * 7} €.`,
  }));

  it.each(['rolling', 'eternal', 'session', 'tiered', 'chain', 'running'])(
    'R-58 %s: all of it is covered, nothing is left behind',
    async (strategy) => {
      file('talk.json', JSON.stringify(talk));
      const { code, stdout } = await run(['summarize', 'talk.json', '--strategy', strategy, '--json']);
      expect(code).toBe(0);
      const { threads } = JSON.parse(stdout);
      const [thread] = threads;
      expect(thread).toMatchObject({ messages: 30, summaries: expect.any(Array) });
      expect(thread.summaries[0].from).toBe(1);
      expect(thread.summaries.at(-1).to).toBe(30);
      expect(thread.receipts[0]).toMatchObject({ strategy, messagesBefore: 30 });
      expect(thread.receipts.at(-1).messagesAfter).toBe(thread.summaries.length);
      expect(readdirSync(folder)).toEqual(['talk.json']);
    },
  );

  it('R-58 the summary goes where it is asked for, the receipt beside it', async () => {
    file('talk.json', JSON.stringify(talk));
    const piped = await run(['summarize', 'talk.json', '--words', '60']);
    expect(piped.stdout).not.toContain('╭');
    expect(piped.stderr).toContain('Summarized');
    expect(piped.stdout.split(/\s+/u).length).toBeLessThan(110);
    const shown = await run(['summarize', 'talk.json'], { isTerminal: true, columns: 60 });
    expect(shown.stdout).toContain('messages   30 → 1');
    const written = await run(['summarize', 'talk.json', '--output', 'short.md']);
    expect(written.stdout).toContain('Summarized');
    expect(readFileSync(join(folder, 'short.md'), 'utf8')).toContain('March');
  });

  it('R-67 a focus and a detail are obeyed', async () => {
    file('talk.json', JSON.stringify(talk));
    const summary = async (...flags: string[]) => {
      const { stdout } = await run(['summarize', 'talk.json', '--json', ...flags]);
      return JSON.parse(stdout).threads[0].summaries[0];
    };
    const [short, medium, detailed] = [
      await summary('--detail', 'short'),
      await summary(),
      await summary('--detail', 'detailed'),
    ];
    expect(short.tokens).toBeLessThan(medium.tokens);
    expect(medium.tokens).toBeLessThan(detailed.tokens);
    const asks = (text: string) => text.match(/who tells the customers/gu)?.length ?? 0;
    const focused = await summary('--focus', 'customers');
    expect(asks(focused.text)).toBeGreaterThan(asks(medium.text));
  });

  it('R-68 work gets a brief beside its summary, unless a form was asked for', async () => {
    const session = new URL('../../../examples/session.json', import.meta.url);
    file('session.json', readFileSync(session, 'utf8'));
    const { stdout } = await run(['summarize', 'session.json']);
    expect(stdout).toMatch(/^# Brief of session\n/u);
    expect(stdout).toContain('nothing is committed');
    expect(stdout).toContain('\n## Summary\n');
    expect((await run(['summarize', 'session.json', '--strategy', 'rolling'])).stdout).not.toContain(
      '# Brief',
    );
    file('talk.json', JSON.stringify(talk));
    expect((await run(['summarize', 'talk.json'])).stdout).not.toContain('# Brief');
  });

  it('R-58 each conversation of a file has its own; one without messages says so', async () => {
    file(
      'many.json',
      JSON.stringify([
        { id: 'a', title: 'First', messages: talk },
        { id: 'b', messages: [] },
      ]),
    );
    const { code, stdout } = await run(['summarize', 'many.json']);
    expect(code).toBe(0);
    expect(stdout).toContain('# First');
    expect(stdout).toContain('(There are no messages in it.)');
  });

  it('R-58 an export of our own is summarized as asked, whatever settings it brings', async () => {
    await livedThread();
    await everthread('export', '--thread', 'lived', '--output', 'x.jsonl');
    const { stdout } = await run(['summarize', 'x.jsonl', '--strategy', 'session', '--json']);
    const [thread] = JSON.parse(stdout).threads;
    // The place of what was forgotten is left out.
    expect(thread.summaries.at(-1).to).toBe(80);
    expect(thread.receipts[0].strategy).toBe('session');
  });

  it('§8 very short conversations', async () => {
    for (const messages of [[asks('hi')], [asks('')], [asks('hi'), says('m', 'hello')]]) {
      file('short.json', JSON.stringify(messages));
      expect(await run(['summarize', 'short.json'])).toMatchObject({ code: 0 });
    }
  });
});
