/**
 * Decodes what a terminal in raw mode sends into keys. An escape sequence may arrive in pieces, and one piece may hold
 * several. A bracketed paste becomes one key.
 */
export type Key =
  | { kind: 'text'; text: string }
  | { kind: 'paste'; text: string }
  | { kind: 'key'; name: KeyName };

export type KeyName =
  | 'enter'
  | 'newline'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'escape'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'home'
  | 'end'
  | 'word-left'
  | 'word-right'
  | 'delete-word-left'
  | 'delete-word-right'
  | 'delete-to-start'
  | 'delete-to-end'
  | 'history-back'
  | 'history-forward'
  | 'clear-screen'
  | 'search-history'
  | 'prefix'
  | 'interrupt'
  | 'end-of-input'
  | 'suspend';

export type KeyDecoder = {
  push(text: string): Key[];
  /** Decodes a lone escape sign as the Escape key; called if nothing follows it for a moment. */
  flush(): Key[];
  /** Whether an unfinished escape sequence waits for the rest. */
  readonly pending: boolean;
};

const escapeSign = '\u001b';
const pasteStart = `${escapeSign}[200~`;
const pasteEnd = `${escapeSign}[201~`;

const controls: { readonly [character: string]: KeyName } = {
  '\r': 'enter',
  '\n': 'newline',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0001': 'home',
  '\u0002': 'left',
  '\u0003': 'interrupt',
  '\u0004': 'end-of-input',
  '\u0005': 'end',
  '\u0006': 'right',
  '\u000b': 'delete-to-end',
  '\u000c': 'clear-screen',
  '\u000e': 'history-forward',
  '\u0010': 'history-back',
  '\u0012': 'search-history',
  '\u0015': 'delete-to-start',
  '\u0017': 'delete-word-left',
  '\u0018': 'prefix',
  '\u001a': 'suspend',
};

/** Keys by the characters that follow the escape sign. */
const sequences: { readonly [sequence: string]: KeyName } = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  '[H': 'home',
  '[F': 'end',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[7~': 'home',
  '[4~': 'end',
  '[8~': 'end',
  '[3~': 'delete',
  '[1;5C': 'word-right',
  '[1;3C': 'word-right',
  '[1;5D': 'word-left',
  '[1;3D': 'word-left',
  '[3;5~': 'delete-word-right',
  '[3;3~': 'delete-word-right',
  // Shift-Enter, Alt-Enter and Ctrl-Enter, on terminals that distinguish them.
  '[13;2u': 'newline',
  '[13;3u': 'newline',
  '[13;5u': 'newline',
  '[27;2;13~': 'newline',
  '[27;3;13~': 'newline',
  '[27;5;13~': 'newline',
  '\r': 'newline',
  '\n': 'newline',
  b: 'word-left',
  f: 'word-right',
  d: 'delete-word-right',
  '\u007f': 'delete-word-left',
  '\b': 'delete-word-left',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what a sequence begins with.
const controlSequence = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const unfinishedSequence = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: text ends where one begins.
const plainText = /^[^\u0000-\u001f\u007f]+/u;

export function createKeyDecoder(): KeyDecoder {
  let rest = '';

  /** The next key and the number of characters it takes; undefined while its end is still to come. */
  function next(): { key: Key | undefined; length: number } | undefined {
    if (rest.startsWith(pasteStart)) {
      const end = rest.indexOf(pasteEnd, pasteStart.length);
      if (end === -1) return undefined;
      const text = rest.slice(pasteStart.length, end).replace(/\r\n?/gu, '\n');
      return { key: { kind: 'paste', text }, length: end + pasteEnd.length };
    }
    if (rest.startsWith(escapeSign)) {
      if (unfinishedSequence.test(rest)) return undefined;
      const sequence = controlSequence.exec(rest)?.[0] ?? rest.slice(0, 2);
      const name = sequences[sequence.slice(1)];
      return { key: name && { kind: 'key', name }, length: sequence.length };
    }
    const text = plainText.exec(rest)?.[0];
    if (text !== undefined) return { key: { kind: 'text', text }, length: text.length };
    const name = controls[rest[0]!];
    return { key: name && { kind: 'key', name }, length: 1 };
  }

  function drain(): Key[] {
    const keys: Key[] = [];
    while (rest !== '') {
      const found = next();
      if (found === undefined) break;
      rest = rest.slice(found.length);
      if (found.key !== undefined) keys.push(found.key);
    }
    return keys;
  }

  return {
    push(text) {
      rest += text;
      return drain();
    },
    flush() {
      if (rest === '' || rest.startsWith(pasteStart)) return [];
      const lone = rest === escapeSign;
      rest = '';
      return lone ? [{ kind: 'key', name: 'escape' }] : [];
    },
    get pending() {
      return rest !== '' && !rest.startsWith(pasteStart);
    },
  };
}
