/** How a context divides its budget, and how its tokens are counted. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { createEverthread, type MessageInput } from '../../src/index.ts';
import { createTokenCounter } from '../../src/tokens/tokenizer.ts';

const talk = (count: number): MessageInput[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Entry ${index + 1}: the berth list was gone through once more, from the first line to the last, and nothing was missing.`,
  }));

async function filled(options: { count: number }) {
  const ever = createEverthread({ strategy: 'rolling', automatic: false });
  const thread = await ever.thread('t');
  await thread.append(talk(options.count));
  return { ever, thread };
}

/** A text of the given number of tokens. */
const ships = (tokens: number) => 'ship'.concat(' ship'.repeat(tokens - 1));

it('R-44 at 10,300 tokens each section has its documented budget, and at ten times as many ten times that', async () => {
  const { ever, thread } = await filled({ count: 40 });
  const given = { system: 'Be brief.', profile: 'Ada is harbour master.' };
  const usual = await thread.context(given);
  expect(usual.budget).toEqual({ tokens: 10_300, responseTokens: 1_000 });
  const budgets = ({ sections }: typeof usual) =>
    Object.fromEntries(Object.entries(sections).map(([name, { budget }]) => [name, budget]));
  const documented = {
    system: 1_500,
    profile: 800,
    summaries: 500,
    tail: 3_000,
    ledger: 2_000,
  };
  expect(budgets(usual)).toMatchObject(documented);
  // Its share is 1,500, but a window this small keeps more free for recall (decision 16).
  expect(usual.sections.recall!.budget).toBe(5_000);
  const large = await thread.context({ ...given, budget: { tokens: 103_000, responseTokens: 10_000 } });
  expect(budgets(large)).toMatchObject(
    Object.fromEntries(Object.entries(documented).map(([name, budget]) => [name, budget * 10])),
  );
  expect(large.sections.recall!.budget).toBe(6_000);
  await ever.close();
});

it('R-44 what the others leave goes to the tail, and what they take comes out of it', async () => {
  const { ever, thread } = await filled({ count: 600 });
  const available = 9_300;
  const tailOf = async (given: Parameters<typeof thread.context>[0]) => {
    const context = await thread.context({ recall: false, ...given });
    expect(context.tokens).toBeLessThanOrEqual(available);
    return context.sections.tail!.tokens;
  };
  const alone = await tailOf({});
  // Three times its own budget: the rest is too small for another message.
  expect(alone).toBeGreaterThan(8_500);
  const beside = await tailOf({ system: ships(1_400), profile: ships(700) });
  // The tail loses a little more than the other sections take, because its beginning moves in steps (I-7).
  expect(alone - beside).toBeGreaterThan(2_000);
  expect(beside).toBeGreaterThan(3_000);
  // A system prompt larger than its budget of 1,500 still fits; the tail gets less.
  const crowded = await thread.context({ recall: false, system: ships(5_000) });
  expect(crowded.sections.system!.tokens).toBeGreaterThanOrEqual(5_000);
  expect(crowded.sections.tail!.tokens).toBeGreaterThan(1_000);
  expect(crowded.sections.tail!.tokens).toBeLessThan(beside);
  expect(crowded.tokens).toBeLessThanOrEqual(available);
  await ever.close();
});

const samples = {
  English:
    'The committee met on Tuesday to discuss the harbour extension, and nobody was surprised when the vote was put off again. ',
  code: 'export function sum(values: readonly number[]): number {\n  return values.reduce((total, value) => total + value, 0);\n}\n',
  JSON: '{"id": 4182, "name": "Ferry ramp", "tags": ["steel", "2026-03-01"], "depth": {"min": 3.25, "max": 11.5}, "open": true}\n',
  Chinese: '港口扩建委员会星期二开会讨论了新的方案，大家都同意推迟到下个月再表决。',
  Japanese: '港の拡張について火曜日に会議が開かれ、採決は来月に延期されました。',
};

it.each(Object.entries(samples))(
  'R-45 %s: what is stored, and what a context claims, is within 5 % of the true tokenizer',
  async (_kind, sample) => {
    const ever = createEverthread({ automatic: false, model: 'gpt-4o', budget: { tokens: 20_000 } });
    const thread = await ever.thread('t');
    // Short texts, and one long enough to be counted in slices.
    const texts = [...Array.from({ length: 10 }, (_, index) => `${index}. ${sample}`), sample.repeat(40)];
    const stored = await thread.append(texts.map((content) => ({ role: 'user' as const, content })));
    const actual = texts.map((text) => countTokens(text));
    for (const [index, { tokens }] of stored.entries()) {
      // The framing of each message takes three tokens.
      expect(Math.abs(tokens - 3 - actual[index]!) / actual[index]!).toBeLessThan(0.05);
    }
    const total = actual.reduce((sum, tokens) => sum + tokens + 3, 0);
    const context = await thread.context({ recall: false });
    expect(Math.abs(context.tokens - total) / total).toBeLessThan(0.05);
    await ever.close();
  },
);

it('R-45 a message is counted once, when it is stored, and never again for a context', async () => {
  const counter = createTokenCounter();
  let counted = 0;
  const mark = 'Zanzibar';
  const watch =
    <Arguments extends readonly unknown[], Result>(count: (...given: Arguments) => Result) =>
    (...given: Arguments): Result => {
      if (JSON.stringify(given[0])?.includes(mark)) counted += 1;
      return count(...given);
    };
  const tokenCounter = {
    ...counter,
    count: watch(counter.count),
    countLong: watch(counter.countLong),
    message: watch(counter.message),
    messageLong: watch(counter.messageLong),
    part: watch(counter.part),
  };
  const ever = createEverthread({ automatic: false, tokenCounter, recall: false });
  const thread = await ever.thread('t');
  await thread.append([{ role: 'user', content: `The berth list of ${mark} is done.` }, ...talk(20)]);
  expect(counted).toBeGreaterThan(0);
  counted = 0;
  for (let turn = 0; turn < 5; turn += 1) {
    const context = await thread.context();
    expect(context.toText()).toContain(mark);
  }
  expect(counted).toBe(0);
  await ever.close();
});
