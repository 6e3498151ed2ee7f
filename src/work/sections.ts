/** The sections of a shown work record and their entries, most important first. */
import { clip } from '../facts/text.ts';
import type { PlanItem, WorkCommit, WorkFile, WorkNote, WorkRecord } from '../records/work-record.ts';
import { currentState, openProblems } from './current-state.ts';
import { fileName } from './file-name.ts';
import { gitState } from './git-state.ts';
import { fileSections } from './shown-files.ts';
import { succeededAfter } from './succeeded.ts';

export type Entry = {
  text: string;
  /** Position among the shown entries. Default: the order in which they are chosen. */
  place?: number;
  /** Chosen only after everything else has room. */
  late?: boolean;
  /** Entries that `lines` combines have the same group. */
  group?: string;
};

export type Section = {
  title: string;
  /** Share of the budget that it may take before the others have theirs. */
  share: number;
  entries: Entry[];
  /** Entries are written one after the other, separated by commas. */
  inline?: boolean;
  /** Writes several entries as one line. */
  lines?: (entries: readonly Entry[]) => string[];
};

export type SectionOptions = { numbers: boolean; tokens: number };

const charactersPerToken = 4;
/** The outcomes of the first request and of the newest ones are chosen before the names, the others after them. */
const earlyOutcomes = 3;

export function sectionsOf(record: WorkRecord, options: SectionOptions): Section[] {
  const number = (seq: number) => (options.numbers && seq > 0 ? ` (#${seq})` : '');
  const note = ({ seq, text, shortened, pasted, handedOver }: WorkNote, limit: number) =>
    `${pasted ? 'pasted without a word: ' : handedOver ? 'handed over from an earlier conversation: ' : ''}${oneLine(text, limit)}${shortened && text.length <= limit ? ' […]' : ''}${number(seq)}`;
  return [
    { title: 'Requests, newest last', share: 0.22, entries: requestEntries(record, options, note) },
    {
      title: 'Where it stands',
      share: 0.13,
      entries: currentState(record, options, (one, limit) => note(withoutMarkup(one), limit)),
    },
    { title: 'Plan', share: 0.08, entries: planEntries(openItems(record), number) },
    ...fileSections(record, options, number),
    { title: 'Commands, last outcome', share: 0.08, entries: commandEntries(record, number) },
    { title: 'Commits', share: 0.06, entries: commitEntries(record, number) },
    { title: 'Problems', share: 0.07, entries: problemEntries(record, number) },
    { title: 'Decisions and rules', share: 0.1, entries: ruleEntries(record, note) },
    { title: 'Code', share: 0.08, entries: codeEntries(record), lines: byFile },
    {
      title: 'Last steps',
      share: 0.02,
      entries: unlistedSteps(record).map((step) => ({ text: note(step, 160), place: step.seq })),
    },
    { title: 'Done', share: 0.01, entries: planEntries(doneItems(record), number) },
  ];
}

type RenderNote = (note: WorkNote, limit: number) => string;

export function oneLine(text: string, limit: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= limit ? line : `${clip(line, limit)} […]`;
}

/** The text without marks of headings, emphasis and decoration. Code is left as it is. */
function withoutMarkup(note: WorkNote): WorkNote {
  const text = note.text.replace(
    /`[^`]*`|\*\*([^*\n]+)\*\*|^#{1,6}\s+|\p{Extended_Pictographic}\uFE0F?\s?/gmu,
    (mark, stressed?: string) => (mark.startsWith('`') ? mark : (stressed ?? '')),
  );
  return { ...note, text };
}

/** Newest first, without runs that are listed under the commands with their outcome. */
function unlistedSteps({ steps, commands }: WorkRecord): WorkNote[] {
  const isListed = ({ seq, text }: WorkNote) =>
    commands.some((command) => command.seq === seq && text.startsWith(`ran \`${command.line}\``));
  return steps.toReversed().filter((step) => !isListed(step));
}

/** The newest request, then the first, then the others from the newest back. */
function requestEntries({ turns }: WorkRecord, { tokens }: SectionOptions, note: RenderNote): Entry[] {
  const withRequest = turns.filter((turn) => turn.request !== null);
  const charactersPerRequest = (tokens * 0.22 * charactersPerToken) / Math.max(1, withRequest.length);
  const requestLimit = Math.max(120, Math.min(800, Math.floor(charactersPerRequest)));
  const [newest, ...older] = withRequest.toReversed();
  if (newest === undefined) return [];
  const first = older.pop();
  const ordered = [newest, ...(first === undefined ? [] : [first]), ...older];
  const requests = ordered.map((turn, index) => ({
    text: `${note(turn.request!, index < 2 ? requestLimit * 3 : requestLimit)}${turn.interrupted === true ? ' (interrupted)' : ''}`,
    place: turn.request!.seq,
  }));
  const outcomes = ordered.slice(1).flatMap((turn, index) =>
    turn.reply === null || turn.calls === 0
      ? []
      : [
          {
            text: `→ ${note(withoutMarkup(turn.reply), tokens < 4_000 ? 120 : 240)}`,
            place: turn.request!.seq + 0.5,
            late: index >= earlyOutcomes,
          },
        ],
  );
  return [...requests, ...outcomes];
}

const planOrder = { 'in progress': 0, blocked: 1, 'to do': 2, done: 3 } as const;

function openItems({ plan }: WorkRecord): PlanItem[] {
  return plan.filter(({ state }) => state !== 'done');
}

