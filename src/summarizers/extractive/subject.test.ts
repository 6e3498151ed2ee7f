import { describe, expect, it } from 'vitest';
import { makeEntries } from '../summarizer.suite.ts';
import { documentOf } from './document.ts';
import { closingOf, subjectsOf } from './subject.ts';

const texts = [
  'The remote control needs a new battery.',
  'A remote control with a touch screen is expensive.',
  'I want the touch screen, and the battery must last.',
  'We really want to keep the remote control.',
];
const size = { tokens: 400, words: 300 };

async function subjects(
  names: readonly (string | undefined)[],
  options: { earlier?: string[]; small?: boolean } = {},
) {
  const entries = makeEntries(Array.from({ length: 6 }, () => texts).flat()).map((entry, index) => {
    const name = names[index % names.length];
    return name === undefined ? entry : { ...entry, name };
  });
  const document = await documentOf(
    { previous: [], transcript: entries, signal: new AbortController().signal },
    { sentences: [] },
  );
  return subjectsOf(document, {
    size: options.small === true ? { tokens: 60, words: 40 } : size,
    earlierTopics: options.earlier ?? [],
  });
}

describe('the subject of a conversation', () => {
  it('R-52 is one sentence with the two main subjects, never a list', async () => {
    const { opening, others } = await subjects(['Anna', 'Ben']);
    expect(opening).toBe('Anna and Ben talk about the remote control and the touch screen.');
    expect(others).toEqual(['the battery']);
    expect((await subjects(['Anna', 'Ben', 'Cleo', 'Dan'])).opening).toBe(
      'The conversation is about the remote control and the touch screen.',
    );
  });

  it('R-52 is left out if there is a user, whose requests express it', async () => {
    const { opening, others } = await subjects([undefined]);
    expect(opening).toBe('');
    expect(others).toEqual(['the remote control', 'the touch screen']);
  });

  it('R-28 keeps the subjects of older summaries', async () => {
    const { opening } = await subjects(['Anna', 'Ben'], { earlier: ['the harbour'] });
    expect(opening).toBe('Anna and Ben talk about the harbour and the remote control.');
  });

  it('R-52 is left out of a short summary', async () => {
    expect(await subjects(['Anna', 'Ben'], { small: true })).toEqual({ opening: '', others: [] });
  });

  it('R-52 ends with the subjects that no sentence mentions', () => {
    expect(closingOf(['the battery', 'the price'], 'The Battery is empty.')).toBe(
      'They also talk about the price.',
    );
    expect(closingOf(['the battery'], 'A battery is needed.')).toBe('');
  });
});
