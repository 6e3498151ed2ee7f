import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import { textTerms } from '../text/terms.ts';
import { quotationsOf } from './quotations.ts';

const secret = `sk-ant-api03-${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(3)}`;
const terms = new Set(textTerms('billing port'));

function results(count: number): MessageInput {
  return {
    role: 'tool',
    parts: Array.from({ length: count }, (_, number) => ({
      type: 'tool-result' as const,
      callId: `call_${number}`,
      output: number === count - 5 ? `the billing port is 5433, the key is ${secret}` : `line ${number}`,
    })),
  };
}

describe('quotations', () => {
  it('I-10 R-50 of a message with thousands of parts are the part that was asked about, without its secrets', async () => {
    const { engine, say } = await testEngine();
    const messages = await say([results(3_000)]);
    let turns = 0;
    const tick = () => {
      turns += 1;
      next = setImmediate(tick);
    };
    let next = setImmediate(tick);
    const quotations = await quotationsOf({
      redaction: engine.redaction,
      messages,
      terms,
      seeksDetail: false,
      characters: 400,
    });
    clearImmediate(next);
    const text = quotations.get(messages[0]!)!.text();
    expect(text).toContain('the billing port is 5433');
    expect(text).not.toContain(secret.slice(0, 30));
    expect(turns).toBeGreaterThan(10);
  });

  it('R-50 long messages beyond the bound have none, short ones always do', async () => {
    const { engine, say } = await testEngine();
    const long = { role: 'user' as const, content: 'a word of many '.repeat(1_000) };
    const messages = await say([long, long, long, { role: 'user', content: 'The port is 5433.' }]);
    const quotations = await quotationsOf({
      redaction: engine.redaction,
      messages,
      terms,
      seeksDetail: false,
      characters: 400,
      mostLong: 20_000,
    });
    expect([...quotations.keys()].map(({ seq }) => seq)).toEqual([1, 2, 4]);
    expect(quotations.get(messages[3]!)).toMatchObject({ leastTokens: messages[3]!.tokens - 10 });
    expect(quotations.get(messages[3]!)!.text()).toBe('The port is 5433.');
  });

  it('R-50 of a message that is too long to be quoted whole may be a short piece, which needs little room', async () => {
    const { engine, say } = await testEngine();
    const sized = (words: number) => ({ role: 'user' as const, content: 'The port is 5433. '.repeat(words) });
    const messages = await say([sized(10), sized(40), sized(80)]);
    const quotations = await quotationsOf({
      redaction: engine.redaction,
      messages,
      terms,
      seeksDetail: false,
      characters: 1_000,
      brief: { characters: 200, wholeCharacters: 400 },
    });
    const least = messages.map((message) => quotations.get(message)!.leastTokens);
    expect(least[0]).toBe(messages[0]!.tokens - 10);
    for (const tokens of least.slice(1)) expect(tokens).toBeLessThan(60);
    const pieces = messages.map((message) => quotations.get(message)!.brief().length);
    expect(pieces[0]).toBeLessThanOrEqual(400);
    for (const length of pieces.slice(1)) expect(length).toBeLessThanOrEqual(260);
  });
});
