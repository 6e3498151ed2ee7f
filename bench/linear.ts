/**
 * Linear time: extraction, redaction, gate and the extractive summarizer on texts of 0.1, 1 and 10 MB. Ten times the
 * text should take ten times as long. The factors are ratios within one run, so that the machine does not matter.
 */
import { extractFacts } from '../src/facts/extract.ts';
import { auditSummary } from '../src/facts/gate.ts';
import { createSourceIndex } from '../src/facts/source-index.ts';
import { createRedactor } from '../src/redaction/redaction.ts';
import { extractive } from '../src/summarizers/extractive/extractive.ts';
import { milliseconds, table } from './measure.ts';

const sizes = [100_000, 1_000_000, 10_000_000];
const leastMilliseconds = 100;
const enoughMilliseconds = 1_000;
const messageCharacters = 8_000;

/** Texts of numbered pieces, so that new names, figures and paths keep occurring. */
const texts: { [name: string]: (index: number) => string } = {
  talk: (index) =>
    `On day ${index} Maria${index % 97} told the team that order ${index * 7} had reached the depot in Lyon. She asked whether the ${index % 41} boxes should wait, and they agreed to ship them by ${(index % 27) + 1} March.\n`,
  'agent work': (index) =>
    `I changed \`src/module-${index % 499}/handler.ts\` and ran npm test: ${index} passed, ${index % 5} failed in ${index % 977} ms.\n    at run (/srv/app/lib/file-${index}.js:${index % 1_000}:9)\nexport const limit${index} = ${index * 3};\n`,
  'json lines': (index) =>
    `{"id":"evt_${index}","at":"2024-05-${String((index % 27) + 1).padStart(2, '0')}T10:00:00Z","value":${index * 1.5},"note":"retry \\"${index}\\""}\n`,
  'one short mark repeated': () => '#1 ',
  log: (index) =>
    `2024-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')} ${String(index % 24).padStart(2, '0')}:${String(index % 60).padStart(2, '0')} WARN worker-${index % 64} took ${index % 5_000} ms for /api/v2/items/${index}\n`,
};

function textOf(piece: (index: number) => string, size: number): string {
  const pieces: string[] = [];
  for (let index = 0, length = 0; length < size; index += 1) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('').slice(0, size);
}

function messagesOf(text: string): string[] {
  const messages: string[] = [];
  for (let from = 0; from < text.length; from += messageCharacters)
    messages.push(text.slice(from, from + messageCharacters));
  return messages;
}

const at = '2024-05-15T10:00:00.000Z';
const countTokens = (text: string) => Math.ceil(text.length / 4);

const works: { [name: string]: (text: string) => Promise<unknown> | unknown } = {
  extraction: (text) =>
    extractFacts(
      messagesOf(text).map((message, index) => ({
        seq: index + 1,
        role: index % 2 === 0 ? 'user' : 'assistant',
        at,
        text: message,
      })),
      { redact: (value) => value },
    ),
  redaction: (text) => {
    const { redact } = createRedactor();
    for (const message of messagesOf(text)) redact(message);
  },
  'redaction in one piece': (text) => createRedactor().redact(text),
  'gate, long sources': (text) => {
    const sourceIndex = createSourceIndex();
    for (const message of messagesOf(text)) sourceIndex.add(message, at);
    return auditSummary({
      text: text.slice(0, 4_000),
      record: null,
      sourceFacts: [],
      previousFacts: [],
      sourceIndex,
      ledgerBudgetTokens: 500,
      countTokens,
    });
  },
  'gate, long summary': (text) =>
    auditSummary({
      text,
      record: null,
      sourceFacts: [],
      previousFacts: [],
      sourceText: text.slice(0, 4_000),
      ledgerBudgetTokens: 500,
      countTokens,
    }),
  'extractive summarizer': (text) =>
    extractive().summarize({
      shape: 'plain',
      previous: [],
      transcript: messagesOf(text).map((message, index) => ({
        seq: index + 1,
        role: index % 2 === 0 ? 'user' : 'assistant',
        text: message,
        at,
        tokens: countTokens(message),
      })),
      facts: [],
      limits: { targetTokens: 400, maxWords: 300, maxOutputTokens: 500 },
      meta: { totalMessages: 1, totalTokens: 1, depth: 0, strategy: 'rolling' },
      signal: new AbortController().signal,
    }),
};

/**
 * Measures processor time, so that other work on the machine does not look like growth. Short work is repeated, because
 * processor time is counted in steps of milliseconds.
 */
async function timeOf(work: () => Promise<unknown> | unknown): Promise<number> {
  let [best, total] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < 4 && (round === 0 || total < enoughMilliseconds); round += 1) {
    let times = 0;
    const before = process.cpuUsage();
    let spent = 0;
    do {
      await work();
      times += 1;
      spent = process.cpuUsage(before).user / 1_000;
    } while (spent < leastMilliseconds);
    best = Math.min(best, spent / times);
    total += spent;
  }
  return best;
}

export async function linear(): Promise<string> {
  const rows: string[][] = [];
  for (const [textName, piece] of Object.entries(texts)) {
    const samples = sizes.map((size) => textOf(piece, size));
    for (const [name, work] of Object.entries(works)) {
      const times: number[] = [];
      for (const text of samples) times.push(await timeOf(() => work(text)));
      const factors = times.slice(1).map((time, index) => `× ${(time / times[index]!).toFixed(1)}`);
      rows.push([name, textName, ...times.map(milliseconds), ...factors]);
    }
  }
  return [
    '## Linear time',
    '',
    'Processor time, best of four runs where they are short. Ten times the text should take about ten times as long.',
    '',
    table(['work', 'text', '0.1 MB', '1 MB', '10 MB', '0.1 → 1 MB', '1 → 10 MB'], rows),
    '',
  ].join('\n');
}
