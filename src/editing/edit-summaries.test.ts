import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { editSummary, pinSummary } from './edit-summaries.ts';
import { checkStatuses, namedSummary } from './named-summary.ts';

async function setup() {
  const test = await testEngine();
  await test.sayMany(6);
  await test.keep(summary('s', 1, 4));
  const read = () => namedSummary(test.store, 't', 's');
  const edit = async (text: string) =>
    editSummary({ ports: test.engine, summary: await read(), text, note: 'clearer' });
  return { ...test, read, edit };
}

describe('a summary that a person edits', () => {
  it('R-42 has the new text, a version, and the old one in the audit trail', async () => {
    const { edit, read, store, engine } = await setup();
    const edited = await edit('The first four, in my own words.');
    expect(edited).toMatchObject({
      text: 'The first four, in my own words.',
      edited: { version: 2 },
      record: null,
    });
    expect(edited.tokens).toBe(engine.counter.count(edited.text));
    expect(await read()).toEqual(edited);
    expect((await edit('And once more.')).edited!.version).toBe(3);
    const [last, first] = await store.readAudit({ threadId: 't', limit: 5 });
    expect(first).toMatchObject({ action: 'edit-summary', summaryId: 's', from: 1, to: 4, note: 'clearer' });
    expect(JSON.stringify(first!.before)).toContain('what 1 to 4 said');
    expect(JSON.stringify(last!.before)).toContain('in my own words');
    expect((await store.readThread('t'))!.summaryTokens).toBe((await read()).tokens);
  });

  it('I-10 holds no secret', async () => {
    const { edit } = await setup();
    const { text } = await edit('The database password is correct-Horse7-battery, and the rest is talk.');
    expect(text).toContain('the rest is talk');
    expect(text).not.toContain('correct-Horse7-battery');
  });

  it('R-42 refuses an empty text and one that is too long', async () => {
    const { edit, read } = await setup();
    const before = await read();
    for (const text of ['', '  \n', 'x'.repeat(40_001), 7 as never])
      await expect(edit(text)).rejects.toMatchObject({ code: 'invalid_input', field: 'text' });
    expect(await read()).toEqual(before);
    expect((await edit('x'.repeat(40_000))).text).toHaveLength(40_000);
  });

  it('R-42 is pinned and unpinned, each with an entry in the audit trail', async () => {
    const { engine, read, store } = await setup();
    const pin = async (pinned: boolean) =>
      pinSummary({ ports: engine, summary: await read(), pinned, note: '' });
    expect((await pin(true)).pinned).toBe(true);
    expect((await pin(false)).pinned ?? false).toBe(false);
    const actions = (await store.readAudit({ threadId: 't', limit: 5 })).map(({ action }) => action);
    expect(actions).toEqual(['unpin-summary', 'pin-summary']);
  });

  it('R-42 is found by its id', async () => {
    const { store } = await setup();
    await expect(namedSummary(store, 't', 'nowhere')).rejects.toMatchObject({ code: 'unknown_summary' });
    await expect(namedSummary(store, 't', 7 as never)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'summaryId',
    });
  });

  it('R-42 is listed by its status, and an unknown status is refused with the known ones', () => {
    expect(() => checkStatuses(['live', 'replaced'])).not.toThrow();
    for (const statuses of [['live', 'gone'], 'live', null]) {
      expect(() => checkStatuses(statuses as never)).toThrow(
        expect.objectContaining({ field: 'statuses', message: expect.stringContaining('live, ') }),
      );
    }
  });
});
