import { expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { honest } from '../engine/test-engine.suite.ts';
import { createEverthread } from '../everthread.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

it('R-48 if nothing can be compacted, neither a request without room nor work in the background writes anything', async () => {
  let statements: string[] = [];
  const ever = createEverthread({
    store: sqliteStore({ path: ':memory:', onStatement: (sql) => statements.push(sql.trim()) }),
    runtime: testRuntime(),
    budget: { tokens: 1_000 },
  });
  const thread = await ever.thread('t');
  await thread.append({ role: 'user', content: 'all of it counts '.repeat(400) });
  await ever.idle();
  expect(statements.filter((sql) => sql.startsWith('update "threads" set "lease_owner"'))).toEqual([]);
  await thread.context();
  await ever.idle();
  statements = [];
  const { forced } = await thread.context();
  expect(forced).toBe(true);
  expect(statements.filter((sql) => !sql.startsWith('select'))).toEqual([]);
  await ever.close();
});

it('R-65 R-70 a context with the thread’s own budget waits for a compaction, as one without a budget does', async () => {
  await using ever = createEverthread({ runtime: testRuntime(), budget: { tokens: 2_000 } });
  const thread = await ever.thread('t');
  let forced = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await thread.append({ role: 'user', content: `${turn}: ${'sand and gravel at the weir. '.repeat(15)}` });
    const context = await thread.context({ budget: { tokens: 2_000 } });
    if (context.forced) forced += 1;
    await thread.append({ role: 'assistant', content: 'Noted.' });
  }
  expect(forced).toBe(0);
});

it('R-65 R-70 room for tools makes no smaller context: the thread itself is compacted, not prepared for a small one', async () => {
  await using ever = createEverthread({
    runtime: testRuntime(),
    budget: { tokens: 3_000, responseTokens: 300 },
    summarizer: honest(),
  });
  const thread = await ever.thread('t');
  const reasons: string[] = [];
  ever.on('compaction-started', ({ reason }) => reasons.push(reason));
  let forced = 0;
  const ask = async (content: string) => {
    await thread.append({ role: 'user', content });
    const context = await thread.context({ reserve: { requestTokens: 400 } });
    if (context.forced) forced += 1;
    await ever.idle();
    await thread.append({ role: 'assistant', content: 'Noted.' });
  };
  for (let turn = 0; turn < 12; turn += 1)
    await ask(`${turn}: ${'sand and gravel at the weir. '.repeat(12)}`);
  await ask(`A report: ${'the gauge stands at 4.21 m. '.repeat(260)}`);
  expect(forced).toBeGreaterThan(0);
  expect(reasons).toContain('The context did not fit');
  expect(reasons.filter((reason) => reason.includes('smaller'))).toEqual([]);
});
