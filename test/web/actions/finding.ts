/** Actions that start a thread, or find threads and messages. */
import { expect } from 'vitest';
import { type Action, button, file, filtered, titles, told, view } from './scene.ts';

export const finding: readonly Action[] = [
  {
    name: 'load the demo',
    at: () => '#/',
    async run({ page, hand, client }) {
      await hand.press(button(page, 'Load the demo thread'));
      await page.getByRole('heading', { name: 'A bookshop moves its database' }).waitFor();
      expect((await client.thread('demo').get()).messages).toBe(200);
    },
  },
  {
    name: 'start an empty thread',
    at: () => '#/',
    async run({ page, hand, client }) {
      await hand.press(button(page, 'Start an empty thread'));
      await page.getByLabel('Your message').waitFor();
      const id = /threads\/([^/]+)/u.exec(page.url())![1]!;
      expect((await client.thread(id).get()).messages).toBe(0);
      await client.thread(id).delete();
    },
  },
  {
    name: 'import a file',
    at: () => '#/',
    async run({ page, hand, client, id }) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        hand.press(page.getByLabel('Or choose one')),
      ]);
      await chooser.setFiles(file(`${id} chosen`));
      await page.getByRole('article').getByText(`Where is the anchor of ${id} chosen?`).waitFor();
      expect((await client.search(`anchor ${id} chosen`)).hits.length).toBeGreaterThan(0);
    },
  },
  {
    name: 'drop a file',
    at: () => '#/',
    async run({ page, client, id }) {
      const { name, buffer } = file(`${id} dropped`);
      const given = { name, text: buffer.toString() };
      const data = await page.evaluateHandle(({ name, text }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], name));
        return transfer;
      }, given);
      await page.locator('.drop').dispatchEvent('drop', { dataTransfer: data });
      await page.getByRole('article').getByText(`Where is the anchor of ${id} dropped?`).waitFor();
      expect((await client.search(`anchor ${id} dropped`)).hits.length).toBeGreaterThan(0);
    },
  },
  {
    name: 'copy the address for clients',
    at: () => '#/',
    async run({ page, hand, address }) {
      await hand.press(button(page, 'Copy').first());
      await told(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
        `OPENAI_BASE_URL=${address}/v1`,
      );
    },
  },
  {
    name: 'open a thread of the list',
    at: () => '#/',
    async run({ page, hand, id }) {
      await hand.press(page.locator(`.threads a[href="#/threads/${id}"]`));
      await page.getByRole('heading', { name: `Harbour ${id}` }).waitFor();
    },
  },
  {
    name: 'find threads by what is said in them',
    at: () => '#/',
    async run({ page, hand, client, id }) {
      await hand.write(page.getByLabel('Threads that speak of'), `signal ${id}`);
      const { threads } = await client.threads({ query: `signal ${id}` });
      await told(() => titles(page)).toEqual(threads.map(({ title }) => title));
      await hand.write(page.getByLabel('Threads that speak of'), '');
    },
  },
  {
    name: 'filter threads by owner',
    at: () => '#/',
    run: (scene) => filtered(scene, 'Owner', `owner of ${scene.id}`, { owner: `owner of ${scene.id}` }),
  },
  {
    name: 'filter threads by label',
    at: () => '#/',
    run: (scene) => filtered(scene, 'Label', `label of ${scene.id}`, { label: `label of ${scene.id}` }),
  },
  {
    name: 'filter threads by title',
    at: () => '#/',
    run: (scene) => filtered(scene, 'Title', `Harbour ${scene.id}`, { title: `Harbour ${scene.id}` }),
  },
  {
    name: 'filter threads by time',
    at: () => '#/',
    async run(scene) {
      const { page, hand, client } = scene;
      await page.getByText('Filters').waitFor();
      if (!(await page.getByLabel('Used since').isVisible())) await hand.press(page.getByText('Filters'));
      const since = page.getByLabel('Used since');
      if (hand.name.includes('keyboard')) {
        await hand.write(page.getByLabel('Label'), '');
        await page.keyboard.press('Tab');
        await page.keyboard.type('06012026');
      } else await since.fill('2026-06-01');
      const { threads } = await client.threads({ updatedAfter: '2026-06-01T00:00:00Z' });
      await told(() => titles(page)).toEqual(threads.map(({ title }) => title));
      expect(threads.map(({ id }) => id)).not.toContain('demo');
      await page.reload();
    },
  },
  {
    name: 'search in all threads',
    at: () => '#/search',
    async run({ page, hand, client, id }) {
      await hand.write(page.getByLabel('What to look for'), `signal ${id}`);
      await hand.press(page.getByRole('main').getByRole('button', { name: 'Search' }));
      const { hits } = await client.search(`signal ${id}`, { limit: 20 });
      await told(() => page.locator('.hits > li').count()).toBe(hits.length);
      expect(await page.locator('.hits mark').first().textContent()).toMatch(/signal/iu);
    },
  },
  {
    name: 'search in one thread',
    at: view('search'),
    async run({ page, hand, client, id }) {
      await hand.write(page.getByLabel('What to look for'), 'deadline');
      await hand.press(page.getByRole('main').getByRole('button', { name: 'Search' }));
      const { hits } = await client.thread(id).search('deadline', { limit: 20 });
      await told(() => page.locator('.hits > li').count()).toBe(hits.length);
    },
  },
];
