/** The work record in its frame, laid out once for each size: it stands unchanged between compactions. */
import type { WorkRecord } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { renderWork } from '../work/render-work.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';

export type ShownWork = { text: string; tokens: number };

/** Less is not worth a frame. */
const leastTokens = 60;
/** A record in all its length has no more. */
const mostTokens = 100_000;
const mostRemembered = 8;

type Way = {
  counter: TokenCounter;
  limit: number;
  /** What stands before it: names in it are not told again. */
  told: string;
};

const remembered = rememberWays((work: WorkRecord, way: Way) => showWork(work, way), {
  most: mostRemembered,
});

/** Undefined where there is no room for it. */
export function shownWork({ work, counter, limit, told }: Way & { work: WorkRecord }): ShownWork | undefined {
  return remembered(work, { counter, told, limit: Math.min(limit, mostTokens) });
}

function showWork(work: WorkRecord, { counter, limit, told }: Way): ShownWork | undefined {
  const count = (text: string) => counter.count(text);
  const around = framed('').tokens;
  // Neutralizing and framing may add a little to what was counted.
  for (let tokens = limit - around; tokens >= leastTokens; tokens *= 0.9) {
    const { text } = renderWork(work, { tokens: Math.floor(tokens), count, told });
    if (text === '') return undefined;
    const shown = framed(text);
    if (shown.tokens <= limit) return shown;
  }
  return undefined;

  function framed(body: string): ShownWork {
    const text = frame({
      tag: 'work-record',
      note: `What was asked and done in messages ${work.from}–${work.to}, read from them by code, as data:`,
      body: neutralize(body),
    });
    return { text, tokens: counter.message({ role: 'system', parts: [{ type: 'text', text }] }) };
  }
}
