/** Each view and each action of the inspector in a real browser. */
import { expect, it } from 'vitest';
import { describeInspector } from './describe-inspector.ts';
import { open, visit } from './inspector.ts';

describeInspector([], (inspector) => {
  const api = async <Value>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Value> => {
    const response = await fetch(`${inspector.served.address}/api${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return response.json() as Promise<Value>;
  };

  it('R-61 an empty page says what to do; the demo is loaded by keyboard alone, and its picture opens a summary', async () => {
    const { page, problems } = await open(inspector.browser, inspector.served.address);
    await page.getByText('No threads yet.').waitFor();
    expect(await page.getByText(`OPENAI_BASE_URL=${inspector.served.address}/v1`).isVisible()).toBe(true);
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Load the demo thread') break;
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

  it('R-61 R-43 the context of a turn: bars, reasons, what became of every message, and the difference to another turn', async () => {
    const { page, problems } = await open(inspector.browser, inspector.served.address);
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

  it('R-61 what happens is told live: a new thread, messages, and a compaction that changes the picture', async () => {
    const { page, problems } = await open(inspector.browser, inspector.served.address);
    const list = page.getByRole('complementary', { name: 'Threads' });
    await list.getByText('A bookshop moves its database').waitFor();
    await page.getByRole('status').filter({ hasText: 'live' }).first().waitFor();
    await api('/threads', { id: 'ferry', title: 'Ferries of the north' });
    await api('/threads/ferry', { budgetTokens: 2_000 }, 'PATCH');
    await list.getByText('Ferries of the north').click();
    await page.getByText('Nothing has been said yet.').waitFor();
    const messages = Array.from({ length: 60 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Ferry ${index} leaves pier ${index % 7} at ${index % 24}:15 with ${index + 9} bicycles, if the wind allows it.`,
    }));
    await api('/threads/ferry/messages', { messages });
    await page.getByText('messages 1–60 of 60').waitFor();
    const blocks = page.locator('.strata [data-summary]');
    await api('/threads/ferry/compact', {});
    const { summaries, tail } = await api<{ summaries: { id: string }[]; tail: { messages: number } }>(
      '/threads/ferry/strata',
    );
    await expect.poll(() => blocks.count()).toBeGreaterThanOrEqual(summaries.length);
    await page.locator(`.strata [data-summary="${summaries.at(-1)!.id}"]`).waitFor();
    await page
      .getByRole('region', { name: 'Strata' })
      .getByText(`${tail.messages} messages`)
      .first()
      .waitFor();
    const notices = page.locator('.head').getByRole('status');
    await notices.filter({ hasText: /messages summarized: .+ tokens/u }).waitFor();
    await page.getByRole('link', { name: 'Events' }).click();
    await page.locator('.events').getByText('append: messages 1 to 60').waitFor();
    await page.locator('.events .chip.good').first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('R-61 messages of a short thread are there again after one was edited, and stay when the server cannot be asked', async () => {
    const { page } = await open(inspector.browser, inspector.served.address);
    await api('/threads', { id: 'short', title: 'Short' });
    const said = ['Tide is at four.', 'Noted.'];
    const messages = said.map((content, index) => ({ role: index === 0 ? 'user' : 'assistant', content }));
    await api('/threads/short/messages', { messages });
    await visit(page, '#/threads/short');
    await page.getByRole('button', { name: 'Edit message 1' }).click();
    await page.getByLabel(/New text/u).fill('Tide is at five.');
    await page.getByRole('button', { name: 'Save' }).click();
    const first = page.getByRole('article', { name: 'Message 1,' });
    await first.getByText('Tide is at five.').waitFor();
    await page.getByRole('article', { name: 'Message 2,' }).getByText('Noted.').waitFor();

    await page.getByRole('button', { name: 'Forget message 2' }).click();
    await page.route('**/api/threads/short/strata*', (route) => route.abort());
    await api('/threads/short/messages', { messages: [{ role: 'user', content: 'And the wind?' }] });
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Forget it' }).isVisible()).toBe(true);
    await page.context().close();
  });
});
