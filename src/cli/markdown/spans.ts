/** Wraps text of several styles into lines. Each span carries its own paint, so that a line can end anywhere. */
import { displayWidth } from '../terminal/width.ts';
import { breaksAlone, piecesOf } from '../terminal/words.ts';

export type Paint = (text: string) => string;
export type Span = { text: string; paint: Paint };
/** A painted line and the columns it takes. */
export type PaintedLine = { text: string; width: number };

type Word = { spans: Span[]; width: number };

/** Wraps between words. A word longer than a line stays whole, so that it copies as one word. */
export function wrapSpans(spans: readonly Span[], columns: number): PaintedLine[] {
  const lines: PaintedLine[] = [];
  let line: PaintedLine = { text: '', width: 0 };
  let gap: Span | undefined;
  let word: Word = { spans: [], width: 0 };
  /** Whether a line of the text itself begins here; its indent is then kept. */
  let fresh = true;

  const endWord = () => {
    if (word.width === 0) return;
    const gapWidth = line.width === 0 && !fresh ? 0 : (gap?.text.length ?? 0);
    fresh = false;
    if (line.width > 0 && line.width + gapWidth + word.width > columns) endLine();
    else if (gap !== undefined && gapWidth > 0) {
      line = { text: line.text + gap.paint(gap.text), width: line.width + gapWidth };
    }
    line = {
      text: line.text + word.spans.map(({ text, paint }) => paint(text)).join(''),
      width: line.width + word.width,
    };
    gap = undefined;
    word = { spans: [], width: 0 };
  };
  const endLine = () => {
    lines.push(line);
    line = { text: '', width: 0 };
    gap = undefined;
  };

  for (const { text, paint } of spans) {
    for (const piece of piecesOf(text)) {
      if (piece === '\n') {
        endWord();
        endLine();
        fresh = true;
      } else if (piece.startsWith(' ')) {
        endWord();
        gap = { text: piece, paint };
      } else {
        word.spans.push({ text: piece, paint });
        word.width += displayWidth(piece);
        if (breaksAlone(piece)) endWord();
      }
    }
  }
  endWord();
  if (line.width > 0 || lines.length === 0) lines.push(line);
  return lines;
}

export function spansWidth(spans: readonly Span[]): number {
  return Math.max(0, ...wrapSpans(spans, Number.MAX_SAFE_INTEGER).map(({ width }) => width));
}
