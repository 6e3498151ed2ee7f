import { describe, expect, it } from 'vitest';
import { readEarlier } from './previous.ts';

const read = (text: string) => readEarlier([{ text, record: null, from: 1, to: 10 }]);

describe('readEarlier', () => {
  it('R-28 takes a summary apart into sentences, topics and exact details', () => {
    const earlier = read(
      'Anna and Ben discuss the oven, the toolbox and Heatwell. Anna needs a thermostat.\n\nExact details: port 80; /etc/a.b; v1.2.',
    );
    expect(earlier.sentences).toEqual([{ text: 'Anna needs a thermostat.', act: null, label: null }]);
    expect(earlier.topics).toEqual(['the oven', 'the toolbox', 'Heatwell']);
    expect(earlier.details).toEqual(['port 80', '/etc/a.b', 'v1.2']);
    expect(earlier.messages).toBe(10);
  });

  it('R-28 reads its own topic sentences, and takes no other sentence for one', () => {
    const earlier = read(
      'Anna and Ben talk about the oven and Heatwell. The fee is about 30 euros. Ben talks about Rome. They also talk about the toolbox.',
    );
    expect(earlier.topics).toEqual(['the oven', 'Heatwell', 'the toolbox']);
    expect(earlier.sentences.map(({ text }) => text)).toEqual([
      'The fee is about 30 euros.',
      'Ben talks about Rome.',
    ]);
  });

  it('R-28 recognizes its own bullets', () => {
    const earlier = read(
      '- Goal: Add a dark mode.\n- Found: The colours are fixed.\n- Exact details: a.css; b.css.',
    );
    expect(earlier.sentences).toEqual([
      { text: 'Add a dark mode.', act: 'request', label: 'Goal' },
      { text: 'The colours are fixed.', act: 'finding', label: 'Found' },
    ]);
    expect(earlier.details).toEqual(['a.css', 'b.css']);
  });

  it('R-24 reads a record by its fields', () => {
    const context = {
      participants: ['Anna'],
      decisions: ['Buy it.'],
      actionItems: [{ owner: 'Anna', task: 'buy it', due: '' }],
      unresolved: ['Who pays?'],
      domainEntities: ['x-7'],
    };
    const record = { summary: 'They met.', keyPoints: ['It rained.', 'They met.'], context };
    const earlier = readEarlier([{ text: 'ignored', record, from: 3, to: 4 }]);
    expect(earlier.sentences.map(({ text }) => text)).toEqual(['They met.', 'It rained.']);
    expect(earlier).toMatchObject(context);
  });

  it('R-4 keeps lines that do not look like prose', () => {
    expect(read('x = f(y); // {ok}').sentences).toHaveLength(1);
  });
});
