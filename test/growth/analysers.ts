/** All code that reads a text in a turn or a compaction, each as a function of one text. */
import { sanitize, sanitizeLine } from '../../src/cli/terminal/sanitize.ts';
import { neutralize } from '../../src/context/neutralize.ts';
import { showPassages } from '../../src/context/passages.ts';
import { shortenParts, shortenToText } from '../../src/context/shorten.ts';
import { messagesStandIn } from '../../src/context/stand-in.ts';
import { showResources } from '../../src/context/volatile.ts';
import { distinctiveTerms } from '../../src/editing/retold.ts';
import { createRedaction } from '../../src/engine/redaction.ts';
import { readPins } from '../../src/engine/standing-rules.ts';
import { readClaims } from '../../src/facts/claims.ts';
import { findDates } from '../../src/facts/dates.ts';
import { extractFacts } from '../../src/facts/extract.ts';
import { auditSummary } from '../../src/facts/gate.ts';
import { findNumbers } from '../../src/facts/numbers.ts';
import { readStretches } from '../../src/facts/own-words/own-words.ts';
import { readPatch } from '../../src/facts/patch.ts';
import { readOutput } from '../../src/facts/read-tools.ts';
import { segmentDetails } from '../../src/facts/segment-details.ts';
import { readShell } from '../../src/facts/shell.ts';
import { contentStems, normalizeText, splitLines } from '../../src/facts/text.ts';
import { findTopics } from '../../src/facts/topics.ts';
import { detectFormat } from '../../src/message/detect-format.ts';
import type { Message, Part } from '../../src/message/message.ts';
import { normalizeMessage } from '../../src/message/normalize.ts';
import { renderMessageText, trimText } from '../../src/message/text.ts';
import { parseArguments } from '../../src/message/tool-arguments.ts';
import { createRedactor } from '../../src/redaction/redaction.ts';
import { currentAnalyses } from '../../src/search/analysis.ts';
import { firstPerson, tellsNumber, tellsTime } from '../../src/search/cues.ts';
import { excerptAround } from '../../src/search/excerpt.ts';
import { indexTerms } from '../../src/search/index-terms.ts';
import { needsRecall } from '../../src/search/intent.ts';
import { isQuestion } from '../../src/search/is-question.ts';
import { piecesOf, queryPiece } from '../../src/search/pieces.ts';
import { parseQuery } from '../../src/search/query.ts';
import { inFirstPerson, nameTerms } from '../../src/search/speakers.ts';
import { matchTime, readTimeExpressions } from '../../src/search/time-expressions.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { tidy } from '../../src/summarizers/answer-text.ts';
import { capTokens, capWords, countWords, endAtSentence } from '../../src/summarizers/cap-text.ts';
import { extractive } from '../../src/summarizers/extractive/extractive.ts';
import { judgeSummary } from '../../src/summarizers/quality.ts';
import { parseRecordText } from '../../src/summarizers/record-schema.ts';
import { splitText } from '../../src/summarizers/split-text.ts';
import { makeRequest } from '../../src/summarizers/summarizer.suite.ts';
import { asData } from '../../src/summarizers/transcript-text.ts';
import { truncation } from '../../src/summarizers/truncation.ts';
import { looksLikeCode } from '../../src/text/code.ts';
import { splitSentences } from '../../src/text/sentences.ts';
import { atOnce } from '../../src/text/steps.ts';
import { textTerms } from '../../src/text/terms.ts';
import { createTokenCounter } from '../../src/tokens/tokenizer.ts';
import { readTranscripts } from '../../src/transcripts/read-transcript.ts';
import { testRuntime } from '../test-runtime.ts';

export type Analyser = { name: string; read(text: string): unknown };

const counter = createTokenCounter();
const { redact } = createRedactor();
const redaction = createRedaction({ store: memoryStore(), runtime: testRuntime(), options: {} });
const withPersonalData = createRedactor({ personalData: true });
const at = '2026-03-02T09:00:00.000Z';
const now = Date.parse(at);
const seen = new Set(textTerms('port staging window'));
const [may] = readTimeExpressions('in May 2025', now);

