/**
 * Reads what one tool call did, by the verbs in its name and the shape of its input, so that unknown tools are read
 * like others of their kind (R-10, R-66). `mcp__files__write_file`, `functions.write_file` and `WriteFile` are the same
 * tool. If neither verb nor shape is clear, the result stays open: no file is guessed.
 */
import type { Json, JsonObject, ToolCallPart } from '../message/message.ts';
import { codeIn, stepOfCode } from './code-call.ts';
import { changedPaths, type FileAction, type FileEffect, readPatch } from './patch.ts';
import { join, readShell, type ShellStep } from './shell.ts';
import { clip } from './text.ts';
import {
  isRecord,
  nestedRecords,
  pathKeys,
  stringsAt,
  textsWritten,
  type WrittenText,
  writtenByPatch,
  writtenByStep,
} from './tool-input.ts';

export type CallReading = {
  effects: FileEffect[];
  filesModified: string[];
  filesNamed: string[];
  command: string | undefined;
  /** The commands of its script, one by one. */
  steps: ShellStep[];
  written: WrittenText[];
  /** The words of its name: `['write', 'file']`. */
  words: string[];
  input: Json;
  /** A short description of this use of the tool. */
  note: string | undefined;
};

const noteLength = 100;

const runVerbs = words('bash shell sh zsh terminal run exec execute command cmd powershell console');
const writeVerbs = words(
  'write edit editor multiedit create replace update modify append insert save overwrite patch apply put',
);
const removeVerbs = words('delete remove unlink rm');
const moveVerbs = words('move rename mv copy');
const readVerbs = words('read view open cat get show fetch load');
const searchVerbs = words('search grep glob find list ls tree query');
/** A name made of these words says which file is written. */
const fileNouns =
  /^(?:files?|notebook|cell|content|contents|text|tool|to|in|into|or|str|string|based|edit|editor|and|code|folder|dir|directory|document|source|lines?|block|diff|patch|multi|full|new|path|workspace)$/;

