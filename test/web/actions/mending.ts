/** Actions that change messages, summaries, facts and threads. */
import { expect } from 'vitest';
import { type Action, button, harbour, lastPart, summaryAddress, textOf, told, view } from './scene.ts';

export const mending: readonly Action[] = [
  {
    name: 'edit a summary',
    at: summaryAddress,
    async run(scene) {
      const { page, hand, client, id } = scene;
      const before = await textOf(scene, lastPart(page));
      const text = `The harbour of ${id} closes at nine; the cat is called Folio.`;
      await hand.press(page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: 'Edit' }));
      await hand.write(page.getByLabel('What the model reads'), text);
      await hand.press(button(page, 'Save'));
      await told(() => textOf(scene, lastPart(page))).toBe(text);
      expect(before).not.toBe(text);
      expect(JSON.stringify((await client.thread(id).lookAtContext()).content)).toContain(text);
    },
  },
  {
    name: 'restore the version before',
    at: summaryAddress,
    async run(scene) {
      const { page, hand, client, id } = scene;
      const summaryId = lastPart(page);
      const { versions } = await client.thread(id).summary(summaryId);
      const { before } = versions.find(({ action }) => action === 'edit-summary')!;
      await hand.press(page.getByRole('region', { name: 'Versions' }).locator('summary').first());
      await hand.press(button(page, 'Restore this text'));
      await told(() => textOf(scene, summaryId)).toBe(before);
    },
  },
  {
    name: 'pin a summary',
    at: summaryAddress,
    async run({ page, hand, client, id }) {
      const pinned = async () => (await client.thread(id).summary(lastPart(page))).pinned;
      await hand.press(button(page, 'Pin'));
      await told(pinned).toBe(true);
      await hand.press(button(page, 'Unpin'));
      await told(pinned).toBe(false);
    },
  },
  {
    name: 'correct a fact, and take that back',
    at: view('facts'),
    async run({ page, hand, client, id }) {
      await hand.write(page.getByLabel('Filter facts'), 'deadline: 2026');
      await hand.write(page.getByLabel('Filter facts'), '2026-03-01');
      await hand.press(button(page, 'Correct: 2026-03-01'));
      await hand.write(page.getByLabel('What is right'), '2026-05-20');
      await hand.press(button(page, 'Save'));
      const sent = async () => JSON.stringify((await client.thread(id).lookAtContext()).content);
      await told(sent).toContain('2026-05-20 (wrong: 2026-03-01)');
      await hand.write(page.getByLabel('Filter facts'), '2026-05-20');
      await hand.press(button(page, 'Take back the correction: 2026-05-20'));
      await told(sent).not.toContain('2026-05-20');
    },
  },
  {
    name: 'revoke a rule',
    at: view('facts'),
    async run({ page, hand, client, id }) {
      await hand.press(button(page, /Revoke: .*French/u));
      await told(async () => (await client.thread(id).rules()).rules[0]?.ended).toBe('removed');
    },
  },
  {
    name: 'edit a message',
    at: ({ id }) => `#/threads/${id}?message=5`,
    async run({ page, hand, client, id }) {
      await hand.press(button(page, 'Edit message 5'));
      await hand.write(page.getByLabel('New text.'), 'The ladder is in the cellar.');
      await hand.press(button(page, 'Save'));
      await told(async () => (await client.thread(id).message(5)).parts).toMatchObject([
        { text: 'The ladder is in the cellar.' },
      ]);
    },
  },
  {
    name: 'forget a message with its receipt',
    at: ({ id }) => `#/threads/${id}?message=7`,
    async run({ page, hand, client, id }) {
      await hand.press(button(page, 'Forget message 7'));
      await hand.press(button(page, 'Forget it'));
      const receipt = page.getByRole('status').filter({ hasText: '1 message erased: #7' });
      await receipt.waitFor();
      const [entry] = (await client.thread(id).audit()).entries;
      await receipt.getByText(entry!.id).waitFor();
      await hand.press(receipt.getByRole('button', { name: 'Close' }));
      expect((await client.thread(id).message(7)).removed).toBe('forgotten');
    },
  },
  {
    name: 'chat',
    at: view('chat'),
    async run({ page, hand, client, id }) {
      const before = (await client.thread(id).get()).messages;
      await hand.write(page.getByLabel('Your message'), 'When is the deadline?');
      await hand.press(button(page, 'Send'));
      await page.locator('.bubble.assistant').last().locator('a.mono').first().waitFor();
      await told(async () => (await client.thread(id).get()).messages).toBe(before + 2);
    },
  },
  {
    name: 'summarize now',
    at: view('events'),
    async run({ page, hand, client, id }) {
      await client.thread(id).append(harbour(id, 30));
      const before = (await client.thread(id).receipts()).receipts.length;
      await hand.press(button(page, 'Summarize now'));
      await told(async () => (await client.thread(id).receipts()).receipts.length).toBeGreaterThan(before);
      await page.locator('.events .chip.good').first().waitFor();
    },
  },
  {
    name: 'give it a title, an owner and labels',
    async run({ page, hand, client, id }) {
      await hand.press(button(page, 'Details'));
      const form = page.getByRole('main');
      await hand.write(form.getByLabel('Title'), `Quay ${id}`);
      await hand.write(form.getByLabel('Owner'), 'ada');
      await hand.write(form.getByLabel('Labels'), 'one, two');
      await hand.press(form.getByRole('button', { name: 'Save' }));
      await told(() => client.thread(id).get()).toMatchObject({
        ...{ title: `Quay ${id}`, owner: 'ada', labels: ['one', 'two'] },
      });
    },
  },
  {
    name: 'delete it',
    async run({ page, hand, client, id }) {
      await hand.press(button(page, 'Details'));
      await hand.press(button(page, 'Delete this thread …'));
      await hand.press(button(page, 'Delete it for ever'));
      await page.getByRole('heading', { name: 'See what the model sees' }).waitFor();
      await expect(client.thread(id).get()).rejects.toMatchObject({ code: 'unknown_thread' });
    },
  },
];
