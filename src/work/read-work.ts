/**
 * Reads the work record of a range of messages (R-66). Text is read for what its speakers asked, decided and announced,
 * tool calls for what they did, and tool output only for the outcome of a call. Output never gives a goal, a decision
 * or a rule. Linear in the length of the messages.
 */
import { doneEffects } from '../facts/failed-effects.ts';
import type { FileEffect } from '../facts/patch.ts';
import { textOfOutput } from '../facts/read-tools.ts';
import { saysRefused } from '../facts/refused-call.ts';
import { type CallReading, readToolCall } from '../facts/tool-call.ts';
import type { Message, Part, ToolCallPart } from '../message/message.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { readCommands } from './commands.ts';
import { longestStatement } from './current-state.ts';
import { definitionsIn } from './definitions.ts';
import { emptyWork } from './empty-work.ts';
import { readGit } from './git.ts';
import { mergeWork } from './merge-work.ts';
import { identifiersIn, namesIn } from './names.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { readChecklist, readPlanCall, readTracker } from './plans.ts';
import { recordGit } from './record-git.ts';
import { noteOf, readRequest } from './requests.ts';
import { readTalk } from './talk.ts';

/** The parts of a message that are read: its redacted view, with its number. */
export type WorkMessage = Pick<Message, 'seq' | 'role' | 'parts'>;

const weights = { asked: 4, quoted: 2, said: 1, wrong: 1, defined: 1.5, written: 0.25, read: 0.15 };
const longestReply = 500;
/** Only this much of a longer text is read. */
const longestTalk = 40_000;
/** After this many messages, the record is folded and reduced to its limits. */
const foldEvery = 64;

/** Null if there is nothing to read. */
export function readWork(messages: readonly WorkMessage[]): WorkRecord | null {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return null;
  const results = resultsOf(messages);
  let whole = emptyWork(first.seq, first.seq - 1);
  let fresh = emptyWork(first.seq, first.seq);
  let count = 0;
  for (const message of messages) {
    if (count === foldEvery) {
      whole = mergeWork(whole, fresh);
      fresh = emptyWork(message.seq, message.seq);
      count = 0;
    }
    count += 1;
    fresh.to = message.seq;
    readMessage(fresh, message, results);
  }
  return mergeWork(whole, fresh);
}

type Result = { output: string; isError: boolean };

function resultsOf(messages: readonly WorkMessage[]): Map<string, Result> {
  const results = new Map<string, Result>();
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type === 'tool-result')
        results.set(part.callId, { output: textOfOutput(part.output), isError: part.isError === true });
    }
  }
  return results;
}

function readMessage(
  record: WorkRecord,
  { seq, role, parts }: WorkMessage,
  results: ReadonlyMap<string, Result>,
): void {
  const text = talkOf(parts);
  if (role === 'user' && text !== '') readUser(record, seq, text);
  if (role !== 'assistant') return;
  if (text.trim() !== '') readAssistant(record, seq, text);
  for (const part of parts)
    if (part.type === 'tool-call') readCall(record, seq, part, results.get(part.callId));
}

function talkOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text.slice(0, longestTalk)] : [])).join('\n');
}

function readUser(record: WorkRecord, seq: number, text: string): void {
  const { request, interrupted } = readRequest(seq, text);
  if (interrupted) openTurn(record).interrupted = true;
  if (request === null) return;
  record.turns.push({ request, reply: null, calls: 0 });
  const { constraints, decisions } = readTalk(seq, request.text, 'user');
  record.constraints.push(...constraints);
  record.decisions.push(...decisions);
  for (const name of namesIn(request.text)) addName(record, name.text, seq, weights.asked);
}

function readAssistant(record: WorkRecord, seq: number, text: string): void {
  openTurn(record).reply = noteOf(seq, text, longestReply);
  record.statement = noteOf(seq, text, longestStatement);
  const { decisions, questions, next } = readTalk(seq, text, 'assistant');
  record.decisions.push(...decisions);
  record.questions.push(...questions);
  record.next = next ?? record.next;
  for (const name of namesIn(text))
    addName(record, name.text, seq, name.quoted ? weights.quoted : weights.said);
  record.plan.push(...readChecklist(text).map((item) => ({ ...item, seq })));
}

/** The current turn. It has no request if that came before this range. */
function openTurn(record: WorkRecord) {
  const last = record.turns.at(-1);
  if (last !== undefined) return last;
  const turn: WorkRecord['turns'][number] = { request: null, reply: null, calls: 0 };
  record.turns.push(turn);
  return turn;
}

/**
 * Counts a name once per message, with its highest weight there: a name used in many messages counts more than one
 * listed in one.
 */
function addName({ names }: WorkRecord, text: string, seq: number, weight: number): void {
  for (let index = names.length - 1; index >= 0 && names[index]!.seq === seq; index -= 1) {
    const name = names[index]!;
    if (name.text !== text) continue;
    name.weight = Math.max(name.weight, weight);
    return;
  }
  names.push({ text, seq, weight });
}

