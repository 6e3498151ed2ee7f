/** A summarizer of your own: it returns the first words of every message, as many as the limits allow. */
import { type StructuredRecord, type Summarizer, SummarizerFailure, type SummaryRequest } from 'everthread';

const name = 'openings';

export function openings({ words = 12 }: { words?: number } = {}): Summarizer {
  return {
    name,
    maxInputTokens: 8_000,
    async summarize(request) {
      if (request.signal.aborted) throw new SummarizerFailure({ kind: 'aborted', message: 'Aborted.' });
      const text = shorten(request, words);
      // On failure reject; never return a text that says so. Then the next summarizer takes over.
      if (text === '')
        throw new SummarizerFailure({ kind: 'malformed', message: 'There is nothing to tell.' });
      return {
        text,
        record: request.shape === 'record' ? recordOf(text) : null,
        model: name,
        rung: 'model',
        promptVersion: `${name}@1`,
        calls: [
          {
            model: name,
            rung: 'model',
            inputTokens: 0,
            outputTokens: 0,
            costUsd: 0,
            milliseconds: 0,
            outcome: 'ok',
          },
        ],
      };
    },
  };
}

/** Limits the text in characters, because in most scripts a character takes at most about 1.5 tokens. */
function shorten({ previous, transcript, limits }: SummaryRequest, words: number): string {
  const most = Math.floor(Math.min(limits.targetTokens, limits.maxOutputTokens) / 1.5);
  const said = [...previous, ...transcript].map(({ text }) =>
    [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.,:/_-]*/gu)].slice(0, words).map(String).join(' '),
  );
  let kept = '';
  for (const sentence of said.filter((each) => each !== '')) {
    if (kept.length + sentence.length > most) continue;
    kept += `${sentence}. `;
  }
  return (kept || said.join(' ').slice(0, most)).trim();
}

function recordOf(summary: string): StructuredRecord {
  const context = { participants: [], decisions: [], actionItems: [], unresolved: [], domainEntities: [] };
  return { summary, keyPoints: [], context };
}
