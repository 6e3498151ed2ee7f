import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { textOf } from '../message/message.ts';
import type { EverthreadOptions } from '../options.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { editMessage } from './edit-message.ts';

async function setup(options: EverthreadOptions = {}) {
  const test = await testEngine(options);
  await test.say([
    { id: 'u1', role: 'user', content: 'The gate is green.' },
    { id: 'a1', role: 'assistant', content: 'Noted, the gate is green.' },
    { id: 'u2', role: 'user', content: 'Always answer in French.' },
  ]);
  const edit = (selector: string | number, content: string, role = 'user') =>
    editMessage({
      ports: test.engine,
      threadId: 't',
      selector,
      input: { role, content } as Parameters<typeof editMessage>[0]['input'],
      note: 'a slip',
    });
  return { ...test, edit };
}

describe('editing a message', () => {
  it('R-41 changes it in its place, counted and hashed anew, by id or by number', async () => {
    const { edit, store } = await setup();
    const [before] = await store.readMessages({ threadId: 't', from: 1, to: 1 });
    const { message } = await edit('u1', 'The gate is blue, and it is rather large for our small garden.');
    expect(message).toMatchObject({ id: 'u1', seq: 1, role: 'user' });
    expect(message.tokens).toBeGreaterThan(before!.tokens);
    expect(message.hash).not.toBe(before!.hash);
    const again = await edit(1, 'The gate is red.');
    expect(textOf(again.message.parts)).toBe('The gate is red.');
    expect((await store.readThread('t'))!.messages).toBe(3);
  });

  it('R-41 invalidates the summaries built on it, and no other', async () => {
    const { edit, store, keep } = await setup();
    await keep(summary('first', 1, 1), summary('second', 2, 2));
    const receipt = await edit('u1', 'The gate is blue.');
    expect(receipt.invalidatedSummaryIds).toEqual(['first']);
    const live = await store.readSummaries({ threadId: 't', statuses: ['live'] });
    expect(live.map(({ id, stale }) => [id, stale === true])).toEqual([
      ['first', true],
      ['second', false],
    ]);
  });

  it('R-41 keeps the earlier version in the audit trail, with the note', async () => {
    const { edit, store } = await setup();
    const { id } = await edit('u1', 'The gate is blue.');
    const [entry] = await store.readAudit({ threadId: 't', limit: 5 });
    expect(entry).toMatchObject({ id, action: 'edit-message', from: 1, to: 1, note: 'a slip' });
    expect(JSON.stringify(entry!.before)).toContain('green');
  });

  it('R-40 reads standing rules from the edited message as from a new one', async () => {
    const { edit, store } = await setup();
    const rules = async () => (await store.readThread('t'))!.pins.map(({ text }) => text);
    expect(await rules()).toEqual([expect.stringContaining('French')]);
    await edit('u2', 'Always answer in Dutch.');
    expect(await rules()).toEqual([expect.stringContaining('Dutch')]);
  });

  it('R-41 refuses another role, an unknown message and invalid content, and changes nothing', async () => {
    const { edit, store } = await setup();
    const before = await store.readThread('t');
    await expect(edit('u1', 'x', 'assistant')).rejects.toMatchObject({ field: 'message.role' });
    await expect(edit('nowhere', 'x')).rejects.toMatchObject({ code: 'unknown_message' });
    await expect(edit(99, 'x')).rejects.toMatchObject({ code: 'unknown_message' });
    await expect(edit(0.5, 'x')).rejects.toMatchObject({ code: 'unknown_message' });
    await expect(edit(null as never, 'x')).rejects.toMatchObject({ code: 'invalid_input', field: 'message' });
    expect(await store.readThread('t')).toEqual(before);
  });

  it('I-10 keeps secrets out of the archive if the options say so', async () => {
    const password = 'correct-Horse7-battery';
    const { edit } = await setup({ redaction: { archive: true } });
    const { message } = await edit('u1', `The database password is ${password}.`);
    expect(JSON.stringify(message)).not.toContain(password);
  });
});
