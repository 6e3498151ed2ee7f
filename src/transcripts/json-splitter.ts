/**
 * Splits a JSON document that arrives in chunks into pieces: the elements of a list at its root, or the members of an
 * object. Of some members, whose lists may be long, each element is a piece of its own. Only the outer structure is
 * read here; JSON.parse reads the pieces and finds errors in them. So a document of any size needs only the memory of
 * its largest piece.
 */
import { EverthreadError } from '../errors.ts';

export type JsonPiece =
  | { kind: 'open'; root: 'array' | 'object' }
  /** A list member begins; its elements follow one by one. */
  | { kind: 'list'; key: string }
  /** `list` is the key of the list, undefined at the root. `text` is undefined if it was too long. */
  | { kind: 'element'; list: string | undefined; index: number; text: string | undefined; characters: number }
  | { kind: 'member'; key: string; text: string | undefined; characters: number };

export type JsonSplitter = {
  /** Throws `invalid_input` if the outer structure is not JSON. */
  push(chunk: string): JsonPiece[];
  end(): JsonPiece[];
};

/** Named after what must come next; `expectations` says it in words. */
type State =
  | 'root'
  | 'first-element'
  | 'element'
  | 'after-element'
  | 'first-key'
  | 'key'
  | 'in-key'
  | 'colon'
  | 'member'
  | 'after-member'
  | 'in-value'
  | 'done';

const code = (character: string): number => character.charCodeAt(0);
const quote = code('"');
const backslash = code('\\');
const comma = code(',');
const colon = code(':');
const openList = code('[');
const closeList = code(']');
const openObject = code('{');
const closeObject = code('}');
const lineFeed = code('\n');

