/** Tokens of everything that a request gives to a summarizer. */
import type { SummaryRequest } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';

export function sourceTokensOf(
  request: Pick<SummaryRequest, 'transcript' | 'previous'>,
  counter: Pick<TokenCounter, 'count'>,
): number {
  const read = request.transcript.reduce((sum, entry) => sum + entry.tokens, 0);
  return request.previous.reduce((sum, summary) => sum + counter.count(summary.text), read);
}
