import { describe, expect, it } from 'vitest';
import type { CandidateSet } from './candidates.ts';
import { dialogue, portOf, seqs, storeOf } from './conversations.suite.ts';
import { parseQuery } from './query.ts';
import { findPassagesOrRegion } from './recall.ts';
import { regionAsked } from './regions.ts';

const now = Date.parse('2023-09-01T12:00:00Z');

const matters = ['rent', 'lease', 'canteen', 'parking', 'printer', 'holiday', 'payroll', 'window', 'carpet'];
const other = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => {
    const [one, two] = [matters[(from + index) % 9]!, matters[(from + index * 4 + 1) % 9]!];
    return `Then there is the ${one}, and after it the ${two}, number ${from + index}.`;
  });

const battery = [
  'Let us come to the battery of the remote control.',
  'A solar battery costs too much, I think.',
  'Yes, and people sit in the dark in front of their sets.',
  'Then a kinetic battery, as in watches?',
  'I tried one. It has to be shaken a lot.',
  'My mother would never do that.',
  'The plain battery is cheap, and everybody knows it.',
  'But it runs out at the worst moment.',
  'A light could tell when it gets low.',
  'That is another part to pay for.',
  'Twenty cents, no more.',
  'So the plain battery with a light for the remote control.',
  'I can live with that.',
];

const meeting = dialogue('2023-05-08T13:00:00Z', ...other(120, 0), ...battery, ...other(120, 200));
const first = 121;

const asked = (query: string, breadth: 'question' | 'statement' = 'question') => ({
  query,
  scope: { threadIds: ['t'] },
  now,
  limit: 300,
  breadth,
});

describe('the part of a conversation that is asked about', () => {
  it('R-50 is found whole, also what has none of the words, before all that stands elsewhere', async () => {
    const port = portOf(await storeOf({ t: meeting }));
    const { hits, isRegion } = await findPassagesOrRegion(
      port,
      asked('What did they think about the battery of the remote control?'),
    );
    expect(isRegion).toBe(true);
    const [from, ...rest] = seqs(hits.slice(0, battery.length)).sort((one, two) => one - two);
    expect(rest).toEqual(rest.map((_one, index) => from! + index + 1));
    expect(Math.abs(from! - first)).toBeLessThanOrEqual(2);
    expect(hits.find(({ message }) => message.seq === first + 5)).toMatchObject({ direct: false });
  });

  it.each([
    ['one thing is asked for', 'Which battery did they take for the remote control?'],
    ['several places are asked for', 'What are all the parts that the battery needs?'],
  ])('R-50 is not taken where %s', async (_, query) => {
    const port = portOf(await storeOf({ t: meeting }));
    expect((await findPassagesOrRegion(port, asked(query))).isRegion).toBe(false);
  });

  it('R-50 is not taken for what tells something, nor where nothing is found', async () => {
    const port = portOf(await storeOf({ t: meeting }));
    const query = 'I think about the battery of the remote control.';
    expect((await findPassagesOrRegion(port, asked(query, 'statement'))).isRegion).toBe(false);
    expect(await findPassagesOrRegion(port, asked('What did they say about xylophones?'))).toEqual({
      hits: [],
      isRegion: false,
    });
  });

  it('R-50 what is said of it here and there is no part of the conversation', async () => {
    const scattered = battery.flatMap((text, index) => [text, ...other(30, index * 30)]);
    const port = portOf(await storeOf({ t: dialogue('2023-05-08T13:00:00Z', ...scattered) }));
    const { isRegion } = await findPassagesOrRegion(
      port,
      asked('What did they think about the battery of the remote control?'),
    );
    expect(isRegion).toBe(false);
  });

  it('R-48 is looked for near what was found, however far the next hit is', () => {
    const seqsFound = [1, 3, 5, 7, 9, 11, 13, 15, 2 ** 40];
    const candidates = seqsFound.map((seq) => ({ stretch: 0, message: { threadId: 't', seq, tokens: 240 } }));
    const region = regionAsked(
      { candidates } as unknown as CandidateSet,
      seqsFound.map(() => 1),
      parseQuery('What did they think about the battery?', now),
    );
    expect(region!.unread.length).toBeLessThanOrEqual(60);
    expect(region!.unread.map(({ seq }) => seq)).toEqual(expect.arrayContaining([2, 4, 6, 8, 10, 12, 14]));
  });

  it('R-49 ends with the last message that may be found, and costs one read more', async () => {
    const store = await storeOf({ t: meeting });
    const { readMessagesAt, ...port } = portOf(store);
    let reads = 0;
    const counting = {
      ...port,
      readMessagesAt: (places: Parameters<typeof readMessagesAt>[0]) => {
        reads += 1;
        return readMessagesAt(places);
      },
    };
    const request = asked('What did they think about the battery of the remote control?');
    const { hits } = await findPassagesOrRegion(counting, {
      ...request,
      scope: { ...request.scope, upTo: first + 9 },
    });
    expect(reads).toBeLessThanOrEqual(2);
    expect(Math.max(...seqs(hits))).toBeLessThanOrEqual(first + 9);
  });
});