export function createJsonSplitter(options: {
  /** Members whose lists are handed out element by element. */
  lists?: readonly string[];
  /** Longer pieces are left out. */
  maxCharacters: number;
}): JsonSplitter {
  const { lists = [], maxCharacters } = options;
  let state: State = 'root';
  let listKey: string | undefined;
  let isListRoot = false;
  let index = 0;
  let key = '';
  let line = 1;
  let pieces: JsonPiece[] = [];

  // The value or key being read.
  let captures: string[] = [];
  let characters = 0;
  let depth = 0;
  let kind: 'string' | 'container' | 'scalar' = 'scalar';
  let inString = false;
  let isEscaped = false;

  const captureText = (piece: string): void => {
    characters += piece.length;
    if (characters <= maxCharacters) captures.push(piece);
    else captures = [];
  };
  const takeCaptured = (): { text: string | undefined; characters: number } => {
    const result = { text: characters <= maxCharacters ? captures.join('') : undefined, characters };
    captures = [];
    characters = 0;
    return result;
  };
  const fail = (chunk: string, place: number): never => {
    const found = place < chunk.length ? JSON.stringify(chunk[place]) : 'its end';
    const where = line + countLines(chunk, place);
    throw new EverthreadError({
      code: 'invalid_input',
      field: `line ${where}`,
      message: `line ${where} is not valid JSON: ${expectations[state]}, but found ${found}.`,
      details: { line: where },
    });
  };

  const beginValue = (first: number): void => {
    state = 'in-value';
    isEscaped = false;
    inString = first === quote;
    kind = inString ? 'string' : first === openList || first === openObject ? 'container' : 'scalar';
    depth = 0;
  };
  const finishValue = (): void => {
    const value = takeCaptured();
    if (isListRoot || listKey !== undefined) {
      pieces.push({ kind: 'element', list: listKey, index, ...value });
      index += 1;
      state = 'after-element';
    } else {
      pieces.push({ kind: 'member', key, ...value });
      state = 'after-member';
    }
  };
  const closeElements = (): void => {
    if (listKey === undefined) state = 'done';
    else {
      listKey = undefined;
      state = 'after-member';
    }
  };

  /** Reads on inside a value; returns the first position after it. */
  const readValue = (chunk: string, start: number): number => {
    let place = start;
    for (; place < chunk.length; place += 1) {
      const character = chunk.charCodeAt(place);
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (character === backslash) isEscaped = true;
        else if (character === quote && place + characters > start) {
          // The condition excludes the quote that opens the string: nothing was captured before it.
          inString = false;
          if (kind === 'string') return place + 1;
        }
      } else if (kind === 'scalar') {
        if (
          character === comma ||
          character === closeList ||
          character === closeObject ||
          isSpace(character)
        ) {
          return place;
        }
      } else if (character === quote) inString = true;
      else if (character === openList || character === openObject) depth += 1;
      else if (character === closeList || character === closeObject) {
        depth -= 1;
        if (depth === 0) return place + 1;
      }
    }
    return place;
  };

  const isFinished = (chunk: string, place: number): boolean =>
    kind === 'scalar' ? place < chunk.length : kind === 'string' ? !inString : depth === 0;

  /** Reads one character of the outer structure, or begins a value or name there; returns the next position. */
  function readStructure(chunk: string, place: number): number {
    const character = chunk.charCodeAt(place);
    let next = place;
    switch (state) {
      case 'root':
        if (character !== openList && character !== openObject) fail(chunk, place);
        isListRoot = character === openList;
        pieces.push({ kind: 'open', root: isListRoot ? 'array' : 'object' });
        state = isListRoot ? 'first-element' : 'first-key';
        next = place + 1;
        break;
      case 'first-element':
      case 'element':
        if (character === closeList && state === 'first-element') {
          closeElements();
          next = place + 1;
        } else if (isValueStart(character)) beginValue(character);
        else fail(chunk, place);
        break;
      case 'after-element':
        if (character === comma) state = 'element';
        else if (character === closeList) closeElements();
        else fail(chunk, place);
        next = place + 1;
        break;
      case 'first-key':
      case 'key':
        if (character === closeObject && state === 'first-key') {
          state = 'done';
          next = place + 1;
        } else if (character === quote) {
          beginValue(character);
          state = 'in-key';
        } else fail(chunk, place);
        break;
      case 'colon':
        if (character !== colon) fail(chunk, place);
        state = 'member';
        next = place + 1;
        break;
      case 'member':
        if (character === openList && lists.includes(key)) {
          listKey = key;
          index = 0;
          pieces.push({ kind: 'list', key });
          state = 'first-element';
          next = place + 1;
        } else if (isValueStart(character)) beginValue(character);
        else fail(chunk, place);
        break;
      case 'after-member':
        if (character === comma) state = 'key';
        else if (character === closeObject) state = 'done';
        else fail(chunk, place);
        next = place + 1;
        break;
      case 'done':
        fail(chunk, place);
    }
    return next;
  }

  function push(chunk: string): JsonPiece[] {
    pieces = [];
    let place = 0;
    while (place < chunk.length) {
      if (state === 'in-value' || state === 'in-key') {
        const end = readValue(chunk, place);
        captureText(chunk.slice(place, end));
        if (!isFinished(chunk, end)) break;
        place = end;
        if (state === 'in-key') {
          key = readKey(takeCaptured().text, () => fail(chunk, end - 1));
          state = 'colon';
        } else finishValue();
        continue;
      }
      place = isSpace(chunk.charCodeAt(place)) ? place + 1 : readStructure(chunk, place);
    }
    line += countLines(chunk, chunk.length);
    return pieces;
  }

  return {
    push,
    end() {
      if (state !== 'done') fail('', 0);
      return [];
    },
  };
}

const expectations: { [name in State]: string } = {
  root: 'a document begins with [ or {',
  'first-element': 'a value or ] must follow',
  element: 'a value must follow',
  'after-element': 'a comma or ] must follow',
  'first-key': 'a name in quotes or } must follow',
  key: 'a name in quotes must follow',
  'in-key': 'a name must end with a quote',
  colon: 'a colon must follow the name',
  member: 'a value must follow',
  'after-member': 'a comma or } must follow',
  'in-value': 'a value must be whole',
  done: 'nothing may follow the document',
};

function readKey(text: string | undefined, fail: () => never): string {
  try {
    return JSON.parse(text ?? '') as string;
  } catch {
    return fail();
  }
}

function isSpace(character: number): boolean {
  return character === 0x20 || character === lineFeed || character === 0x0d || character === 0x09;
}

/** Excludes punctuation only; JSON.parse later decides whether the text is a value. */
function isValueStart(character: number): boolean {
  return character !== comma && character !== colon && character !== closeList && character !== closeObject;
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let place = text.indexOf('\n'); place !== -1 && place < end; place = text.indexOf('\n', place + 1)) {
    lines += 1;
  }
  return lines;
}
