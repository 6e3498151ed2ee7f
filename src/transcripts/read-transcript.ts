/**
 * Reads a session file of any client we know; the format is found by what is in it, never by its name. Files with
 * several conversations (an array of dialogues, or one dialogue a line) give several transcripts.
 */
import { EverthreadError, invalidInput } from '../errors.ts';
import { isObject, type Source } from '../message/provider-fields.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { readGeminiCli } from './gemini-cli.ts';
import { readMessageLines, readMessageList, titleOf } from './message-list.ts';
import { readPi } from './pi.ts';
import { emptyTranscript, readLines, type Transcript, type TranscriptOptions } from './transcript.ts';

const accepted =
  'a session of Claude Code, Codex, Gemini CLI or Pi, or messages of OpenAI, Anthropic, the AI SDK or Everthread as JSON or JSON lines';

/** Members that hold the messages of a dialogue. */
const listMembers = ['messages', 'traj', 'input', 'conversation'] as const;

/** The only conversation of a file. */
export function readTranscript(text: string, options: TranscriptOptions = {}): Transcript {
  const transcripts = readTranscripts(text, options);
  const [first] = transcripts;
  if (transcripts.length === 1 && first !== undefined) return first;
  throw new EverthreadError({
    code: 'invalid_input',
    field: 'text',
    message: `text holds ${transcripts.length} conversations; read it with readTranscripts.`,
    details: { conversations: transcripts.length },
  });
}

export function readTranscripts(text: string, options: TranscriptOptions = {}): Transcript[] {
  // Editors of another system may have put a mark before the first byte.
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const document = parseDocument(content);
  const fromDocument = document === undefined ? undefined : readDocument(document, options);
  return fromDocument ?? readJsonLines(content, options);
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readDocument(document: unknown, options: TranscriptOptions): Transcript[] | undefined {
  if (Array.isArray(document)) {
    const [first] = document;
    if (!isDialogue(first)) return [readMessageList(document, options)];
    return document.map((dialogue, index) => readDialogue(dialogue, `[${index}].`, options));
  }
  if (!isObject(document)) throw invalidInput('text', accepted, document);
  if (isGemini(document)) return [readGeminiCli(document, options)];
  return isDialogue(document) && document.type === undefined
    ? [readDialogue(document, '', options)]
    : undefined;
}

function isGemini(document: Source): boolean {
  const list = document.messages;
  if (!Array.isArray(list)) return false;
  const known = list.some(
    (message) => isObject(message) && message.role === undefined && message.type === 'gemini',
  );
  return known || (typeof document.sessionId === 'string' && typeof document.projectHash === 'string');
}

function isDialogue(value: unknown): value is Source {
  return (
    isObject(value) && value.role === undefined && listMembers.some((member) => Array.isArray(value[member]))
  );
}

function readDialogue(dialogue: unknown, prefix: string, options: TranscriptOptions): Transcript {
  if (!isDialogue(dialogue))
    throw invalidInput(prefix.replace(/\.$/, ''), `an object with ${listMembers.join(' or ')}`, dialogue);
  const member = listMembers.find((name) => Array.isArray(dialogue[name]))!;
  const list = dialogue[member] as unknown[];
  const transcript = readMessageList(list, {
    ...options,
    field: `${prefix}${member}`,
    system: dialogue.system,
  });
  const id = titleOf(dialogue);
  return id === undefined ? transcript : { ...transcript, id };
}

function readJsonLines(text: string, options: TranscriptOptions): Transcript[] {
  const probe = emptyTranscript('everthread');
  const sample = readLines(text, probe, { lenient: true })
    .slice(0, 200)
    .map(({ value }) => value);
  if (sample.length === 0) {
    if (text.trim() === '') throw invalidInput('text', accepted, 'an empty text');
    throw invalidInput('text', accepted, 'a text without a line of JSON');
  }
  if (sample.some(isCodexLine) || isOldCodexStart(sample[0]!)) return [readCodex(text, options)];
  if (sample.some(isClaudeCodeLine)) return [readClaudeCode(text, options)];
  if (sample.some(isPiLine)) return [readPi(text, options)];
  const first = emptyTranscript('everthread');
  const lines = readLines(text, first, options);
  if (lines.some(({ value }) => isDialogue(value))) {
    return lines.map(({ number, value }) => readDialogue(value, `line ${number}.`, options));
  }
  if (!sample.some((value) => value.role !== undefined || typeof value.type === 'string')) {
    throw invalidInput('text', accepted, 'lines of another kind');
  }
  const transcript = readMessageLines(lines, options);
  return [{ ...transcript, warnings: [...first.warnings, ...transcript.warnings] }];
}

function isCodexLine(line: Source): boolean {
  const types = ['session_meta', 'response_item', 'event_msg', 'turn_context'];
  return types.includes(line.type as string) && isObject(line.payload);
}

/** Before items were wrapped, a file began with a line of settings. */
function isOldCodexStart(line: Source): boolean {
  return (
    line.type === undefined &&
    line.role === undefined &&
    typeof line.id === 'string' &&
    'instructions' in line
  );
}

function isClaudeCodeLine(line: Source): boolean {
  const spoken = (line.type === 'user' || line.type === 'assistant') && isObject(line.message);
  return spoken && (line.sessionId !== undefined || line.uuid !== undefined);
}

function isPiLine(line: Source): boolean {
  return line.type === 'message' && isObject(line.message) && typeof line.message.role === 'string';
}
