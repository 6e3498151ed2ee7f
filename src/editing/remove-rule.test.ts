import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { withPinIds } from '../facts/pins.ts';
import { removeRule } from './remove-rule.ts';

async function setup() {
  const test = await testEngine();
  await test.say([
    { role: 'user', content: 'Always answer in French.' },
    { role: 'assistant', content: 'Bien sûr.' },
    { role: 'user', content: 'Never use emojis.' },
    { role: 'assistant', content: 'Entendu.' },
  ]);
  const rules = async () => withPinIds((await test.store.readThread('t'))!.pins);
  const remove = (ruleId: string) =>
    removeRule({ ports: test.engine, threadId: 't', ruleId, note: 'why not' });
  return { ...test, rules, remove };
}

describe('removing a rule by hand', () => {
  it('R-40 ends it now, keeps it on record, and leaves the others', async () => {
    const { rules, remove, store } = await setup();
    const [french, emojis] = await rules();
    const removed = await remove(french!.id);
    expect(removed).toMatchObject({ id: french!.id, ended: 'removed', revokedBy: 4 });
    expect(await rules()).toEqual([removed, emojis]);
    expect(await store.readAudit({ threadId: 't', limit: 5 })).toMatchObject([
      { action: 'remove-rule', from: 1, to: 1, note: 'why not', before: null },
    ]);
  });

  it('R-40 refuses an unknown or ended rule, names the active ones, and writes nothing', async () => {
    const { rules, remove, store } = await setup();
    const [french, emojis] = await rules();
    await remove(french!.id);
    await expect(remove(french!.id)).rejects.toMatchObject({
      code: 'unknown_rule',
      field: 'ruleId',
      message: expect.stringContaining(emojis!.id),
    });
    await remove(emojis!.id);
    await expect(remove('rule-of-thumb')).rejects.toThrow('It has none.');
    expect(await store.readAudit({ threadId: 't', limit: 5 })).toHaveLength(2);
  });
});
