/** Writes one part of a map-reduce: of a chunk, of one large text, or of parts that stand side by side. */
import { yieldToEventLoop } from '../runtime.ts';
import type { SummaryRequest, TranscriptEntry } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { capTokens } from './cap-text.ts';
import { lowestRung } from './ladder.ts';
import { abortedFailure, type createPartCalls, type MadeCalls } from './part-calls.ts';
import { groupsOf, type PartialPart, toPrevious } from './parts.ts';
import { splitText } from './split-text.ts';

/** Up to this many summaries of pieces of one large entry are put side by side in its part. More of them are merged. */
const piecesSideBySide = 4;

export function createPartWriter(options: {
  counter: TokenCounter;
  request: Omit<SummaryRequest, 'transcript'>;
  signal: AbortSignal;
  chunkTokens: number;
  partTokens: number;
  fanIn: number;
  call: ReturnType<typeof createPartCalls>['call'];
  inOrder: ReturnType<typeof createPartCalls>['inOrder'];
}) {
  const { counter, request, signal, chunkTokens, partTokens, fanIn, call, inOrder } = options;

  async function mapEntries(
    entries: TranscriptEntry[],
    { targetTokens, before }: { targetTokens: number; before: string },
    calls: MadeCalls,
  ): Promise<PartialPart> {
    const range = { from: entries[0]!.seq, to: entries.at(-1)!.seq };
    const sourceTokens = entries.reduce((sum, entry) => sum + entry.tokens, 0);
    const subrequest = {
      ...partRequest(request, range, targetTokens, before),
      previous: [],
      transcript: entries,
    };
    const { text, rung, model, promptVersion } = await call(subrequest, 'map', calls);
    const capped = capTokens(text, targetTokens, counter);
    return {
      ...range,
      tier: 0,
      text: capped,
      tokens: counter.count(capped),
      sourceTokens,
      rewrites: 1,
      rung,
      model,
      promptVersion,
    };
  }

  async function merge(parts: readonly PartialPart[], calls: MadeCalls): Promise<PartialPart> {
    const range = { from: parts[0]!.from, to: parts.at(-1)!.to };
    const subrequest = {
      ...partRequest(request, range, partTokens),
      previous: parts.map(toPrevious),
      transcript: [],
    };
    const { text, rung, model, promptVersion } = await call(subrequest, 'reduce', calls);
    const capped = capTokens(text, partTokens, counter);
    return {
      ...range,
      tier: Math.max(...parts.map(({ tier }) => tier)) + 1,
      text: capped,
      tokens: counter.count(capped),
      sourceTokens: parts.reduce((sum, part) => sum + part.sourceTokens, 0),
      rewrites: Math.max(...parts.map(({ rewrites }) => rewrites)) + 1,
      rung: lowestRung([...parts.map((part) => part.rung), rung]),
      model,
      promptVersion,
    };
  }

  /** Summarizes the pieces of one large text and combines them into one part of tier 0. */
  async function mapLarge(entry: TranscriptEntry, before: string, calls: MadeCalls): Promise<PartialPart> {
    const pieces: TranscriptEntry[] = [];
    for (const text of splitText(entry.text, { maxTokens: chunkTokens, counter })) {
      pieces.push({ ...entry, text, tokens: counter.count(text) });
      await yieldToEventLoop();
      if (signal.aborted) throw abortedFailure();
    }
    if (pieces.length <= 1) return mapEntries([entry], { targetTokens: partTokens, before }, calls);
    const sideBySide = pieces.length <= piecesSideBySide;
    const pieceTokens = sideBySide ? Math.max(8, Math.floor(partTokens / pieces.length) - 2) : partTokens;
    const place = (index: number) =>
      `${before}\nThis is piece ${index + 1} of ${pieces.length} of message #${entry.seq}.`.trim();
    let parts = await inOrder([...pieces.entries()], calls, ([index, piece], own) =>
      mapEntries([piece], { targetTokens: pieceTokens, before: place(index) }, own),
    );
    while (!sideBySide && parts.length > 1) {
      parts = await inOrder(groupsOf(parts, fanIn), calls, (group, own) =>
        group.length === 1 ? Promise.resolve(group[0]!) : merge(group, own),
      );
    }
    if (parts.length === 1) return { ...parts[0]!, tier: 0 };
    const text = capTokens(parts.map((part) => part.text).join('\n\n'), partTokens, counter);
    return {
      ...parts[0]!,
      text,
      tokens: counter.count(text),
      sourceTokens: entry.tokens,
      rung: lowestRung(parts.map(({ rung }) => rung)),
    };
  }

  return { mapEntries, merge, mapLarge };
}

/** The fields of a request that differ for a part. */
function partRequest(
  { shape, facts }: Omit<SummaryRequest, 'transcript'>,
  range: { from: number; to: number },
  targetTokens: number,
  before = '',
): Partial<SummaryRequest> {
  return {
    part: { of: shape, before },
    shape: 'plain',
    facts: facts.filter(({ seq }) => seq >= range.from && seq <= range.to),
    limits: {
      targetTokens,
      maxWords: null,
      // Room to end the sentence, because the model's tokenizer differs from ours. The excess is cut.
      maxOutputTokens: Math.ceil(targetTokens * 1.25),
    },
  };
}
