/**
 * Finds messages with nothing for a summary to tell: empty turns, unsolicited courtesies, repeated tool calls
 * with the same answer, and lines of output that only count up. They are found by their structure; a message with any
 * word, number or name of its own is not noise. Whether a summarizer reads them is decided in compaction/.
 */
import { invalidOption } from '../errors.ts';
import { anyGrammar, smallTalk } from '../text/stop-words.ts';
import type { Message, MessageContent, Part } from './message.ts';
import { outputText } from './tool-output.ts';

/** progress: some lines only count up, and the other lines are kept. */
export type NoiseKind = 'empty' | 'acknowledgement' | 'polling' | 'progress';

const noiseChoices = ['keep', 'trim', 'omit'] as const;
export type NoiseChoice = (typeof noiseChoices)[number];
/** One choice for all messages, or a function that decides for each. */
export type Noise =
  | NoiseChoice
  | ((message: { kind: NoiseKind; seq: number; role: string; text: string }) => NoiseChoice);

export function checkNoise(field: string, noise: Noise | undefined): void {
  if (noise === undefined || typeof noise === 'function' || noiseChoices.includes(noise)) return;
  const accepted = `one of ${noiseChoices.join(', ')}, or a function that gives one`;
  throw invalidOption(field, accepted, noise);
}

const mostCourtesyWords = 8;
/** Words that are in the lists of courtesies or grammar but may carry a request or refusal: "keep it", "not that". */
const meaningfulWords = new Set(
  'do feel go going help hope keep know like look looking made make mean no not never see stop take nicht nie kein keine pas non jamais nada nunca'.split(
    ' ',
  ),
);
/** This many lines in a row that differ only in figures are counting; fewer are a list. */
const countingLines = 4;

/** Noise by message number, for messages in order. The last of several equal tool calls is not noise. */
export function findNoise(messages: readonly Message[]): Map<number, NoiseKind> {
  const found = new Map<number, NoiseKind>();
  for (const [index, message] of messages.entries()) {
    const kind = ownKind(message, messages[index - 1]);
    if (kind !== undefined) found.set(message.seq, kind);
  }
  for (const seq of repeatedCalls(messages)) found.set(seq, 'polling');
  return found;
}

function ownKind(message: MessageContent, before: MessageContent | undefined): NoiseKind | undefined {
  const { role, parts } = message;
  if (role !== 'system' && parts.every(isBlank)) return 'empty';
  if ((role === 'user' || role === 'assistant') && isCourtesy(parts) && !asksSomething(before)) {
    return 'acknowledgement';
  }
  return parts.some((part) => part.type === 'tool-result' && hasProgress(outputText(part.output)))
    ? 'progress'
    : undefined;
}

function isBlank(part: Part): boolean {
  if (part.type === 'text') return !/[\p{L}\p{N}\p{S}]/u.test(part.text);
  return part.type === 'reasoning';
}

/** "Thanks, that is great!", "👍": only courtesies and function words. */
function isCourtesy(parts: readonly Part[]): boolean {
  const visible = parts.filter(({ type }) => type !== 'reasoning');
  if (!visible.every((part) => part.type === 'text')) return false;
  const text = visible.map((part) => part.text).join(' ');
  if (/[\p{N}?？`/\\@_]/u.test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  if (words.length > mostCourtesyWords) return false;
  return words.every((word) => {
    const plain = word.replaceAll('’', "'");
    return (smallTalk.has(plain) || anyGrammar.has(plain)) && !meaningfulWords.has(plain);
  });
}

/** Whether the message before asks something, so that a "yes" is an answer. */
function asksSomething(before: MessageContent | undefined): boolean {
  return before?.parts.some((part) => part.type === 'text' && /[?？]/u.test(part.text)) ?? false;
}

type RepeatableCall = { seq: number; result?: { seq: number; output: string } };

/** Calls that are repeated later with the same input and the same answer (apart from figures), and their answers. */
function repeatedCalls(messages: readonly Message[]): Set<number> {
  const callsByInput = new Map<string, RepeatableCall[]>();
  const open = new Map<string, RepeatableCall>();
  for (const { seq, parts } of messages) {
    for (const part of parts) {
      if (part.type === 'tool-call') {
        const call: RepeatableCall = { seq };
        const key = JSON.stringify([part.name, part.input]);
        callsByInput.set(key, [...(callsByInput.get(key) ?? []), call]);
        open.set(part.callId, call);
      } else if (part.type === 'tool-result' && part.isError !== true) {
        const call = open.get(part.callId);
        if (call) call.result = { seq, output: withoutFigures(outputText(part.output)) };
      }
    }
  }
  const alone = new Set(
    messages
      .filter(({ parts }) => parts.filter(({ type }) => type !== 'reasoning').length === 1)
      .map(({ seq }) => seq),
  );
  const again = new Set<number>();
  for (const calls of callsByInput.values()) {
    for (const [index, { seq, result }] of calls.entries()) {
      const next = calls[index + 1]?.result;
      if (!result || result.output !== next?.output) continue;
      for (const place of [seq, result.seq]) if (alone.has(place)) again.add(place);
    }
  }
  return again;
}

const withoutFigures = (text: string): string => text.replace(/\d+/gu, '0').replace(/\s+/gu, ' ').trim();

function hasProgress(output: string): boolean {
  return withoutCounting(output) !== output;
}

/** Replaces lines that only count up by the last of them and their number. */
export function withoutCounting(output: string): string {
  const lines = output.split(/\r\n|\r|\n/u);
  const kept: string[] = [];
  for (let start = 0; start < lines.length; ) {
    const shape = progressShape(lines[start]!);
    let end = start + 1;
    while (end < lines.length && shape !== '' && progressShape(lines[end]!) === shape) end += 1;
    if (end - start < countingLines) kept.push(...lines.slice(start, end));
    else kept.push(`(${end - start - 1} lines like the next one)`, lines[end - 1]!);
    start = end;
  }
  return kept.length === lines.length ? output : kept.join('\n');
}

/** A progress line without its figures and bars; empty for other lines. */
function progressShape(line: string): string {
  if (!/\d\s*%|\d+\s*\/\s*\d+|[=#█▓▒░.·⣀-⣿■-]{4,}|\.{3}\s*\d/u.test(line)) return '';
  return withoutFigures(line.replace(/[=#█▓▒░·⣀-⣿■>-]+|\.{2,}/gu, ' '));
}
