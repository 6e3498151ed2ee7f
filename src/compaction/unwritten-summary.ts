/** Summaries that need no summarizer: messages copied word for word, and ranges that contain only asides. */
import type { SummaryAudit } from '../facts/gate.ts';
import type { SummaryResult } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { ownText } from './kept-texts.ts';
import type { Material } from './material.ts';
import type { StepSources } from './sources.ts';
import type { WrittenSummary } from './write-summary.ts';

/** Stands for messages without a word, forgotten ones for instance. Those count few tokens, so this has to be shorter. */
const withoutWords = '…';
const nothingSaid = 'Only questions to the archive were asked here.';

const nothingLost: SummaryAudit = {
  ledger: [],
  survival: 1,
  fidelity: 1,
  total: 0,
  kept: 0,
  pointer: 0,
  invented: [],
  verdict: 'accept',
};

/** Copies the system messages, with secrets replaced. Nothing can be lost. */
export async function verbatimSummary(
  { system }: Pick<Material, 'system'>,
  counter: TokenCounter,
): Promise<WrittenSummary> {
  const text =
    system
      .map((message) => message.text)
      .join('\n\n')
      .trim() || withoutWords;
  return {
    result: {
      text,
      record: null,
      model: 'verbatim',
      rung: 'copy',
      promptVersion: 'verbatim@1',
      calls: [],
    },
    text,
    tokens: await counter.countLong(text),
    audit: nothingLost,
    calls: [],
    parts: [],
    rewrites: 1,
  };
}

/**
 * A range that contains only asides (questions to the archive) needs no summarizer. The summary before it is kept
 * unchanged; if there is none, one fixed line is used. These are not checked for being shorter than their sources.
 */
export function carriedSummary(
  { summaries }: Pick<StepSources, 'summaries'>,
  material: Pick<Material, 'spoken' | 'originals'>,
  counter: TokenCounter,
): WrittenSummary | undefined {
  if (material.spoken > 0 || material.originals.length === 0 || summaries.length > 1) return undefined;
  const [before] = summaries;
  const text = before === undefined ? nothingSaid : ownText(before);
  const made: Omit<SummaryResult, 'text' | 'calls'> = before ?? {
    record: null,
    model: 'everthread',
    rung: 'model',
    promptVersion: 'none',
  };
  const { record, model, rung, promptVersion } = made;
  const { survival = 1, fidelity = 1, facts = [] } = before ?? {};
  return {
    result: { text, record, model, rung, promptVersion, calls: [] },
    text,
    tokens: counter.count(text),
    audit: {
      ...nothingLost,
      ledger: facts,
      survival,
      fidelity,
      total: facts.length,
      kept: facts.length,
    },
    calls: [],
    parts: [],
    rewrites: 0,
  };
}
