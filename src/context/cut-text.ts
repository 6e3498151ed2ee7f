/** Cuts one text to a number of tokens, with a mark where something is left out. */
import { atOnce, type Steps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { stepsOf } from '../tokens/counting-steps.ts';

type CutOptions = {
  text: string;
  /** The end of a far longer text, if `text` is only its beginning. */
  end?: string;
  total: number;
  limit: number;
  counter: TokenCounter;
  mark: (leftOut: number) => string;
};

/** Cuts a text: two thirds of the result come from its beginning, one third from its end, with the mark between. */
export function cutText(options: CutOptions): string | undefined {
  return atOnce(cutSteps(options));
}

/** The same with pauses. */
export function* cutSteps(options: CutOptions): Steps<string | undefined> {
  const { text, end, total, limit, counter, mark } = options;
  const steps = stepsOf(counter);
  const markOnly = mark(total);
  const markSize = counter.count(markOnly);
  if (markSize > limit) return undefined;
  let keep = limit - markSize - 2;
  while (keep >= 8) {
    const head = yield* steps.truncate(text, Math.ceil((keep * 2) / 3));
    const tail = yield* steps.truncateStart(end ?? text, Math.floor(keep / 3));
    if (end === undefined && head.length + tail.length >= text.length)
      return (yield* steps.count(text)) <= limit ? text : markOnly;
    const cut = `${head}\n${mark(total - keep)}\n${tail}`;
    const excess = (yield* steps.count(cut)) - limit;
    if (excess <= 0) return cut;
    keep -= excess + 1;
  }
  return markOnly;
}
