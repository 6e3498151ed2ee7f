import { describe, expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { ContextOptions } from './context-options.ts';
import { requestParts } from './context-parts.ts';
import { readUncovered } from './read-tail.ts';
import { planRecall } from './recall-plan.ts';

const question = 'Which stones does the harbour wall need?';

/** A plan for a thread of forty messages and one more, of which the first `coveredTo` are summarized. */
async function plan(
  given: {
    said?: MessageInput;
    options?: ContextOptions;
    coveredTo?: number;
    usable?: number;
  } & Partial<Parameters<typeof planRecall>[0]> = {},
) {
  const { said = { role: 'user', content: question }, options = {}, coveredTo = 20, usable = 3_000 } = given;
  const { engine, store, say } = await testEngine();
  await say([...talk(40), said]);
  const state = (await store.readThread('t'))!;
  const at = state.messages;
  const budget = { tokens: 4_000, responseTokens: 400 };
  const { parts } = requestParts({
    ...{ threadBudget: budget, shares: {}, longMessages: 'ends', options, ratio: 1 },
  });
  const summaries = coveredTo === 0 ? [] : [{ to: coveredTo }];
  const messages = await readUncovered({
    ports: engine,
    state,
    summaries,
    at,
    usable,
    readNewest: undefined,
  });
  return planRecall({
    ...{ ports: engine, state, parts, messages, places: [], recorded: false, allowance: undefined },
    ...{ looksUp: true, hasWork: false, at, usable, ...given },
  });
}

describe('what a request may recall', () => {
  it('R-50 is the messages that summaries cover, if all later messages are shown', async () => {
    expect(await plan()).toMatchObject({
      looksUp: true,
      upTo: 20,
      need: { text: question, onlyAsked: true },
    });
  });

  it('R-50 is everything before the newest message, if not all messages can be shown beside passages', async () => {
    expect((await plan({ usable: 600 })).upTo).toBe(40);
  });

  it('R-50 is nothing while everything is shown, or if nothing of the past is needed', async () => {
    const whole = await plan({ coveredTo: 0, usable: 30_000 });
    expect(whole).toMatchObject({ upTo: 0, need: undefined });
    expect((await plan({ said: { role: 'user', content: 'Thank you!' } })).need).toBeUndefined();
  });

  it('R-50 is nothing if the caller says so, or if the context is only laid out ahead; room is kept for it', async () => {
    const off = await plan({ options: { recall: false } });
    expect(off).toMatchObject({ looksUp: false, need: undefined });
    const ahead = await plan({ looksUp: false });
    expect(ahead).toMatchObject({ looksUp: false, need: undefined });
    expect(ahead.tokens).toBe((await plan()).tokens);
    expect(ahead.tokens).toBeGreaterThan(0);
  });

  it('R-44 has less room beside a work record, unless the caller sets the share of recall', async () => {
    const usual = (await plan()).tokens;
    const system = 'Rules of the house. '.repeat(300);
    const besideWork = (await plan({ hasWork: true, options: { system } })).tokens;
    expect(besideWork).toBeLessThan(usual);
    const asked = await plan({ hasWork: true, options: { system, sectionShares: { recall: 1_500 } } });
    expect(asked.tokens).toBe((await plan({ options: { system, sectionShares: { recall: 1_500 } } })).tokens);
  });

  it('R-70 has for a message that only states something what its allowance leaves, and a query has all', async () => {
    const said: MessageInput = { role: 'user', content: 'The harbour wall got its new stones today.' };
    const allowance = { question: 900, mixed: 500, statement: 200 };
    expect((await plan({ said, allowance })).need).toMatchObject({ asks: false, mostTokens: 200 });
    expect((await plan({ allowance })).need).toMatchObject({ asks: true });
    const mixed: MessageInput = { role: 'user', content: `The wall is done. ${question}` };
    expect((await plan({ said: mixed, allowance })).need).toMatchObject({
      ...{ asks: true, onlyAsked: false, mostTokens: 500 },
    });
    const query = await plan({ said, allowance, options: { query: 'the school roof' } });
    expect(query.need).toMatchObject({ text: 'the school roof', mostTokens: query.tokens });
    // Too few tokens for more than a frame are not worth looking for.
    expect((await plan({ said, allowance: { ...allowance, statement: 149 } })).need).toBeUndefined();
    expect((await plan({ allowance: { ...allowance, question: 99 } })).need).toBeUndefined();
    expect((await plan({ allowance: { ...allowance, question: 100 } })).need).toBeDefined();
  });
});
