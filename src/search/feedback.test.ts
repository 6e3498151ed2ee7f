import { describe, expect, it } from 'vitest';
import type { SearchScope } from '../search-index.ts';
import { dialogue, type Line, portOf, seqs, storeOf } from './conversations.suite.ts';
import { findForContext } from './recall.ts';

const now = Date.parse('2023-09-01T12:00:00Z');
const question = 'List all the trees we planted.';

/** A talk about a garden and one about an office, an exchange of each in turn. */
const garden = [
  'The orchard again: planted the quince by the gate.',
  'In the orchard the two plum trees are in the ground.',
  'We planted a medlar in the orchard, from my aunt.',
  'A pear on dwarf stock went into the orchard today.',
];
const office = [
  'The payroll runs on the new printer.',
  'Parking is paid until the end of the quarter.',
  'The canteen closes at noon on Fridays.',
  'Our lease ends in October.',
];
const talk = dialogue(
  '2023-05-08T13:00:00Z',
  ...Array.from({ length: 40 }, (_, index) => {
    const told = index % 10 === 0 ? garden[index / 10]! : index % 10 === 5 ? office[(index - 5) / 10]! : '';
    return [told || `Good morning, number ${index}.`, 'I see, thank you for telling me.'];
  }).flat(),
);
const pear = 61;
/** Says what is asked for, in German, without a word of the question. */
const rent = dialogue(
  '2023-06-08T13:00:00Z',
  'Seit Januar sind es 640 Euro im Monat für die zwei Zimmer, und das ist nicht wenig.',
  'Ja, das ist viel Geld.',
);

async function found({
  room = 3_000,
  query = question,
  scope = {},
  more = [],
}: {
  room?: number;
  query?: string;
  scope?: Partial<SearchScope>;
  more?: readonly Line[];
}) {
  const store = await storeOf({ t: [...talk, ...more] });
  const asked: (readonly string[])[] = [];
  const port = portOf(store);
  const search: typeof port.search = {
    ...port.search,
    text: (queries) => {
      asked.push(...queries.map(({ terms }) => terms));
      return port.search.text(queries);
    },
  };
  const { hits } = await findForContext(
    { ...port, search },
    { query, scope: { threadIds: ['t'], ...scope }, now, limit: 100, room },
  );
  return { hits, asked };
}

describe('feedback of what was found', () => {
  it('R-50 a question for several places also finds what was said about it in other words', async () => {
    const { hits, asked } = await found({});
    expect(seqs(hits)).toContain(pear);
    expect(asked.at(-1)).toContain('orchard');
    const office = hits.findIndex(({ message }) => message.seq === 11);
    const further = hits.findIndex(({ message }) => message.seq === pear);
    expect(office === -1 || further < office).toBe(true);
  });

  /** So many that have a word of the question that there is enough to show. */
  const others = Array.from({ length: 240 }, (_, index) => `We planted number ${index} in the field.`);

  it('R-50 a small room keeps to what has the words of the question, and so does one place', async () => {
    const small = await found({ room: 700, more: dialogue('2023-06-08T13:00:00Z', ...others) });
    expect(small.asked.flat()).not.toContain('orchard');
    expect(seqs(small.hits)).not.toContain(pear);
    const one = await found({ query: 'Where is the quince?' });
    expect(one.asked.flat()).not.toContain('orchard');
  });

  it('R-50 a question in other words than the answer looks again where little was found', async () => {
    const { hits, asked } = await found({ query: 'Where was fruit planted, which species, whose gift?' });
    expect(asked.at(-1)).toContain('orchard');
    expect(seqs(hits)).toContain(pear);
  });

  it('R-50 where much was found, it is ranked again without another search', async () => {
    const { asked } = await found({
      query: 'Where was fruit planted, which species, whose gift?',
      more: dialogue('2023-06-08T13:00:00Z', ...others),
      scope: { roles: ['user'] },
    });
    expect(asked.flat()).not.toContain('orchard');
  });

  it('R-50 an answer that shares no word with its question is found where little else is', async () => {
    const { hits } = await found({ room: 700, query: 'Wie hoch war meine Miete?', more: rent });
    const told = hits.find(({ message }) => message.seq === talk.length + 1);
    expect(told?.reasons().map(({ text }) => text)).toEqual(['little else was found']);
    expect(hits.some(({ message }) => message.role === 'assistant')).toBe(false);
  });

  /** A hundred and more that have one usual word of the question, among them nothing that it asks for. */
  const weeks = Array.from({ length: 140 }, (_, index) => `The month in the office, week ${index}.`);
  const perMonth = 'Wie viel Miete pro month für die Wohnung?';

  it('R-50 of two sides the one asked about is looked at, too, where many have one word of the question', async () => {
    const more = [...rent, ...dialogue('2023-06-09T13:00:00Z', ...weeks)];
    const { hits, asked } = await found({ query: perMonth, more });
    expect(asked.flat()).toContain('nicht');
    expect(seqs(hits)).toContain(talk.length + 1);
  });

  it('R-50 in a group without sides, where many have one word of the question, they are all there is', async () => {
    const named = [...rent, ...dialogue('2023-06-09T13:00:00Z', ...weeks, ...weeks)];
    const { hits, asked } = await found({ query: perMonth, more: named, scope: { roles: ['user'] } });
    expect(asked.flat()).not.toContain('nicht');
    expect(seqs(hits)).not.toContain(talk.length + 1);
  });

  it('R-50 what one of both has to do is looked for, too, where it shares no word with the thread', async () => {
    const { hits } = await found({ room: 700, query: 'Which allergies do I have to mention?', more: rent });
    expect(hits.length).toBeGreaterThan(0);
  });

  it('R-50 nothing is found for what has no word of the thread and speaks of nobody in it', async () => {
    const { hits, asked } = await found({ query: 'What is the capital of Mongolia?', more: rent });
    expect(hits).toEqual([]);
    expect(asked.flat()).not.toContain('about');
  });

  it('R-50 in a long thread usual words are not looked for', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `Report ${index} is ready.`);
    const { asked } = await found({
      query: 'Wie hoch war meine Miete?',
      more: [...rent, ...dialogue('2023-06-09T13:00:00Z', ...many)],
    });
    expect(asked.flat()).not.toContain('nicht');
  });

  it('R-50 nothing is found outside of what may be searched', async () => {
    const { hits } = await found({ scope: { upTo: pear - 1 } });
    expect(seqs(hits).every((seq) => seq < pear)).toBe(true);
    const { hits: others } = await found({ scope: { roles: ['assistant'] } });
    expect(others.every(({ message }) => message.role === 'assistant')).toBe(true);
  });

  it('R-50 the same question finds the same, in the same order', async () => {
    const [one, other] = [await found({}), await found({})];
    expect(seqs(one.hits)).toEqual(seqs(other.hits));
  });
});