const commandKeys = ['command', 'cmd', 'script', 'CommandLine', 'commandLine', 'code', 'input'];
const folderKeys = ['workdir', 'cwd', 'working_directory', 'workingDirectory', 'Cwd'];
const patchKeys = ['patch', 'input', 'diff', 'patchText', 'patch_text', 'changes', 'content'];
const fromKeys = ['source', 'from', 'old_path', 'oldPath', 'src', 'source_path', ...pathKeys];
const toKeys = ['destination', 'to', 'new_path', 'newPath', 'dest', 'target', 'destination_path', 'new_name'];
const noteKeys = [
  ...pathKeys,
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'prompt',
  'description',
  'text',
  'name',
  'id',
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

export function readToolCall(part: Pick<ToolCallPart, 'name' | 'input'>): CallReading {
  const name = wordsOf(part.name);
  const input = parseInput(part.input);
  const record = isRecord(input) ? input : undefined;
  const filesNamed = unique(record === undefined ? [] : stringsAt(record, pathKeys));
  const done = whatWasDone(name, input, record, filesNamed);
  const filesModified = changedPaths(done.effects);
  return {
    steps: [],
    written: [],
    command: undefined,
    ...done,
    filesModified,
    filesNamed,
    words: name,
    input,
    note: describe(input, record, done.command, filesModified),
  };
}

type Done = Pick<CallReading, 'effects'> & Partial<Pick<CallReading, 'command' | 'steps' | 'written'>>;

function whatWasDone(
  name: readonly string[],
  input: Json,
  record: JsonObject | undefined,
  filesNamed: readonly string[],
): Done {
  const has = (verbs: ReadonlySet<string>) => name.some((word) => verbs.has(word));
  const patch = has(writeVerbs) ? patchIn(input, record) : '';
  if (patch !== '') {
    const effects = readPatch(patch);
    const path = filesNamed[0];
    return {
      effects: effects.length > 0 || path === undefined ? effects : [{ path, action: 'change' }],
      written: writtenByPatch(patch, path),
    };
  }
  const code = record === undefined || has(writeVerbs) ? undefined : codeIn(name, record);
  if (code !== undefined) {
    const step = stepOfCode(code);
    return { command: code.text.trim(), steps: [step], effects: step.effects };
  }
  if (has(runVerbs) && !has(writeVerbs)) return readCommandCall(input);
  if (record === undefined) return { effects: [] };
  const only = typeof record.command === 'string' && /^[a-z_]{2,20}$/.test(record.command);
  // An editor whose input names the action. Anthropic's text editor can also only show a file.
  const verbs = only && filesNamed.length > 0 ? wordsOf(record.command as string) : name;
  const hasVerb = (known: ReadonlySet<string>) => verbs.some((word) => known.has(word));
  if (hasVerb(moveVerbs)) return { effects: moves(record, verbs) };
  const nested = nestedFiles(record);
  const paths = unique([...filesNamed.slice(0, 1), ...nested]);
  if (hasVerb(removeVerbs) && namesFiles(name) && !hasVerb(writeVerbs))
    return { effects: each('delete', paths) };
  const written = textsWritten(record, filesNamed[0]);
  const replaces = written.some(({ before }) => before !== '');
  const isWrite =
    (replaces || (hasVerb(writeVerbs) && namesFiles(name)) || verbs.join('') === 'strreplace') &&
    !(hasVerb(readVerbs) && written.length === 0);
  if (isWrite) {
    const whole = !replaces && verbs.some((word) => /^(?:write|create|save|overwrite|put)$/.test(word));
    return { effects: each(whole ? 'write' : 'change', paths), written };
  }
  return { effects: hasVerb(readVerbs) && !hasVerb(searchVerbs) ? each('read', filesNamed) : [] };
}

/** `create_or_update_file` and `fs-append_to_file` write a file; `create_issue` and `update_reservation` do not. */
function namesFiles(name: readonly string[]): boolean {
  const isVerb = (word: string) => writeVerbs.has(word) || removeVerbs.has(word);
  return name.slice(name.findIndex(isVerb)).every((word) => isVerb(word) || fileNouns.test(word));
}

function each(action: FileAction, paths: readonly string[]): FileEffect[] {
  return paths.map((path) => ({ path, action }));
}

/** The words of the last part of a name, in lower case. */
function wordsOf(name: string): string[] {
  const last = name.split(/__|[.:/]/).at(-1) ?? name;
  return last
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function readCommandCall(input: Json): Done {
  const value = commandValue(input);
  const folder = isRecord(input) ? stringsAt(input, folderKeys)[0] : undefined;
  const script = typeof value === 'string' ? value : Array.isArray(value) ? quoteWords(value) : '';
  const steps = readShell(script).map((step) =>
    folder === undefined
      ? step
      : {
          ...step,
          effects: step.effects.map(({ path, to, ...effect }) => ({
            ...effect,
            path: join(folder, path),
            ...(to !== undefined && { to: join(folder, to) }),
          })),
        },
  );
  return {
    command: readCommand(value),
    steps,
    effects: steps.flatMap(({ effects }) => effects),
    written: steps.flatMap(writtenByStep),
  };
}

function patchIn(input: Json, record: JsonObject | undefined): string {
  const texts =
    typeof input === 'string' ? [input] : record === undefined ? [] : stringsAt(record, patchKeys);
  const isPatch = (text: string) =>
    /^\s{0,20}\*\*\* Begin Patch|^(?:diff --git|--- \S)[^\n]*\n|^@@ /.test(text.slice(0, 2_000));
  if (record?.content !== undefined && stringsAt(record, pathKeys).length > 0)
    return stringsAt(record, ['patch', 'diff']).filter(isPatch).join('\n');
  return texts.filter(isPatch).join('\n');
}

const moveOnly = (name: readonly string[]) => !name.includes('copy');

function moves(record: JsonObject, name: readonly string[]): FileEffect[] {
  const path = stringsAt(record, fromKeys)[0];
  const to = stringsAt(record, toKeys)[0];
  if (path === undefined || to === undefined) return [];
  return moveOnly(name) ? [{ path, action: 'rename', to }] : [{ path: to, action: 'write' }];
}

/** OpenAI arguments arrive as JSON text. */
function parseInput(input: Json): Json {
  if (typeof input !== 'string' || !/^\s*[{[]/.test(input)) return input;
  try {
    return JSON.parse(input) as Json;
  } catch {
    return input;
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function nestedFiles(record: JsonObject): string[] {
  return nestedRecords(record).flatMap((item) => stringsAt(item, pathKeys).slice(0, 1));
}

function commandValue(input: Json): Json | undefined {
  if (typeof input === 'string' || Array.isArray(input)) return input;
  if (!isRecord(input)) return undefined;
  const action = input.action;
  for (const key of commandKeys) if (input[key] !== undefined && input[key] !== null) return input[key];
  return isRecord(action) ? commandValue(action) : undefined;
}

function readCommand(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (!Array.isArray(value)) return undefined;
  const args = value.filter((word) => typeof word === 'string');
  if (args.length === 0) return undefined;
  const flag = args.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word));
  const wrapped = /(?:^|\/)(?:ba|z|da)?sh$/.test(args[0]!) && flag > 0 && args[flag + 1] !== undefined;
  return wrapped ? args[flag + 1]!.trim() : args.join(' ');
}

/** An argument vector needs no shell, because every word is literal. */
function quoteWords(args: readonly Json[]): string {
  return args
    .filter((word) => typeof word === 'string')
    .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function describe(
  input: Json,
  record: JsonObject | undefined,
  command: string | undefined,
  files: readonly string[],
): string | undefined {
  const text =
    command?.split('\n', 1)[0] ??
    (files.length > 0 ? files.slice(0, 3).join(', ') : undefined) ??
    (record === undefined
      ? typeof input === 'string'
        ? input
        : undefined
      : (stringsAt(record, noteKeys)[0] ?? firstScalars(record)));
  const line = text?.slice(0, 2_000).trim().replace(/\s+/g, ' ');
  return line === undefined || line === '' ? undefined : clip(line, noteLength);
}

function firstScalars(record: JsonObject): string | undefined {
  const pairs = Object.entries(record)
    .filter(
      ([, value]) =>
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        (typeof value === 'string' && value.length <= 60),
    )
    .slice(0, 3)
    .map(([key, value]) => `${key}: ${value}`);
  return pairs.length === 0 ? undefined : pairs.join(', ');
}
