/**
 * Every sentence of a text that could be the sender's own, without determining whether it is. For callers that look for
 * something rare and determine the origin only if they find it, because that takes several times as long.
 */
import { type Span, splitSentences } from '../../text/sentences.ts';
import { withoutListMark } from '../text.ts';

/**
 * A text without any of these characters has nothing marked within a sentence (see delimited.ts), and no label that
 * cuts a line or announces rules (see walk.ts). Then every sentence is either own or foreign as a whole.
 */
const cutting = /[:：`~<＜>＞[“„«»‹「『﹁＂‘‚"]|(?:^|[^\p{L}\p{N}]|[\u{10000}-\u{10ffff}])'(?=\S)/u;

/** Includes all sentences that `ownSentences` finds, with the same words. Undefined if that cannot be guaranteed. */
export function possibleSentences(text: string): Span[] | undefined {
  if (cutting.test(text)) return undefined;
  const sentences: Span[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const bare = { text: line.endsWith('\r') ? line.slice(0, -1) : line, start };
    sentences.push(...splitSentences(withoutListMark(bare)));
    start += line.length + 1;
  }
  return sentences;
}
