import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { copiesOf, type ForgetOptions, forgetMessages } from './forget-messages.ts';

const secret = 'The alarm code of the boathouse is 7731-kestrel.';
const said: MessageInput[] = [
  { id: 'u1', role: 'user', content: secret },
  { id: 'a1', role: 'assistant', content: 'Thank you. I will remember it.' },
  { id: 'u2', role: 'user', content: 'Shall we paint the fence on Friday?' },
  { id: 'a2', role: 'assistant', content: 'Friday is fine. By the way, 7731-kestrel still works.' },
];

async function setup() {
  const test = await testEngine();
  await test.say(said);
  let vacuumed = 0;
  const store = {
    ...test.store,
    vacuum: async () => {
      vacuumed += 1;
    },
  };
  const forget = (selectors: readonly (string | number)[], options: ForgetOptions = {}) =>
    forgetMessages({ ports: { ...test.engine, store }, threadId: 't', selectors, ...options });
  const left = async () =>
    (await test.store.readMessages({ threadId: 't' })).filter(({ removed }) => !removed).map(({ id }) => id);
  return { ...test, forget, left, vacuums: () => vacuumed };
}

describe('forgetting messages', () => {
  it('R-41 leaves their places, empty and without a hash of the content', async () => {
    const { forget, store, left } = await setup();
    const [before] = await store.readMessages({ threadId: 't', from: 1, to: 1 });
    const receipt = await forget([1, 'u1'], { note: 'asked by mail' });
    expect(receipt.messages).toEqual([{ id: 'u1', seq: 1 }]);
    const [after] = await store.readMessages({ threadId: 't', from: 1, to: 1 });
    expect(after).toMatchObject({ id: 'u1', seq: 1, parts: [], removed: 'forgotten' });
    expect(after!.hash).not.toBe(before!.hash);
    expect(await left()).toEqual(['a1', 'u2', 'a2']);
    const [entry] = await store.readAudit({ threadId: 't', limit: 1 });
    expect(entry).toMatchObject({ id: receipt.id, action: 'forget', note: 'asked by mail', before: null });
  });

  it('R-41 lists copies, and forgets them only if asked to', async () => {
    const kept = await setup();
    const listed = await kept.forget(['u1']);
    expect(listed).toMatchObject({
      copies: [{ id: 'a2', seq: 4 }],
      copiesForgotten: false,
      copiesComplete: true,
    });
    expect(await kept.left()).toContain('a2');
    const gone = await setup();
    const taken = await gone.forget(['u1'], { copies: true });
    expect(taken).toMatchObject({ copies: [{ id: 'a2' }], copiesForgotten: true, messages: [{ id: 'u1' }] });
    expect(await gone.left()).toEqual(['a1', 'u2']);
    expect(JSON.stringify(await gone.store.readMessages({ threadId: 't' }))).not.toContain('kestrel');
  });

  it('R-41 also forgets messages that Everthread wrote from them, which are not listed as copies', async () => {
    const { forget, say, left, engine } = await setup();
    const origin = { kind: 'embedded-reply', sources: ['u1'] };
    await say({ id: 'e1', role: 'assistant', content: secret, origin } as MessageInput);
    const found = await copiesOf({ ports: engine, threadId: 't', selectors: ['u1'] });
    expect(found.copies.map(({ id }) => id)).toEqual(['a2']);
    const receipt = await forget(['u1']);
    expect(receipt.derived).toEqual([{ id: 'e1', seq: 5 }]);
    expect(receipt.copies.map(({ id }) => id)).toEqual(['a2']);
    expect(await left()).toEqual(['a1', 'u2', 'a2']);
  });

  it('R-41 erases the summaries that cover them', async () => {
    const { forget, keep, store } = await setup();
    await keep(summary('first', 1, 2, { text: 'the code is 7731-kestrel' }), summary('second', 3, 3));
    const receipt = await forget(['u1']);
    expect(receipt.erasedSummaryIds).toEqual(['first']);
    expect(JSON.stringify(await store.readSummaries({ threadId: 't' }))).not.toContain('kestrel');
  });

  it('R-41 overwrites freed bytes, unless switched off', async () => {
    const { forget, vacuums } = await setup();
    expect((await forget(['u1'])).vacuumed).toBe(true);
    expect(vacuums()).toBe(1);
    expect((await forget(['u2'], { vacuum: false })).vacuumed).toBe(false);
    expect(vacuums()).toBe(1);
  });

  it('R-41 refuses an empty list and unknown messages, and then forgets none', async () => {
    const { forget, left } = await setup();
    await expect(forget([])).rejects.toMatchObject({ code: 'invalid_input', field: 'messages' });
    await expect(forget(['u1', 'nowhere'])).rejects.toMatchObject({ code: 'unknown_message' });
    expect(await left()).toHaveLength(4);
  });
});
