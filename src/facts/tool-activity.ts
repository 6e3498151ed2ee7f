/**
 * What tools did, read from the calls themselves (R-10): files written, commands run, tools used. Names and inputs
 * are those of the common agents and SDKs; a tool we don't know is counted, but no file is ever guessed from it.
 */
import type { Json, JsonObject, MessageContent, ToolCallPart } from '../message/message.ts';
import { createRedactor } from '../redaction/redaction.ts';
import { patchedFiles } from './patch.ts';
import { filesWrittenBy } from './shell.ts';
import { clip } from './text.ts';

export type ToolMessage = Pick<MessageContent, 'role' | 'parts'> & { seq: number };

export type ToolActivity = {
  filesModified: string[];
  toolsUsed: { name: string; count: number; notable: string[] }[];
  commandsRun: number;
  /** Distinct, in the order they first ran. */
  commands: string[];
};

/** One call, read: what it wrote, ran and touched. */
export type CallReading = {
  filesModified: string[];
  filesNamed: string[];
  command: string | undefined;
  /** A short description of this use of the tool. */
  note: string | undefined;
};

const notableUses = 3;
const noteLength = 100;

const writeTools = new Set(
  'write writefile writetofile createfile create savefile overwritefile edit editfile editor multiedit multieditfile replace replaceinfile searchreplace searchandreplace strreplace stringreplace strreplaceeditor strreplacebasededittool insertedit inserteditintofile insertcontent notebookedit editnotebook editnotebookcell updatefile modifyfile appendfile appendtofile deletefile removefile texteditor fileedit filewrite createorupdatefile writefilecontent'.split(
    ' ',
  ),
);
const moveTools = new Set(['movefile', 'renamefile', 'move', 'rename', 'copyfile', 'mv']);
const folderTools = new Set(['createdirectory', 'createdir', 'mkdir', 'makedirectory']);
const patchTools = new Set(['applypatch', 'applydiff', 'patch', 'patchfile', 'gitapply']);
const shellTools = new Set(
  'bash shell sh zsh terminal runterminalcmd runterminalcommand runcommand runshellcommand executecommand execcommand exec execute localshell localshellcall containerexec runinterminal command shellcommand bashtool powershell runbashcommand unifiedexec'.split(
    ' ',
  ),
);

const pathKeys = [
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
  'file',
  'filepath',
  'uri',
];
const commandKeys = ['command', 'cmd', 'script', 'CommandLine', 'commandLine', 'code', 'input'];
const patchKeys = ['patch', 'input', 'diff', 'patchText', 'patch_text', 'changes', 'content'];
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

/** `mcp__files__write_file`, `functions.write_file` and `WriteFile` are one tool. */
function canonicalName(name: string): string {
  const last = name.split(/__|[.:/]/).at(-1) ?? name;
  return last.toLowerCase().replace(/[^a-z]/g, '');
}

export function readToolCall(part: Pick<ToolCallPart, 'name' | 'input'>): CallReading {
  const name = canonicalName(part.name);
  const input = parseInput(part.input);
  const record = isRecord(input) ? input : undefined;
  const filesNamed = record === undefined ? [] : stringsAt(record, pathKeys);
  let filesModified: string[] = [];
  let command: string | undefined;
  if (shellTools.has(name)) {
    command = readCommand(input);
    filesModified = readShellFiles(input);
  } else if (patchTools.has(name)) {
    const patch =
      typeof input === 'string' ? input : record === undefined ? '' : stringsAt(record, patchKeys).join('\n');
    filesModified = unique([...filesNamed, ...patchedFiles(patch)]);
  } else if (isWriteCall(name, record)) {
    filesModified =
      record === undefined ? patchFilesOf(input) : unique([...filesNamed, ...nestedFiles(record)]);
  } else if (moveTools.has(name) && record !== undefined) {
    const from = stringsAt(record, [
      'source',
      'from',
      'old_path',
      'oldPath',
      'src',
      'source_path',
      ...pathKeys,
    ]);
    const to = stringsAt(record, [
      'destination',
      'to',
      'new_path',
      'newPath',
      'dest',
      'target',
      'destination_path',
      'new_name',
    ]);
    filesModified = name === 'copyfile' ? to : unique([...from, ...to]);
  } else if (folderTools.has(name) && record !== undefined) {
    filesModified = filesNamed;
  }
  return {
    filesModified,
    filesNamed: unique(filesNamed),
    command,
    note: describe(input, record, command, filesModified),
  };
}

