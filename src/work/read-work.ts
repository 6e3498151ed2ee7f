/**
 * Reads the work record of a range of messages. Text is read for what its speakers asked, decided and announced,
 * tool calls for what they did, and tool output only for the outcome of a call. Output never gives a goal, a decision
 * or a rule. Linear in the length of the messages.
 */
import { doneEffects } from '../facts/failed-effects.ts';
import { inlineScript } from '../facts/interpreters.ts';
import type { FileEffect } from '../facts/patch.ts';
import { textOfOutput } from '../facts/read-tools.ts';
import { saysDeclined, saysRefused } from '../facts/refused-call.ts';
import type { ShellStep } from '../facts/shell.ts';
import { withSpokenCalls } from '../facts/spoken/spoken-calls.ts';
import { type CallReading, readToolCall } from '../facts/tool-call.ts';
import type { WrittenText } from '../facts/tool-input.ts';
import type { Message, Part, ToolCallPart } from '../message/message.ts';
import type { WorkNote, WorkRecord } from '../records/work-record.ts';
import { readCommands } from './commands.ts';
import { longestStatement } from './current-state.ts';
import { emptyWork } from './empty-work.ts';
import { readGit } from './git.ts';
import { readGitTool } from './git-tools.ts';
import { mergeWork } from './merge-work.ts';
import { identifiersIn, namesIn } from './names.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { readChecklist, readPlanCall, readTracker } from './plans.ts';
import { addEffects, describeEffect, recordWritten } from './record-files.ts';
import { recordGit } from './record-git.ts';
import { addName, weights } from './record-names.ts';
import { noteOf, readHandover, readRequest } from './requests.ts';
import { withoutRestored } from './restored-files.ts';
import { polledCall, type Running } from './running.ts';
import { readTalk } from './talk.ts';
import { readDeclineReason, readUserQuestions } from './user-questions.ts';

/** The parts of a message that are read: its redacted view, with its number. */
export type WorkMessage = Pick<Message, 'seq' | 'role' | 'parts'>;

const longestReply = 500;
/** Only this much of a longer text is read. */
const longestTalk = 40_000;
/** After this many messages, the record is folded and reduced to its limits. */
const foldEvery = 64;

/** Null if there is nothing to read. */
export function readWork(given: readonly WorkMessage[]): WorkRecord | null {
  const messages = withSpokenCalls(given);
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return null;
  const calls = { results: resultsOf(messages), running: new Map<string, CallReading>() };
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
    readMessage(fresh, message, calls);
  }
  return mergeWork(whole, fresh);
}

type Result = { output: string; isError?: boolean };

function resultsOf(messages: readonly WorkMessage[]): Map<string, Result> {
  const results = new Map<string, Result>();
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type === 'tool-result')
        results.set(part.callId, {
          output: textOfOutput(part.output),
          ...(part.isError !== undefined && { isError: part.isError }),
        });
    }
  }
  return results;
}

function readMessage(
  record: WorkRecord,
  { seq, role, parts }: WorkMessage,
  calls: { results: ReadonlyMap<string, Result>; running: Running },
): void {
  const text = talkOf(parts);
  if (role === 'user' && text !== '') readUser(record, seq, text);
  if (role === 'user')
    // What the user ran is no call for the request.
    for (const part of parts)
      if (part.type === 'tool-call') readRun(record, seq, part, calls.results.get(part.callId));
  if (role !== 'assistant') return;
  if (text.trim() !== '') readAssistant(record, seq, text);
  for (const part of parts) if (part.type === 'tool-call') readCall(record, seq, part, calls);
}

function talkOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text.slice(0, longestTalk)] : [])).join('\n');
}

function readUser(record: WorkRecord, seq: number, text: string): void {
  const { request, interrupted } = readRequest(seq, text);
  if (interrupted) openTurn(record).interrupted = true;
  if (request === null) return;
  record.turns.push({ request, reply: null, calls: 0 });
  for (const name of namesIn(request.text)) addName(record, name.text, seq, weights.requested);
  // What a model wrote about an earlier conversation decides nothing here.
  if (request.handedOver) return;
  const { constraints, decisions } = readTalk(seq, request.text, 'user');
  record.constraints.push(...constraints);
  record.decisions.push(...decisions);
}

