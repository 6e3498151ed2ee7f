import { expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import type { Store } from '../store.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { emptyWork } from '../work/empty-work.ts';
import { stillAsked } from './still-asked.ts';

const turn = {
  request: { seq: 1, text: 'What did the weir cost?' },
  reply: { seq: 2, text: 'It cost 40 euros.' },
  calls: 0,
};
const stale = { ...summary('a', 1, 2), threadId: 't', work: { ...emptyWork(1, 2), turns: [turn] } };

/** What is still asked after some messages were taken back. */
async function askedWithout(...takenBack: number[]) {
  const { engine, store, say } = await testEngine();
  await say([
    { role: 'user', content: turn.request.text },
    { role: 'assistant', content: turn.reply.text },
  ]);
  const readMessages: Store['readMessages'] = async (range) =>
    (await store.readMessages(range)).map((one) =>
      takenBack.includes(one.seq) ? { ...one, parts: [] } : one,
    );
  return stillAsked({ ...engine, store: { ...store, readMessages } }, stale);
}

it('R-66 R-41 of a stale summary the request is kept, as its message says it now, and a reply that is still said', async () => {
  const [kept] = (await askedWithout())!.turns;
  expect(kept).toMatchObject({ request: { seq: 1, text: turn.request.text }, reply: turn.reply });
});

it('R-66 R-41 a request whose reply was taken back waits for an answer again', async () => {
  const [kept] = (await askedWithout(2))!.turns;
  expect(kept).toMatchObject({ request: { seq: 1 }, reply: null });
});

it('R-41 nothing is kept of a request that is no longer there', async () => {
  expect(await askedWithout(1)).toBeUndefined();
});