const searches = /^\s*(?:cd\s[^;&|]{1,200}(?:&&|;)\s*)?(?:git\s+)?(?:grep|rg|ag)\b/;
const refusal =
  /^(?:\W*error:?\s)?[^\n]{0,80}\b(?:user (?:doesn't|does not) want to|rejected by (?:the )?user|user rejected|request interrupted by user|tool use was rejected)/i;

function readCall(record: WorkRecord, seq: number, part: ToolCallPart, result: Result | undefined): void {
  const reading = readToolCall(part);
  openTurn(record).calls += 1;
  if (result !== undefined && refusal.test(result.output.slice(0, 400))) {
    openTurn(record).interrupted = true;
    return;
  }
  const outcome = readOutcome(result?.output, result?.isError === true);
  readPlan(record, seq, reading, outcome);
  readQuestions(record, seq, reading);
  if (looksAtCode(reading))
    for (const name of identifiersIn(outcome.text)) addName(record, name, seq, weights.read);
  if (reading.command !== undefined) readShellCall(record, seq, reading, outcome);
  // A refused edit changed nothing, but a failed command line may have written something before it failed.
  else if (result?.isError !== true && !saysRefused(result?.output ?? ''))
    readEdits(record, seq, part.name, reading, outcome);
  else if (reading.filesNamed.length === 0 && outcome.errors[0] !== undefined) {
    record.problems.push({ text: outcome.errors[0], seq, first: seq, count: 1, line: part.name });
  }
}

/** The next change builds on what a file or a search showed, but not on what a program printed. */
function looksAtCode({ effects, words, command }: CallReading): boolean {
  if (effects.length > 0) return effects.every(({ action }) => action === 'read');
  return command === undefined
    ? words.some((word) => /^(?:grep|search)$/.test(word))
    : searches.test(command);
}

function readPlan(record: WorkRecord, seq: number, reading: CallReading, outcome: Outcome): void {
  const { items, list } = readPlanCall(reading, outcome.text);
  record.plan.push(...items.map((item) => ({ ...item, seq })));
  if (list !== undefined) record.lists[list] = seq;
}

/** Questions that a tool asks the user. */
function readQuestions(record: WorkRecord, seq: number, { words, input }: CallReading): void {
  if (!words.some((word) => /^(?:ask|question|questions|clarify)$/.test(word))) return;
  const texts: string[] = [];
  const walk = (value: unknown, depth: number) => {
    if (depth > 3 || typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'string' && (key === 'question' || key === 'prompt')) texts.push(member);
      else walk(member, depth + 1);
    }
  };
  walk(input, 0);
  record.questions.push(...texts.slice(0, 4).map((text) => noteOf(seq, text, 300)));
}

function readShellCall(record: WorkRecord, seq: number, reading: CallReading, outcome: Outcome): void {
  const { steps } = reading;
  const { commands, problems, step, ran } = readCommands(seq, reading, outcome);
  record.commands.push(...commands);
  record.problems.push(...problems);
  if (problems.length > 0)
    for (const name of identifiersIn(outcome.errors.join('\n'))) addName(record, name, seq, weights.wrong);
  if (step !== undefined) record.steps.push(step);
  const events = readGit(steps, outcome);
  for (const event of events) recordGit(record, seq, event);
  for (const one of steps)
    record.plan.push(...readTracker(one, outcome.text).map((item) => ({ ...item, seq })));
  // A file restored to its committed version is unchanged.
  const discarded = new Set(
    events.flatMap((event) =>
      event.kind === 'undo' && event.undo.kind === 'discard' ? (event.undo.paths ?? []) : [],
    ),
  );
  const effects = doneEffects(ran, outcome.text).filter(({ path }) => !discarded.has(path));
  addEffects(record, seq, effects, () => false);
  readDefinitions(record, seq, reading);
}

function readEdits(
  record: WorkRecord,
  seq: number,
  name: string,
  reading: CallReading,
  outcome: Outcome,
): void {
  const { effects, words } = reading;
  const saysCreated = /\bcreated\b|\bnew file\b|^A /im.test(outcome.text.slice(0, 300));
  const creates = saysCreated || words.includes('create') || words.includes('patch');
  addEffects(record, seq, effects, ({ action }) => action === 'write' && creates);
  readDefinitions(record, seq, reading);
  const changed = effects.filter(({ action }) => action !== 'read');
  if (changed.length > 0) record.steps.push({ seq, text: changed.map(describeEffect).join(', ') });
  else if (effects.length === 0 && /^task$|agent/i.test(name) && reading.note !== undefined)
    record.steps.push({ seq, text: `asked ${name}: ${reading.note}` });
}

function describeEffect({ path, action, to }: FileEffect): string {
  if (action === 'rename') return `moved ${path} to ${to}`;
  return `${action === 'delete' ? 'deleted' : action === 'write' ? 'wrote' : 'edited'} ${path}`;
}

function addEffects(
  record: WorkRecord,
  seq: number,
  effects: readonly FileEffect[],
  isCreated: (effect: FileEffect) => boolean,
): void {
  for (const effect of effects) {
    const { path, action, to } = effect;
    const none = { path, changes: 0, reads: 0, created: 0, changed: 0, read: 0, deleted: 0 };
    if (action === 'read') record.files.push({ ...none, reads: 1, read: seq });
    else {
      const created = isCreated(effect) ? seq : 0;
      const deleted = action === 'delete' || action === 'rename' ? seq : 0;
      record.files.push({
        ...none,
        changes: 1,
        changed: seq,
        created,
        deleted,
        ...(to !== undefined && { renamedTo: to }),
      });
      if (to !== undefined) record.files.push({ ...none, path: to, changes: 1, changed: seq });
    }
  }
}

function readDefinitions(record: WorkRecord, seq: number, { written }: CallReading): void {
  for (const text of written) {
    for (const name of identifiersIn(text.after)) addName(record, name, seq, weights.written);
    for (const { path, name, text: line } of definitionsIn(text)) {
      record.snippets.push({ path, text: line, seq });
      addName(record, name, seq, weights.defined);
    }
  }
}
