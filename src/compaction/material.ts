/**
 * The originals a summary is made from, read in pages: rendered, secrets replaced, tool output trimmed. A first
 * pass takes the measure of a range (hashes, facts, tool activity); where its transcript is too long to be held, a
 * second one streams it to the summarizer, so that a million messages need no more memory than a page.
 */

import type { CompactionLimits } from '../compaction-limits.ts';
import { mergeSegmentDetails } from '../facts/segment-details.ts';
import type { Message } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import type { KeptText, SegmentDetails } from '../records/summary.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { sizeOf } from '../redaction/redact-content.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import { mergeWork } from '../work/merge-work.ts';
import { type PageMaterial, textPieces } from '../workers/tasks/page.ts';
import { readAloud } from './noise.ts';
import { type AuditPorts, createSaid, type Said } from './said.ts';

const pageMessages = 100;
/** Facts of one range held in memory; the least important go first. */
const maxFacts = 2_000;
/** More text in one message does not decide where it is worked on. */
const enoughCharacters = 100_000;

export type MaterialPorts = AuditPorts & { store: Store; limits: CompactionLimits };

export type MessageRange = { from: number; to: number };

export type Material = {
  tokens: number;
  /** Messages of the conversation among the originals: all but asides. */
  spoken: number;
  originals: { id: string; hash: string }[];
  facts: Fact[];
  segment: SegmentDetails | null;
  work: WorkRecord | null;
  /** What was said, for telling facts from inventions. */
  said: Said;
  /** System messages among them, word for word. */
  system: KeptText[];
  /** All of it is noise: a summary of nothing cannot be made, so it is read after all. */
  silent: boolean;
  /** The transcript, unless it is too long to be held. */
  entries: TranscriptEntry[] | null;
};

type ReadPage = { messages: readonly Message[]; material: PageMaterial };

/** In pages, as the redacted view: nothing of a compaction reads anything else. */
async function* readPages(
  ports: MaterialPorts,
  threadId: string,
  range: MessageRange,
  options: { facts: boolean; signal: AbortSignal },
): AsyncGenerator<ReadPage> {
  const { facts, signal } = options;
  const { store, workers } = ports;
  const { toolOutput, noise: wanted } = ports.limits;
  const noise = wanted !== 'keep';
  for (let from = range.from; from <= range.to; ) {
    const read = await store.readMessages({ threadId, from, to: range.to, limit: pageMessages });
    if (read.length === 0) return;
    const messages = wholeUnits(read, range.to);
    const characters = messages.reduce((sum, { parts }) => sum + sizeOf(parts, enoughCharacters), 0);
    const input = { messages, toolOutput, noise, facts };
    yield { messages, material: await workers.run('page', input, { characters, signal }) };
    from = messages[messages.length - 1]!.seq + 1;
    await yieldToEventLoop();
  }
}

/** A call and its results are read together: a unit that may go on behind the page is left to the next one. */
function wholeUnits(page: readonly Message[], to: number): readonly Message[] {
  const last = page[page.length - 1]!;
  if (last.seq >= to || page.length < pageMessages) return page;
  const before = page.filter(({ seq }) => seq < last.unitStart);
  return before.length === 0 ? page : before;
}

/** The transcript of a range, from memory where it was kept. */
export async function* streamTranscript(
  ports: MaterialPorts,
  threadId: string,
  range: MessageRange | null,
  material: Material,
  signal: AbortSignal,
): AsyncGenerator<TranscriptEntry> {
  if (material.entries) {
    yield* material.entries;
    return;
  }
  if (!range) return;
  for await (const page of readPages(ports, threadId, range, { facts: false, signal })) {
    yield* material.silent ? page.material.entries : readAloud(page.material, ports.limits.noise);
  }
}

export async function measureRange(
  ports: MaterialPorts,
  threadId: string,
  range: MessageRange | null,
  signal: AbortSignal,
): Promise<Material> {
  const material: Material = {
    tokens: 0,
    spoken: 0,
    originals: [],
    facts: [],
    segment: null,
    work: null,
    said: createSaid(),
    silent: false,
    entries: [],
    system: [],
  };
  let held = 0;
  let heard = 0;
  if (!range) return material;
  for await (const { messages, material: page } of readPages(ports, threadId, range, {
    facts: true,
    signal,
  })) {
    for (const facts of page.facts) {
      material.facts.push(...facts);
      if (material.facts.length > maxFacts * 2) material.facts = mostImportant(material.facts);
    }
    if (page.segment) {
      material.segment = material.segment
        ? mergeSegmentDetails(material.segment, page.segment)
        : page.segment;
    }
    if (page.work) material.work = material.work ? mergeWork(material.work, page.work) : page.work;
    for (const message of messages) {
      material.tokens += message.tokens;
      material.originals.push({ id: message.id, hash: message.hash });
    }
    material.system.push(...page.system);
    material.spoken += page.entries.length;
    for (const entry of page.entries) {
      for (const slice of textPieces(entry.text)) {
        if (material.said.add(slice, entry.at)) await yieldToEventLoop();
      }
    }
    for (const entry of readAloud(page, ports.limits.noise)) {
      heard += 1;
      held += entry.tokens;
      if (held > ports.limits.maxInputTokens) material.entries = null;
      else material.entries?.push(entry);
    }
  }
  if (heard === 0 && material.spoken > 0) {
    material.silent = true;
    material.entries = null;
  }
  material.facts = mostImportant(material.facts);
  return material;
}

function mostImportant(facts: Fact[]): Fact[] {
  if (facts.length <= maxFacts) return facts;
  return facts.toSorted((a, b) => b.importance - a.importance || a.seq - b.seq).slice(0, maxFacts);
}
