/**
 * Facts of tool calls and their output. From a call: the files, commands and values of its input. From an output: only
 * locators, only at its beginning and end, because a file that was read is not something somebody said. The rest
 * is reachable by pointer.
 */
import type { Json } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import { type FactSource, toFact } from './fact-source.ts';
import { blankNoise, createClaims, type Found } from './found.ts';
import { modifiedPathWeight } from './importance.ts';
import { mergeFacts } from './merge.ts';
import { readLocators } from './read-locators.ts';
import { readValues } from './read-values.ts';
import { isBuilt } from './scratch-path.ts';
import { readToolCall } from './tool-call.ts';

/** Lines of tool output that are read at each end; `outputLineLength`: characters of each line. */
const outputLines = 30;
const outputLineLength = 600;
const outputFacts = 24;
const longestInputValue = 200;

/** The text of a tool's output, whether it is text, content blocks or data. */
export function textOfOutput(output: Json): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) {
    const texts = output.map((item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && typeof item.text === 'string'
        ? item.text
        : undefined,
    );
    if (texts.length > 0 && texts.every((text) => text !== undefined)) return texts.join('\n');
  }
  if (typeof output === 'object' && output !== null && !Array.isArray(output)) {
    for (const key of ['value', 'text', 'content', 'output', 'stdout'])
      if (typeof output[key] === 'string') return output[key];
  }
  return safeStringify(output);
}

/** JSON.stringify recurses. Input nested deeper than the stack is not worth reading. */
function safeStringify(value: Json): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

export function readCall(
  source: FactSource,
  name: string,
  input: Json,
  redact: (text: string) => string,
): Fact[] {
  const reading = readToolCall({ name, input });
  const facts: Fact[] = [];
  const add = (found: Omit<Found, 'start' | 'end'>) =>
    facts.push(toFact(source, source.role, { ...found, start: 0, end: 0 }));
  for (const file of reading.filesModified)
    add({ kind: 'path', value: redact(file), weight: modifiedPathWeight });
  for (const file of reading.filesNamed)
    if (!reading.filesModified.includes(file)) add({ kind: 'path', value: redact(file) });
  if (reading.command !== undefined && reading.command.length <= 600)
    add({ kind: 'command', value: redact(reading.command.split('\n', 1)[0]!) });
  if (reading.command !== undefined || reading.filesModified.length > 0) return facts;
  for (const { key, value } of leavesOf(input)) {
    if (settingKeys.test(key)) continue;
    const text = redact(value);
    const claims = createClaims(text.length);
    const found = [
      ...readLocators(text, claims, { loose: true }),
      ...readValues(text, claims, { talk: false }),
    ];
    for (const item of found)
      add({ ...item, subject: undefined, context: isMeaningfulKey(key, item) ? key : item.context });
    if (
      found.length === 0 &&
      /(?:id|number|code|no|ref|sku|isbn|email|phone)s?$/i.test(key) &&
      /^\S{2,60}$/.test(text)
    )
      add({ kind: 'identifier', value: text, context: key });
  }
  return facts;
}

/** Members whose values are the tool's own words: "in_progress", "files_with_matches". */
const settingKeys =
  /^(?:status|state|mode|output_?mode|type|priority|role|format|level|sort(?:_?by)?|order)$/i;

/** "reservation_id" says what its value is; "content" and "path" do not. */
function isMeaningfulKey(key: string, { kind }: Found): boolean {
  return (
    kind !== 'path' &&
    kind !== 'url' &&
    /^[A-Za-z][\w-]{2,30}$/.test(key) &&
    !/^(?:content|text|path|file|value|input|output|query|pattern|prompt|description|thought|expression|todos|args)s?$/i.test(
      key,
    )
  );
}

/** Short strings and numbers of an input with their keys. Works without recursion. */
function leavesOf(input: Json): { key: string; value: string }[] {
  const leaves: { key: string; value: string }[] = [];
  const queue: { key: string; value: Json }[] = [{ key: '', value: parseText(input) }];
  for (let next = 0; next < queue.length && queue.length < 2_000; next += 1) {
    const { key, value } = queue[next]!;
    if (Array.isArray(value)) for (const item of value.slice(0, 200)) queue.push({ key, value: item });
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) queue.push({ key: name, value: item });
    else if (typeof value === 'number' && !Number.isInteger(value))
      leaves.push({ key, value: String(value) });
    else if (typeof value === 'number' && Math.abs(value) > 99) leaves.push({ key, value: String(value) });
    else if (typeof value === 'string' && value.length <= longestInputValue) leaves.push({ key, value });
  }
  return leaves;
}

function parseText(input: Json): Json {
  if (typeof input !== 'string' || !/^\s{0,8}[{[]/.test(input)) return input;
  try {
    return JSON.parse(input) as Json;
  } catch {
    return input;
  }
}

/** The beginning and the end of an output: its subject and its outcome. */
function ends(text: string): string {
  const lines: string[] = [];
  let start = 0;
  while (start <= text.length && lines.length < outputLines) {
    const newline = text.indexOf('\n', start);
    const stop = newline === -1 ? text.length : newline;
    lines.push(wholeTokens(text.slice(start, Math.min(stop, start + outputLineLength + 1))));
    start = stop + 1;
  }
  const tail = text.slice(Math.max(start, text.length - outputLines * outputLineLength));
  const last = tail.split('\n').slice(-outputLines);
  return [...lines, ...last.map((line) => wholeTokens(line.slice(0, outputLineLength + 1)))].join('\n');
}

/** Cuts between tokens, because half a token would be a fact that nobody stated. */
function wholeTokens(line: string): string {
  if (line.length <= outputLineLength) return line;
  let end = outputLineLength;
  while (end > 0 && !/[\s"',;()]/.test(line[end - 1]!)) end -= 1;
  return line.slice(0, end);
}

/** Line numbers before the lines of a file that was shown: "   21→", "  21\t". */
const lineNumbers = /(?<=^|\n)\s{0,8}\d{1,6}(?:→|\t)/g;

function blankMatch(match: string): string {
  return ' '.repeat(match.length);
}

export function readOutput(source: FactSource, output: string, redact: (text: string) => string): Fact[] {
  const text = blankNoise(redact(ends(output))).replace(lineNumbers, blankMatch);
  const claims = createClaims(text.length);
  const found = [
    ...readLocators(text, claims, { loose: false }),
    ...readValues(text, claims, { talk: false }),
  ]
    .filter(({ kind, value }) => kind !== 'path' || !isBuilt(value))
    .map((item) => toFact(source, 'tool', { ...item, subject: undefined }));
  return mergeFacts(found)
    .sort((a, b) => b.importance - a.importance)
    .slice(0, outputFacts);
}
