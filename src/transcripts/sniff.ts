/**
 * Decides from the beginning of a text whether it is one JSON document or lines of JSON. Waits for more text if
 * necessary: a file of one line is a document, and an incomplete first line may begin a document over many lines or be
 * a damaged line.
 */
import { parseObject } from '../message/provider-fields.ts';
import { transcriptLimits } from './transcript.ts';

export type Layout = 'document' | 'lines';

/** Returns undefined if more text is needed. `ended`: the text is complete. */
export function sniffLayout(text: string, ended: boolean): Layout | undefined {
  const begin = text.search(/\S/u);
  if (begin === -1) return ended ? 'lines' : undefined;
  const first = text[begin];
  if (first === '[') return 'document';
  if (first !== '{') return 'lines';
  const lineEnd = text.indexOf('\n', begin);
  if (lineEnd === -1) {
    if (text.length > transcriptLimits.lineCharacters) return 'document';
    if (!ended) return undefined;
    return parseObject(text) === undefined ? 'lines' : 'document';
  }
  const next = text.slice(lineEnd, lineEnd + 4096).match(/\S/u)?.[0];
  if (next === undefined && !ended && text.length - lineEnd < 4096) return undefined;
  const line = text.slice(begin, lineEnd);
  if (parseObject(line) !== undefined) return next === undefined ? 'document' : 'lines';
  return next !== undefined && canContinue(line, next) ? 'document' : 'lines';
}

/** Whether the next line can continue this one within one document. */
function canContinue(line: string, next: string): boolean {
  const open: string[] = [];
  let inString = false;
  let last = '';
  for (let place = 0; place < line.length; place += 1) {
    const character = line[place]!;
    if (inString) {
      if (character === '\\') place += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === '{' || character === '[') open.push(character);
    else if (character === '}' || character === ']') open.pop();
    if (character.trim() !== '') last = character;
  }
  const inner = open.at(-1);
  // JSON strings contain no line breaks.
  if (inString || inner === undefined) return false;
  if (last === ':') return true;
  const begins = last === '{' || last === '[' || last === ',';
  if (inner === '[') return begins || next === ',' || next === ']';
  return begins ? next === '"' || next === '}' : next === ',' || next === '}';
}