let made = 0;

function message(text: string, role: Message['role'] = 'user'): Message {
  const parts: Part[] =
    role === 'tool' ? [{ type: 'tool-result', callId: 'c', output: text }] : [{ type: 'text', text }];
  return {
    id: 'm',
    threadId: 't',
    seq: 1,
    role,
    parts,
    createdAt: at,
    tokens: 1_000,
    tokensBefore: 0,
    unitStart: 1,
    // Always a new hash, so that no cache remembers the text.
    hash: `h${made++}`,
  };
}

const shortening = { seq: 1, tokens: 5_000, limit: 200, counter };
const call = (input: string): Part => ({ type: 'tool-call', callId: 'c', name: 'bash', input });

/** Transcripts with one message that holds the text, and the text itself as a file. */
const transcripts = {
  'a list of messages': (text: string) => JSON.stringify([{ role: 'user', content: text }]),
  'Claude Code': (text: string) =>
    `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: 's', timestamp: at, message: { role: 'user', content: text } })}\n`,
  Codex: (text: string) =>
    `${JSON.stringify({ timestamp: at, type: 'session_meta', payload: { id: 's', timestamp: at } })}\n${JSON.stringify(
      {
        timestamp: at,
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
      },
    )}\n`,
  dialogue: (text: string) => `User: ${text}\nAssistant: yes\n`,
  'any file': (text: string) => text,
};

