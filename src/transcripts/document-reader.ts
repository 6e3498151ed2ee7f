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

  const take = (piece: JsonPiece): void => {
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
      for (const piece of splitter.push(chunk)) take(piece);
    },
    end() {
      for (const piece of splitter.end()) take(piece);
      reader!.end();
    },
    needsIndex: () => false,
  };
}

/** Undefined if the text is not JSON, which has no undefined of its own. */
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
    element({ value, place: given }) {
      kind ??= kindOf(out, value);
      // Before the first element was read, its list was assumed to hold messages.
      const place = kind === 'messages' ? given : given.replace(/^messages/u, '');
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
 * Members that describe the messages may follow after them, so messages are held until the end. Beyond a limit they are
 * read with the members seen so far.
 */
function createObjectRoot(out: Collector, options: ReaderOptions): RootReader {
  const members: { [key: string]: unknown } = {};
  const held = new Map<string, { value: unknown; place: string }[]>();
  let heldCharacters = 0;
  let reader: { entry(value: unknown, place: string): void; end?(): void } | undefined;
  let used: string | undefined;

  const document = (): { [key: string]: unknown } => ({
    ...members,
    ...Object.fromEntries([...held].map(([key, list]) => [key, list.map(({ value }) => value)])),
  });
  const start = (whole: Source): void => {
    used = listMembers.find((member) => held.has(member))!;
    reader = isGemini(out, whole, whole.messages)
      ? createGeminiReader(out, members)
      : createListReader(out, dialogueInfo(members));
    for (const { value, place } of held.get(used)!) reader.entry(value, place);
    held.clear();
  };

  return {
    element({ value, place, list, characters }) {
      if (reader !== undefined) {
        if (list === used) reader.entry(value, place);
        return;
      }
      held.get(list!)!.push({ value, place });
      heldCharacters += characters;
      if (heldCharacters > transcriptLimits.heldCharacters) start(document());
    },
    member(key, value) {
      if (reader === undefined && listMembers.some((member) => member === key) && Array.isArray(value)) {
        held.set(key, []);
      } else if (Object.hasOwn(members, key) || key !== '__proto__') members[key] = value;
    },
    end() {
      if (reader === undefined) {
        const whole: { [key: string]: unknown } = document();
        const isMessage = held.size === 0 || whole.type !== undefined || whole.role !== undefined;
        if (isMessage || isObject(whole.mapping)) {
          readSingle(out, whole, options);
          return;
        }
        start(whole);
      }
      reader!.end?.();
    },
  };
}
