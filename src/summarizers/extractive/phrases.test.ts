import { describe, expect, it } from 'vitest';
import { stopWordsOf } from '../../text/stop-words.ts';
import { makeEntries } from '../summarizer.suite.ts';
import { documentOf } from './document.ts';
import { keyPhrases } from './phrases.ts';

async function documentFrom(texts: readonly string[]) {
  const signal = new AbortController().signal;
  return documentOf({ previous: [], transcript: makeEntries(texts), signal }, { sentences: [] });
}

const texts = [
  'The remote control needs a new battery.',
  'A remote control with a touch screen is expensive.',
  'I want the touch screen, and the battery must last.',
  'We really want to keep the remote control.',
];

describe('keyPhrases', () => {
  it('R-52 names subjects, not actions', async () => {
    const { sentences } = await documentFrom(texts);
    const phrases = keyPhrases(sentences, { stopWords: stopWordsOf('en'), limit: 5, exclude: new Set() });
    expect(phrases.map(({ text }) => text)).toEqual(['remote control', 'touch screen', 'battery']);
    expect(phrases.every(({ article }) => article)).toBe(true);
  });
});
