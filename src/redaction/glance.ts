/**
 * One pass over a text that shows which searches can be skipped: which pieces of text it may contain, and the length of
 * its longest run of token characters. Most patterns need a typical piece or a long run, and most texts contain
 * neither.
 */
export type Glance = {
  /** Whether the text may contain this piece, given in lower case. */
  mayContain(piece: string): boolean;
  /** The longest run of letters, digits, `_` and `-`. */
  longestRun: number;
  ascii: boolean;
};

const slots = 1 << 16;

/** Every glance marks the triples of its text with its own number, so that nothing has to be cleared. */
export function createGlance(): (text: string) => Glance {
  const marks = new Uint32Array(slots);
  let last = 0;
  return (text) => {
    if (last === 0xffff_ffff) {
      marks.fill(0);
      last = 0;
    }
    const mark = ++last;
    const lower = text.toLowerCase();
    let [longestRun, run, ascii] = [0, 0, true];
    let [before, previous] = [0, 0];
    for (let index = 0; index < lower.length; index += 1) {
      const code = lower.charCodeAt(index);
      if (code > 127) ascii = false;
      if (isTokenCharacter(code)) {
        run += 1;
        if (run > longestRun) longestRun = run;
      } else run = 0;
      marks[slotOf(before, previous, code)] = mark;
      before = previous;
      previous = code;
    }
    const hasTriples = (piece: string) => {
      for (let index = 2; index < piece.length; index += 1) {
        const slot = slotOf(
          piece.charCodeAt(index - 2),
          piece.charCodeAt(index - 1),
          piece.charCodeAt(index),
        );
        if (marks[slot] !== mark) return false;
      }
      return true;
    };
    return {
      // If a later glance has overwritten the marks, the text itself is searched.
      mayContain: (piece) => (last !== mark || hasTriples(piece)) && lower.includes(piece),
      longestRun,
      ascii,
    };
  };
}

function slotOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & (slots - 1);
}

function isTokenCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45;
}
