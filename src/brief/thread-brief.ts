/**
 * The brief of a thread, made from the work records in its summaries and from the messages after them. Stores nothing
 * and asks no model. If a model wrote the summaries, it includes their text.
 */
import { type Material, type MaterialPorts, measureRange, streamTranscript } from '../compaction/material.ts';
import { type Correction, correctFacts, correctionText, holdingCorrections } from '../facts/corrections.ts';
import { activePins } from '../facts/pins.ts';
import type { Fact } from '../records/fact.ts';
import { recordOfProse, type StructuredRecord, type SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { Summarizer, SummaryRequest, TranscriptEntry } from '../summarizer.ts';
import { holdsWork } from '../work/current-state.ts';
import { mergeWork } from '../work/merge-work.ts';
import { renderWork } from '../work/render-work.ts';
import { type FocusPorts, sectionAbout } from './about-focus.ts';
import {
  asOneLine,
  type Brief,
  type BriefOptions,
  type BriefSection,
  defaultBriefTokens,
  layOut,
  newestFirst,
} from './brief.ts';
import { chatSections } from './chat-brief.ts';

export type BriefPorts = MaterialPorts & FocusPorts & { runtime: Runtime; faithful: Summarizer };

/** Most tokens of newest messages that a chat's brief reads. Summaries cover the older ones. */
const chatTokens = 60_000;
/**
 * In a brief of work: the share for the summaries' prose, and (`focusShare`) for passages about the focus, if there are
 * any.
 */
const storyShare = 0.35;
const focusShare = 0.4;
const largestFacts = 60;
const titleCharacters = 100;

export async function briefThread(
  options: BriefOptions & { ports: BriefPorts; state: ThreadState; signal: AbortSignal },
): Promise<Brief> {
  const { ports, state, tokens = defaultBriefTokens, focus, title = state.id, signal } = options;
  const { store, counter } = ports;
  const { count } = counter;
  const live = await store.readSummaries({ threadId: state.id, statuses: ['live'] });
  const summaries = live.filter((summary) => summary.text !== '' && summary.stale !== true);
  const opening = await openingOf(store, state, title);
  const about =
    focus === undefined
      ? undefined
      : await sectionAbout({ ports, threadId: state.id, focus, now: ports.runtime.now() });
  const sized = { tokens, count, opening };
  const range = { from: 1, to: state.messages };
  if (state.messages === 0) return finished(opening, { ...range, kind: 'chat', count });

  const tail = await read(ports, state, { from: state.coveredTo + 1, to: state.messages }, signal);
  const facts = [...summaries.flatMap((summary) => summary.facts), ...tail.facts];
  const corrections = holdingCorrections(state.pins, facts);
  const first = [...(about === undefined ? [] : [about]), ...correctedSection(corrections)];
  const work = await workOf({ ports, state, summaries, tail, signal });
  if (work !== null && holdsWork(work)) {
    return finished(
      workText({ ...sized, first, work, modelSummaries: summaries.filter(({ rung }) => rung === 'model') }),
      {
        ...range,
        kind: 'work',
        count,
      },
    );
  }
  const entries = await newestEntries(ports, state, tail, signal);
  const record = await chatRecord({
    ...{ ports, summaries, entries, material: tail, tokens, signal, focus },
    facts: correctFacts(facts, corrections),
  });
  const sections = chatSections({ record, entries, rules: activePins(state.pins) });
  const text = layOut({ ...sized, sections: [...first, ...sections] });
  return finished(text, { ...range, kind: 'chat', count });
}

function finished(
  text: string,
  { count, ...rest }: Pick<Brief, 'kind' | 'from' | 'to'> & { count: (text: string) => number },
): Brief {
  return { text, tokens: count(text), ...rest };
}

/** Fits the work record first, then fills the rest with the summaries' prose and the passages about the focus. */
function workText(options: {
  tokens: number;
  count: (text: string) => number;
  opening: string;
  /** Sections before the summaries' prose. */
  first: readonly BriefSection[];
  work: WorkRecord;
  modelSummaries: readonly SummaryRecord[];
}): string {
  const { tokens, count, opening, first: before, work, modelSummaries } = options;
  const otherSections: BriefSection[] = [
    ...before,
    ...(modelSummaries.length === 0 ? [] : [storySection(modelSummaries)]),
  ];
  const reserved = before.length === 0 ? (modelSummaries.length === 0 ? 0 : storyShare) : focusShare;
  const room = tokens - count(opening) - 2;
  const first = renderWork(work, { tokens: Math.floor(room * (1 - reserved)), count, numbers: true });
  const rest = layOut({ opening: '', sections: otherSections, tokens: room - first.tokens, count });
  // If the other sections left room, the record may use it.
  const rendered =
    first.leftOut === 0 ? first : renderWork(work, { tokens: room - count(rest) - 2, count, numbers: true });
  return [opening, rendered.text, rest].filter((text) => text !== '').join('\n\n');
}

function correctedSection(corrections: readonly Correction[]): BriefSection[] {
  const lines = corrections.map((correction) => `${correctionText(correction)} (#${correction.seq})`);
  return lines.length === 0
    ? []
    : [{ heading: 'Corrected facts', lines, byImportance: newestFirst(lines.length) }];
}

function storySection(story: readonly SummaryRecord[]): BriefSection {
  const lines = story.map(({ from, to, text }) => {
    const body = text.replace(/^#{1,6} +(.+)$/gmu, '**$1**').trim();
    return `Messages ${from} to ${to}:\n\n${body}`;
  });
  return { heading: 'In the words of a model', lines, byImportance: newestFirst(lines.length), prose: true };
}

async function openingOf(store: Store, state: ThreadState, named: string): Promise<string> {
  const title = `# Brief of ${asOneLine(named, titleCharacters)}`;
  if (state.messages === 0) return `${title}\n\nNothing was said yet.`;
  const ends = await Promise.all(
    [1, state.messages].map((seq) => store.readMetas({ threadId: state.id, from: seq, to: seq })),
  );
  const [since, until] = ends.map(([meta]) => meta?.createdAt.slice(0, 16).replace('T', ' '));
  // Within one minute, the times are those of an import, and it is unknown when the messages were written.
  const when = since === undefined || since === until ? '' : `, ${since} to ${until} UTC`;
  return `${title}\n\nMessages 1 to ${state.messages}${when}. A number such as #1 names a message.`;
}

async function read(
  ports: BriefPorts,
  state: ThreadState,
  range: { from: number; to: number },
  signal: AbortSignal,
): Promise<Material> {
  const limits = { ...ports.limits, maxInputTokens: chatTokens };
  return measureRange({ ...ports, limits }, state.id, range.from > range.to ? null : range, signal);
}

/** Summaries made before work records existed are read again from their messages, if these used tools. */
async function workOf(options: {
  ports: BriefPorts;
  state: ThreadState;
  summaries: readonly SummaryRecord[];
  tail: Material;
  signal: AbortSignal;
}): Promise<WorkRecord | null> {
  const { ports, state, summaries, tail, signal } = options;
  const records: WorkRecord[] = [];
  for (const { work, segment, from, to } of summaries) {
    const older = work === undefined && (segment?.toolsUsed.length ?? 0) > 0;
    const record = older ? (await read(ports, state, { from, to }, signal)).work : work;
    if (record) records.push(record);
  }
  if (tail.work) records.push(tail.work);
  const [first, ...rest] = records;
  return first === undefined ? null : rest.reduce(mergeWork, first);
}

async function newestEntries(
  ports: BriefPorts,
  state: ThreadState,
  tail: Material,
  signal: AbortSignal,
): Promise<TranscriptEntry[]> {
  const range = { from: state.coveredTo + 1, to: state.messages };
  const newest: TranscriptEntry[] = [];
  let tokens = 0;
  for await (const entry of streamTranscript(ports, state.id, range, tail, signal)) {
    newest.push(entry);
    tokens += entry.tokens;
    while (tokens > chatTokens && newest.length > 1) tokens -= newest.shift()!.tokens;
  }
  // The output of tools is not what a chat is about.
  const spoken = newest.filter(({ role }) => role !== 'tool');
  return spoken.length === 0 ? newest : spoken;
}

async function chatRecord(options: {
  ports: BriefPorts;
  summaries: readonly SummaryRecord[];
  entries: TranscriptEntry[];
  material: Material;
  facts: readonly Fact[];
  tokens: number;
  focus: string | undefined;
  signal: AbortSignal;
}): Promise<StructuredRecord> {
  const { ports, summaries, entries, material, facts, tokens, focus, signal } = options;
  const request: SummaryRequest = {
    shape: 'record',
    previous: summaries.map(({ text, record, from, to }) => ({ text, record, from, to })),
    transcript: entries,
    facts: facts.toSorted((a, b) => b.importance - a.importance || b.seq - a.seq).slice(0, largestFacts),
    limits: { targetTokens: tokens, maxWords: null, maxOutputTokens: Math.ceil(tokens * 1.25) },
    meta: {
      totalMessages: entries.length,
      totalTokens: material.tokens,
      depth: 0,
      strategy: 'brief',
    },
    ...(focus === undefined ? {} : { focus }),
    signal,
  };
  const { record, text } = await ports.faithful.summarize(request);
  return record ?? recordOfProse(text);
}
