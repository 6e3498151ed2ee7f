/**
 * JSON with the line of every key and of what is wrong: JSON.parse often says neither. Strict, and stricter than
 * JSON.parse in one thing: a key that is there twice is refused, for one of the two would be ignored.
 */
import { type ConfigDocument, SyntaxProblem } from './document.ts';

const deepest = 64;
const space = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them inside a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

export function parseJsonDocument(text: string): ConfigDocument {
  const lines = new Map<string, number>();
  let at = text.startsWith('\ufeff') ? 1 : 0;

  const problem = (message: string, position = at) =>
    new SyntaxProblem(message, text.slice(0, position).split('\n').length);

  function skipSpace(): void {
    space.lastIndex = at;
    at += space.exec(text)![0].length;
    if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      throw problem('JSON has no comments; everthread.config.yaml and everthread.config.js may have some.');
    }
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function unexpected(wanted: string): SyntaxProblem {
    if (at >= text.length) return problem(`the file ends where ${wanted} should come.`);
    if (text[at] === '"') return problem('a string is not closed, or holds a line break or a bad escape.');
    const character = String.fromCodePoint(text.codePointAt(at)!);
    return problem(`${wanted} should come where ${JSON.stringify(character)} stands.`);
  }

  function expect(character: string, wanted: string): void {
    if (text[at] !== character) throw unexpected(wanted);
    at += 1;
  }

  function readObject(path: readonly string[]): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    at += 1;
    skipSpace();
    while (text[at] !== '}') {
      const start = at;
      const quoted = match(string);
      if (quoted === undefined) throw unexpected('a key in double quotes');
      const key = JSON.parse(quoted) as string;
      if (entries.has(key)) throw problem(`${quoted} is there twice.`, start);
      lines.set(JSON.stringify([...path, key]), text.slice(0, start).split('\n').length);
      skipSpace();
      expect(':', 'a colon');
      entries.set(key, readValue([...path, key]));
      skipSpace();
      if (text[at] !== ',') {
        if (text[at] !== '}') throw unexpected('a comma or }');
        break;
      }
      at += 1;
      skipSpace();
      if (text[at] === '}') throw problem('JSON allows no comma before }.');
    }
    at += 1;
    return Object.fromEntries(entries);
  }

  function readArray(path: readonly string[]): unknown[] {
    const values: unknown[] = [];
    at += 1;
    skipSpace();
    while (text[at] !== ']') {
      values.push(readValue([...path, String(values.length)]));
      skipSpace();
      if (text[at] !== ',') {
        if (text[at] !== ']') throw unexpected('a comma or ]');
        break;
      }
      at += 1;
      skipSpace();
      if (text[at] === ']') throw problem('JSON allows no comma before ].');
    }
    at += 1;
    return values;
  }

  function readValue(path: readonly string[]): unknown {
    if (path.length > deepest) throw problem(`nothing may be nested more than ${deepest} deep.`);
    skipSpace();
    if (text[at] === '{') return readObject(path);
    if (text[at] === '[') return readArray(path);
    const quoted = match(string) ?? match(number);
    if (quoted !== undefined) return JSON.parse(quoted);
    const word = words.find(([name]) => text.startsWith(name, at));
    if (word === undefined) throw unexpected('a value');
    at += word[0].length;
    return word[1];
  }

  const value = readValue([]);
  skipSpace();
  if (at < text.length) throw problem('there is more after the end of the value.');
  return { value, lineOf: (path) => lines.get(JSON.stringify(path)) };
}
