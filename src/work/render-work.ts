/** The work record as Markdown, in headed sections in the order resumption needs, under a budget of tokens. */
import type { WorkRecord } from '../records/work-record.ts';

export type WorkRendering = {
  /** What the text may take at most. */
  tokens: number;
  count: (text: string) => number;
  /** Whether each entry names its message, as `#12`. */
  numbers?: boolean;
};

export type RenderedWork = {
  /** Empty where not even the first line fits. */
  text: string;
  tokens: number;
  /** Entries of the record that had no room. */
  leftOut: number;
};

export function renderWork(record: WorkRecord, { tokens, count }: WorkRendering): RenderedWork {
  const text = record.turns.map(({ request }) => `- ${request?.text ?? ''}`).join('\n');
  const size = count(text);
  return size <= tokens ? { text, tokens: size, leftOut: 0 } : { text: '', tokens: 0, leftOut: 1 };
}
