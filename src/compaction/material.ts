/**
 * The originals a summary is made from, read in pages: rendered, secrets replaced, tool output trimmed. A first
 * pass takes the measure of a range (hashes, facts, tool activity); where its transcript is too long to be held, a
 * second one streams it to the summarizer, so that a million messages need no more memory than a page.
 */

import type { Redaction } from '../engine/redaction.ts';
import { extractFacts, type FactSource } from '../facts/extract.ts';
import { mergeSegmentDetails, segmentDetails } from '../facts/session-details.ts';
import { createSourceIndex, type SourceIndex } from '../facts/source-index.ts';
import { type Message, textOf } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { CompactionLimits } from '../options.ts';
import type { Fact } from '../records/fact.ts';
import type { KeptText, SegmentDetails } from '../records/summary.ts';
import type { Redacted } from '../redaction/redact-content.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import { type TranscriptPorts, toTranscriptEntry } from './transcript.ts';

const pageMessages = 100;
/** Facts of one range held in memory; the least important go first. */
const maxFacts = 2_000;
/** Text read for facts in one go. */
const biteCharacters = 64 * 1024;
/** A bite ends with a line where one ends in its last part. */
const longestLine = 16 * 1024;
/** Of output of many megabytes, what facts are read from and the transcript shows is at its ends. */
const outputCharacters = 150_000;

type PagePorts = { store: Store; redaction: Redaction };

export type MaterialPorts = PagePorts & TranscriptPorts & { limits: CompactionLimits };

export type MessageRange = { from: number; to: number };

export type Material = {
  tokens: number;
  /** Messages of the conversation among the originals: all but asides. */
  spoken: number;
  originals: { id: string; hash: string }[];
  facts: Fact[];
  segment: SegmentDetails | null;
  /** What was said, for telling facts from inventions. */
  index: SourceIndex;
  /** System messages among them, word for word. */
  system: KeptText[];
  /** The transcript, unless it is too long to be held. */
  entries: TranscriptEntry[] | null;
};

/** In pages, as the redacted view: nothing of a compaction reads anything else. */
async function* readPages(
  { store, redaction }: PagePorts,
  threadId: string,
  range: MessageRange,
): AsyncGenerator<Redacted<Message>[]> {
  for (let from = range.from; from <= range.to; ) {
    const page = await store.readMessages({ threadId, from, to: range.to, limit: pageMessages });
    if (page.length === 0) return;
    const redacted: Redacted<Message>[] = [];
    for (const message of page) redacted.push(await redaction.view(message, { outputCharacters }));
    yield redacted;
    from = page[page.length - 1]!.seq + 1;
    await yieldToEventLoop();
  }
}

/** The transcript of a range, from memory where it was kept. */
export async function* streamTranscript(
  ports: MaterialPorts,
  threadId: string,
  range: MessageRange | null,
  material: Material,
): AsyncGenerator<TranscriptEntry> {
  if (material.entries) {
    yield* material.entries;
    return;
  }
  if (!range) return;
  for await (const page of readPages(ports, threadId, range)) {
    for (const message of page) if (!isAside(message)) yield await toTranscriptEntry(ports, message);
  }
}

export async function measureRange(
  ports: MaterialPorts,
  threadId: string,
  range: MessageRange | null,
): Promise<Material> {
  const material: Material = {
    tokens: 0,
    spoken: 0,
    originals: [],
    facts: [],
    segment: null,
    index: createSourceIndex(),
    entries: [],
    system: [],
  };
  if (!range) return material;
  const { redact } = ports.redaction;
  let held = 0;
  for await (const page of readPages(ports, threadId, range)) {
    // Asides keep their place in the range and its hash; what a summary tells is the conversation.
    const spoken = page.filter((message) => !isAside(message));
    for (const sources of factSources(spoken)) {
      material.facts.push(...extractFacts(sources, { redact }));
      if (material.facts.length > maxFacts * 2) material.facts = mostImportant(material.facts);
      await yieldToEventLoop();
    }
    const details = segmentDetails(spoken, { redact });
    material.segment = material.segment ? mergeSegmentDetails(material.segment, details) : details;
    for (const message of page) {
      material.tokens += message.tokens;
      material.originals.push({ id: message.id, hash: message.hash });
      if (isAside(message)) continue;
      material.spoken += 1;
      if (message.role === 'system') {
        const text = redact(textOf(message.parts));
        if (text.trim() !== '')
          material.system.push({ text, from: message.seq, to: message.seq, role: 'system' });
      }
      const entry = await toTranscriptEntry(ports, message);
      for (const slice of bitesOf(entry.text)) {
        material.index.add(slice, entry.at);
        if (entry.text.length > slice.length) await yieldToEventLoop();
      }
      held += entry.tokens;
      if (held > ports.limits.maxInputTokens) material.entries = null;
      else material.entries?.push(entry);
    }
  }
  material.facts = mostImportant(material.facts);
  return material;
}

/** A page as a few bites of bounded size: a very long text is read piece by piece. */
function* factSources(page: readonly Redacted<Message>[]): Generator<FactSource[]> {
  let bite: FactSource[] = [];
  let characters = 0;
  for (const message of page) {
    const source = {
      seq: message.seq,
      role: message.role,
      name: message.name,
      at: message.createdAt,
      text: '',
    };
    for (const part of message.parts) {
      const pieces = part.type === 'text' ? [...bitesOf(part.text)] : [undefined];
      for (const piece of pieces) {
        bite.push({ ...source, parts: [piece === undefined ? part : { type: 'text', text: piece }] });
        characters += piece?.length ?? 1_000;
        if (characters < biteCharacters) continue;
        yield bite;
        bite = [];
        characters = 0;
      }
    }
  }
  if (bite.length > 0) yield bite;
}

function mostImportant(facts: Fact[]): Fact[] {
  if (facts.length <= maxFacts) return facts;
  return facts.toSorted((a, b) => b.importance - a.importance || a.seq - b.seq).slice(0, maxFacts);
}

function* bitesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + biteCharacters;
    const lineEnd = end < text.length ? text.lastIndexOf('\n', end) : -1;
    if (lineEnd > end - longestLine) end = lineEnd + 1;
    yield text.slice(start, end);
    start = end;
  }
}
