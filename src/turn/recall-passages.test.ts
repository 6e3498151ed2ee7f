import { describe, expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import { anyRecall } from './recall-allowance.ts';
import { keptReason, recallNeed, recallPassages, repeatedPassages } from './recall-passages.ts';

const filler = Array.from(
  { length: 30 },
  (_, index): MessageInput => ({
    ...{ role: index % 2 === 0 ? 'user' : 'assistant', content: `Note ${index}: the garden and the fence.` },
  }),
);
const long = (place: string) =>
  `We saw the lighthouse at ${place} today. ${'The sea was calm there. '.repeat(300)}`;

async function recall(
  said: MessageInput[],
  question: string,
  options: { mostTokens?: number; query?: string } = {},
) {
  const { mostTokens = 4_000, query } = options;
  const { engine, say } = await testEngine();
  const messages = await say([...said, { role: 'user', content: question }]);
  const tail = messages.slice(-1);
  const need = recallNeed({ query, tail, mostTokens, allowance: anyRecall })!;
  const found = await recallPassages({
    ...{ ports: engine, threadId: 't', need, query, now: Date.UTC(2026, 0, 2), tail, changes: [] },
    upTo: said.length,
  });
  return { engine, messages, found, need };
}

describe('what is recalled for a message', () => {
  it('R-50 are exact quotations, the most relevant first, each with the reason it was found', async () => {
    const { found } = await recall(
      [...filler, { role: 'user', content: 'The berth of the ferry Aurora costs 412 euros.' }, ...filler],
      'What does the berth of the ferry Aurora cost?',
    );
    const [first] = found.passages;
    expect(first).toMatchObject({ seq: 31, role: 'user', text: expect.stringContaining('412 euros') });
    expect(first!.reason).toMatch(/^recalled: /u);
    expect(found.mayDisplace).toBe(true);
    expect(found.mostTokens).toBe(4_000);
  });

  it('R-50 are many short pieces if the answer stands in several places, and one long one if not', async () => {
    const places = ['Lund', 'Ystad', 'Malmö'].map(
      (place): MessageInput => ({ role: 'user', content: long(place) }),
    );
    const said = [...filler, ...places, ...filler];
    const many = (await recall(said, 'Which lighthouses did we see? List all of them.')).found;
    for (const { text } of many.passages) expect(text.length).toBeLessThan(900);
    const one = (await recall(said, 'What was the sea like at the lighthouse of Ystad?')).found;
    expect(one.characters).toBeGreaterThan(many.characters);
    expect(one.characters).toBeLessThanOrEqual(one.mostTokens * 4 * 0.5);
  });

  it('R-48 are asked for by the beginning and the end of a very long message', async () => {
    const { messages } = await recall(filler, 'What about the ferry?');
    const [last] = messages.slice(-1);
    const text = `What about the ferry? ${'x'.repeat(60_000)} Where is the mill?`;
    const tail = [{ ...last!, parts: [{ type: 'text' as const, text }] }];
    const asked = recallNeed({ query: undefined, tail, mostTokens: 4_000, allowance: anyRecall })!;
    expect(asked.text.length).toBeLessThan(21_000);
    expect(asked.text).toMatch(/^What about the ferry\?.*Where is the mill\?$/su);
  });

  it('R-70 take nothing from the tail if the message only states something', async () => {
    const { found, need } = await recall(
      [...filler, { role: 'user', content: 'The ferry Aurora lies at berth twelve.' }, ...filler],
      'The ferry Aurora left her berth this morning.',
    );
    expect(need).toMatchObject({ asks: false, mostTokens: anyRecall.statement });
    expect(found.mayDisplace).toBe(false);
  });

  it('R-70 have the same text when they are shown again, with the message they were recalled for as the reason', async () => {
    const question = 'What does the berth of the ferry Aurora cost?';
    const { engine, messages, found } = await recall(
      [{ role: 'user', content: 'The berth of the ferry Aurora costs 412 euros.' }, ...talk(20)],
      question,
    );
    const place: RecalledPlace = {
      ...{ after: 22, asked: 22, revision: 0, room: 500, tokens: 60, characters: found.characters },
      // A message that was forgotten meanwhile is left out.
      seqs: [1, 99],
    };
    const quoted = new Map(messages.map((message) => [message.seq, message]));
    const again = await repeatedPassages({ ports: engine, question, place, quoted });
    expect(again.map(({ text }) => text)).toEqual([found.passages[0]!.text]);
    expect(again[0]!.reason).toBe('recalled: for message #22');
    expect(keptReason(place, 40)).toBe('recalled: for message #22; an earlier value, newer in #40');
  });
});
