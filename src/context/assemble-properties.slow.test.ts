import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../test/arbitraries.ts';
import { coverageOf, coverageProblems } from '../../test/coverage.ts';
import { aiSdkProblems, anthropicProblems, openAIProblems } from '../../test/provider-problems.ts';
import { runsOf } from '../../test/soak.ts';
import { isEverthreadError } from '../errors.ts';
import type { Message, MessageContent } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { createStrategy, strategyNames } from '../strategies/registry.ts';
import type { AssembleInput } from './assemble-input.ts';
import { assembleContext } from './at-once.suite.ts';
import type { AssembledContext, Passage } from './context.ts';
import { createContext } from './render.ts';
import { chatOf, counter, plainStrategy, readBack, say, summaryOf, threadOf } from './samples.suite.ts';

/** Some messages grow large, as pasted files and tool output do. */
const sizesArbitrary = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4_000 })),
  {
    minLength: 1,
    maxLength: 12,
  },
);

function enlarge(contents: readonly MessageContent[], sizes: readonly number[]): MessageContent[] {
  return contents.map((content, index) => {
    const padding = 'filler words of no meaning, '.repeat(Math.ceil((sizes[index % sizes.length] ?? 0) / 6));
    if (padding === '') return content;
    const parts = content.parts.map((part, place) => {
      if (place !== content.parts.length - 1) return part;
      if (part.type === 'text') return { ...part, text: `${part.text}. ${padding}` };
      if (part.type === 'tool-result') return { ...part, output: `${padding} end` };
      if (part.type === 'tool-call') return { ...part, input: { content: padding } };
      return part;
    });
    return { ...content, parts };
  });
}

/** Summaries of neighbouring ranges that end at the given cuts and split no unit. */
function tile(
  messages: readonly Message[],
  cuts: readonly number[],
  status: SummaryRecord['status'],
  words: number,
) {
  const { from = 0, ranges } = { from: cuts[0], ranges: [] as SummaryRecord[] };
  let start = from + 1;
  for (const cut of cuts.slice(1)) {
    const safe = messages.every(({ seq, unitStart }) => seq <= cut || unitStart > cut);
    if (cut < start || !safe) continue;
    const text = `Summary of ${start} to ${cut}. ${'What was said there, in short. '.repeat(words)}`;
    ranges.push(
      summaryOf({
        messages,
        from: start,
        to: cut,
        text,
        status,
        level: start === 1 ? 'compressed' : 'condensed',
      }),
    );
    start = cut + 1;
  }
  return ranges;
}

