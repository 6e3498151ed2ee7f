/** Each view and each action of the inspector, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, launch, open, type Served, serve, visit } from './inspector.ts';

describe.skipIf(browserPath === undefined)(
  'the inspector (needs Chromium: see scripts/install-browser.ts)',
  () => {
    let browser: Browser;
    let served: Served;

    beforeAll(async () => {
      [browser, served] = await Promise.all([launch(), serve()]);
    });
    afterAll(async () => {
      await browser?.close();
      await served?.stop();
    });

    const api = async <Value>(
      path: string,
      body?: object,
      method = body ? 'POST' : 'GET',
    ): Promise<Value> => {
      const response = await fetch(`${served.address}/api${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
      return response.json() as Promise<Value>;
    };

    it('R-61 an empty page says what to do; the demo is loaded by keyboard alone, and its picture opens a summary', async () => {
      const { page, problems } = await open(browser, served.address);
      await page.getByText('No threads yet.').waitFor();
      expect(await page.getByText(`OPENAI_BASE_URL=${served.address}/v1`).isVisible()).toBe(true);
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Load the demo thread')
          break;
      }
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'A bookshop moves its database' }).waitFor();
      const blocks = page.locator('.strata [data-summary]');
      await blocks.first().waitFor();
      const { summaries } = await api<{ summaries: { id: string }[] }>('/threads/demo/strata');
      expect(await blocks.count()).toBeGreaterThanOrEqual(summaries.length);
      await blocks.first().focus();
      await page.keyboard.press('+');
      await page.getByText(/messages \d+–\d+ of 200/u).waitFor();
      expect(await page.getByText('messages 1–200 of 200').count()).toBe(0);
      await page.keyboard.press('0');
      await page.getByText('messages 1–200 of 200').waitFor();
      await blocks.first().focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.strata [data-summary]:focus').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /summary of messages/u }).waitFor();
      await page.getByRole('region', { name: 'Originals' }).getByRole('article').first().waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 R-42 an edited summary is in the next context, and a pinned one says so', async () => {
      const { page, problems } = await open(browser, served.address);
      const { summaries } = await api<{ summaries: { id: string }[] }>('/threads/demo/summaries');
      await visit(page, `#/threads/demo/summaries/${summaries[0]!.id}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const text = 'The shop moves to PostgreSQL; the otter on the sign is called Folio.';
      await page.getByLabel('What the model reads').fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/edited, version/u).waitFor();
      await page.getByRole('button', { name: 'Pin', exact: true }).click();
      await page.getByRole('button', { name: 'Unpin' }).waitFor();
      await page.getByText('What people did to it').waitFor();
      await visit(page, '#/threads/demo/context');
      const sent = page.getByRole('region', { name: 'Content' });
      await sent.getByText('Exactly what is sent').waitFor();
      for (const part of await sent.locator('details').all()) await part.locator('summary').first().click();
      await sent.getByText(text).first().waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 R-43 the context of a turn: bars, reasons, what became of every message, and the difference to another turn', async () => {
      const { page, problems } = await open(browser, served.address);
      await visit(page, '#/threads/demo/context');
      await page.getByRole('figure', { name: /tokens used/u }).waitFor();
      expect(await page.locator('.budget > span').count()).toBeGreaterThan(2);
      await page.getByText('newest message').first().waitFor();
      await page.getByLabel('Turn of message').fill('150');
      await page.getByLabel('compared with').fill('60');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('heading', { name: /Difference to message 60/u }).waitFor();
      expect(await page.locator('.item.added').count()).toBeGreaterThan(0);
      expect(await page.locator('.item.gone').count()).toBeGreaterThan(0);
      await page.getByText('What became of every message').click();
      await page
        .getByRole('table')
        .getByText(/summarized|verbatim/u)
        .first()
        .waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 R-41 a message is found by its number, changed, and forgotten with a receipt', async () => {
      const { page, problems } = await open(browser, served.address);
      await visit(page, '#/threads/demo');
      await page.getByLabel('Go to number').fill('42');
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      const message = page.getByRole('article', { name: 'Message 42,' });
      await message.waitFor();
      await page.getByRole('button', { name: 'Edit message 42' }).click();
      await message.getByRole('textbox').fill('The ladder was moved to the cellar.');
      await message.getByRole('button', { name: 'Save' }).click();
      await message.getByText('The ladder was moved to the cellar.').waitFor();
      await message.getByText('edited').waitFor();
      await page.getByRole('button', { name: 'Forget message 42' }).click();
      await message.getByRole('button', { name: 'Forget it' }).click();
      await message.getByText('1 message erased: #42').waitFor();
      await message.getByRole('button', { name: 'Close' }).click();
      await message.getByText('(forgotten)').waitFor();
      const { hits } = await api<{ hits: unknown[] }>('/threads/demo/search?query=ladder%20cellar');
      expect(JSON.stringify(hits)).not.toContain('cellar');
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 a chat streams its answer with its sources, and what happens is told live', async () => {
      const { page, problems } = await open(browser, served.address);
      await visit(page, '#/threads/demo/chat');
      await page.getByLabel('Your message').fill('Which database did we decide on?');
      await page.keyboard.press('Enter');
      const talk = page.getByRole('log');
      await talk.locator('.bubble.user').getByText('Which database did we decide on?').last().waitFor();
      await talk.locator('.bubble.assistant').last().locator('a.mono').first().waitFor();
      await page.locator('[aria-busy=false]').waitFor();
      await page.getByRole('link', { name: 'Events' }).click();
      await page
        .getByText(/append: message/u)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Summarize now' }).click();
      await page.locator('.events .chip.good').first().waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 search in one thread and in all, the brief with a copy button, cost, facts, settings', async () => {
      const { page, problems } = await open(browser, served.address, {
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await visit(page, '#/search');
      await page.getByLabel('What to look for').fill('heated mat');
      await page.keyboard.press('Enter');
      await page.locator('.hits mark').first().waitFor();
      await visit(page, '#/threads/demo/search?query=PostgreSQL');
      await page.locator('.hits mark').first().waitFor();
      await visit(page, '#/threads/demo/brief');
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('## ');
      await visit(page, '#/threads/demo/cost');
      await page.getByRole('table').getByText(/%/u).first().waitFor();
      await page.locator('.plot canvas').first().waitFor();
      await visit(page, '#/cost');
      await page.getByRole('heading', { name: 'Threads used last' }).waitFor();
      await visit(page, '#/settings');
      await page
        .getByRole('row', { name: /provider/u })
        .first()
        .waitFor();
      await visit(page, '#/threads/demo/facts');
      await page.getByLabel('Filter facts').fill('BK-10');
      await page.getByRole('table').getByText('BK-10').first().waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 R-40 a rule is shown with where it was said, and revoked', async () => {
      await api('/threads', { id: 'rules', title: 'Rules' });
      await api('/threads/rules/messages', {
        role: 'user',
        content: 'From now on, always answer in French.',
      });
      const { page, problems } = await open(browser, served.address);
      await visit(page, '#/threads/rules/facts');
      await page.getByRole('button', { name: /Revoke: .*French/u }).click();
      await page.getByText('revoked by hand').waitFor();
      const { rules } = await api<{ rules: { ended?: string }[] }>('/threads/rules/rules');
      expect(rules.map(({ ended }) => ended)).toEqual(['removed']);
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('R-61 the list of threads is live, searched and filtered; a file is imported; a thread is renamed', async () => {
      const { page, problems } = await open(browser, served.address);
      const list = page.getByRole('complementary', { name: 'Threads' });
      await list.getByText('A bookshop moves its database').waitFor();
      await api('/threads', {
        id: 'new-one',
        title: 'Ferries of the north',
        owner: 'anna',
        labels: ['travel'],
      });
      await api('/threads/new-one/messages', {
        role: 'user',
        content: 'Does the ferry to Bergen take bicycles?',
      });
      await list.getByText('Ferries of the north').waitFor();
      await list.getByText('Filters').click();
      await list.getByLabel('Owner').fill('anna');
      await list.getByText('A bookshop moves its database').waitFor({ state: 'detached' });
      await list.getByLabel('Owner').fill('');
      await list.getByLabel('Threads that speak of').fill('bicycles');
      await list.getByText('A bookshop moves its database').waitFor({ state: 'detached' });
      expect(await list.getByText('Ferries of the north').isVisible()).toBe(true);
      await visit(page, '#/');
      const lines = ['Where is the anchor?', 'In the locker at the bow.'];
      const file = JSON.stringify(
        lines.map((content, index) => ({ role: index ? 'assistant' : 'user', content })),
      );
      await page
        .getByLabel('Or choose one')
        .setInputFiles({ name: 'anchor.json', mimeType: 'application/json', buffer: Buffer.from(file) });
      await page.getByText('In the locker at the bow.').waitFor();
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByLabel('Title').last().fill('Anchors');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Anchors' }).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });
  },
);
