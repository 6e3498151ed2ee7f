/**
 * Reads plans wherever they are kept: lists that a tool writes as a whole, tasks that a tool creates and changes one by
 * one, issue trackers in the shell, and check lists in text.
 */
import type { ShellStep } from '../facts/shell.ts';
import type { CallReading } from '../facts/tool-call.ts';
import { isRecord, stringsAt } from '../facts/tool-input.ts';
import type { Json, JsonObject } from '../message/message.ts';
import type { PlanItem, PlanState } from '../records/work-record.ts';

export type PlanReading = {
  items: Omit<PlanItem, 'seq'>[];
  /** The list that was written as a whole. */
  list?: string;
};

const planWords = /^(?:todos?|plan|plans|tasks?|tasklist|checklist)$/;
const listKeys = ['todos', 'plan', 'tasks', 'items', 'steps', 'list', 'newTodos', 'todoList', 'entries'];
const textKeys = ['content', 'step', 'title', 'subject', 'task', 'text', 'description', 'name', 'label'];
const stateKeys = ['status', 'state'];
const keyKeys = ['taskId', 'task_id', 'id', 'issue_id', 'issueId'];
const byKeys = ['blockedBy', 'blocked_by', 'addBlockedBy', 'waiting_for', 'depends_on'];
const longestItem = 200;
const mostItems = 100;

export function readPlanCall(reading: CallReading, output: string | undefined): PlanReading {
  const { words, input } = reading;
  if (!words.some((word) => planWords.test(word)) || !isRecord(input)) return { items: [] };
  const list = listOf(input);
  if (list !== undefined) {
    const items = list.slice(0, mostItems).flatMap((item) => itemOf('list', item));
    return { items, list: 'list' };
  }
  if (words.some((word) => /^(?:create|add|update|set|complete|close)$/.test(word)))
    return { items: singleItem(input, words, output) };
  return { items: [] };
}

