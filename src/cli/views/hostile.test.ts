/** No text in a message may act on the terminal, or make a line wider than the terminal. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Message, Part } from '../../message/message.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { renderEvent } from '../chat/render-event.ts';
import { displayWidth } from '../terminal/width.ts';
import { contextMeter } from './context-meter.ts';
import { expansionView } from './expansion-view.ts';
import { historyView, messageList } from './history-view.ts';
import { sampleContext, sampleMessage, sampleReceipt, sampleSummaries } from './samples.suite.ts';
import { searchHits } from './search-hits.ts';
import { sampleStats } from './stats-samples.suite.ts';
import { statsView } from './stats-view.ts';
import { summariesView } from './summaries-view.ts';
import { summarizeBox } from './summarize-box.ts';
import type { View } from './view.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the views' own codes, and no others.
const ownCodes = /\u001b\[(?:1|2|22|3[1-6]|39)m/gu;

const pieces = fc.constantFrom(
  '\u001b[2J',
  '\u001b[31m',
  '\u001b]0;owned\u0007',
  '\u001b]8;;https://evil.example\u001b\\',
  '\u009b31m',
  '\r',
  '\r\n',
  '\n',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u0000',
  '\u0008\u0008',
  '\t',
  '\ud83d',
  '\udc00',
  'word',
  ' ',
  '- item ',
  '100 %',
  '漢字かな交じり文',
  '한국어',
  '👩‍🚀',
  '✅',
  '1️⃣',
  '🇩🇪',
  'e\u0301\u0302\u0303',
  '\u200b\u200d\ufeff',
  'עברית',
  'unbrokenrunofcharacters'.repeat(9),
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 24 }).map((list) => list.join('')),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);
const json = fc.oneof(
  text,
  fc.record({ command: text }),
  fc.record({ path: text, other: text }),
  fc.array(text),
);
const part: fc.Arbitrary<Part> = fc.oneof(
  text.map((value): Part => ({ type: 'text', text: value })),
  text.map((value): Part => ({ type: 'reasoning', text: value })),
  fc.tuple(text, json).map(([name, input]): Part => ({ type: 'tool-call', callId: 'c', name, input })),
  fc
    .tuple(text, json, fc.boolean())
    .map(([name, output, isError]): Part => ({ type: 'tool-result', callId: 'c', name, output, isError })),
  text.map((value): Part => ({ type: 'resource', id: value, name: value, note: value })),
  text.map((value): Part => ({ type: 'file', mediaType: value, url: value, filename: value })),
);
const message: fc.Arbitrary<Message> = fc
  .record({
    seq: fc.integer({ min: 1, max: 2_000_000 }),
    role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
    parts: fc.array(part, { maxLength: 4 }),
    name: fc.option(text, { nil: undefined }),
    createdAt: fc.oneof(fc.constant('2026-03-02T09:12:00.000Z'), text),
  })
  .map(({ seq, role, parts, name, createdAt }) =>
    sampleMessage(seq, role as Message['role'], parts, {
      createdAt,
      ...(name === undefined ? {} : { name }),
    }),
  );

const view: fc.Arbitrary<View> = fc.record({
  columns: fc.integer({ min: 20, max: 130 }),
  colour: fc.boolean(),
  ascii: fc.boolean(),
  utc: fc.constant(true),
});

function draw(messages: Message[], value: string, on: View): string[] {
  const summaries = sampleSummaries.map((summary) => ({
    ...summary,
    id: value,
    level: value,
    model: value,
    text: value,
    segment: { ...summary.segment!, topics: [value, value], filesModified: [value] },
  }));
  const receipt = { ...sampleReceipt, summaryIds: [value], models: [value], reason: value };
  const total = Math.max(1, ...messages.map(({ seq }) => seq));
  const tallies = [{ name: value, count: 3 }];
  return [
    historyView({ total, messages, hint: 'more' }, on),
    historyView({ total, messages, summaries }, on),
    messageList({ messages, total, previousDay: '2026-03-02' }, on).text,
    expansionView({ summaryId: value, messages, next: 1 }, on, { hint: 'more' }),
    summariesView(summaries, on, { messages: total }),
    summarizeBox({ result: { compacted: true, receipt, receipts: [receipt] }, summaries }, on),
    summarizeBox({ result: { compacted: false, reason: value }, summaries: [] }, on),
    renderEvent({ type: 'compaction', thread: value, receipt }, on),
    contextMeter(
      {
        ...sampleContext,
        items: sampleContext.items.map((item) => ({ ...item, reason: value })),
      },
      on,
      { items: true },
    ),
    searchHits(
      {
        query: value,
        threads: true,
        page: {
          hits: messages.map((one, index) => ({
            threadId: value,
            message: one,
            before: messages.slice(0, index),
            after: [],
            score: 1,
            reasons: [value],
            foundBy: ['words'],
          })),
          next: undefined,
        },
      },
      on,
    ),
    statsView(
      {
        ...sampleStats,
        threadId: value,
        strategy: value,
        compactions: {
          ...sampleStats.compactions,
          byModel: tallies,
          byRung: [],
          byTrigger: tallies,
          byStrategy: tallies,
        },
      },
      on,
    ),
  ];
}

it('R-58 no text of a message acts on the terminal, and no line is wider than it', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 3 }), text, view, (messages, value, on) => {
      for (const drawn of draw(messages, value, on)) {
        const plain = on.colour ? drawn.replaceAll(ownCodes, '') : drawn;
        expect(plain).not.toMatch(dangerous);
        expect(plain.isWellFormed()).toBe(true);
        expect(drawn === '' || drawn.endsWith('\n')).toBe(true);
        for (const line of plain.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(on.columns);
      }
    }),
    { numRuns: 150 },
  );
});

it('R-58 colour changes nothing but colour', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 3 }), view, (messages, on) => {
      const total = 2_000_000;
      const withColour = historyView({ total, messages }, { ...on, colour: true });
      const without = historyView({ total, messages }, { ...on, colour: false });
      expect(withColour.replaceAll(ownCodes, '')).toBe(without);
    }),
    { numRuns: 50 },
  );
});

it('R-58 a message of megabytes is drawn as fast as a short one, and what is left out is counted', () => {
  const long = '漢'.repeat(3_000_000);
  const drawn = historyView(
    { total: 1, messages: [sampleMessage(1, 'user', long)] },
    { columns: 40, colour: false, utc: true },
  );
  expect(drawn.length).toBeLessThan(2_000);
  expect(drawn).toMatch(/more line/u);
});
