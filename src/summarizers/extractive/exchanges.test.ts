import { describe, expect, it } from 'vitest';
import type { TranscriptEntry } from '../../summarizer.ts';
import { makeEntries } from '../summarizer.suite.ts';
import { documentOf } from './document.ts';

async function read(...turns: [name: string, text: string][]) {
  const transcript: TranscriptEntry[] = makeEntries(turns.map(([, text]) => text)).map((entry, index) => ({
    ...entry,
    name: turns[index]![0],
  }));
  const signal = new AbortController().signal;
  const { sentences, exchanges } = await documentOf({ previous: [], transcript, signal }, { sentences: [] });
  return {
    open: sentences.filter((sentence) => exchanges.isOpen(sentence)).map(({ text }) => text),
    agreed: sentences.flatMap((sentence) => {
      const by = exchanges.acceptedBy(sentence);
      return by === null ? [] : [[sentence.text, by.name]];
    }),
  };
}

describe('open questions and accepted proposals', () => {
  it('R-52 a question is open until somebody else answers it', async () => {
    const { open } = await read(
      ['Anna', 'What does the boat cost?'],
      ['Ben', 'The boat costs 900 euros.'],
      ['Anna', 'Who pays the harbour fee?'],
      ['Ben', "I don't know."],
      ['Anna', 'And is there a trailer?'],
    );
    expect(open).toEqual(['Who pays the harbour fee?', 'And is there a trailer?']);
  });

  it('R-52 an answer need not be a sentence', async () => {
    const { open } = await read(
      ['Anna', 'How much is a berth with power?'],
      ['Ben', '31.00 euros.'],
      ['Anna', 'And which berth is free?'],
    );
    expect(open).toEqual(['And which berth is free?']);
  });

  it('R-52 a proposal is accepted if another speaker agrees at once and without objection', async () => {
    const { agreed } = await read(
      ['Anna', 'I suggest we take the night train.'],
      ['Ben', 'Agreed. Who buys the tickets?'],
      ['Anna', 'I suggest we share a cabin.'],
      ['Ben', 'Yes, but I snore.'],
      ['Anna', 'We could leave at eight or at nine.'],
      ['Ben', 'Okay.'],
      ['Anna', 'Maybe we should bring the dog.'],
      ['Ben', 'The dog hates trains.'],
    );
    expect(agreed).toEqual([['I suggest we take the night train.', 'Ben']]);
  });

  it('R-52 are found in other languages too', async () => {
    const { agreed, open } = await read(
      ['Anna', 'Mein Vorschlag ist der Nachtzug nach Wien.'],
      ['Ben', 'Einverstanden.'],
      ['Anna', 'Wer kauft die Karten für die Oper?'],
    );
    expect(agreed).toEqual([['Mein Vorschlag ist der Nachtzug nach Wien.', 'Ben']]);
    expect(open).toEqual(['Wer kauft die Karten für die Oper?']);
  });
});
