import { describe, expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { ContextOptions } from './context-options.ts';
import { requestParts } from './context-parts.ts';
import { createPlaceRenderer } from './place-texts.ts';
import { type ReadContextOptions, readContext } from './read-context.ts';
import { shownOf } from './shown-summaries.ts';

const statement: MessageInput = { role: 'user', content: 'The harbour wall got its new stones today.' };
const question: MessageInput = { role: 'user', content: 'Who wrote of the harbour wall and its stones?' };

/** Sixty messages, of which the first twenty are summarized, and what a context of so many tokens does for one more. */
async function contextFor(
  said: MessageInput,
  options: ContextOptions & { tokens: number },
  { fails = false, ...other }: Partial<ReadContextOptions> & { fails?: boolean } = {},
) {
  const { tokens, ...contextOptions } = options;
  const { engine, store, say, keep, named } = await testEngine();
  await say([...talk(60), said]);
  await keep(summary('s', 1, 20, { text: 'Maria wrote letters.', tokens: 5 }));
  const state = (await store.readThread('t'))!;
  let searches = 0;
  const recallPort: typeof engine.recallPort = {
    ...engine.recallPort,
    search: {
      ...engine.recallPort.search,
      text: (queries) => {
        searches += 1;
        if (fails) throw new Error('disk I/O error');
        return engine.recallPort.search.text(queries);
      },
    },
  };
  const budget = { tokens, responseTokens: 0 };
  const { parts } = requestParts({
    ...{ threadBudget: budget, shares: {}, longMessages: 'ends', options: contextOptions, ratio: 1 },
  });
  const summaries = await store.readSummaries({ threadId: 't', statuses: ['live'] });
  const ports = { ...engine, recallPort };
  const read = await readContext({
    ...{ ports, state, parts, places: [], renderer: createPlaceRenderer(), now: 0 },
    shown: shownOf({ ports, state, summaries, ratio: 1 }),
    readPrepared: async () => [],
    ...other,
  });
  return { ...read, searches, named };
}

describe('a context', () => {
  it('R-70 has passages for a statement only in the room that is left', async () => {
    const roomy = await contextFor(statement, { tokens: 6_000 });
    expect(roomy.searches).toBeGreaterThan(0);
    expect(roomy.places).toMatchObject([{ asked: 61, after: 61, fresh: true }]);
    const { tokens } = roomy.context;
    const full = await contextFor(statement, { tokens: tokens - roomy.places[0]!.tokens + 20 });
    expect(full.searches).toBe(0);
    expect(full.context).toMatchObject({ recalled: [], forced: false });
    // It is not looked for again in the next step of the turn.
    expect(full.places).toMatchObject([{ asked: 61, seqs: [] }]);
  });

  it('R-50 has passages for a question even if the tail has to give way', async () => {
    const roomy = await contextFor(question, { tokens: 6_000 });
    const full = await contextFor(question, { tokens: roomy.context.tokens - roomy.places[0]!.tokens + 20 });
    expect(full.searches).toBeGreaterThan(0);
    expect(full.context.recalled).toHaveLength(1);
  });

  it('R-34 R-50 looks for passages beside resources, for which the tail gives way anyway', async () => {
    const roomy = await contextFor(statement, { tokens: 6_000 });
    const tokens = roomy.context.tokens - roomy.places[0]!.tokens + 20;
    const resources = [{ id: 'r', name: 'quay.md', text: 'The quay has nine berths.' }];
    expect((await contextFor(statement, { tokens, resources })).searches).toBeGreaterThan(0);
  });

  it('R-50 I-4 is made without passages if these cannot be read, and says so', async () => {
    const { context, places, named } = await contextFor(question, { tokens: 6_000 }, { fails: true });
    expect(context.recalled).toEqual([]);
    // The next request looks again.
    expect(places).toEqual([]);
    expect(named('diagnostic')).toMatchObject([
      { threadId: 't', code: 'store_failed', consequence: 'Nothing was recalled for this turn.' },
    ]);
  });

  it('R-48 looks nothing up if it is only laid out ahead', async () => {
    expect((await contextFor(question, { tokens: 6_000 }, { looksUp: false })).searches).toBe(0);
  });
});
