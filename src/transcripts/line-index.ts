/**
 * Index of a file whose format lets a later line decide whether an earlier one is part of the conversation: a tree, or
 * a log of changes. The lines to leave out are known only at the end, so such a file is read twice, or kept in memory
 * if it is small.
 */
import type { Line } from './transcript.ts';

/** Lines to leave out, with the reason. The key is a line number, or line and entry (`12.3`). */
export type LeftOut = ReadonlyMap<string, string>;

export type LineIndex = { add(line: Line): void; leftOut(): LeftOut };
