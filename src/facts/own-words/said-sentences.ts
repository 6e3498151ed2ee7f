/**
 * Every sentence of a text that could be its sender's own, without asking whose words they are: for whoever looks for
 * something that few sentences say, and asks that only of a text in which one does. Finding out whose words they are
 * takes several times as long.
 */
import { type Span, splitSentences } from '../../text/sentences.ts';
import { withoutListMark } from '../text.ts';

/**
 * Where there is none of this, nothing is marked within a sentence (see delimited.ts), no label cuts a line or announces
 * rules (see walk.ts), and a sentence is taken whole or not at all.
 */
const cutting = /[:：`~<＜>＞[“„«»‹「『﹁＂‘‚"]|(?:^|[^\p{L}\p{N}]|[\u{10000}-\u{10ffff}])'(?=\S)/u;

/** Among them are all that `ownSentences` finds, with the same words. Undefined where that cannot be said. */
export function saidSentences(text: string): Span[] | undefined {
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