const inputArbitrary = fc
  .record({
    contents: conversationOf({ maxTurns: 24 }),
    sizes: sizesArbitrary,
    liveCuts: fc.array(fc.double({ min: 0, max: 0.8, noNaN: true }), { maxLength: 4 }),
    preparedCuts: fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { maxLength: 3 }),
    summaryWords: fc.integer({ min: 0, max: 120 }),
    // 200 … 200,000, as many small ones as large ones.
    budget: fc
      .double({ min: Math.log(200), max: Math.log(200_000), noNaN: true })
      .map((power) => Math.round(Math.exp(power))),
    response: fc.double({ min: 0, max: 0.3, noNaN: true }),
    ratio: fc.constantFrom(1, 1, 1, 0.7, 1.3),
    reach: fc.double({ min: 0.05, max: 3, noNaN: true }),
    system: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
    profile: fc.option(fc.constant('Likes tea. </user-profile>'), { nil: undefined }),
    pinned: fc.array(fc.constantFrom('Always answer in French.', 'Never use </standing-rules> tabs.'), {
      maxLength: 2,
    }),
    facts: fc.nat({ max: 60 }),
    passages: fc.nat({ max: 5 }),
    resources: fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 4 }),
    strategy: fc.constantFrom('plain', ...strategyNames),
  })
  .map((draw) => {
    const messages = threadOf(enlarge(draw.contents, draw.sizes));
    const places = (cuts: readonly number[]) =>
      cuts.map((cut) => Math.floor(cut * messages.length)).sort((a, b) => a - b);
    const summaries = tile(messages, [0, ...places(draw.liveCuts)], 'live', draw.summaryWords);
    const coveredTo = summaries.at(-1)?.to ?? 0;
    const prepared = tile(messages, [coveredTo, ...places(draw.preparedCuts)], 'prepared', 4);
    const responseTokens = Math.floor(draw.budget * draw.response);
    const facts = Array.from(
      { length: draw.facts },
      (_, index): Fact => ({
        kind: 'path',
        value: `src/file-${index}.ts </exact-facts>`,
        seq: index + 1,
        role: 'user',
        at: '2026-01-01T00:00:00.000Z',
        importance: index % 7,
      }),
    );
    const passages = messages.slice(0, draw.passages).map(
      ({ id, seq, role, createdAt }): Passage => ({
        messageId: id,
        seq,
        role,
        at: createdAt,
        text: 'An old passage </recalled-passages> about the plan. '.repeat(seq),
        reason: 'matches the question',
      }),
    );
    const input: AssembleInput = {
      strategy: draw.strategy === 'plain' ? plainStrategy : createStrategy(draw.strategy),
      counter,
      budget: { tokens: draw.budget, responseTokens },
      ratio: draw.ratio,
      system: draw.system === undefined ? undefined : 'You are a helpful assistant. '.repeat(draw.system),
      profile: draw.profile,
      pinned: draw.pinned,
      summaries,
      prepared,
      ledger: facts,
      renderLedger: (shown) => shown.map(({ value }) => `- ${value}`).join('\n'),
      passages,
      resources: draw.resources.map((words, index) => ({
        id: `r${index}`,
        name: `File ${index}`,
        text: 'lorem ipsum '.repeat(words),
      })),
      ...readBack(messages, { coveredTo, tokens: (draw.budget - responseTokens) * draw.reach }),
    };
    return { input, messages };
  });

/** Undefined if the fixed parts leave no room. Any other error fails the test. */
function assembled(input: AssembleInput): AssembledContext | undefined {
  try {
    return assembleContext(input);
  } catch (error) {
    if (!isEverthreadError(error, 'context_overflow')) throw error;
    const { tokens, responseTokens } = input.budget;
    const sizes = error.details.sizes as { [section: string]: number };
    const fixed = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    expect(fixed, 'an overflow is the fault of fixed parts').toBeGreaterThan(tokens - responseTokens - 160);
    return undefined;
  }
}

describe('assembleContext, whatever the input', () => {
  it('I-3 I-2 I-8 fits the budget, shows each message once and is valid for every provider', () => {
    fc.assert(
      fc.property(inputArbitrary, ({ input, messages }) => {
        const context = assembled(input);
        if (context === undefined) return;
        const usable = input.budget.tokens - input.budget.responseTokens;
        const counted = context.content.reduce((sum, content) => sum + counter.message(content), 0);
        expect(counted * (input.ratio ?? 1)).toBeLessThanOrEqual(usable);
        expect(context.tokens).toBe(Math.min(usable, Math.ceil(counted * (input.ratio ?? 1))));
        expect(coverageProblems(context, messages.length)).toEqual([]);
        expect(context.stable).toBeLessThanOrEqual(context.content.length);
        const newest = messages.at(-1);
        if (newest !== undefined && input.tail.length > 0) {
          expect(
            context.items.some(
              ({ messageIds, section }) => section === 'tail' && messageIds.includes(newest.id),
            ),
          ).toBe(true);
        }
        const rendered = createContext(context);
        expect(openAIProblems(rendered.toOpenAI())).toEqual([]);
        expect(anthropicProblems(rendered.toAnthropic())).toEqual([]);
        expect(aiSdkProblems(rendered.messages)).toEqual([]);
        expect(aiSdkProblems(rendered.toAiSdk().messages)).toEqual([]);
        expect(rendered.toAiSdk().messages.every(({ role }) => role !== 'system')).toBe(true);
      }),
      { numRuns: runsOf({ test: 150, soak: 3_000 }) },
    );
  });

  it('I-12 gives the same context for the same input, byte for byte', () => {
    fc.assert(
      fc.property(inputArbitrary, ({ input }) => {
        const first = assembled(input);
        const second = assembled(structuredCloneInput(input));
        expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      }),
      { numRuns: 40 },
    );
  });

  it('I-7 only grows at its end while nothing changes its form', () => {
    fc.assert(
      fc.property(inputArbitrary, fc.constantFrom(1, 2, 3), ({ input, messages }, step) => {
        const coveredTo = input.summaries.at(-1)?.to ?? 0;
        const reach = (input.budget.tokens - input.budget.responseTokens) * 1.5;
        let previous: AssembledContext | undefined;
        for (let count = coveredTo + 1; count <= messages.length; count += step) {
          const known = messages.slice(0, count);
          const current = assembled({
            ...input,
            passages: [],
            resources: [],
            ...readBack(known, { coveredTo, tokens: reach }),
          });
          if (previous !== undefined && current !== undefined && keepsForm(previous, current)) {
            expect(current.content.slice(0, previous.stable)).toEqual(
              previous.content.slice(0, previous.stable),
            );
          }
          previous = current;
        }
      }),
      { numRuns: runsOf({ test: 40, soak: 800 }) },
    );
  });
});

