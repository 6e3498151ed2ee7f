/** Recognizes which client wrote a file, by its lines or the root of its document, never by its name. */
import { EverthreadError } from '../errors.ts';
import { isObject, type Source } from '../message/provider-fields.ts';
import { isArchiveHeader } from './archive-reader.ts';
import { isChatGpt } from './chatgpt.ts';
import { isDialogue } from './message-list.ts';
import type { TranscriptFormat } from './transcript.ts';

const acceptedFiles =
  'a session of Claude Code, Codex, Gemini CLI or Pi, an export of ChatGPT (conversations.json) or Everthread, or messages of OpenAI, Anthropic or the AI SDK as JSON or JSON lines';

/** The field is `text`, because the whole file is wrong and not one entry of it. */
export function unknownFile(why: string): EverthreadError {
  return new EverthreadError({
    code: 'invalid_input',
    field: 'text',
    message: `text must be ${acceptedFiles}, but ${why}.`,
  });
}

/** How lines are read: as the session of a client, or as one conversation or message each. */
export type LineKind =
  | 'codex'
  | 'claude-code'
  | 'gemini-cli'
  | 'pi'
  | 'everthread'
  | 'chatgpt'
  | 'dialogues'
  | 'messages';

export function detectLines(sample: readonly Source[], requested?: TranscriptFormat): LineKind {
  if (requested !== undefined) return requestedKind(sample, requested);
  if (isArchiveHeader(sample[0])) return 'everthread';
  if (sample.some(isCodexLine) || isOldCodexStart(sample[0])) return 'codex';
  if (sample.some(isClaudeCodeLine)) return 'claude-code';
  if (sample.some(isGeminiLine)) return 'gemini-cli';
  if (sample.some(isPiLine)) return 'pi';
  if (sample.some(isChatGpt)) return 'chatgpt';
  if (sample.some(isDialogue)) return 'dialogues';
  if (sample.some((value) => value.role !== undefined || typeof value.type === 'string')) return 'messages';
  throw unknownFile(
    sample.length === 0 ? 'there is no line of JSON in it' : 'what is in it is of another kind',
  );
}

function requestedKind(sample: readonly Source[], requested: TranscriptFormat): LineKind {
  switch (requested) {
    case 'codex':
    case 'claude-code':
    case 'gemini-cli':
    case 'pi':
    case 'chatgpt':
      return requested;
    case 'everthread':
      return isArchiveHeader(sample[0]) ? 'everthread' : 'messages';
    default:
      return sample.some(isDialogue) ? 'dialogues' : 'messages';
  }
}

export function isGeminiDocument(document: Source, messages: readonly unknown[]): boolean {
  const hasGeminiMessage = messages.some(
    (message) => isObject(message) && message.role === undefined && message.type === 'gemini',
  );
  return (
    hasGeminiMessage || (typeof document.sessionId === 'string' && typeof document.projectHash === 'string')
  );
}

function isCodexLine(line: Source): boolean {
  const types = ['session_meta', 'response_item', 'event_msg', 'turn_context'];
  return types.includes(line.type as string) && isObject(line.payload);
}

/** Older files hold unwrapped items and begin with a line of settings. */
function isOldCodexStart(line: Source | undefined): boolean {
  return (
    line !== undefined &&
    line.type === undefined &&
    line.role === undefined &&
    typeof line.id === 'string' &&
    'instructions' in line
  );
}

function isClaudeCodeLine(line: Source): boolean {
  const isMessage = (line.type === 'user' || line.type === 'assistant') && isObject(line.message);
  return isMessage && (line.sessionId !== undefined || line.uuid !== undefined);
}

/** The first line of a session, a change to it, or an answer. */
function isGeminiLine(line: Source): boolean {
  const isSession = typeof line.sessionId === 'string' && typeof line.projectHash === 'string';
  const isChange = isObject(line.$set) || typeof line.$rewindTo === 'string';
  const isAnswer = line.type === 'gemini' && typeof line.id === 'string';
  return line.role === undefined && (isSession || isChange || isAnswer);
}

function isPiLine(line: Source): boolean {
  return line.type === 'message' && isObject(line.message) && typeof line.message.role === 'string';
}
