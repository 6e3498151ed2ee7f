import { describe, expect, it } from 'vitest';
import { chatOf, counter } from './samples.suite.ts';
import { messagesStandIn, standInSample } from './stand-in.ts';

const messages = chatOf(120, 10);
const standIn = (read: typeof messages, complete: boolean, limit = 4_000) =>
  messagesStandIn({
    ...{ from: 1, to: 120, tokens: 5_000, messages: read, complete, limit, counter },
    excerpt: (text, characters) => text.slice(0, characters),
  })!;
const quoted = (text: string) => [...text.matchAll(/^#(\d+) /gmu)].map(([, seq]) => Number(seq));

describe('excerpts in place of messages', () => {
  it('R-65 are of all messages if all were read', () => {
    expect(quoted(standIn(messages, true))).toEqual(messages.map(({ seq }) => seq));
  });

  it('R-65 are always of the first and last messages, however many were read', () => {
    const { first, last } = standInSample;
    const sample = messages.filter(({ seq }) => seq <= first || seq > 120 - last);
    expect(standIn(messages, false)).toBe(standIn(sample, false));
    expect(quoted(standIn(sample, false))).toEqual(sample.map(({ seq }) => seq));
  });

  it('R-65 name the range and its size, even if nothing else fits', () => {
    for (const limit of [40, 120, 400]) {
      const text = standIn(messages, true, limit);
      expect(counter.count(text)).toBeLessThanOrEqual(limit);
      expect(text).toContain('1–120 (5,000 tokens)');
      expect(text).toContain('in the archive');
    }
    expect(standIn(messages, true, 5)).toBeUndefined();
  });
});
