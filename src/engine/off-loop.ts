/** Moves the counting of long texts to worker threads. Short texts are counted here. */
import { sizeOf } from '../redaction/redact-content.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { stepsOf, withSteps } from '../tokens/counting-steps.ts';
import type { Workers } from '../workers/workers.ts';

/** Counting this much takes some twenty milliseconds, in pieces of one or two. */
const longText = 128 * 1024;

export function withCountingInWorkers(counter: TokenCounter, workers: Pick<Workers, 'run'>): TokenCounter {
  const inWorkers: TokenCounter = {
    ...counter,
    countLong: (text) =>
      text.length < longText
        ? counter.countLong(text)
        : workers.run('count', { text }, { characters: text.length }),
    messageLong({ role, parts, name }) {
      const content = { role, parts, ...(name === undefined ? {} : { name }) };
      const characters = sizeOf(parts, longText);
      return characters < longText
        ? counter.messageLong(content)
        : workers.run('countMessage', { content }, { characters });
    },
  };
  return withSteps(inWorkers, stepsOf(counter));
}
