import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { browserPath, launch, type Served, serve } from './inspector.ts';

/** Starts one server and one browser for all tests of a file. */
export function describeInspector(
  args: readonly string[],
  tests: (inspector: { browser: Browser; served: Served }) => void,
): void {
  describe.skipIf(browserPath === undefined)(
    'the inspector (needs Chromium: see scripts/install-browser.ts)',
    () => {
      // Set before the first test.
      const inspector = {} as { browser: Browser; served: Served };
      beforeAll(async () => {
        [inspector.browser, inspector.served] = await Promise.all([launch(), serve(args)]);
      });
      afterAll(async () => {
        await inspector.browser?.close();
        await inspector.served?.stop();
      });
      tests(inspector);
    },
  );
}
