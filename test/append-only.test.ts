/** Between compactions every request begins with the bytes of the previous one (R-70, I-7), also in another process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context/render.ts';
import { createEverthread, type Everthread, type MessageInput } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-append-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Everthread =>
  createEverthread({ store: sqliteStore({ path: join(folder, 'a.db') }), budget: { tokens: 6_000 } });

const bytesOf = (context: Context) => context.content.map((message) => JSON.stringify(message)).join('\n');

const talk: MessageInput[] = Array.from({ length: 240 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content:
    index === 20
      ? 'The boxes go to warehouse Kestrel, gate 14, and Ines has the key.'
      : `Note ${index}: the weather in the hills was fine and the walk took us past mill number ${index % 17}.`,
}));

const step = (index: number): MessageInput[] => [
  { role: 'assistant', parts: [{ type: 'tool-call', callId: `c${index}`, name: 'look', input: { index } }] },
  { role: 'tool', parts: [{ type: 'tool-result', callId: `c${index}`, output: `gate ${index} is shut` }] },
];

describe('R-70 requests only append', () => {
  it('R-70 in a tool loop, with what was recalled for the question beside it, also in another process', async () => {
    let ever = open();
    let thread = await ever.thread('t');
    await thread.append(talk);
    await ever.idle();
    await thread.append({
      role: 'user',
      content: 'Which warehouse do the boxes go to, and who has the key?',
    });
    let last = await thread.context({ system: 'Be brief.' });
    expect(last.toText()).toContain('gate 14');
    expect(last.recalled).toHaveLength(1);
    const { revision } = await thread.state();
    for (let index = 0; index < 12; index += 1) {
      if (index % 4 === 3) {
        await ever.close();
        ever = open();
        thread = await ever.thread('t');
      }
      await thread.append(step(index));
      const next = await thread.context({ system: 'Be brief.' });
      expect(bytesOf(next).startsWith(bytesOf(last)), `step ${index}`).toBe(true);
      last = next;
    }
    expect((await thread.state()).revision).toBe(revision);
    await ever.close();
  });

  it('R-70 what is forgotten stands beside no message any more', async () => {
    const ever = open();
    const thread = await ever.thread('t');
    await thread.append(talk);
    await ever.idle();
    await thread.append({
      role: 'user',
      content: 'Which warehouse do the boxes go to, and who has the key?',
    });
    expect((await thread.context()).toText()).toContain('gate 14');
    await thread.forget(21);
    expect((await thread.context()).toText()).not.toContain('gate 14');
    await ever.close();
  });

  it('R-70 a message that asks nothing of the past gets nothing of it', async () => {
    const ever = open();
    const thread = await ever.thread('t');
    await thread.append(talk);
    await ever.idle();
    await thread.append({ role: 'user', content: 'Thanks, go on.' });
    expect((await thread.context()).recalled).toEqual([]);
    await ever.close();
  });

  it('R-70 marks for Anthropic: at most four, at the ends of what is stable, none of those that were stored', async () => {
    const ever = open();
    const thread = await ever.thread('t');
    await thread.append(talk.slice(0, 60));
    const marked = { type: 'text' as const, text: 'marked', cache_control: { type: 'ephemeral' as const } };
    for (let index = 0; index < 8; index += 1) {
      await thread.append({ role: index % 2 === 0 ? 'user' : 'assistant', content: [marked] });
    }
    await ever.idle();
    const context = await thread.context({ system: 'Keep to the notes. '.repeat(400) });
    const prompt = context.toAnthropic();
    const marksIn = (value: unknown) => JSON.stringify(value).split('"cache_control"').length - 1;
    expect(marksIn(prompt)).toBeGreaterThan(0);
    expect(marksIn(prompt)).toBeLessThanOrEqual(4);
    expect(marksIn(prompt.messages.at(-1))).toBe(1);
    expect(marksIn(prompt.system)).toBe(1);
    expect(marksIn(context.toAnthropic({ cacheMarks: 0 }))).toBe(0);
    expect(() => context.toAnthropic({ cacheMarks: 9 })).toThrow(/cacheMarks/u);
    await ever.close();
  });

  it('R-50 R-70 of long answers pieces are recalled beside a long newest one, the same in another process', async () => {
    const filler = (index: number) =>
      `The walk past mill ${index % 17} was long and the weather in the hills was fine. `.repeat(28);
    const answers = Array.from({ length: 60 }, (_, index): MessageInput[] => [
      { role: 'user', content: `Tell me of walk ${index}.` },
      {
        role: 'assistant',
        content: index === 7 ? `${filler(7)}The plumber wants 1,450 euros. ${filler(8)}` : filler(index),
      },
    ]);
    let ever = open();
    let thread = await ever.thread('long');
    await thread.append(answers.flat());
    await ever.idle();
    const atLongEnd = await thread.context({ query: 'What does the plumber want?' });
    expect(atLongEnd.recalled[0]?.text).toContain('The plumber wants 1,450 euros.');
    await thread.append({ role: 'user', content: 'What does the plumber want?' });
    const first = await thread.context();
    expect(first.recalled[0]?.text).toMatch(/#16 assistant: \[…\].*The plumber wants 1,450 euros\./su);
    await thread.append(step(1));
    await ever.close();
    ever = open();
    thread = await ever.thread('long');
    expect(bytesOf(await thread.context()).startsWith(bytesOf(first))).toBe(true);
    await ever.close();
  });
});
