/** The command import, on a database of the test's own. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asks,
  claude,
  everthread,
  file,
  folder,
  known,
  run,
  says,
  threadIds,
  useFolder,
} from './transfer.suite.ts';

useFolder();

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
    // A message without a time gets that of its conversation, not that of the import.
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
    expect(stdout).toContain('1 file left out, not a known kind of transcript: logs/LICENSE');
    expect(await threadIds()).toEqual(['claude-code-s1', 'two']);
  });

  it.each([[], ['--lenient']])(
    'R-58 a folder of work: settings and data in it are no transcripts %j',
    async (...flags) => {
      mkdirSync(join(folder, 'work'));
      file('work/package.json', '{"name":"harbour","version":"1.0.0","type":"module"}');
      file('work/map.json', '{"type":"FeatureCollection","features":[]}');
      file('work/numbers.json', '[1,2,3]');
      file('work/words.json', '{"messages":["Hello","Bye"]}');
      file('work/user.json', '{"role":"admin","name":"ada"}');
      file('work/app.jsonl', '{"type":"log","message":"up"}', '{"type":"log","message":"down"}');
      file('work/talk.json', JSON.stringify([{ role: 'user', content: 'hi' }]));
      const { code, stdout, stderr } = await everthread('import', 'work', ...flags);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('6 files left out, not a known kind of transcript');
      expect(await threadIds()).toEqual(['talk']);
    },
  );

  it('§8 in a folder, a transcript with a bad line is named once, and the others are taken', async () => {
    mkdirSync(join(folder, 'logs'));
    file('logs/bad.jsonl', claude('u1', asks('hi')), '{"type":"user","mess');
    file('logs/good.json', JSON.stringify([{ role: 'user', content: 'hi' }]));
    const { code, stderr } = await everthread('import', 'logs');
    expect(code).toBe(2);
    expect(stderr.match(/logs\/bad\.jsonl/gu)).toHaveLength(1);
    expect(await threadIds()).toEqual(['good']);
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
      // Progress uses escape sequences of its own.
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
