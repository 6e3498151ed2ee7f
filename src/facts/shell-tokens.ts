/** The words, operators and redirections of a shell script, without running it. */

export type Token = {
  /** `document`: a here-document, where it is given to its command. */
  kind: 'word' | 'operator' | 'redirect' | 'document';
  text: string;
  /** Contains something that only the shell can resolve. */
  dynamic: boolean;
  /** Its place in the script. */
  start: number;
  end: number;
};

export function tokenize(script: string): Token[] {
  const tokens: Token[] = [];
  const awaited: HereDocument[] = [];
  let text = '';
  let started = false;
  let dynamic = false;
  let index = 0;
  let begun = 0;
  const flush = () => {
    if (started) tokens.push({ kind: 'word', text, dynamic, start: begun, end: index });
    text = '';
    started = false;
    dynamic = false;
  };
  const mark = (kind: 'operator' | 'redirect', mark: string) =>
    tokens.push({ kind, text: mark, dynamic: false, start: index, end: index });
  while (index < script.length) {
    const character = script[index]!;
    if (!started) begun = index;
    if (character === '\\') {
      if (script[index + 1] !== '\n') {
        text += script[index + 1] ?? '';
        started = true;
      }
      index += 2;
    } else if (character === "'") {
      const end = script.indexOf("'", index + 1);
      text += script.slice(index + 1, end === -1 ? script.length : end);
      started = true;
      index = end === -1 ? script.length : end + 1;
    } else if (character === '"') {
      const quoted = readQuoted(script, index + 1);
      text += quoted.text;
      dynamic ||= quoted.dynamic;
      started = true;
      index = quoted.end;
    } else if (character === '#' && !started) {
      const end = script.indexOf('\n', index);
      index = end === -1 ? script.length : end;
    } else if (character === '\n') {
      flush();
      mark('operator', '\n');
      index += 1;
      for (const one of awaited.splice(0)) {
        const document = readDocument(script, index, one);
        one.token.text = document.text;
        index = document.end;
      }
    } else if (character === ' ' || character === '\t' || character === '\r') {
      flush();
      index += 1;
    } else if (script.startsWith('<<<', index)) {
      flush();
      mark('redirect', '<');
      index += 3;
    } else if (script.startsWith('<<', index)) {
      flush();
      const match = /^<<(-?)\s{0,4}(['"]?)([\w.!-]{1,60})\2/.exec(script.slice(index, index + 80));
      if (match === null) index += 2;
      else {
        const token: Token = { kind: 'document', text: '', dynamic: false, start: index, end: index };
        tokens.push(token);
        awaited.push({ word: match[3]!, indented: match[1] === '-', token });
        index += match[0].length;
      }
    } else if (character === '>' || character === '<' || (character === '&' && script[index + 1] === '>')) {
      if (started && /^\d$/.test(text)) {
        text = '';
        started = false;
      }
      flush();
      const match = /^(?:&>>?|>>|>\||>&|<&|<>|>|<)/.exec(script.slice(index, index + 3))!;
      index += match[0].length;
      const writes = match[0] !== '<' && match[0] !== '<&';
      const substitution = script[index] === '(';
      if (!substitution) mark('redirect', writes ? '>' : '<');
    } else if (script.startsWith('$(', index)) {
      const end = substitutionEnd(script, index + 2);
      text += script.slice(index, end);
      started = true;
      dynamic = true;
      index = end;
    } else if (/[;|&()]/.test(character)) {
      flush();
      mark('operator', character);
      index += 1;
    } else {
      if (/[$`*?[{~]/.test(character) && !(character === '~' && !started) && !(character === '{' && !started))
        dynamic = true;
      text += character;
      started = true;
      index += 1;
    }
  }
  flush();
  return tokens;
}

/** The text in double quotes that begins at `from`. `end` is the place behind the closing quote. */
function readQuoted(script: string, from: number): { text: string; dynamic: boolean; end: number } {
  let text = '';
  let dynamic = false;
  let index = from;
  while (index < script.length && script[index] !== '"') {
    if (script[index] === '\\' && index + 1 < script.length) {
      const escaped = script[index + 1]!;
      text += /["\\$`]/.test(escaped) ? escaped : escaped === '\n' ? '' : `\\${escaped}`;
      index += 2;
    } else {
      if (script[index] === '$' || script[index] === '`') dynamic = true;
      text += script[index];
      index += 1;
    }
  }
  return { text, dynamic, end: index + 1 };
}

/** The word that ends a here-document, whether its lines may be indented (`<<-`), and its token, which gets its text. */
type HereDocument = { word: string; indented: boolean; token: Token };

/** The here-document that begins at `from`. Without its last line it extends to the end of the script. */
function readDocument(
  script: string,
  from: number,
  { word, indented }: HereDocument,
): { text: string; end: number } {
  let start = from;
  while (start < script.length) {
    const newline = script.indexOf('\n', start);
    const end = newline === -1 ? script.length : newline;
    const line = script.slice(start, end);
    if ((indented ? line.trimStart() : line).trimEnd() === word)
      return { text: script.slice(from, start), end: end + 1 };
    start = end + 1;
  }
  return { text: script.slice(from), end: script.length };
}

const longestSubstitution = 2_000;

/** The place behind the bracket that closes a substitution, found by counting brackets. The inside is not read. */
function substitutionEnd(script: string, from: number): number {
  let depth = 1;
  const limit = Math.min(script.length, from + longestSubstitution);
  for (let index = from; index < limit; index += 1) {
    if (script[index] === '(') depth += 1;
    else if (script[index] === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return from;
}
