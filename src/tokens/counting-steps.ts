/**
 * Counting and cutting texts of megabytes with pauses, beside the counter that does the same at once. Not a member of
 * the counter: a counter of the caller that begins as a copy of ours would count long texts as ours does.
 */
import type { MessageContent, Part } from '../message/message.ts';
import type { Steps } from '../text/steps.ts';
import type { TokenCounter } from './counter.ts';

export type CountingSteps = {
  count(text: string): Steps<number>;
  part(part: Part): Steps<number>;
  message(content: Pick<MessageContent, 'role' | 'parts' | 'name'>): Steps<number>;
  truncate(text: string, tokens: number): Steps<string>;
  truncateStart(text: string, tokens: number): Steps<string>;
};

const known = new WeakMap<TokenCounter, CountingSteps>();

/** The counter, which from now on has these steps. */
export function withSteps(counter: TokenCounter, steps: CountingSteps): TokenCounter {
  known.set(counter, steps);
  return counter;
}

/** The steps of a counter. One that has none works without pauses. */
export function stepsOf(counter: TokenCounter): CountingSteps {
  return known.get(counter) ?? withoutPauses(counter);
}

/** Only before a long text, because the counter itself does not pause. */
function withoutPauses(counter: TokenCounter): CountingSteps {
  return {
    count: (text) => afterPause(text, () => counter.count(text)),
    part: (part) => afterPause('', () => counter.part(part)),
    message: (content) => afterPause('', () => counter.message(content)),
    truncate: (text, tokens) => afterPause(text, () => counter.truncate(text, tokens)),
    truncateStart: (text, tokens) => afterPause(text, () => counter.truncateStart(text, tokens)),
  };
}

const longText = 64 * 1024;

function* afterPause<Result>(text: string, work: () => Result): Steps<Result> {
  if (text.length > longText) yield;
  return work();
}