const readers: readonly [name: string, read: (text: string) => unknown][] = [
  ['terms', textTerms],
  ['index terms', (text) => indexTerms(message(text))],
  ['time expressions', (text) => readTimeExpressions(text, now)],
  ['a time in a message', (text) => matchTime(may!, { at: now, text })],
  ['questions', (text) => parseQuery(text, now)],
  ['a question after another', (text) => parseQuery('and that?', now, text)],
  ['intent', needsRecall],
  ['asking', isQuestion],
  ['speakers', (text) => inFirstPerson(text, ['Anna Berg', 'x'])],
  ['names of speakers', nameTerms],
  ['signs', (text) => [tellsNumber.test(text), firstPerson.test(text), tellsTime.test(text)]],
  ['analysis for recall', (text) => currentAnalyses().of(message(text))],
  ['excerpts', (text) => excerptAround({ text, terms: seen, characters: 500 })],
  ['own words', readStretches],
  ['rules', (text) => readPins((given) => given)([], [message(text)])],
  [
    'facts of talk',
    (text) => extractFacts([{ seq: 1, role: 'user', at, text }], { redact: (given) => given }),
  ],
  ['facts of output', (text) => readOutput({ seq: 1, role: 'tool', at, text }, text, (given) => given)],
  ['dates', findDates],
  ['numbers', findNumbers],
  ['claims', readClaims],
  ['topics', (text) => findTopics([{ text, weight: 1 }])],
  ['sentences', (text) => splitLines(text).map((line) => [splitSentences(line), looksLikeCode(line.text)])],
  ['stems', contentStems],
  ['normalized text', normalizeText],
  ['patches', readPatch],
  ['shell scripts', (text) => readShell(text)],
  [
    'session details',
    (text) =>
      segmentDetails([{ role: 'assistant', parts: [{ type: 'text', text }, call(text)] }] as never, {
        redact: (given) => given,
      }),
  ],
  [
    'the survival gate',
    (text) =>
      auditSummary({
        text,
        record: null,
        sourceFacts: [],
        previousFacts: [],
        sourceText: text,
        ledgerBudgetTokens: 500,
        countTokens: (given) => given.length,
      }),
  ],
  ['redaction', redact],
  ['redaction of personal data', withPersonalData.redact],
  ['what may be told again', (text) => distinctiveTerms([text])],
  ['redaction of JSON', (text) => withPersonalData.redactDeep({ note: [text], password: text })],
  ['token counting', (text) => counter.message({ role: 'user', parts: [{ type: 'text', text }] })],
  ['token counting of JSON', (text) => counter.part(call(text))],
  ['truncating', (text) => [counter.truncate(text, 100), counter.truncateStart(text, 100)]],
  ['neutralizing', neutralize],
  ['data in a prompt', asData],
  ['normalizing', (text) => normalizeMessage({ role: 'user', content: text })],
  ['format detection', (text) => detectFormat({ role: 'user', content: [{ type: 'text', text }] })],
  ['arguments of a call', parseArguments],
  [
    'rendering',
    (text) =>
      renderMessageText({ parts: [...message(text).parts, call(text)] }, { toolInputCharacters: 500 }),
  ],
  ['trimming', (text) => trimText(text, { lines: 20, characters: 500 })],
  ['shortening', (text) => atOnce(shortenParts({ ...shortening, content: message(text) }))],
  ['shortening to text', (text) => atOnce(shortenToText({ ...shortening, content: message(text, 'tool') }))],
  [
    'standing in',
    (text) =>
      messagesStandIn({
        from: 1,
        to: 1,
        tokens: 5_000,
        messages: [message(text)],
        complete: true,
        limit: 200,
        counter,
        excerpt: redaction.excerpt,
      }),
  ],
  [
    'showing resources',
    (text) => showResources({ sources: [{ id: 'r', name: 'r', text }], room: 200, counter }),
  ],
  [
    'showing passages',
    (text) =>
      showPassages({
        sources: [{ messageId: 'm', seq: 1, role: 'user', at, text: text.slice(0, 2_000), reason: 'r' }],
        room: 200,
        counter,
      }),
  ],
  ['redaction in steps', (text) => redaction.redactLong(text)],
  ['the beginning of a text, without secrets', (text) => redaction.redactStart(text, 500)],
  ['a message without secrets', (text) => redaction.view(message(text, 'tool'), { outputCharacters: 500 })],
  [
    'pieces for an embedder',
    (text) => piecesOf({ message: message(text), embedder: { maxCharacters: 1_000 }, redaction }),
  ],
  ['a query for an embedder', (text) => queryPiece(text, { maxCharacters: 1_000 })],
  ['splitting', (text) => [...splitText(text, { maxTokens: 300, counter })]],
  [
    'capping',
    (text) => [countWords(text), capWords(text, 60), capTokens(text, 60, counter), endAtSentence(text)],
  ],
  [
    'the extractive summarizer',
    (text) =>
      extractive({ counter })
        .summarize(makeRequest({ transcript: [{ seq: 1, role: 'user', text, at, tokens: 2_000 }] }))
        .catch(() => undefined),
  ],
  [
    'an earlier summary',
    (text) =>
      extractive({ counter })
        .summarize(
          makeRequest({
            previous: [{ text, record: null, from: 1, to: 2 }],
            transcript: [{ seq: 3, role: 'user', text: 'Go on.', at, tokens: 3 }],
          }),
        )
        .catch(() => undefined),
  ],
  [
    'truncation',
    (text) =>
      truncation({ counter })
        .summarize(makeRequest({ transcript: [{ seq: 1, role: 'user', text, at, tokens: 2_000 }] }))
        .catch(() => undefined),
  ],
  [
    'judging a summary',
    (text) => judgeSummary({ text, request: makeRequest(), sourceTokens: 10_000, tokens: 100 }),
  ],
  ['tidying an answer', tidy],
  ['a record in an answer', parseRecordText],
  ['printing', (text) => [sanitize(text), sanitizeLine(text)]],
  ...Object.entries(transcripts).map(([name, write]): [string, (text: string) => unknown] => [
    `transcript: ${name}`,
    (text) => {
      try {
        return readTranscripts(write(text));
      } catch {
        // A text that is no transcript is refused; only the time matters here.
        return undefined;
      }
    },
  ]),
];

export const analysers: readonly Analyser[] = readers.map(([name, read]) => ({ name, read }));
