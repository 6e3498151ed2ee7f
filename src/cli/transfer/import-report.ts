/** Describes in words what an import did. */
import { counted, duration, figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import type { RefusedSource } from './import-all.ts';
import type { ImportedSource } from './import-source.ts';
import type { ImportedThread } from './thread-sink.ts';

const shownThreads = 10;
const shownOtherFiles = 5;

/** Kinds of entries that are left out, in words for people. */
const kinds: { [kind: string]: readonly [one: string, many: string] } = {
  sidechain: ['line of a side chain', 'lines of side chains'],
  'client-summary': ["summary of the client's own", "summaries of the client's own"],
  'other-branch': ['message of another branch', 'messages of other branches'],
  meta: ['note of the client', 'notes of the client'],
  hidden: ['hidden message', 'hidden messages'],
  repeated: ['repeated line', 'repeated lines'],
  'api-error': ['failed call', 'failed calls'],
  empty: ['empty message', 'empty messages'],
};

export type ImportTotals = {
  files: number;
  threads: number;
  added: number;
  already: number;
  grown: number;
  differing: number;
  tokens: number;
  problems: number;
};

export function totalsOf(sources: readonly ImportedSource[]): ImportTotals {
  const threads = sources.flatMap((source) => source.threads);
  const sum = (value: (thread: ImportedThread) => number) =>
    threads.reduce((total, thread) => total + value(thread), 0);
  return {
    files: sources.length,
    threads: new Set(threads.map(({ id }) => id)).size,
    added: sum(({ added }) => added),
    already: sum(({ already }) => already),
    grown: sum(({ grown }) => grown),
    differing: sum(({ differing }) => differing),
    tokens: sum(({ tokens }) => tokens),
    problems: sources.reduce((total, { problems }) => total + problems, 0),
  };
}

/** Lines of at most `columns`. */
export function importReport(
  sources: readonly ImportedSource[],
  options: { columns: number; dryRun: boolean; milliseconds: number; refused: readonly RefusedSource[] },
): string[] {
  const { columns, dryRun, milliseconds, refused } = options;
  const lines = [
    ...sources.flatMap((source) => [...threadLines(source, dryRun), ...problemLines(source)]),
    ...skippedLines(sources),
    ...otherFileLines(refused),
    ...(sources.length + refused.length === 0 ? ['No file was found there: the folder is empty.'] : []),
  ];
  const totals = totalsOf(sources);
  const what = [
    counted(totals.threads, 'thread'),
    dryRun ? counted(totals.added, 'message') : `${counted(totals.added, 'message')} added`,
    ...(dryRun ? [] : [`${figure(totals.already)} already there`]),
    ...(totals.grown > 0 ? [`${figure(totals.grown)} grown`] : []),
    ...(totals.differing > 0 ? [`${figure(totals.differing)} kept as they were`] : []),
    ...(dryRun ? [] : [counted(totals.tokens, 'token')]),
    ...(totals.problems > 0 ? [`${counted(totals.problems, 'bad line')} skipped`] : []),
  ];
  const closing = dryRun
    ? `${what.join(', ')}. Nothing was stored.`
    : `${what.join(', ')}, in ${duration(milliseconds)}.`;
  const hints = dryRun || totals.added === 0 ? [] : [hintOf(sources)];
  return [...lines, closing, ...hints].flatMap((line) => wrap(line, columns));
}

/** Suggests what to do next with the imported threads. */
function hintOf(sources: readonly ImportedSource[]): string {
  const ids = [...new Set(sources.flatMap(({ threads }) => threads.map(({ id }) => id)))];
  const thread = ids.length === 1 && /^[\w.-]+$/u.test(ids[0]!) ? ids[0]! : '<thread>';
  const list = ids.length === 1 ? '' : '`everthread threads` lists them, newest first. ';
  return `Next: ${list}\`everthread compact --thread ${thread}\` summarizes older messages, \`everthread brief --thread ${thread}\` prints the state of the work.`;
}

function threadLines({ threads }: ImportedSource, dryRun: boolean): string[] {
  const lines = threads.slice(0, shownThreads).map((thread) => threadLine(thread, dryRun));
  if (threads.length > shownThreads)
    lines.push(`… and ${counted(threads.length - shownThreads, 'more thread')}`);
  return lines;
}

function threadLine(thread: ImportedThread, dryRun: boolean): string {
  const { id, title, added, already, grown, differing, redated, past, unmarked } = thread;
  const name =
    title === undefined ? sanitizeLine(id) : `${sanitizeLine(id)} “${sanitizeLine(title).slice(0, 60)}”`;
  const notes = [
    dryRun ? counted(added, 'message') : `${counted(added, 'message')} added`,
    ...(already > 0 ? [`${figure(already)} already there`] : []),
    ...(grown > 0 ? [`${figure(grown)} longer by now`] : []),
    ...(differing > 0 ? [`${figure(differing)} differ from the stored ones, which were kept`] : []),
    ...(redated > 0 ? [`${figure(redated)} dated in the future, now as the message before them`] : []),
    ...(past === undefined ? [] : pastNotes(past)),
    ...unmarkedNotes(unmarked),
  ];
  return `${name}: ${notes.join(', ')}`;
}

function unmarkedNotes(unmarked: ImportedThread['unmarked']): string[] {
  const { removed = 0, edited = 0, hidden = 0 } = unmarked ?? {};
  return [
    ...(removed > 0 ? [`${counted(removed, 'empty place')} of removed messages left out`] : []),
    ...(edited > 0 ? [`${counted(edited, 'mark')} of edits left out`] : []),
    ...(hidden > 0
      ? [`${counted(hidden, 'mark')} left out that would keep messages out of the conversation`]
      : []),
  ];
}

function pastNotes(past: NonNullable<ImportedThread['past']>): string[] {
  const { outcome, summaries, receipts, audit, rules, settings, unsaidRules = 0, reason } = past;
  const what = [
    ...(summaries > 0 ? [counted(summaries, 'summary', 'summaries')] : []),
    ...(audit > 0 ? [counted(audit, 'audit entry', 'audit entries')] : []),
  ];
  const besides = [
    ...what,
    ...(receipts > 0 ? [counted(receipts, 'receipt')] : []),
    ...(rules > 0 ? [counted(rules, 'rule')] : []),
    ...(settings.length > 0 ? [`settings (${settings.map(sanitizeLine).join(', ')})`] : []),
  ];
  switch (outcome) {
    case 'left-out':
      return besides.length === 0
        ? []
        : [`left out: ${besides.join(', ')} (--trust takes them from a file of your own)`];
    case 'refused':
      return [`left out, because they do not follow from the messages: ${besides.join(', ')} (${reason})`];
    case 'restored':
      return [
        ...besides,
        ...(unsaidRules > 0 ? [`${counted(unsaidRules, 'rule')} left out that no message states`] : []),
      ];
    case 'already':
      return what.map((count) => `${count} already there`);
    case 'kept':
      return what.length === 0 ? [] : [`its own past kept, not ${what.join(' and ')} of the file`];
    case 'incomplete':
      return ['no summaries, because the file was cut off'];
  }
}

function problemLines({ problems, firstProblems }: ImportedSource): string[] {
  if (problems === 0) return [];
  const more = problems - firstProblems.length;
  return [
    `  skipped ${counted(problems, 'bad line')}:`,
    ...firstProblems.map((problem) => `    ${sanitizeLine(problem)}`),
    ...(more > 0 ? [`    … and ${figure(more)} more`] : []),
  ];
}

function skippedLines(sources: readonly ImportedSource[]): string[] {
  const all: { [kind: string]: number } = {};
  for (const { skipped } of sources) {
    for (const [kind, count] of Object.entries(skipped)) all[kind] = (all[kind] ?? 0) + count;
  }
  const counts = Object.keys(kinds)
    .filter((kind) => all[kind] !== undefined)
    .map((kind) => counted(all[kind]!, ...kinds[kind]!));
  if (counts.length === 0) return [];
  const hint = all.sidechain === undefined ? '' : ' (--side-chains imports these as threads of their own)';
  return [`Left out: ${counts.join(', ').replace(/side chains?/u, (words) => words + hint)}.`];
}

/** Names the files of a folder that are no transcripts. */
function otherFileLines(refused: readonly RefusedSource[]): string[] {
  const names = refused.filter(({ isTranscript }) => !isTranscript).map(({ file }) => sanitizeLine(file));
  if (names.length === 0) return [];
  const more = names.length > shownOtherFiles ? ', …' : '';
  const list = names.slice(0, shownOtherFiles).join(', ');
  return [`${counted(names.length, 'file')} left out, not a known kind of transcript: ${list}${more}`];
}
