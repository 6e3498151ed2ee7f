/** The command export, and import of its files, on a database of the test's own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import {
  asks,
  everthread,
  file,
  folder,
  known,
  livedThread,
  opened,
  run,
  says,
  useFolder,
} from './transfer.suite.ts';

useFolder();

const parsed = (name: string): unknown[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

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
    // A second import changes nothing.
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
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
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
