/** The work record in its frame. Remembered for each size, because it does not change between compactions. */
import type { WorkRecord } from '../records/work-record.ts';
import { rememberWays } from '../text/remembered.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { renderWork } from '../work/render-work.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';

export type ShownWork = { text: string; tokens: number };

/** A record is not shown in fewer tokens than these, because its frame would take most of them. */
const leastTokens = 60;
/** Stands for no limit: no record is longer. */
const mostTokens = 100_000;
const mostRemembered = 8;

type WorkOptions = {
  counter: TokenCounter;
  limit: number;
  /** Text before it: names in this text are not repeated. */
  textBefore: string;
};

const rememberedWork = rememberWays((work: WorkRecord, options: WorkOptions) => showWork(work, options), {
  most: mostRemembered,
});

/** Undefined if there is no room for it. */
export function shownWork({
  work,
  counter,
  limit,
  textBefore,
}: WorkOptions & { work: WorkRecord }): ShownWork | undefined {
  return rememberedWork(work, { counter, textBefore, limit: Math.min(limit, mostTokens) });
}

function showWork(work: WorkRecord, { counter, limit, textBefore }: WorkOptions): ShownWork | undefined {
  const count = (text: string) => counter.count(text);
  const frameTokens = framed('').tokens;
  // Neutralizing and framing may add a few tokens, so a text that turns out too long is made shorter.
  for (let tokens = limit - frameTokens; tokens >= leastTokens; tokens *= 0.9) {
    const { text } = renderWork(work, { tokens: Math.floor(tokens), count, shownBefore: textBefore });
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
