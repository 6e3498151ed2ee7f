/** Three ways to use a page: with a mouse on a desk, without one, and with a finger on a phone. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

export type Hand = {
  name: string;
  browser: BrowserContextOptions;
  press(target: Locator): Promise<void>;
  /** Replaces the content of a field. */
  write(target: Locator, text: string): Promise<void>;
  choose(target: Locator, option: string): Promise<void>;
};

/** More stops of the tab key than any view has between two elements. */
const mostStops = 400;

/** Moves the focus to an element with the tab key alone. */
async function tabTo(target: Locator): Promise<Page> {
  const page = target.page();
  // Looked up again only if the page drew it anew, because a search by role computes every element's name.
  let element = await target.elementHandle();
  for (let stops = 0; stops < mostStops; stops += 1) {
    const place = await element?.evaluate((one) => ({
      isReached: one === document.activeElement,
      isThere: one.isConnected,
    }));
    if (place?.isReached) return page;
    if (!place?.isThere) element = await target.elementHandle();
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tab key does not lead to ${target}`);
}

export const hands: readonly Hand[] = [
  {
    name: 'with a mouse',
    browser: { viewport: { width: 1_200, height: 900 } },
    press: (target) => target.click(),
    write: (target, text) => target.fill(text),
    choose: async (target, option) => void (await target.selectOption(option)),
  },
  {
    name: 'with the keyboard alone',
    browser: { viewport: { width: 1_200, height: 900 } },
    press: async (target) => {
      const page = await tabTo(target);
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      const page = await tabTo(target);
      await page.keyboard.press('ControlOrMeta+a');
      if (text === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(text);
    },
    async choose(target, option) {
      const page = await tabTo(target);
      await page.keyboard.type(option);
    },
  },
  {
    name: 'with a finger at 360 pixels',
    browser: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    press: (target) => target.tap(),
    write: async (target, text) => {
      await target.tap();
      await target.fill(text);
    },
    choose: async (target, option) => void (await target.selectOption(option)),
  },
];
