import { describe, expect, it } from 'vitest';
import { summary } from '../stores/suite/samples.suite.ts';
import { keptTexts, ownText, readableTexts, withKeptTexts } from './kept-texts.ts';

const edited = { at: '2026-01-01T00:00:00.000Z', version: 2 };

describe('texts that outlive their summaries', () => {
  it('R-42 are those that a person wrote or pinned, and those carried over earlier, in order', () => {
    const carried = { text: 'an older note', from: 1, to: 2 };
    const kept = keptTexts([
      summary('late', 9, 10, { text: 'by hand', edited }),
      summary('middle', 5, 8, { text: 'plain' }),
      summary('early', 1, 4, { text: withKeptTexts('pinned', [carried]), pinned: true, kept: [carried] }),
    ]);
    expect(kept).toEqual([{ text: 'pinned', from: 1, to: 4 }, carried, { text: 'by hand', from: 9, to: 10 }]);
  });

  it('R-9 include system messages, word for word', () => {
    expect(keptTexts([summary('s', 3, 3, { text: 'Be brief.', shape: 'verbatim' })])).toEqual([
      { text: 'Be brief.', from: 3, to: 3, role: 'system' },
    ]);
  });

  it('R-42 are appended once, at the end, and can be removed again', () => {
    const kept = [
      { text: 'a note', from: 1, to: 4 },
      { text: 'Be brief.', from: 5, to: 5, role: 'system' as const },
    ];
    const text = withKeptTexts('told', kept);
    expect(text).toBe(
      'told\n\nNoted by a person (messages 1–4): a note\n\nSystem message 5, word for word: Be brief.',
    );
    expect(ownText({ text, kept })).toBe('told');
    // If the text no longer ends with the carried texts, all of it counts as its own.
    expect(ownText({ text: 'rewritten', kept })).toBe('rewritten');
  });

  it('R-42 are not given to a summarizer, unless there is nothing else to summarize', () => {
    const own = summary('a', 1, 2, { text: 'by hand', edited });
    const other = summary('b', 3, 4, { text: 'told' });
    expect(readableTexts([own, other], false).map(({ text }) => text)).toEqual(['told']);
    expect(readableTexts([own], true)).toEqual([]);
    expect(readableTexts([own], false).map(({ text }) => text)).toEqual(['by hand']);
  });
});
