/**
 * Merges the work records of two neighbouring ranges. Associative: the newest entry wins by message number, so that any
 * grouping of compactions gives the same result as one reading of the whole. Lists are limited by the importance of
 * their entries, never by age alone. Overlapping ranges (a chain that is made again) count nothing twice.
 */
import type {
  PlanItem,
  WorkCommand,
  WorkFile,
  WorkName,
  WorkNote,
  WorkProblem,
  WorkRecord,
  WorkSnippet,
  WorkTurn,
} from '../records/work-record.ts';
import { first, foldBy, fromBothEnds } from './bounded-lists.ts';
import { mergeCommits, mergeUndone } from './merge-git.ts';

const most = {
  turns: 100,
  notes: 30,
  plan: 100,
  files: 300,
  commandsOfPurpose: 8,
  problems: 40,
  snippets: 120,
  names: 360,
  steps: 12,
};

export function mergeWork(earlier: WorkRecord, later: WorkRecord): WorkRecord {
  const add = earlier.to < later.from ? sum : Math.max;
  const lists = newestOfEach(earlier.lists, later.lists);
  const commands = mergeCommands(earlier.commands, later.commands, add);
  return {
    from: Math.min(earlier.from, later.from),
    to: Math.max(earlier.to, later.to),
    turns: mostInformative(mergeTurns(earlier.turns, later.turns, add)),
    constraints: mergeNotes(earlier.constraints, later.constraints),
    decisions: mergeNotes(earlier.decisions, later.decisions),
    questions: mergeNotes(earlier.questions, later.questions),
    plan: mergePlan([...earlier.plan, ...later.plan], lists),
    lists,
    files: mergeFiles(earlier.files, later.files, add),
    commands,
    ...mergeCommits(earlier, later),
    ...mergeUndone(earlier.undone, later.undone),
    branch: newest(earlier.branch, later.branch),
    pulls: mergeNotes(earlier.pulls, later.pulls),
    problems: mergeProblems([...earlier.problems, ...later.problems], commands, add),
    snippets: mergeSnippets([...earlier.snippets, ...later.snippets]),
    names: mergeNames([...earlier.names, ...later.names], add),
    steps: mergeSteps(earlier.steps, later.steps),
    statement: newest(earlier.statement, later.statement),
    next: newest(earlier.next, later.next),
  };
}

type Add = (first: number, second: number) => number;

function sum(first: number, second: number): number {
  return first + second;
}

function newest<One extends { seq: number }>(first: One | null, second: One | null): One | null {
  if (first === null || second === null) return first ?? second;
  return second.seq >= first.seq ? second : first;
}