function listOf(record: JsonObject): Json[] | undefined {
  for (const key of listKeys) {
    const value = record[key];
    if (Array.isArray(value)) return value;
    // Some models write the list as a text of JSON or check marks.
    if (typeof value === 'string' && /^\s*\[/.test(value)) {
      try {
        const parsed = JSON.parse(value) as Json;
        if (Array.isArray(parsed)) return parsed;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

function itemOf(list: string, item: Json): Omit<PlanItem, 'seq'>[] {
  if (typeof item === 'string')
    return item.trim() === '' ? [] : [{ list, ...textItem(item), state: 'to do' }];
  if (!isRecord(item)) return [];
  const text = stringsAt(item, textKeys)[0];
  if (text === undefined) return [];
  const done = item.done ?? item.completed ?? item.checked;
  const state =
    typeof done === 'boolean' ? (done ? 'done' : 'to do') : stateOf(stringsAt(item, stateKeys)[0]);
  return state === undefined ? [] : [{ list, ...textItem(text), state, ...blockedBy(item) }];
}

function textItem(text: string): { key: string; text: string } {
  const clean = text.trim().replace(/\s+/g, ' ').slice(0, longestItem);
  return { key: clean.toLowerCase(), text: clean };
}

/** Undefined if the item was given up. */
function stateOf(word: string | undefined): PlanState | undefined {
  const state = (word ?? '').toLowerCase().replace(/[\s-]+/g, '_');
  if (/^(?:done|completed?|closed?|resolved?|finished|x|fixed)$/.test(state)) return 'done';
  if (/^(?:in_?progress|started|active|doing|current|wip|claimed)$/.test(state)) return 'in progress';
  if (/^(?:blocked|waiting|on_hold|stuck)$/.test(state)) return 'blocked';
  return /^(?:cancell?ed|deleted|abandoned|wontfix|skipped|removed)$/.test(state) ? undefined : 'to do';
}

function blockedBy(item: JsonObject): { by?: string } {
  const by = byKeys.flatMap((key) => {
    const value = item[key];
    return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  });
  return by.length === 0 ? {} : { by: by.join(', ').slice(0, longestItem) };
}

/** `TaskCreate`, `TaskUpdate`: the answer to the first gives the number that the second uses. */
function singleItem(
  input: JsonObject,
  words: readonly string[],
  output: string | undefined,
): Omit<PlanItem, 'seq'>[] {
  const text = stringsAt(input, textKeys)[0] ?? '';
  const inputKey = keyKeys.map((key) => input[key]).find((value) => value !== undefined);
  const printedKey = /(?:#|\btask |\bid[: ]+)([\w.-]{1,40})/i.exec((output ?? '').slice(0, 400))?.[1];
  const key = inputKey === undefined ? printedKey : String(inputKey);
  if (key === undefined) return [];
  const creates = words.includes('create') || words.includes('add');
  const status = stringsAt(input, stateKeys)[0];
  const finishes = words.includes('complete') || words.includes('close');
  const state = finishes ? 'done' : status === undefined && !creates ? undefined : stateOf(status);
  const blocked = blockedBy(input);
  if (state === undefined && blocked.by === undefined) return [];
  const clean = text.trim().replace(/\s+/g, ' ').slice(0, longestItem);
  return [
    {
      list: 'tasks',
      key,
      text: clean,
      state: blocked.by !== undefined && state !== 'done' ? 'blocked' : (state ?? 'to do'),
      ...blocked,
    },
  ];
}

/** Programs whose subcommands look like those of a tracker but mean something else. */
const notTrackers =
  /^(?:git|npm|pnpm|yarn|bun|docker|podman|kubectl|helm|terraform|aws|gcloud|az|systemctl|cargo|go|pip\d?|apt|apt-get|brew|conda|make|python\d?|node|psql|mysql|sqlite3|rails|mix|heroku|fly|vercel|tmux|screen|ip|ufw|virsh|createdb|uv|poetry)$/;
const trackerVerbs: readonly [pattern: RegExp, state: PlanState][] = [
  [/^(?:create|new|add|open|q)$/, 'to do'],
  [/^(?:close|done|resolve|finish|complete|resolved)$/, 'done'],
  [/^(?:start|claim|begin|take)$/, 'in progress'],
  [/^(?:reopen|unblock|release)$/, 'to do'],
  [/^(?:block|blocked)$/, 'blocked'],
];
const issueId = /^#?(?:\d{1,6}|[A-Za-z][\w]*-[\w.]*[\da-z][\w.]*)$/;

/** `bd close app-12`, `gh issue create --title …`. */
export function readTracker(step: ShellStep, output: string): Omit<PlanItem, 'seq'>[] {
  const { name, words } = step;
  if (notTrackers.test(name)) return [];
  const rest = words.slice(1);
  const hosted = name === 'gh' || name === 'glab';
  if (hosted && rest[0] !== 'issue') return [];
  const args = /^(?:issues?|tickets?|tasks?|todo)$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  const [verb = '', ...after] = args;
  const option = (...names: string[]) => {
    const at = after.findIndex((word) => names.some((one) => word === one || word.startsWith(`${one}=`)));
    if (at === -1) return undefined;
    return after[at]!.includes('=') ? after[at]!.split('=').slice(1).join('=') : after[at + 1];
  };
  const plain = after.filter((word) => !word.startsWith('-'));
  const change = trackerVerbs.find(([pattern]) => pattern.test(verb));
  const isUpdate = verb === 'update' || verb === 'edit' || verb === 'set';
  if (change === undefined && !isUpdate) return [];
  const list = name;
  if (change?.[0].test('create') === true) {
    const text = option('--title', '-t') ?? plain[0] ?? '';
    const printed =
      /(?:created|new|opened)\b[^\n]{0,60}?#?\b([A-Za-z][\w]*-[\w.]+|\d{1,6})\b|\/issues\/(\d+)/i.exec(
        output,
      );
    const key = printed?.[1] ?? printed?.[2];
    return key === undefined || text.length < 3
      ? []
      : [{ list, key, text: text.slice(0, longestItem), state: 'to do' }];
  }
  const state = isUpdate ? stateOf(option('--status', '-s', '--state')) : change?.[1];
  const keys = plain.filter((word) => issueId.test(word)).map((word) => word.replace(/^#/, ''));
  if (state === undefined || (isUpdate && option('--status', '-s', '--state') === undefined)) return [];
  return keys.map((key) => ({ list, key, text: '', state }));
}

const check = /^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s+\[([ xX~-])\]\s+(\S.{1,300})$/;

/** Check lists in a speaker's own text. */
export function readChecklist(text: string): Omit<PlanItem, 'seq'>[] {
  return text
    .slice(0, 60_000)
    .split('\n')
    .flatMap((line) => {
      const match = check.exec(line.slice(0, 400));
      if (match === null) return [];
      const state = /x/i.test(match[1]!)
        ? 'done'
        : match[1] === '~' || match[1] === '-'
          ? 'in progress'
          : 'to do';
      return [{ list: 'checklist', ...textItem(match[2]!), state: state as PlanState }];
    })
    .slice(0, mostItems);
}