function readAssistant(record: WorkRecord, seq: number, text: string): void {
  // Some clients put it in the assistant's place.
  if (readHandover(seq, text) !== undefined) {
    readUser(record, seq, text);
    return;
  }
  openTurn(record).reply = noteOf(seq, text, longestReply);
  record.statement = noteOf(seq, text, longestStatement);
  const { decisions, questions, next } = readTalk(seq, text, 'assistant');
  record.decisions.push(...decisions);
  record.questions.push(...questions);
  record.next = next ?? record.next;
  for (const name of namesIn(text))
    addName(record, name.text, seq, name.quoted ? weights.quoted : weights.mentioned);
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

const searches = /^\s*(?:cd\s[^;&|]{1,200}(?:&&|;)\s*)?(?:git\s+)?(?:grep|rg|ag)\b/;

function readCall(
  record: WorkRecord,
  seq: number,
  part: ToolCallPart,
  { results, running }: { results: ReadonlyMap<string, Result>; running: Running },
): void {
  const reading = readToolCall(part);
  const result = results.get(part.callId);
  const turn = openTurn(record);
  turn.calls += 1;
  // Another call shows that the work continued after the interruption.
  delete turn.interrupted;
  if (result !== undefined && saysDeclined(result.output)) {
    turn.interrupted = true;
    const declineReason = readDeclineReason(result.output);
    if (declineReason !== '') readUser(record, seq, declineReason);
    return;
  }
  const outcome = readOutcome(result?.output, result?.isError);
  readPlan(record, seq, reading, outcome);
  const { questions, decisions } = readUserQuestions(seq, reading, result?.output);
  record.questions.push(...questions);
  record.decisions.push(...decisions);
  if (looksAtCode(reading))
    for (const name of identifiersIn(outcome.text)) addName(record, name, seq, weights.read);
  const polled = reading.command === undefined ? polledCall(reading, running) : undefined;
  if (outcome.running !== undefined && reading.command !== undefined) running.set(outcome.running, reading);
  if (reading.command !== undefined) readShellCall(record, seq, reading, outcome);
  else if (polled !== undefined) {
    // The files it writes were recorded with the call that started it. Only its exit code adds an outcome.
    if (outcome.exit !== undefined) readShellCall(record, seq, polled, outcome, { isPolled: true });
  }
  // A refused edit changed nothing, but a failed command line may have written something before it failed.
  else if (
    result === undefined
      ? results.size > 0
      : result.isError === true || (!asksAgent(part.name, reading) && saysRefused(result.output))
  ) {
    readRefused(record, seq, part.name, reading, outcome);
  } else {
    readEdits(record, seq, part.name, reading, outcome);
    for (const event of readGitTool(part.name, reading, outcome.text)) recordGit(record, seq, event);
  }
}

/** A command that the user ran, shown in the user's message. */
function readRun(record: WorkRecord, seq: number, part: ToolCallPart, result: Result | undefined): void {
  readShellCall(record, seq, readToolCall(part), readOutcome(result?.output));
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

function readShellCall(
  record: WorkRecord,
  seq: number,
  reading: CallReading,
  outcome: Outcome,
  { isPolled = false }: { isPolled?: boolean } = {},
): void {
  const { steps } = reading;
  const { commands, problems, step, ran, mayHaveFailed } = readCommands(seq, reading, outcome);
  record.commands.push(...commands.map((command) => (isPolled ? { ...command, runs: 0 } : command)));
  record.problems.push(...problems);
  if (problems.length > 0)
    for (const name of identifiersIn(outcome.errors.join('\n'))) addName(record, name, seq, weights.error);
  // A program that still runs may not have reached its git commands yet.
  const events = outcome.running === undefined ? readGit(ran, outcome, mayHaveFailed) : [];
  const done = doneEffects(ran, outcome.text, { hasFailed: outcome.exitFailed });
  const { effects, events: lasting } = withoutRestored(ran, done, events);
  for (const event of lasting) recordGit(record, seq, event);
  for (const one of steps)
    record.plan.push(...readTracker(one, outcome.text).map((item) => ({ ...item, seq })));
  if (isPolled) {
    if (step !== undefined) record.steps.push(step);
    return;
  }
  if (step !== undefined) record.steps.push(stepOf(step, steps, effects));
  addEffects(record, seq, effects, () => false);
  const isDone = ({ path }: WrittenText) => effects.some((effect) => effect.path.endsWith(path));
  recordWritten(record, seq, reading.written.filter(isDone));
}

/** A script is described by the files it wrote, because its command line does not say what it did. */
function stepOf(step: WorkNote, steps: readonly ShellStep[], effects: readonly FileEffect[]): WorkNote {
  const changed = effects.filter(({ action }) => action !== 'read');
  const [only] = steps.filter(({ effects }) => effects.length > 0);
  const isScript =
    only !== undefined &&
    (/^apply_?patch$/.test(only.name) || inlineScript(only.name, only.words) !== undefined);
  if (!isScript || changed.length === 0 || !step.text.startsWith(`ran \`${only.name}`)) return step;
  return { ...step, text: changed.map(describeEffect).join(', ') };
}

/** A refused edit is no problem, because the assistant tries it again. Any other refused call is one. */
function readRefused(
  record: WorkRecord,
  seq: number,
  line: string,
  { effects, filesNamed }: CallReading,
  { errors }: Outcome,
): void {
  if (filesNamed.length > 0 || effects.length > 0 || errors[0] === undefined) return;
  record.problems.push({ text: errors[0], seq, first: seq, count: 1, line });
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
  recordWritten(record, seq, reading.written);
  const changed = effects.filter(({ action }) => action !== 'read');
  if (changed.length > 0) record.steps.push({ seq, text: changed.map(describeEffect).join(', ') });
  else if (effects.length === 0 && asksAgent(name, reading) && reading.note !== undefined)
    record.steps.push({ seq, text: `asked ${name}: ${reading.note}` });
}

/** What another agent answers is a report. Failures in it are what it found, not what became of the call. */
function asksAgent(name: string, { input }: CallReading): boolean {
  const hasPrompt = typeof input === 'object' && input !== null && 'prompt' in input;
  return /^task$|agent/i.test(name) || (hasPrompt && typeof input.prompt === 'string');
}
