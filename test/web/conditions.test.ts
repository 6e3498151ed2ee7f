/** The inspector where things are not as usual: the server is gone, or text is read from the right. */
import { expect, it } from 'vitest';
import { describeInspector } from './describe-inspector.ts';
import { open, serve, visit } from './inspector.ts';

async function call(address: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
}

describeInspector([], (inspector) => {
  it('R-61 says when the server is gone, and shows everything again by itself when it is back', async () => {
    const first = await serve();
    const say = (address: string, content: string) =>
      call(address, '/threads', { id: 'back' }).then(() =>
        call(address, '/threads/back/messages', { messages: [{ role: 'user', content }] }),
      );
    await say(first.address, 'The ferry leaves at nine.');
    const { page } = await open(inspector.browser, first.address);
    const connection = page.locator('header [role=status]').first();
    await page.goto(`${first.address}/#/threads/back/chat`);
    await page.getByText('The ferry leaves at nine.').waitFor();
    await connection.getByText('live').waitFor();

    await first.stop();
    await connection.getByText('connecting').waitFor();
    await page.goto(`${first.address}/#/threads/back/context`);
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.goto(`${first.address}/#/threads/back/chat`);
    await page.getByRole('alert').last().waitFor();
    expect(await page.getByText('Nothing has been said yet').count()).toBe(0);
    // An attempt to connect that failed does not count as a connection.
    await page.waitForTimeout(2_000);
    expect(await connection.textContent()).toContain('connecting');

    const second = await serve([], { port: new URL(first.address).port });
    await say(second.address, 'The ferry leaves at ten.');
    await connection.getByText('live').waitFor();
    await page.getByRole('log').getByText('The ferry leaves at ten.').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.context().close();
    await second.stop();
  });

  it('R-61 text that is read from the right shows its beginning, and code in it is read from the left', async () => {
    const { page } = await open(inspector.browser, inspector.served.address, {
      viewport: { width: 360, height: 740 },
    });
    const { address } = inspector.served;
    const title = 'مرحبا، أريد حجز موعد يوم الثلاثاء في الساعة 14:30، ورقم الطلب هو A-1182';
    await call(address, '/threads', { id: 'rtl', title });
    const code = `const first = fetch('https://example.com/${'long/'.repeat(40)}')`;
    const content = `${title}\n\nAnd in English.\n\n\`\`\`ts\n${code}\n\`\`\``;
    await call(address, '/threads/rtl/messages', { messages: [{ role: 'user', content }] });
    await visit(page, '#/');
    const shown = page.locator('.threads .title', { hasText: 'مرحبا' });
    expect(await shown.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await visit(page, '#/threads/rtl/chat');
    const block = page.locator('.bubble pre');
    await block.waitFor();
    expect(await block.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    expect(await block.evaluate((element) => element.scrollLeft)).toBe(0);
    /** Where the words of a paragraph begin and end, and where the paragraph itself does. */
    const edges = (text: string) =>
      page
        .locator('.bubble p', { hasText: text })
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const words = range.getBoundingClientRect();
          const whole = element.getBoundingClientRect();
          return { left: words.left - whole.left, right: whole.right - words.right };
        });
    const arabic = await edges('مرحبا');
    const english = await edges('And in English.');
    expect(arabic.right).toBeLessThan(2);
    expect(english.left).toBeLessThan(2);
    await page.context().close();
  });

  it('R-61 R-59 an answer without a model is quoted in the chat; the newest words stand above the field to write in', async () => {
    const { address } = inspector.served;
    await call(address, '/threads', { id: 'long' });
    const messages = Array.from({ length: 12 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `The boat ${index} lies at berth ${index * 3}. ${'It rains on the quay. '.repeat(20)}`,
    }));
    await call(address, '/threads/long/messages', { messages });
    const { page } = await open(inspector.browser, address);
    await visit(page, '#/threads/long/chat');
    await page.locator('.bubble').nth(11).waitFor();
    const hidden = async () => {
      const [bubble, form] = await Promise.all([
        page.locator('.bubble').last().boundingBox(),
        page.locator('.composer').boundingBox(),
      ]);
      return bubble!.y + bubble!.height - form!.y;
    };
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    await page.getByLabel('Your message').fill('Where does boat 4 lie?');
    await page.keyboard.press('Enter');
    await page.locator('.bubble').nth(13).getByText('berth 12').waitFor();
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.scrollingElement!.scrollTop)).toBe(0);
    await page.context().close();
  });
});
