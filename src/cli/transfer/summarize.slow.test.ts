/** The command summarize, on a database of the test's own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asks, everthread, file, folder, livedThread, run, says, useFolder } from './transfer.suite.ts';

useFolder();

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
    // The placeholder of a forgotten message is left out.
    expect(thread.summaries.at(-1).to).toBe(80);
    expect(thread.receipts[0].strategy).toBe('session');
  });

  it('§8 summarizes very short conversations', async () => {
    for (const messages of [[asks('hi')], [asks('')], [asks('hi'), says('m', 'hello')]]) {
      file('short.json', JSON.stringify(messages));
      expect(await run(['summarize', 'short.json'])).toMatchObject({ code: 0 });
    }
  });
});
