import { expect, it } from 'vitest';
import { type Stratum, stratumLabel } from './stratum-label.ts';

const block: Stratum = {
  id: 's1',
  from: 1,
  to: 20,
  level: 'leaf',
  tier: 0,
  messages: 20,
  tokens: 310,
  sourceTokens: 4_100,
  pinned: false,
  edited: false,
  stale: false,
  shown: true,
} as Stratum;

it('R-61 a summary is described by its messages, its size and its state', () => {
  expect(stratumLabel(block)).toBe('leaf summary of messages 1 to 20: 310 tokens for 4,100');
  expect(stratumLabel({ ...block, shown: false, pinned: true })).toBe(
    'leaf summary of messages 1 to 20: 310 tokens for 4,100, pinned, prepared',
  );
});
