import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { createLaidOutAhead } from './laid-out-ahead.ts';

const said = (number: number) => ({
  role: number % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `In house ${number} the plumber found ${number * 7} leaks and wrote them into notes/leaks-${number}.md for later. ${'He said that the pipes are old. '.repeat(8)}`,
});

describe('a context laid out ahead', () => {
  it('R-48 lets the context after a compaction find its summaries laid out, and does not change it', async () => {
    const statements: string[] = [];
    const store = sqliteStore({ path: ':memory:', onStatement: (sql) => statements.push(sql) });
    const shared = { store, budget: { tokens: 4_000 }, workers: false } as const;
    const ever = createEverthread(shared);
    const thread = await ever.thread('t');
    let [compactions, met] = [0, 0];
    for (let number = 0; number < 120; number += 1) {
      await thread.append(said(number));
      await ever.idle();
      const state = await thread.state();
      const isNew = state.compactions > compactions && number > 2;
      compactions = state.compactions;
      statements.length = 0;
      const context = await thread.context({ system: 'You are a clerk.' });
      if (!isNew || context.forced) continue;
      expect(statements.filter((sql) => /from "summaries"/.test(sql))).toEqual([]);
      met += 1;
      const other = createEverthread(shared);
      const preview = await (await other.thread('t')).context({ system: 'You are a clerk.', preview: true });
      expect(context.toOpenAI()).toEqual(preview.toOpenAI());
    }
    expect(met).toBeGreaterThan(1);
    await ever.close();
  });

  it('R-48 is made a few times for each request, with its options, and its errors are ignored', async () => {
    const made: object[] = [];
    const ahead = createLaidOutAhead(async (threadId, options) => {
      made.push({ threadId, ...options });
      throw new Error('no');
    });
    await ahead.layOut('t');
    ahead.noteRequest('t', { system: 'clerk', query: 'what?', signal: AbortSignal.abort() });
    for (let compaction = 0; compaction < 10; compaction += 1) await ahead.layOut('t');
    const wanted = { threadId: 't', system: 'clerk', longMessages: 'ends', preview: true };
    expect(made).toEqual(Array.from({ length: 4 }, () => wanted));
    for (let number = 0; number < 40; number += 1) ahead.noteRequest(`t${number}`, {});
    for (let number = 0; number < 40; number += 1) await ahead.layOut(`t${number}`);
    expect(made).toHaveLength(36);
  });
});
