import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialogue, portOf, seqs, storeOf } from './conversations.suite.ts';
import { findPassages, type RecallHit, type RecallRequest } from './recall.ts';

const now = Date.parse('2023-09-01T12:00:00Z');
const texts = (hit: RecallHit | undefined) => hit?.reasons().map(({ text }) => text);
const within = (query: string, scope: Partial<RecallRequest['scope']> = {}): RecallRequest => ({
  query,
  scope: { threadIds: ['t'], ...scope },
  now,
  limit: 100,
});

const friends = [
  ...dialogue(
    '2023-05-08T13:00:00Z',
    'Hey Ben! How have you been?',
    'Busy with work. And you?',
    'I have been looking into adoption agencies, it is a dream of mine.',
    'That is wonderful news!',
    'Which sport do you do now?',
    'Mostly swimming, twice a week.',
  ),
  ...dialogue(
    '2023-06-20T18:00:00Z',
    'Hello again! I went to a pottery class yesterday.',
    'Lovely. My dog Rex ate my slippers.',
    'Oh no! Did he hurt himself?',
    'No, he is fine. We went to the lake afterwards.',
  ),
  ...dialogue(
    '2023-08-02T09:00:00Z',
    'The weather is awful today.',
    'Yes, rain all over the place.',
    'I started painting landscapes last weekend.',
    'Great idea, painting calms me down, too.',
  ),
];

