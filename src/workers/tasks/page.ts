/**
 * Prepares a page of messages for a compaction: secrets replaced, tool output trimmed, facts and tool activity found.
 * Everything is made from the redacted view of the messages, and nothing else leaves.
 */
import { extractFacts, type FactSource } from '../../facts/extract.ts';
import { textOfOutput } from '../../facts/read-tools.ts';
import { segmentDetails } from '../../facts/segment-details.ts';
import { withSpokenCalls } from '../../facts/spoken/spoken-calls.ts';
import { type Message, type Part, textOf } from '../../message/message.ts';
import { findNoise, type NoiseKind, withoutCounting } from '../../message/noise.ts';
import { isAside } from '../../message/origin.ts';
import { renderMessageText } from '../../message/text.ts';
import type { Fact } from '../../records/fact.ts';
import type { KeptText, SegmentDetails } from '../../records/summary.ts';
import type { WorkRecord } from '../../records/work-record.ts';
import type { Redacted } from '../../redaction/redact-content.ts';
import type { TranscriptEntry } from '../../summarizer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { unwrap } from '../../work/client-wrapping.ts';
import { readWork } from '../../work/read-work.ts';
import type { Task } from '../task.ts';

export type PageInput = {
  messages: readonly Message[];
  toolOutput: { lines: number; characters: number };
  /** Whether to look for noise (see message/noise.ts). */
  noise: boolean;
  /** False if only the transcript is wanted. */
  facts: boolean;
};

export type PageMaterial = {
  /** The messages in order, without asides. */
  entries: TranscriptEntry[];
  /** The entries that are noise, with the text that remains after trimming. */
  noise: { seq: number; kind: NoiseKind; text: string; tokens: number }[];
  /** The facts of each piece of the page. */
  facts: Fact[][];
  segment: SegmentDetails | null;
  work: WorkRecord | null;
  /** System messages, word for word. */
  system: KeptText[];
};

/** Of output of many megabytes, only the beginning and end are used for facts and transcript. */
const outputCharacters = 150_000;
/** Characters of text that are searched for facts at once. */
const pieceCharacters = 64 * 1024;
/** A piece ends at a line end if there is one within this many characters of its limit. */
const longestLine = 16 * 1024;

export const pageTask: Task<PageInput, PageMaterial> = async (input, { tools, signal, pause }) => {
  const { views, counter } = tools;
  const { redact } = views;
  const spoken: Redacted<Message>[] = [];
  for (const message of input.messages) {
    // Asides keep their place in the range and its hash, but are not part of the conversation that is summarized.
    if (!isAside(message)) spoken.push(await views.view(message, { outputCharacters }, pause));
  }
  const page: PageMaterial = { entries: [], noise: [], facts: [], segment: null, work: null, system: [] };
  if (input.facts) {
    for (const sources of factSources(spoken)) {
      signal.throwIfAborted();
      page.facts.push(extractFacts(sources, { redact }));
      await pause();
    }
    page.segment = segmentDetails(spoken, { redact });
    await pause();
    page.work = readWork(spoken);
    await pause();
  }
  // Marks of edits and the client's protocol are not what was said.
  for (const message of withSpokenCalls(spoken, { outputs: false })) {
    signal.throwIfAborted();
    if (message.role === 'system') {
      const text = redact(textOf(message.parts));
      if (text.trim() !== '') page.system.push({ text, from: message.seq, to: message.seq, role: 'system' });
    }
    page.entries.push(await toTranscriptEntry(message, input.toolOutput, counter));
  }
  if (!input.noise) return page;
  const found = findNoise(spoken);
  for (const { seq, text } of page.entries) {
    const kind = found.get(seq);
    if (kind === undefined) continue;
    const trimmed = kind === 'polling' ? firstLine(text) : withoutCounting(text);
    page.noise.push({ seq, kind, text: trimmed, tokens: await counter.countLong(trimmed) });
  }
  return page;
};

/** The last occurrence is shown in full. */
function firstLine(text: string): string {
  const line = text.split('\n', 1)[0]!.slice(0, 120).toWellFormed();
  return line === text ? text : `${line} … (the same again later)`;
}

/**
 * A message as a summarizer sees it: its redacted view as text, with long tool output trimmed. Redaction comes
 * first, so that no cut splits a secret and lets half of it through.
 */
async function toTranscriptEntry(
  message: Redacted<Message>,
  { lines, characters }: PageInput['toolOutput'],
  counter: TokenCounter,
): Promise<TranscriptEntry> {
  const text = renderMessageText(withPlainOutputs(message), {
    toolOutputLines: lines,
    toolOutputCharacters: characters,
    toolInputCharacters: characters,
  });
  return {
    seq: message.seq,
    role: message.role,
    ...(message.name === undefined ? {} : { name: message.name }),
    text,
    at: message.createdAt,
    tokens: await counter.countLong(text),
  };
}

/** What programs printed, without what the client wrote around it. */
function withPlainOutputs<One extends Pick<Message, 'parts'>>(message: One): One {
  if (!message.parts.some(({ type }) => type === 'tool-result')) return message;
  const parts = message.parts.map((part): Part => {
    if (part.type !== 'tool-result') return part;
    const output = textOfOutput(part.output);
    const { text, exit } = unwrap(output);
    if (text === output) return part;
    return { ...part, output: text, ...(exit !== undefined && exit !== 0 && { isError: true }) };
  });
  return { ...message, parts };
}

/** Divides a page into pieces of bounded size, so that a very long text is read piece by piece. */
function* factSources(page: readonly Redacted<Message>[]): Generator<FactSource[]> {
  let group: FactSource[] = [];
  let characters = 0;
  for (const message of page) {
    for (const source of partSources(message)) {
      group.push(source);
      const part = source.parts?.[0];
      characters += part?.type === 'text' ? part.text.length : 1_000;
      if (characters < pieceCharacters) continue;
      yield group;
      group = [];
      characters = 0;
    }
  }
  if (group.length > 0) yield group;
}

function* partSources({ seq, role, name, createdAt: at, parts }: Redacted<Message>): Generator<FactSource> {
  const source = { seq, role, name, at, text: '' };
  for (const part of parts) {
    if (part.type !== 'text') yield { ...source, parts: [part] };
    else for (const text of textPieces(part.text)) yield { ...source, parts: [{ type: 'text', text }] };
  }
}

export function* textPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + pieceCharacters;
    const lineEnd = end < text.length ? text.lastIndexOf('\n', end) : -1;
    if (lineEnd > end - longestLine) end = lineEnd + 1;
    yield text.slice(start, end);
    start = end;
  }
}
