/** Actions that only read. */
import { expect } from 'vitest';
import { type Action, button, lastPart, told, view } from './scene.ts';

export const reading: readonly Action[] = [
  {
    name: 'zoom the picture in, move, and out again',
    async run({ page, hand }) {
      const seen = page.locator('.strata-tools span');
      const whole = await seen.textContent();
      await hand.press(button(page, 'Closer'));
      await told(() => seen.textContent()).not.toBe(whole);
      const near = await seen.textContent();
      await hand.press(button(page, 'Later'));
      await told(() => seen.textContent()).not.toBe(near);
      await hand.press(button(page, 'All'));
      await told(() => seen.textContent()).toBe(whole);
    },
  },
  {
    name: 'see what a block covers, and open it beside its originals',
    async run({ page, hand, client, id }) {
      const block = page.locator('.strata [data-summary]').first();
      await block.waitFor();
      const { summaries } = await client.thread(id).strata();
      const first = summaries[0]!;
      if (hand.name.includes('mouse')) {
        await block.hover();
        await page.locator('.hint').getByText(`messages ${first.from} to ${first.to}`).waitFor();
      }
      await hand.press(block);
      await page.getByRole('region', { name: 'Originals' }).getByRole('article').first().waitFor();
      expect(lastPart(page)).toBe(first.id);
    },
  },
  {
    name: 'go to a message',
    async run({ page, hand, client, id }) {
      await hand.write(page.getByLabel('Go to number'), '3');
      await hand.press(button(page, 'Go'));
      const { parts } = await client.thread(id).message(3);
      await page
        .getByRole('article', { name: 'Message 3,' })
        .getByText((parts[0] as { text: string }).text)
        .waitFor();
    },
  },
  {
    name: 'open the context of the turn of a message',
    at: ({ id }) => `#/threads/${id}?message=12`,
    async run({ page, hand, client, id }) {
      await hand.press(
        page.getByRole('article', { name: 'Message 12,' }).getByRole('link', { name: 'Context' }),
      );
      const { context } = await client.thread(id).explain({ at: 12 });
      await page
        .getByRole('region', { name: 'Budget' })
        .getByText(`${context.tokens.toLocaleString('en')} tokens`)
        .waitFor();
    },
  },
  {
    name: 'compare two turns',
    at: view('context'),
    async run({ page, hand, client, id }) {
      await hand.write(page.getByLabel('Turn of message'), '40');
      await hand.write(page.getByLabel('compared with'), '12');
      await hand.press(button(page, 'Show'));
      const [late, early] = await Promise.all([40, 12].map((at) => client.thread(id).explain({ at })));
      const sizes = [early, late].map((turn) => turn!.context.tokens.toLocaleString('en'));
      await page.getByRole('heading', { name: `${sizes[0]} → ${sizes[1]} tokens` }).waitFor();
      await hand.press(page.getByText('What became of every message'));
      await told(() => page.getByRole('region', { name: 'Ranges' }).getByRole('row').count()).toBe(
        late!.ranges.length + 1,
      );
    },
  },
  {
    name: 'choose the size of the brief, and copy it',
    at: view('brief'),
    async run({ page, hand, client, id }) {
      await hand.choose(page.getByLabel('Size'), 'short');
      const { title } = await client.thread(id).get();
      const { text, tokens } = await client.thread(id).brief({ detail: 'short', title: title! });
      await page.getByText(`${tokens.toLocaleString('en')} tokens`, { exact: true }).waitFor();
      await hand.press(button(page, 'Copy as Markdown'));
      await told(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    },
  },
  {
    name: 'read receipts, and a plot as a table',
    at: view('cost'),
    async run({ page, hand, client, id }) {
      const { receipts } = await client.thread(id).receipts({ limit: 100 });
      const rows = page.getByRole('region', { name: 'Receipts of compactions' }).getByRole('row');
      await told(() => rows.count()).toBe(receipts.length + 1);
      await hand.press(page.getByText('The same as a table').first());
      const { points } = await client.thread(id).stats();
      const table = page.getByRole('region', { name: 'Tokens of each request' });
      await told(() => table.getByRole('row').last().textContent()).toContain(String(points.at(-1)!.seq));
    },
  },
  {
    name: 'read the settings',
    at: () => '#/',
    async run({ page, hand, client }) {
      await hand.press(page.getByRole('navigation', { name: 'Pages' }).getByText('Settings'));
      const { settings } = await client.settings();
      const table = page.getByRole('region', { name: 'Settings' });
      await told(() => table.getByRole('row').count()).toBe(settings.length + 1);
    },
  },
  {
    name: 'change between light and dark',
    async run({ page, hand }) {
      const colours = () =>
        page.evaluate(() => getComputedStyle(document.querySelector('.bar')!).backgroundColor);
      const seen = new Set([await colours()]);
      for (const name of ['light', 'dark', 'system']) {
        await hand.press(button(page, /^Colours/u));
        await button(page, new RegExp(`^Colours: ${name}`, 'u')).waitFor();
        seen.add(await colours());
      }
      expect(seen.size).toBe(2);
    },
  },
];