function newestOfEach(first: WorkRecord['lists'], second: WorkRecord['lists']): WorkRecord['lists'] {
  const all = { ...first };
  for (const [list, seq] of Object.entries(second)) all[list] = Math.max(seq, all[list] ?? 0);
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A range that begins in the middle of a turn continues the last turn before it. */
function mergeTurns(earlier: readonly WorkTurn[], later: readonly WorkTurn[], add: Add): WorkTurn[] {
  const turns = [...earlier];
  for (const turn of later) {
    const before = turns.at(-1);
    const known = turns.findIndex(({ request }) => request !== null && request.seq === turn.request?.seq);
    if (known !== -1) turns[known] = foldTurns(turns[known]!, turn, add);
    else if (turn.request === null && before !== undefined)
      turns[turns.length - 1] = foldTurns(before, turn, add);
    else turns.push(turn);
  }
  return turns;
}

function foldTurns(before: WorkTurn, after: WorkTurn, add: Add): WorkTurn {
  // A turn that went on was not ended by an interruption before.
  const interrupted = after.calls > 0 ? after.interrupted : (before.interrupted ?? after.interrupted);
  return {
    request: before.request ?? after.request,
    reply: newest(before.reply, after.reply),
    calls: add(before.calls, after.calls),
    ...(interrupted && { interrupted: true }),
  };
}

/** Keeps the first turn, which sets the course, the last, which continues, and of the others those that led to work. */
function mostInformative(turns: readonly WorkTurn[]): WorkTurn[] {
  const [start, last] = [turns[0], turns.at(-1)];
  const rank = (turn: WorkTurn) =>
    (turn === start || turn === last ? 4 : 0) +
    (turn.calls > 0 ? 2 : 0) +
    ((turn.request?.text.length ?? 0) > 40 ? 1 : 0);
  return first(turns, most.turns, (a, b) => rank(b) - rank(a) || seqOf(b) - seqOf(a)).map((turn) =>
    // The summary covers turns that only talked.
    turn.request !== null && turn.calls === 0 && turn !== last ? { ...turn, reply: null } : turn,
  );
}

function seqOf({ request, reply }: WorkTurn): number {
  return request?.seq ?? reply?.seq ?? 0;
}

function mergeNotes(earlier: readonly WorkNote[], later: readonly WorkNote[]): WorkNote[] {
  const all = foldBy(
    [...earlier, ...later],
    ({ text }) => text.toLowerCase(),
    (a, b) => (b.seq >= a.seq ? b : a),
  ).sort((a, b) => a.seq - b.seq || compareText(a.text, b.text));
  return fromBothEnds(all, most.notes);
}

function mergePlan(items: readonly PlanItem[], lists: WorkRecord['lists']): PlanItem[] {
  const known = new Map<string, PlanItem>();
  for (const item of items) {
    const key = `${item.list}\n${item.key}`;
    const before = known.get(key);
    const [older, newer] = before === undefined || item.seq >= before.seq ? [before, item] : [item, before];
    // Items are in the order in which they were last written.
    if (newer === item) known.delete(key);
    known.set(key, { ...newer, text: newer.text === '' ? (older?.text ?? '') : newer.text });
  }
  const all = [...known.values()];
  // An item missing from the newest list of its kind was done or given up.
  const current = all.filter(({ list, seq, state }) => state === 'done' || seq >= (lists[list] ?? 0));
  return first(
    current,
    most.plan,
    (a, b) => Number(a.state === 'done') - Number(b.state === 'done') || b.seq - a.seq,
  );
}

function mergeFiles(earlier: readonly WorkFile[], later: readonly WorkFile[], add: Add): WorkFile[] {
  const all = foldBy(
    [...earlier, ...later],
    ({ path }) => path,
    (a, b) => {
      const renamedTo = b.renamedTo ?? a.renamedTo;
      return {
        path: a.path,
        changes: add(a.changes, b.changes),
        reads: add(a.reads, b.reads),
        created: Math.max(a.created, b.created),
        changed: Math.max(a.changed, b.changed),
        read: Math.max(a.read, b.read),
        deleted: Math.max(a.deleted, b.deleted),
        ...(renamedTo !== undefined && { renamedTo }),
        ...(a.firstWritten !== undefined && { firstWritten: a.firstWritten }),
      };
    },
  );
  return first(
    all,
    most.files,
    (a, b) =>
      Number(b.changed > 0) - Number(a.changed > 0) ||
      b.changed - a.changed ||
      b.reads - a.reads ||
      b.read - a.read,
  );
}

function mergeCommands(
  earlier: readonly WorkCommand[],
  later: readonly WorkCommand[],
  add: Add,
): WorkCommand[] {
  const all = foldBy(
    [...earlier, ...later],
    ({ purpose, line }) => `${purpose}\n${line}`,
    (a, b) => ({
      ...(b.seq >= a.seq ? b : a),
      runs: add(a.runs, b.runs),
      succeeded: Math.max(a.succeeded, b.succeeded),
    }),
  );
  const purposes = [...new Set(all.map(({ purpose }) => purpose))];
  const programOf = ({ purpose, line }: WorkCommand) => `${purpose} ${line.split(' ', 1)[0]}`;
  const newestOf = new Map<string, number>();
  for (const command of all)
    newestOf.set(programOf(command), Math.max(command.seq, newestOf.get(programOf(command)) ?? 0));
  // The last run of a program comes before earlier runs of others.
  const isNewest = (command: WorkCommand) => newestOf.get(programOf(command)) === command.seq;
  return purposes
    .flatMap((purpose) =>
      first(
        all.filter((command) => command.purpose === purpose),
        most.commandsOfPurpose,
        (a, b) => Number(isNewest(b)) - Number(isNewest(a)) || b.seq - a.seq || compareText(a.line, b.line),
      ),
    )
    .sort((a, b) => a.seq - b.seq || compareText(a.line, b.line));
}

function mergeProblems(
  problems: readonly WorkProblem[],
  commands: readonly WorkCommand[],
  add: Add,
): WorkProblem[] {
  const all = foldBy(
    problems,
    ({ line, text }) => `${line}\n${text}`,
    (a, b) => ({
      ...(b.seq >= a.seq ? b : a),
      first: Math.min(a.first, b.first),
      count: add(a.count, b.count),
    }),
  ).sort((a, b) => a.seq - b.seq || compareText(a.text, b.text));
  const succeeded = new Map(commands.map(({ line, succeeded }) => [line, succeeded]));
  const isOpen = ({ line, seq }: WorkProblem) => (succeeded.get(line) ?? 0) <= seq;
  return first(all, most.problems, (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.seq - a.seq);
}

function mergeSnippets(snippets: readonly WorkSnippet[]): WorkSnippet[] {
  const all = foldBy(
    snippets,
    ({ path, text }) => `${path}\n${text}`,
    (a, b) => (b.seq >= a.seq ? b : a),
  ).sort((a, b) => a.seq - b.seq || compareText(a.path, b.path) || compareText(a.text, b.text));
  return fromBothEnds(all, most.snippets);
}

function mergeNames(names: readonly WorkName[], add: Add): WorkName[] {
  const all = foldBy(
    names,
    ({ text }) => text,
    (a, b) => ({ text: a.text, seq: Math.max(a.seq, b.seq), weight: add(a.weight, b.weight) }),
  ).sort((a, b) => b.weight - a.weight || b.seq - a.seq || compareText(a.text, b.text));
  return all.slice(0, most.names);
}

function mergeSteps(earlier: readonly WorkNote[], later: readonly WorkNote[]): WorkNote[] {
  return foldBy(
    [...earlier, ...later],
    ({ seq, text }) => `${seq}\n${text}`,
    (a) => a,
  )
    .sort((a, b) => a.seq - b.seq)
    .slice(-most.steps);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
