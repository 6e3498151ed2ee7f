import { describe, expect, it } from 'vitest';
import type { CandidateSet } from './candidates.ts';
import { dialogue, portOf, seqs, storeOf } from './conversations.suite.ts';
import { parseQuery } from './query.ts';
import type { Ranking } from './ranking.ts';
import { findForContext } from './recall.ts';
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
  room: 700,
});
const broad =
  'What did they think about the battery of the remote control, solar, kinetic or plain, its price, the light, and what people would do with it in front of their sets?';

/** Of messages that are all found and all as good. */
function regionOf({ seqs: found, tokens, query }: { seqs: number[]; tokens: number; query: string }) {
  const candidates = found.map((seq) => ({ stretch: 0, message: { threadId: 't', seq, tokens } }));
  const scores = found.map(() => 1);
  const ranking = { scores, diversifiedScores: scores, best: 0, matches: { matched: () => [] } };
  return regionAsked({
    set: { candidates, messages: 20, frequencies: new Map() } as unknown as CandidateSet,
    ranking: ranking as unknown as Ranking,
    query: parseQuery(query, now),
    room: 700,
  });
}

describe('the part of a conversation that is asked about', () => {
  it.each([
    ['as people ask about meetings', broad],
    [
      'in words that nobody listed',
      'Walk me through the back and forth on powering the remote control with a solar, kinetic or plain battery.',
    ],
    [
      'in another language',
      'Fammi capire tutto il ragionamento su battery solar, kinetic, plain, light, remote control, watches.',
    ],
  ])('R-50 is found whole, asked %s, also what has none of the words', async (_, query) => {
    const port = portOf(await storeOf({ t: meeting }));
    const { hits } = await findForContext(port, asked(query));
    const inside = hits
      .slice(0, battery.length)
      .filter(({ message: { seq } }) => seq >= first && seq < first + battery.length);
    expect(inside.length).toBeGreaterThanOrEqual(battery.length - 2);
    const wordless = hits.findIndex(({ message }) => message.seq === first + 5);
    expect(hits[wordless]?.inRegion).toBe(true);
    expect(hits[wordless]?.isDirect()).toBe(false);
    expect(wordless).toBeLessThan(battery.length);
  });

  it.each([
    ['one thing is asked for', 'Which battery did they take for the remote control?'],
    ['several places are asked for', 'What are all the parts that the battery needs?'],
    ['a day is asked about', 'What did they say about the battery on 8 May 2023?'],
  ])('R-50 is not taken where %s', async (_, query) => {
    const port = portOf(await storeOf({ t: meeting }));
    const { hits } = await findForContext(port, asked(query));
    expect(hits.some(({ inRegion }) => inRegion)).toBe(false);
  });

  it('R-50 is not taken for what tells something, nor where nothing is found', async () => {
    const port = portOf(await storeOf({ t: meeting }));
    const { hits: told } = await findForContext(port, asked(broad, 'statement'));
    expect(told.some(({ inRegion }) => inRegion)).toBe(false);
    expect((await findForContext(port, asked('What did they say about xylophones?'))).hits).toEqual([]);
  });

  it('R-50 what is said of it here and there is no part of the conversation', async () => {
    const scattered = battery.flatMap((text, index) => [text, ...other(30, index * 30)]);
    const port = portOf(await storeOf({ t: dialogue('2023-05-08T13:00:00Z', ...scattered) }));
    const { hits } = await findForContext(
      port,
      asked('What did they think about the battery of the remote control?'),
    );
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.some(({ inRegion }) => inRegion)).toBe(false);
  });

  it('R-50 leaves room for the best messages from elsewhere where there is room for both', async () => {
    const elsewhere = 'The remote control and its battery were in the news: people like the price.';
    const lines = [...other(60, 0), elsewhere, ...other(120, 0), ...battery, ...other(60, 200)];
    const port = portOf(await storeOf({ t: dialogue('2023-05-08T13:00:00Z', ...lines) }));
    const placeIn = async (room: number) => {
      const { hits } = await findForContext(port, { ...asked(broad), room });
      return hits.findIndex(({ message }) => message.seq === 61);
    };
    expect(await placeIn(4_000)).toBeLessThan(battery.length);
    expect(await placeIn(700)).toBeGreaterThan(await placeIn(4_000));
  });

  it('R-48 is looked for near what was found, however far the next hit is', () => {
    const region = regionOf({ seqs: [1, 3, 5, 7, 9, 11, 13, 15, 2 ** 40], tokens: 240, query: broad });
    expect(region!.unread.length).toBeLessThanOrEqual(60);
    expect(region!.unread.map(({ seq }) => seq)).toEqual(expect.arrayContaining([2, 4, 6, 8, 10, 12, 14]));
  });

  it('R-50 is taken sooner where people speak at length than where they exchange remarks', () => {
    const query = 'What did they think about the battery?';
    const places = [1, 3, 5, 7, 9, 11, 13, 15];
    expect(regionOf({ seqs: places, tokens: 240, query })).toBeDefined();
    expect(regionOf({ seqs: places, tokens: 60, query })).toBeUndefined();
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
    const request = asked(broad);
    const { hits } = await findForContext(counting, {
      ...request,
      scope: { ...request.scope, upTo: first + 9 },
    });
    expect(reads).toBeLessThanOrEqual(2);
    expect(Math.max(...seqs(hits))).toBeLessThanOrEqual(first + 9);
  });
});
