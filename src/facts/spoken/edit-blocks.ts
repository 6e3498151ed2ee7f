/**
 * Edits that an assistant writes into its text for a client that carries them out: a text to search and its replacement
 * between marks, with the file's name in front, or a patch in an envelope.
 */
import { readPatch } from '../patch.ts';

export type EditBlock = {
  /** From the line with the file's name to the closing fence. */
  start: number;
  end: number;
  path: string;
  before: string;
  after: string;
  /** Set instead of the two texts: a patch, which names its files itself. */
  patch?: string;
  /** The text ends within it: nobody can have carried it out. */
  isCut?: true;
};

type Line = { text: string; start: number; end: number };

const opening = /^(?:<{5,9}|-{5,9}) ?SEARCH>?\s*$/;
const divider = /^={5,9}\s*$/;
const closing = /^(?:>{5,9}|\+{5,9}) ?REPLACE>?\s*$/;
const fence = /^(?:`{3,}|~{3,}|<source>|<\/source>)/;
const patchOpening = /^\*\*\* Begin Patch\s*$/;
const patchClosing = /^\*\*\* End Patch\s*$/;
/** The file's name stands at most this many lines above the search mark. */
const nameReach = 3;

export function readEditBlocks(text: string): EditBlock[] {
  if (!/SEARCH|\*\*\* Begin Patch/.test(text)) return [];
  const lines = linesOf(text);
  const blocks: EditBlock[] = [];
  let path = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!.text;
    if (patchOpening.test(line)) {
      const close = findBelow(lines, index, patchClosing);
      if (close === -1) {
        blocks.push(cutOff(lines, index));
        break;
      }
      const patch = text.slice(lines[index]!.start, lines[close]!.end);
      const [first, last] = withFences(lines, index, close);
      const [effect] = readPatch(patch);
      if (effect !== undefined)
        blocks.push({ ...spanOf(lines, first, last), path: effect.path, before: '', after: '', patch });
      index = close;
    } else if (opening.test(line)) {
      const middle = findBelow(lines, index, divider);
      const close = middle === -1 ? -1 : findBelow(lines, middle, closing);
      const named = nameAbove(lines, index);
      if (close === -1) {
        blocks.push(cutOff(lines, named?.line ?? index));
        break;
      }
      path = named?.path ?? path;
      const [first, last] = withFences(lines, Math.min(index, named?.line ?? index), close);
      if (path !== '')
        blocks.push({
          ...spanOf(lines, first, last),
          path,
          before: textOf(lines.slice(index + 1, middle)),
          after: textOf(lines.slice(middle + 1, close)),
        });
      index = close;
    }
  }
  return blocks;
}

function cutOff(lines: readonly Line[], first: number): EditBlock {
  const from = fence.test(lines[first - 1]?.text.trim() ?? '') ? first - 1 : first;
  return { ...spanOf(lines, from, lines.length - 1), path: '', before: '', after: '', isCut: true };
}

function findBelow(lines: readonly Line[], from: number, mark: RegExp): number {
  let index = from + 1;
  while (index < lines.length && !mark.test(lines[index]!.text)) index += 1;
  return index < lines.length ? index : -1;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((one) => {
    const line = { text: one, start, end: start + one.length };
    start = line.end + 1;
    return line;
  });
}

function spanOf(lines: readonly Line[], first: number, last: number): { start: number; end: number } {
  return { start: lines[first]!.start, end: lines[last]!.end };
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** The name is on a line of its own above the mark or its fence, or behind the language of the fence. */
function nameAbove(lines: readonly Line[], mark: number): { path: string; line: number } | undefined {
  for (let line = mark - 1; line >= Math.max(0, mark - nameReach); line -= 1) {
    const text = lines[line]!.text.trim();
    if (text === '') continue;
    if (closing.test(text)) return undefined;
    const isFence = fence.test(text);
    const name = isFence
      ? text.replace(/^[`~]{3,}\s*(?:\w+[\s:])?/, '')
      : text.replace(/^[#*`\s]+|[*`:\s]+$/g, '');
    if (isPath(name)) return { path: name, line };
    if (!isFence) return undefined;
  }
  return undefined;
}

function isPath(name: string): boolean {
  return (
    /^[\w@.~+()[\]$-]+(?:[/\\ ][\w@.~+()[\]$-]+)*$/.test(name) &&
    (/[/\\]/.test(name) || /\w\.\w|^\.\w/.test(name))
  );
}

function withFences(lines: readonly Line[], first: number, last: number): [number, number] {
  const before = lines[first - 1]?.text ?? '';
  const after = lines[last + 1]?.text ?? '';
  if (!fence.test(after.trim())) return [first, last];
  // The name stands in front of the fence, or the fence in front of the name.
  return [fence.test(before.trim()) ? first - 1 : first, last + 1];
}
