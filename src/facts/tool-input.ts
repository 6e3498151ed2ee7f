/** Shapes that inputs of tool calls have in common, and the texts they write to files. */
import type { Json, JsonObject } from '../message/message.ts';
import type { ShellStep } from './shell.ts';

/** Text that a call wrote to a file, and the text it replaced. */
export type WrittenText = { path: string; before: string; after: string };

export const pathKeys = [
  'file_path',
  'filePath',
  'path',
  'filename',
  'file_name',
  'fileName',
  'target_file',
  'targetFile',
  'TargetFile',
  'notebook_path',
  'notebookPath',
  'absolute_path',
  'AbsolutePath',
  'absolutePath',
  'relative_workspace_path',
  'relative_path',
  'file',
  'filepath',
  'uri',
];
const beforeKeys = ['old_string', 'old_str', 'oldText', 'old_text', 'oldString', 'search', 'old_content'];
const afterKeys = [
  'new_string',
  'new_str',
  'newText',
  'new_text',
  'newString',
  'replace',
  'replacement',
  'content',
  'contents',
  'file_text',
  'insert_text',
  'new_source',
  'new_content',
  'code_edit',
  'text',
];

export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function stringsAt(record: JsonObject, keys: readonly string[]): string[] {
  return keys
    .map((key) => record[key])
    .filter((value): value is string => typeof value === 'string' && value !== '');
}

/** Tools that take several files at once: `{ files: [{ path }] }`, `{ edits: [{ file_path }] }`. */
export function nestedRecords(record: JsonObject): JsonObject[] {
  return ['files', 'edits', 'changes', 'operations'].flatMap((key) => {
    const value = record[key];
    return Array.isArray(value) ? value.filter(isRecord) : [];
  });
}

export function textsWritten(record: JsonObject, path = ''): WrittenText[] {
  const one = (item: JsonObject): WrittenText[] => {
    const after = stringsAt(item, afterKeys)[0];
    const before = stringsAt(item, beforeKeys)[0];
    if (after === undefined && before === undefined) return [];
    const own = stringsAt(item, pathKeys)[0] ?? path;
    return [{ path: own, before: before ?? '', after: after ?? '' }];
  };
  return [...one(record), ...nestedRecords(record).flatMap(one)];
}

/** `cat > file <<EOF`. */
export function writtenByStep({ name, effects, documents }: ShellStep): WrittenText[] {
  const target = effects.find(({ action }) => action === 'write');
  const [text] = documents;
  if (/^apply_?patch$|^patch$/.test(name)) return documents.flatMap((patch) => writtenByPatch(patch));
  if (target === undefined || text === undefined || documents.length > 1) return [];
  return [{ path: target.path, before: '', after: text }];
}

const longestPatch = 200_000;

/** The lines that a patch adds, by file. */
export function writtenByPatch(patch: string, given = ''): WrittenText[] {
  const texts: WrittenText[] = [];
  let text: WrittenText | undefined;
  const open = (path: string) => {
    text = { path, before: '', after: '' };
    texts.push(text);
  };
  if (given !== '') open(given);
  for (const line of patch.slice(0, longestPatch).split('\n')) {
    const header = /^(?:\*\*\* (?:Add|Update) File: |\+\+\+ (?:b\/)?)(.{1,500})$/.exec(line);
    if (header !== null) open(header[1]!.trim());
    else if (text !== undefined && line.startsWith('+')) text.after += `${line.slice(1)}\n`;
    else if (text !== undefined && line.startsWith('-')) text.before += `${line.slice(1)}\n`;
  }
  return texts;
}
