/**
 * One JSON document: a list of conversations or messages, or an object that holds one conversation. Lists are read
 * element by element, so that only one conversation, or one message of it, is in memory at a time.
 */
import { invalidInput } from '../errors.ts';
import { isObject, type Source } from '../message/provider-fields.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { isGeminiDocument } from './detect.ts';
import { createGeminiReader } from './gemini-cli.ts';
import { createJsonSplitter, type JsonPiece } from './json-splitter.ts';
import { readSingle } from './lines-reader.ts';
import { createListReader, dialogueInfo, isDialogue, listMembers, readDialogue } from './message-list.ts';
import { type Collector, tooLong, transcriptLimits } from './transcript.ts';
import type { LayoutReader, ReaderOptions } from './transcript-reader.ts';

/** Receives the elements of a list, or the members of an object. */
type RootReader = {
  element(entry: { value: unknown; place: string; list: string | undefined; characters: number }): void;
  member(key: string, value: unknown): void;
  end(): void;
};

export function createDocumentReader(out: Collector, options: ReaderOptions): LayoutReader {
  const splitter = createJsonSplitter({
    lists: listMembers,
    maxCharacters: transcriptLimits.conversationCharacters,
  });
  let reader: RootReader | undefined;

  const takePiece = (piece: JsonPiece): void => {
    if (piece.kind === 'open') {
      reader = piece.root === 'array' ? createListRoot(out) : createObjectRoot(out, options);
      return;
    }
    if (piece.kind === 'list') {
      reader!.member(piece.key, []);
      return;
    }
    const place =
      piece.kind === 'member'
        ? piece.key
        : `${piece.list ?? (inMessages(reader) ? 'messages' : '')}[${piece.index}]`;
    if (piece.text === undefined) {
      out.problem(tooLong(place, piece.characters, transcriptLimits.conversationCharacters));
      return;
    }
    const value = parse(piece.text);
    if (value === undefined) out.problem(invalidInput(place, 'valid JSON', 'something else'));
    else if (piece.kind === 'member') reader!.member(piece.key, value);
    else reader!.element({ value, place, list: piece.list, characters: piece.characters });
  };

  return {
    push(chunk) {
      for (const piece of splitter.push(chunk)) takePiece(piece);
    },
    end() {
      for (const piece of splitter.end()) takePiece(piece);
      reader!.end();
    },
    needsIndex: () => false,
  };
}

/** Undefined if the text is not JSON. No JSON text has this value. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ListRoot = RootReader & { holdsMessages(): boolean };

function inMessages(reader: RootReader | undefined): boolean {
  return reader !== undefined && 'holdsMessages' in reader && (reader as ListRoot).holdsMessages();
}

/** The first readable element decides what all elements are. */
function createListRoot(out: Collector): ListRoot {
  let kind: 'chatgpt' | 'gemini' | 'dialogues' | 'messages' | undefined;
  let list: ReturnType<typeof createListReader> | undefined;
  return {
    holdsMessages: () => kind === undefined || kind === 'messages',
    element({ value, place: listPlace }) {
      kind ??= kindOf(out, value);
      // Before the first element was read, its list was assumed to hold messages.
      const place = kind === 'messages' ? listPlace : listPlace.replace(/^messages/u, '');
      if (kind === 'messages') {
        list ??= createListReader(out);
        list.entry(value, place);
      } else if (kind === 'chatgpt' && isChatGpt(value)) readChatGpt(out, value, `${place}.`);
      else if (kind === 'gemini' && isDialogue(value)) readGemini(out, value, `${place}.`);
      else if (kind === 'dialogues' && isDialogue(value)) readDialogue(out, value, `${place}.`);
      else {
        const accepted =
          kind === 'chatgpt' ? 'an object with a mapping' : `an object with ${listMembers.join(' or ')}`;
        out.problem(invalidInput(place, accepted, value));
      }
    },
    member() {},
    end() {
      if (kind === undefined) list = createListReader(out);
      list?.end();
    },
  };
}

function kindOf(out: Collector, value: unknown) {
  if (isChatGpt(value)) return 'chatgpt' as const;
  if (!isDialogue(value)) return 'messages' as const;
  return isGemini(out, value, value.messages) ? ('gemini' as const) : ('dialogues' as const);
}

function isGemini(out: Collector, document: Source, messages: unknown): boolean {
  const { format } = out.options;
  if (!Array.isArray(messages)) return false;
  return format === undefined ? isGeminiDocument(document, messages) : format === 'gemini-cli';
}

function readGemini(out: Collector, document: Source, prefix: string): void {
  const reader = createGeminiReader(out, document);
  (document.messages as unknown[]).forEach((entry, index) => {
    reader.entry(entry, `${prefix}messages[${index}]`);
  });
}

/**
 * Members that describe the messages may follow after them, so messages wait in memory until the end. Beyond a limit
 * they are read with the members known so far.
 */
function createObjectRoot(out: Collector, options: ReaderOptions): RootReader {
  const members: { [key: string]: unknown } = {};
  const elements = new Map<string, { value: unknown; place: string }[]>();
  let elementCharacters = 0;
  let reader: { entry(value: unknown, place: string): void; end?(): void } | undefined;
  let usedList: string | undefined;

  const document = (): { [key: string]: unknown } => ({
    ...members,
    ...Object.fromEntries([...elements].map(([key, list]) => [key, list.map(({ value }) => value)])),
  });
  const start = (complete: Source): void => {
    usedList = listMembers.find((member) => elements.has(member))!;
    reader = isGemini(out, complete, complete.messages)
      ? createGeminiReader(out, members)
      : createListReader(out, dialogueInfo(members));
    for (const { value, place } of elements.get(usedList)!) reader.entry(value, place);
    elements.clear();
  };

  return {
    element({ value, place, list, characters }) {
      if (reader !== undefined) {
        if (list === usedList) reader.entry(value, place);
        return;
      }
      elements.get(list!)!.push({ value, place });
      elementCharacters += characters;
      if (elementCharacters > transcriptLimits.heldCharacters) start(document());
    },
    member(key, value) {
      if (reader === undefined && listMembers.some((member) => member === key) && Array.isArray(value)) {
        elements.set(key, []);
      } else if (Object.hasOwn(members, key) || key !== '__proto__') members[key] = value;
    },
    end() {
      if (reader === undefined) {
        const complete: { [key: string]: unknown } = document();
        const isMessage = elements.size === 0 || complete.type !== undefined || complete.role !== undefined;
        if (isMessage || isObject(complete.mapping)) {
          readSingle(out, complete, options);
          return;
        }
        start(complete);
      }
      reader!.end?.();
    },
  };
}
