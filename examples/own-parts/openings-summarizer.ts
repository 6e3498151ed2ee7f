/** A summarizer of one's own: the first words of everything that was said, as many as the limits allow. */
import { type StructuredRecord, type Summarizer, SummarizerFailure, type SummaryRequest } from 'everthread';

const name = 'openings';

export function openings({ words = 12 }: { words?: number } = {}): Summarizer {
  return {
    name,
    maxInputTokens: 8_000,
    async summarize(request) {
      if (request.signal.aborted) throw new SummarizerFailure({ kind: 'aborted', message: 'Aborted.' });
      const text = shorten(request, words);
      // Never an answer that says that it failed: a rejection brings in whoever stands next.
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

/** A character takes at most three tokens or so, whatever the script: a limit in characters keeps any of them. */
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