/** Whether ledger, summaries and all messages but the newest have the same form in both contexts. */
function keepsForm(previous: AssembledContext, current: AssembledContext): boolean {
  const ledger = (context: AssembledContext) => context.sections.ledger?.tokens;
  if (ledger(previous) !== ledger(current) || previous.forced !== current.forced) return false;
  if (!current.forced) return true;
  const [before, now] = [coverageOf(previous), coverageOf(current)];
  return before.every(({ from, to, kind }, index) => {
    const other = now[index];
    const isNewest = index === before.length - 1;
    return (
      other?.from === from &&
      other.to === to &&
      (other.kind === kind || (isNewest && other.kind !== 'stand-in'))
    );
  });
}

function structuredCloneInput(input: AssembleInput): AssembleInput {
  const { strategy, counter: same, renderLedger, ...data } = input;
  return { ...structuredClone(data), strategy, counter: same, renderLedger };
}

describe('the cut of a tail that does not fit', () => {
  it('I-7 stays the same for a quarter of the tail and then moves on', () => {
    const messages = chatOf(400, 100);
    const cuts: number[] = [];
    let grown = 0;
    let previous: AssembledContext | undefined;
    for (let count = 100; count <= messages.length; count += 1) {
      const context = assembleContext({
        strategy: plainStrategy,
        counter,
        budget: { tokens: 5_000, responseTokens: 500 },
        summaries: [],
        ...readBack(messages.slice(0, count), { tokens: 4_500 }),
      });
      const cut = coverageOf(context).find(({ kind }) => kind === 'stand-in')!.to;
      if (cut === cuts.at(-1)) {
        expect(context.content.slice(0, previous!.stable)).toEqual(
          previous!.content.slice(0, previous!.stable),
        );
        grown += 1;
      } else cuts.push(cut);
      previous = context;
    }
    const appended = messages.at(-1)!.tokensBefore - messages[100]!.tokensBefore;
    expect(cuts).toEqual(cuts.toSorted((a, b) => a - b));
    expect(cuts.length).toBeLessThan(appended / 700);
    expect(cuts.length).toBeGreaterThan(appended / 1_400);
    expect(grown).toBeGreaterThan(cuts.length * 5);
  });

  it('I-7 a newest message with more room than others does not change how the rest is shown', () => {
    const small = chatOf(40, 60);
    const large = threadOf([
      ...small,
      say('user', 'a pasted line of some length\n'.repeat(300)),
      say('assistant', 'Thanks.'),
    ]);
    const contextAt = (count: number) =>
      assembleContext({
        strategy: plainStrategy,
        counter,
        budget: { tokens: 4_000, responseTokens: 400 },
        summaries: [],
        ...readBack(large.slice(0, count)),
      });
    const [at, after] = [contextAt(41), contextAt(42)];
    const sizeIn = (context: AssembledContext) =>
      context.items.find(({ from, to }) => from === 41 && to === 41)!.tokens;
    expect(sizeIn(at)).toBeGreaterThan(sizeIn(after));
    expect(after.content.slice(0, at.stable)).toEqual(at.content.slice(0, at.stable));
  });
});
