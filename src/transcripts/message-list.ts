/**
 * Lists of messages in a provider's format or in Everthread's own: a JSON array, a request body with `messages` (and
 * `system`), responses items, or one message per line. The format of the list is that of the first message whose format
 * can be recognized; messages that look the same in all formats are read in this one.
 */
import { fromAnthropicSystem } from '../message/anthropic.ts';
import type { AnthropicSystem } from '../message/anthropic-shapes.ts';
import { type DetectedFormat, detectFormat } from '../message/detect-format.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { isObject, type Source } from '../message/provider-fields.ts';
import { createJoiner, type Joiner } from './joiner.ts';
import {
  type Collector,
  convertMessages,
  readText,
  readTimeIn,
  type TranscriptFormat,
  type TranscriptMessage,
  transcriptLimits,
} from './transcript.ts';

export type ListReader = { entry(value: unknown, place: string): void; end(): void };

export type ListInfo = { id?: string; title?: string; createdAt?: string; system?: unknown };

const listFormats = ['openai-chat', 'openai-responses', 'anthropic', 'ai-sdk', 'everthread'] as const;
type ListFormat = (typeof listFormats)[number];

export function createListReader(out: Collector, { system, ...conversationInfo }: ListInfo = {}): ListReader {
  const requestedFormat = listFormats.find((format) => format === out.options.format);
  let pending: { value: unknown; place: string }[] = [];
  let started: { conversation: number; format: ListFormat; joiner: Joiner } | undefined;

  const start = (): NonNullable<typeof started> => {
    const hasSystem = system !== undefined && system !== null;
    const format = requestedFormat ?? formatOf(pending.map(({ value }) => value));
    const name: TranscriptFormat = hasSystem ? 'anthropic' : format;
    const conversation = out.conversation({ format: name, ...conversationInfo });
    started = { conversation, format, joiner: createJoiner(out, conversation) };
    if (hasSystem) {
      const convert = ({ text }: Source) => [fromAnthropicSystem(text as AnthropicSystem)];
      const systemMessages = convertMessages({ entry: { text: system }, field: 'system', out, convert });
      for (const message of systemMessages) out.message({ conversation, message, place: 'system' });
    }
    const first = pending;
    pending = [];
    for (const { value, place } of first) emit(started, value, place);
    return started;
  };

  const emit = (
    { conversation, format, joiner }: NonNullable<typeof started>,
    value: unknown,
    place: string,
  ): void => {
    const convert = (entry: Source) => [toMessage(entry, format, place)];
    for (const message of convertMessages({ entry: value, field: place, out, convert })) {
      if (format === 'openai-responses') joiner.add(message, place);
      else out.message({ conversation, message, place });
    }
  };

  return {
    entry(value, place) {
      if (started !== undefined) emit(started, value, place);
      else {
        pending.push({ value, place });
        if (pending.length >= transcriptLimits.sampleLines) start();
      }
    },
    end() {
      (started ?? start()).joiner.end();
    },
  };
}

function formatOf(values: readonly unknown[]): ListFormat {
  const found = values.map(foundFormat);
  const decisive = found.find((each) => each !== undefined && each !== 'everthread');
  return decisive === undefined ? defaultFormat(values[0]) : (listFormat(decisive) ?? 'everthread');
}

/** Undefined if no list has this format; a message in it is read by itself. */
function listFormat(found: DetectedFormat | undefined): ListFormat | undefined {
  return listFormats.find((format) => format === found);
}

function foundFormat(value: unknown): DetectedFormat | undefined {
  return isObject(value) ? detectFormat(value) : undefined;
}

/** Plain text messages look the same in every format; most files mean the OpenAI chat format. */
function defaultFormat(first: unknown): ListFormat {
  return isObject(first) && Array.isArray(first.parts) ? 'everthread' : 'openai-chat';
}

/** A plain message is read in the format of its list, unless that format has no such role. */
function toMessage(entry: Source, format: ListFormat, field: string): TranscriptMessage {
  const found = foundFormat(entry);
  const isPlain = (found === undefined || found === 'everthread') && !Array.isArray(entry.parts);
  const fits = !(format === 'anthropic' && entry.role === 'system');
  const chosen = isPlain && fits ? format : listFormat(found);
  const known = chosen === undefined || chosen === 'everthread' ? {} : { format: chosen };
  return normalizeMessage(entry as MessageInput, { field, ...known });
}

/** Members that may hold the messages of a dialogue. */
export const listMembers = ['messages', 'traj', 'input', 'conversation'] as const;

export function isDialogue(value: unknown): value is Source {
  return (
    isObject(value) && value.role === undefined && listMembers.some((member) => Array.isArray(value[member]))
  );
}

/** Reads a dialogue that is in memory as a whole. `prefix` is its place in the file: `[4].`, `line 7.`. */
export function readDialogue(out: Collector, dialogue: Source, prefix: string): void {
  const member = listMembers.find((name) => Array.isArray(dialogue[name]))!;
  const reader = createListReader(out, dialogueInfo(dialogue));
  (dialogue[member] as unknown[]).forEach((value, index) => {
    reader.entry(value, `${prefix}${member}[${index}]`);
  });
  reader.end();
}

export function dialogueInfo(dialogue: Source): ListInfo {
  const id = dialogue.id ?? dialogue.task_id ?? dialogue.conversation_id;
  const name = typeof id === 'number' ? String(id) : readText(id);
  const title = readText(dialogue.title);
  return {
    ...(name !== undefined && { id: name }),
    ...(title !== undefined && { title }),
    ...readTimeIn(dialogue),
    system: dialogue.system,
  };
}
