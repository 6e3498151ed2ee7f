/**
 * The last rung of the ladder: the beginning and the end of a range, word for word, with a pointer to the
 * originals. Judges nothing, needs nothing and never fails.
 */

import type { StructuredRecord } from '../records/summary.ts';
import { type Runtime, systemRuntime } from '../runtime.ts';
import type { Summarizer, SummaryRequest, TranscriptEntry } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { countWords } from './cap-text.ts';
import { fitRecord, recordCaps, renderRecord } from './record-schema.ts';
import { type Composed, writtenByCode } from './written-by-code.ts';

export type TruncationOptions = { counter?: TokenCounter; runtime?: Pick<Runtime, 'now'> };

const name = 'truncation';
const promptVersion = 'truncation@1';
/** Characters read of one message: more than any line that could be shown. */
const lineCharacters = 600;
/** Messages read at either end. */
const reach = 200;

export function truncation({
  counter = createTokenCounter(),
  runtime = systemRuntime,
}: TruncationOptions = {}): Summarizer {
  return writtenByCode({
    ...{ name, rung: 'truncation', promptVersion, runtime },
    compose: (request) =>
      request.shape === 'record' ? asRecord(request, counter) : asText(request, counter),
  });
}

function asText(request: SummaryRequest, counter: TokenCounter): Composed {
  return { text: truncated(request, request.limits, counter), record: null };
}

/** Lists of older records take up to half of the room. Beginning and end get the rest. */
function asRecord(request: SummaryRequest, counter: TokenCounter): Composed {
  const { targetTokens, maxWords } = request.limits;
  const carried = request.previous.some(({ record }) => record !== null);
  const half = { targetTokens: Math.ceil(targetTokens / 2), maxWords: maxWords && Math.ceil(maxWords / 2) };
  const summary = truncated(request, carried ? half : request.limits, counter);
  const fits = (text: string) => maxWords === null || countWords(text) <= maxWords;
  const record = fitRecord(recordOf(summary, request), targetTokens, {
    count: (text) => (fits(text) ? counter.count(text) : targetTokens + 1),
    truncate: (text, tokens) => counter.truncate(text, tokens),
  });
  return { text: renderRecord(record), record };
}

type Limits = Pick<SummaryRequest['limits'], 'targetTokens' | 'maxWords'>;

function truncated(request: SummaryRequest, limits: Limits, counter: TokenCounter): string {
  const mark = request.shape === 'bullets' ? '- ' : '';
  const fits = (text: string) =>
    counter.count(text) <= limits.targetTokens &&
    (limits.maxWords === null || countWords(text) <= limits.maxWords);
  const pointer = `${mark}${pointerTo(request)}`;
  if (!fits(pointer)) {
    const words = limits.maxWords === null ? pointer : pointer.split(' ').slice(0, limits.maxWords).join(' ');
    return counter.truncate(words, limits.targetTokens);
  }
  const lines = linesOf(request).map((line) => `${mark}${line}`);
  const first: string[] = [];
  const last: string[] = [];
  const render = () => [...first, pointer, ...last].join('\n');
  // Alternates lines from the front and from the back, until the next one does not fit.
  for (let left = 0, right = lines.length - 1, front = true; left <= right; front = !front) {
    const line = front ? lines[left++]! : lines[right--]!;
    const list = front ? first : last;
    const place = (text: string) => {
      if (front) list[list.length - 1] = text;
      else list[0] = text;
      return fits(render());
    };
    if (front) list.push(line);
    else list.unshift(line);
    if (place(line)) continue;
    if (!placeShortened(line, place)) list.splice(front ? list.length - 1 : 0, 1);
    break;
  }
  return render();
}

/** Cuts the line at a word until it fits; false if less than a few words would be left. */
function placeShortened(line: string, place: (shorter: string) => boolean): boolean {
  const words = line.split(' ');
  for (let kept = Math.floor(words.length / 2); kept >= 3; kept = Math.floor(kept / 2)) {
    if (place(`${words.slice(0, kept).join(' ')} …`)) return true;
  }
  return false;
}

function linesOf({ previous, transcript }: SummaryRequest): string[] {
  const earlier = previous.flatMap(({ text }) => text.slice(0, 20 * lineCharacters).split('\n')).map(oneLine);
  const messages = [
    ...transcript.slice(0, reach),
    ...transcript.slice(Math.max(reach, transcript.length - reach)),
  ];
  return [...earlier, ...messages.map(lineOf)].filter((line) => line !== '');
}

function lineOf({ role, name: speaker, text }: TranscriptEntry): string {
  const line = oneLine(text);
  return line === '' ? '' : `${oneLine(speaker ?? role)}: ${line}`;
}

/** Reads only the beginning, so that a huge message costs no more than a short one. */
function oneLine(text: string): string {
  const start = text
    .slice(0, lineCharacters * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  const cut = start.length > lineCharacters ? `${start.slice(0, lineCharacters)} …` : start;
  return cut.toWellFormed();
}

function pointerTo({ transcript, previous }: SummaryRequest): string {
  const numbers = [
    ...transcript.map(({ seq }) => ({ from: seq, to: seq })),
    ...previous.map(({ from, to }) => ({ from, to })),
  ];
  if (numbers.length === 0) return 'There was nothing to summarize.';
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const range of numbers) {
    from = Math.min(from, range.from);
    to = Math.max(to, range.to);
  }
  return from === to
    ? `[… message ${from} is kept in full in the archive …]`
    : `[… messages ${from}–${to} are kept in full in the archive …]`;
}

/** Lists of older records are carried over, because nothing here can tell which items no longer hold. */
function recordOf(text: string, { previous, transcript }: SummaryRequest): StructuredRecord {
  const contexts = previous.flatMap(({ record }) => (record ? [record.context] : []));
  const names = transcript.flatMap(({ name: speaker }) => (speaker ? [oneLine(speaker)] : []));
  const distinct = (items: readonly string[], limit: number) => [...new Set(items)].slice(0, limit);
  return {
    summary: text === '' ? '…' : text,
    keyPoints: [],
    context: {
      participants: distinct(
        [...contexts.flatMap((context) => context.participants), ...names],
        recordCaps.participants,
      ),
      decisions: distinct(
        contexts.flatMap((context) => context.decisions),
        recordCaps.decisions,
      ),
      actionItems: contexts.flatMap((context) => context.actionItems).slice(0, recordCaps.actionItems),
      unresolved: distinct(
        contexts.flatMap((context) => context.unresolved),
        recordCaps.unresolved,
      ),
      domainEntities: distinct(
        contexts.flatMap((context) => context.domainEntities),
        recordCaps.domainEntities,
      ),
    },
  };
}
