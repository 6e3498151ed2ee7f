/** The work record in its frame, laid out once for each size: it stands unchanged between compactions. */
import type { WorkRecord } from '../records/work-record.ts';
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

type Options = { work: WorkRecord; counter: TokenCounter; limit: number };
type Remembered = Omit<Options, 'work'> & { shown: ShownWork | undefined };

const remembered = new WeakMap<WorkRecord, Remembered[]>();

/** Undefined where there is no room for it. */
export function shownWork({ work, counter, limit }: Options): ShownWork | undefined {
  const known = remembered.get(work) ?? [];
  const found = known.find((one) => one.counter === counter && one.limit === limit);
  if (found !== undefined) return found.shown;
  const shown = showWork({ work, counter, limit: Math.min(limit, mostTokens) });
  remembered.set(work, [{ counter, limit, shown }, ...known].slice(0, mostRemembered));
  return shown;
}

function showWork({ work, counter, limit }: Options): ShownWork | undefined {
  const count = (text: string) => counter.count(text);
  const around = framed('').tokens;
  // Neutralizing and framing may add a little to what was counted.
  for (let tokens = limit - around; tokens >= leastTokens; tokens *= 0.9) {
    const { text } = renderWork(work, { tokens: Math.floor(tokens), count });
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