export function readToolActivity(
  messages: readonly ToolMessage[],
  { redact = createRedactor().redact }: { redact?: (text: string) => string } = {},
): ToolActivity {
  const failed = new Set<string>();
  for (const { parts } of messages) {
    for (const part of parts)
      if (part.type === 'tool-result' && part.isError === true) failed.add(part.callId);
  }
  const filesModified = new Set<string>();
  const commands = new Set<string>();
  const tools = new Map<string, { count: number; notes: Map<string, number> }>();
  let commandsRun = 0;
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      const reading = readToolCall(part);
      const tool = tools.get(part.name) ?? { count: 0, notes: new Map<string, number>() };
      tools.set(part.name, tool);
      tool.count += 1;
      if (reading.note !== undefined) {
        const note = redact(reading.note);
        tool.notes.set(note, (tool.notes.get(note) ?? 0) + 1);
      }
      if (reading.command !== undefined) {
        commandsRun += 1;
        commands.add(redact(reading.command));
      }
      // A refused edit changed nothing; a failed command line may have written before it failed.
      if (failed.has(part.callId) && reading.command === undefined) continue;
      for (const file of reading.filesModified) filesModified.add(redact(file));
    }
  }
  return {
    filesModified: [...filesModified],
    toolsUsed: Array.from(tools, ([name, { count, notes }]) => ({
      name,
      count,
      notable: mostUsed(notes),
    })).sort((a, b) => b.count - a.count),
    commandsRun,
    commands: [...commands],
  };
}

function mostUsed(notes: ReadonlyMap<string, number>): string[] {
  return Array.from(notes)
    .sort((a, b) => b[1] - a[1])
    .slice(0, notableUses)
    .map(([note]) => note);
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

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringsAt(record: JsonObject, keys: readonly string[]): string[] {
  return keys
    .map((key) => record[key])
    .filter((value): value is string => typeof value === 'string' && value !== '');
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function isWriteCall(name: string, record: JsonObject | undefined): boolean {
  if (!writeTools.has(name)) return false;
  const verb = record?.command;
  // Anthropic's text editor tool also only looks.
  return !(typeof verb === 'string' && verb === 'view');
}

/** Tools that take several files at once: `{ files: [{ path }] }`, `{ edits: [{ file_path }] }`. */
function nestedFiles(record: JsonObject): string[] {
  return ['files', 'edits', 'changes', 'operations'].flatMap((key) => {
    const value = record[key];
    return Array.isArray(value)
      ? value.flatMap((item) => (isRecord(item) ? stringsAt(item, pathKeys).slice(0, 1) : []))
      : [];
  });
}

function patchFilesOf(input: Json): string[] {
  return typeof input === 'string' ? patchedFiles(input) : [];
}

function commandValue(input: Json): Json | undefined {
  if (typeof input === 'string' || Array.isArray(input)) return input;
  if (!isRecord(input)) return undefined;
  const action = input.action;
  for (const key of commandKeys) if (input[key] !== undefined && input[key] !== null) return input[key];
  return isRecord(action) ? commandValue(action) : undefined;
}

function readCommand(input: Json): string | undefined {
  const value = commandValue(input);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === 'string');
  if (words.length === 0) return undefined;
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word));
  const wrapped = /(?:^|\/)(?:ba|z|da)?sh$/.test(words[0]!) && flag > 0 && words[flag + 1] !== undefined;
  return wrapped ? words[flag + 1]!.trim() : words.join(' ');
}

function readShellFiles(input: Json): string[] {
  const value = commandValue(input);
  const folder = isRecord(input) ? stringsAt(input, ['workdir', 'cwd', 'working_directory'])[0] : undefined;
  const script = typeof value === 'string' ? value : Array.isArray(value) ? quoteWords(value) : '';
  const files = filesWrittenBy(script);
  return folder === undefined
    ? files
    : files.map((file) =>
        /^(?:\/|~|[A-Za-z]:)/.test(file) ? file : `${folder.replace(/\/$/, '')}/${file.replace(/^\.\//, '')}`,
      );
}

/** An argument vector needs no shell: every word is literal. */
function quoteWords(words: readonly Json[]): string {
  return words
    .filter((word) => typeof word === 'string')
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
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