describe('finding passages', () => {
  it('R-49 the message with the rare words of the question comes first, with a reason', async () => {
    const store = await storeOf({ t: friends });
    const [first] = await findPassages(portOf(store), within('What about the adoption agencies?'));
    expect(first?.message.seq).toBe(3);
    expect(texts(first)).toContain('matches adoption, agencies');
  });

  it.each([
    ['What did she buy at the market?', 'I bought honey at the market.'],
    ['Which things were sold?', 'Someone wants to sell the piano.'],
    ['How many children do they have?', 'Their child goes to school in Lund.'],
    ['What has she written?', 'I wrote the part on the guilds.'],
  ])('R-49 a word is found in its other forms: %s', async (query, told) => {
    const other = ['The weather is awful today.', 'Yes, rain all over the place.'];
    const store = await storeOf({ t: dialogue('2023-05-08T13:00:00Z', ...other, told, ...other) });
    const [first] = await findPassages(portOf(store), within(query));
    expect(first?.message.seq).toBe(3);
    expect(first?.isDirect()).toBe(true);
  });

  it('R-49 prefers what is said by the speaker who is asked about', async () => {
    const store = await storeOf({ t: friends });
    const anna = await findPassages(portOf(store), within('What does Anna like about painting?'));
    const ben = await findPassages(portOf(store), within('What does Ben like about painting?'));
    expect([anna[0]?.message.seq, ben[0]?.message.seq]).toEqual([13, 14]);
    expect(texts(anna[0])).toContain('said by Anna');
  });

  it('R-49 an answer comes with its question', async () => {
    const store = await storeOf({ t: friends });
    const hits = await findPassages(portOf(store), within('Which sport does Ben do?'));
    expect(hits[0]?.message.seq).toBe(6);
    expect(texts(hits[0])).toContain('next to #5');
    expect(seqs(hits).slice(0, 3)).toContain(5);
  });

  it('R-49 finds by time where no word matches', async () => {
    const store = await storeOf({ t: friends });
    const hits = await findPassages(portOf(store), within('What did Anna do on 20 June 2023?'));
    expect(hits[0]?.message.seq).toBe(7);
    expect(texts(hits[0])).toContain('on 20 June 2023');
  });

  it('R-49 finds a word of the same field', async () => {
    const store = await storeOf({ t: friends });
    const [first] = await findPassages(portOf(store), within('Does Ben have a pet?'));
    expect(first?.message.seq).toBe(8);
    expect(texts(first)).toContain('related to pet');
  });

  it('R-49 finds by meaning where there are vectors, asked in the first person', async () => {
    const store = await storeOf({ t: friends });
    const vectors = friends.map((_, index) => Float32Array.of(index === 9 ? 1 : 0, index === 9 ? 0 : 1));
    const messages = await store.readMessages({ threadId: 't' });
    await store.search.writeVectors({
      model: 'm',
      messages: messages.map(({ seq, hash }) => ({ threadId: 't', seq, hash, vectors: [vectors[seq - 1]!] })),
    });
    const asked: string[] = [];
    const port = {
      ...portOf(store),
      embedQuery: async (text: string) => {
        asked.push(text);
        return { model: 'm', vector: Float32Array.of(1, 0) };
      },
    };
    const [first] = await findPassages(port, within('Where did Ben spend the afternoon?'));
    expect(asked).toEqual(['Where did I spend the afternoon?']);
    expect(first?.message.seq).toBe(10);
    expect(texts(first)).toContain('near in meaning');
  });

  it('R-49 where the answer stands in several places, more than one stretch of talk is near the top', async () => {
    const store = await storeOf({ t: friends });
    const hits = await findPassages(portOf(store), within('What activities does Anna do?'));
    const days = new Set(hits.slice(0, 4).map(({ message }) => message.createdAt.slice(0, 10)));
    expect(days.size).toBeGreaterThan(1);
  });

  it('R-49 finds nothing for nothing, and nothing where no word is known', async () => {
    const store = await storeOf({ t: friends });
    expect(await findPassages(portOf(store), within(''))).toEqual([]);
    expect(await findPassages(portOf(store), within('?!'))).toEqual([]);
    expect(await findPassages(portOf(store), within('quixotic zeppelins'))).toEqual([]);
  });

  it('R-49 reads few messages of a long thread, at once', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => ({ text: `common word number ${index}` }));
    const store = await storeOf({ t: lines });
    let reads = 0;
    let read = 0;
    const port = {
      ...portOf(store),
      readMessagesAt: async (places: Parameters<typeof store.readMessagesAt>[0]) => {
        const messages = await store.readMessagesAt(places);
        reads += 1;
        read += messages.length;
        return messages;
      },
    };
    await findPassages(port, within('common number 77'));
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(1_000);
    expect(reads).toBe(1);
  });

  const word = fc.constantFrom(
    'dog',
    'lake',
    'paint',
    'Anna',
    'when',
    'in May',
    'yesterday',
    '狗',
    'x_y',
    '?',
  );
  const line = fc.record({
    name: fc.option(fc.constantFrom('Anna', 'Ben'), { nil: undefined }),
    text: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
    at: fc.integer({ min: 0, max: 200 }).map((day) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString()),
  });

  it('R-49 R-50 whatever is asked, hits are of the scope, never removed, never twice, and the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 25 }),
        fc.array(line, { maxLength: 10 }),
        fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
        fc.record({
          forgotten: fc.integer({ min: 1, max: 25 }),
          upTo: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined }),
          roles: fc.constantFrom(undefined, ['user' as const], ['assistant' as const]),
          limit: fc.integer({ min: 1, max: 30 }),
        }),
        async (lines, others, query, { forgotten, upTo, roles, limit }) => {
          const store = await storeOf({ t: lines.map((entry) => ({ ...entry })), other: others });
          const gone = Math.min(forgotten, lines.length);
          await store.rewrite({
            threadId: 't',
            changes: [{ kind: 'forget', seq: gone, tokens: 1, hash: 'gone' }],
            audit: {
              id: 'a1',
              threadId: 't',
              at: new Date(0).toISOString(),
              action: 'forget',
              from: gone,
              to: gone,
              summaryId: null,
              note: '',
              before: null,
            },
            now: 0,
          });
          const request: RecallRequest = {
            query,
            scope: {
              threadIds: ['t'],
              ...(upTo === undefined ? {} : { upTo }),
              ...(roles === undefined ? {} : { roles }),
            },
            now,
            limit,
          };
          const hits = await findPassages(portOf(store), request);
          expect(hits.length).toBeLessThanOrEqual(limit);
          expect(new Set(seqs(hits)).size).toBe(hits.length);
          for (const { message, reasons, score } of hits) {
            expect(message.threadId).toBe('t');
            expect(message.removed).toBeUndefined();
            expect(message.seq).not.toBe(gone);
            expect(message.seq).toBeLessThanOrEqual(upTo ?? Number.POSITIVE_INFINITY);
            expect(roles ?? [message.role]).toContain(message.role);
            expect(reasons().length).toBeGreaterThan(0);
            expect(Number.isFinite(score)).toBe(true);
          }
          expect(seqs(await findPassages(portOf(store), request))).toEqual(seqs(hits));
        },
      ),
    );
  });
});