function doneItems({ plan }: WorkRecord): PlanItem[] {
  return plan.filter(({ state }) => state === 'done').toReversed();
}

function planEntries(plan: readonly PlanItem[], number: (seq: number) => string): Entry[] {
  return plan
    .filter(({ text }) => text !== '')
    .map((item, index) => ({ item, index }))
    .sort((a, b) => planOrder[a.item.state] - planOrder[b.item.state] || a.index - b.index)
    .map(({ item: { list, key, text, state, by, seq } }) => {
      const name = list === 'list' || list === 'checklist' ? '' : `${key} `;
      return {
        text: `[${state}] ${name}${text}${by === undefined ? '' : `, waits for ${by}`}${number(seq)}`,
      };
    });
}

function commandEntries({ commands }: WorkRecord, number: (seq: number) => string): Entry[] {
  // Which of several commands failed no longer matters when all of them have worked since.
  const newestFirst = commands
    .filter((command) => command.parts === undefined || succeededAfter(commands, command, command.seq) === 0)
    .toReversed();
  const firsts = newestFirst.filter(
    (command, index) => newestFirst.findIndex(({ purpose }) => purpose === command.purpose) === index,
  );
  const rest = newestFirst.filter((command) => !firsts.includes(command));
  return [...firsts, ...rest].map(({ purpose, line, ok, figures, runs, seq, parts }) => {
    const failed = parts === undefined ? 'failed' : 'one of them failed';
    const outcome = ok === null ? 'outcome not known' : ok ? 'ok' : failed;
    const result = [...figures, ...(figures.length > 0 && ok !== false ? [] : [outcome])].join('; ');
    const label = purpose === 'other' ? 'ran' : purpose;
    return {
      // Whether a program worked that nobody knows matters less than everything else.
      late: purpose === 'other' && ok !== false,
      text: `${label}: \`${oneLine(line, 110)}\`${runs > 1 ? ` ×${runs}` : ''} → ${result}${number(seq)}`,
      place: seq,
    };
  });
}

function commitEntries(record: WorkRecord, number: (seq: number) => string): Entry[] {
  const { branch, pulls } = record;
  const { commits, takenBack } = gitState(record);
  const where: Entry[] = branch === null ? [] : [{ text: `branch ${branch.text}`, place: 0 }];
  const requests = pulls.map(({ text, seq }) => ({
    text: `pull request: ${text}${number(seq)}`,
    place: seq,
  }));
  const entryOf = ({ hash, subject, seq }: WorkCommit, before = '') => ({
    text: `${before}${hash === undefined ? '' : `${hash} `}${subject}${number(seq)}`,
    place: seq,
  });
  const commitLines = commits.toReversed().map((commit) => entryOf(commit));
  const undoneLines = takenBack.toReversed().map((commit) => entryOf(commit, 'taken back: '));
  return [...where, ...requests.toReversed(), ...commitLines, ...undoneLines];
}

/** A place such as `src/a.c:10:2: ` or `src/a.ts(10,2): ` before an error message. */
const errorPlace = /(?:^|(?<=\| ))[^\s:(|]{1,200}(?::\d+(?::\d+)?|\(\d+,\d+\)): /g;

/** For a fixed error, its place in the file is left out, because the place no longer matters. */
function problemEntries(record: WorkRecord, number: (seq: number) => string): Entry[] {
  return openProblems(record).map(({ problem, state, open }) => ({
    late: state === 'before that',
    text: `${state}: ${oneLine(open ? problem.text : problem.text.replace(errorPlace, ''), 220)}${problem.line === '' ? '' : ` (\`${oneLine(problem.line, 60)}\`)`}${number(problem.seq)}`,
  }));
}

function ruleEntries({ constraints, decisions, questions, turns }: WorkRecord, note: RenderNote): Entry[] {
  const lastRequest = turns.findLast(({ request }) => request !== null)?.request?.seq ?? 0;
  const open = questions.filter(({ seq }) => seq > lastRequest);
  return [
    ...open.map((one) => ({ text: `open question to the user: ${note(one, 300)}` })),
    ...constraints.toReversed().map((one) => ({ text: `rule: ${note(one, 240)}` })),
    ...decisions.toReversed().map((one) => ({ text: `decided: ${note(one, 240)}` })),
  ];
}

/** The newest snippet of each file first, then the next of each. */
function codeEntries(record: WorkRecord): Entry[] {
  const places = new Map<string, number>();
  const { stateOf } = gitState(record);
  const isRemoved = (file: WorkFile) => file.deleted > 0 && file.deleted >= file.changed;
  const removed = new Set(
    record.files
      .filter((file) => isRemoved(file) || (file.changed > 0 && stateOf(file) === 'discarded'))
      .map(({ path }) => path),
  );
  return record.snippets
    .filter(({ path }) => !removed.has(path))
    .toReversed()
    .map(({ path, text }) => {
      const place = places.get(path) ?? 0;
      places.set(path, place + 1);
      return { text: `\`${text}\``, group: path, round: place };
    })
    .sort((a, b) => a.round - b.round)
    .map(({ text, group }) => ({ text, group }));
}

function byFile(entries: readonly Entry[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { text, group = '' } of entries) groups.set(group, [...(groups.get(group) ?? []), text]);
  return Array.from(groups, ([path, texts]) => `${fileName(path)}: ${texts.join('; ')}`);
}
