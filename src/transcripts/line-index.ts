/**
 * Formats in which a later line decides whether an earlier one counts: trees, and logs of changes. What does not
 * count is known only at the end, so such a file is gone through twice, or held as a whole where it is small.
 */
import type { Line } from './transcript.ts';

/** Places that are left out, by line number (or line and entry: `12.3`), and why. */
export type LeftOut = ReadonlyMap<string, string>;

export type LineIndex = { add(line: Line): void; leftOut(): LeftOut };
