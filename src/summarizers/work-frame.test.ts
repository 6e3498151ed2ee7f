import { expect, it } from 'vitest';
import { missesSections, tidyHeadings } from './work-frame.ts';

it('R-66 headings are found however a model writes them', () => {
  const text =
    '**State**\n- a\n### 2. Requests:\n- b\nNext steps:\n- c\n## Files\n- State: d\nWe state: it works';
  expect(tidyHeadings(text)).toBe(
    '## State\n- a\n## Requests\n- b\n## Next step\n- c\n## Files\n- State: d\nWe state: it works',
  );
});

it('R-66 a hand-off must have the essential section and at least one more', () => {
  expect(missesSections('## State\n- a\n## Requests\n- b')).toBe(false);
  expect(missesSections('## Files\n- a\n## Next step\n- b')).toBe(false);
  expect(missesSections('## State\n- a')).toBe(true);
  expect(missesSections('## Files\n- a\n## Requests\n- b')).toBe(true);
  expect(missesSections('The user asked to mend the parser, and it was mended.')).toBe(true);
});
