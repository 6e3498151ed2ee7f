/**
 * The originals that a summary is made from, read in pages: rendered, secrets replaced, tool output trimmed. The first
 * pass over a range collects hashes, facts and tool activity. If the transcript is too long to hold in memory, a second
 * pass streams it to the summarizer, so that a million messages need no more memory than a page.
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
import { inSteps } from '../text/steps.ts';
import { mergeWork } from '../work/merge-work.ts';
import { type PageMaterial, textPieces } from '../workers/tasks/page.ts';
import { keptByNoiseOption } from './noise.ts';
import { type AuditPorts, createSourceTexts, type SourceTexts } from './source-texts.ts';

const pageMessages = 100;
/** Most facts of one range kept in memory. The least important are dropped first. */
const maxFacts = 2_000;
/** Longer messages count as this many characters when choosing where to do the work. */
const enoughCharacters = 100_000;

export type MaterialPorts = AuditPorts & { store: Store; limits: CompactionLimits };

export type MessageRange = { from: number; to: number };

export type Material = {
  tokens: number;
  /** Number of messages that belong to the conversation: all originals except asides. */
  spoken: number;
  originals: { id: string; hash: string }[];
  facts: Fact[];
  segment: SegmentDetails | null;
  work: WorkRecord | null;
  /** The text of the range, against which facts of a summary are checked. */
  sourceTexts: SourceTexts;
  /** System messages of the range, word for word. */
  system: KeptText[];
  /** All messages are noise. They are read nevertheless, because a summary of nothing cannot be made. */
  allNoise: boolean;
  /** The transcript, or null when it is too long to hold. */
  entries: TranscriptEntry[] | null;
};

type ReadPage = { messages: readonly Message[]; material: PageMaterial };

/** Reads the range in pages, as the redacted view. Compactions read messages in no other way. */
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
    yield { messages, material: await workers.run('page', input, { characters, threadId, signal }) };
    from = messages[messages.length - 1]!.seq + 1;
    await yieldToEventLoop();
  }
}

/** Keeps a call and its results on one page: a unit that may continue behind the page is left to the next one. */
function wholeUnits(page: readonly Message[], to: number): readonly Message[] {
  const last = page[page.length - 1]!;
  if (last.seq >= to || page.length < pageMessages) return page;
  const before = page.filter(({ seq }) => seq < last.unitStart);
  return before.length === 0 ? page : before;
}

/** The transcript of a range, from memory if it was kept there. */
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
    yield* material.allNoise ? page.material.entries : keptByNoiseOption(page.material, ports.limits.noise);
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
    sourceTexts: createSourceTexts(),
    allNoise: false,
    entries: [],
    system: [],
  };
  if (!range) return material;
  const transcript = { tokens: 0, entries: 0 };
  for await (const { messages, material: page } of readPages(ports, threadId, range, {
    facts: true,
    signal,
  })) {
    addFindings(material, page);
    for (const message of messages) {
      material.tokens += message.tokens;
      material.originals.push({ id: message.id, hash: message.hash });
    }
    await addTexts(material.sourceTexts, page);
    for (const entry of keptByNoiseOption(page, ports.limits.noise)) {
      transcript.entries += 1;
      transcript.tokens += entry.tokens;
      if (transcript.tokens > ports.limits.maxInputTokens) material.entries = null;
      else material.entries?.push(entry);
    }
  }
  if (transcript.entries === 0 && material.spoken > 0) {
    material.allNoise = true;
    material.entries = null;
  }
  material.facts = mostImportant(material.facts);
  return material;
}

/** Adds the facts, tool activity, work and system messages of a page. */
function addFindings(material: Material, page: PageMaterial): void {
  const { segment, work } = material;
  for (const facts of page.facts) {
    material.facts.push(...facts);
    if (material.facts.length > maxFacts * 2) material.facts = mostImportant(material.facts);
  }
  if (page.segment) material.segment = segment ? mergeSegmentDetails(segment, page.segment) : page.segment;
  if (page.work) material.work = work ? mergeWork(work, page.work) : page.work;
  material.system.push(...page.system);
  material.spoken += page.entries.length;
}

/** Adds the texts that a summary is checked against, with pauses where that takes long. */
async function addTexts(sourceTexts: SourceTexts, { entries }: PageMaterial): Promise<void> {
  for (const { text, at } of entries) {
    for (const piece of textPieces(text)) await inSteps(sourceTexts.add(piece, at), yieldToEventLoop);
  }
}

function mostImportant(facts: Fact[]): Fact[] {
  if (facts.length <= maxFacts) return facts;
  return facts.toSorted((a, b) => b.importance - a.importance || a.seq - b.seq).slice(0, maxFacts);
}
