/** Computes which messages of a thread are in sight and where they are drawn. Pure, so that zooming can be tested. */

/** The messages in sight, `from` and `to` included. */
export type Sight = { from: number; to: number };

/** At least this many messages are in sight, because a single one would fill the picture. */
const fewestMessages = 8;

export const allMessages = (total: number): Sight => ({ from: 1, to: Math.max(total, fewestMessages) });

/** The left edge of a message as a share of the picture's width; `to + 1` is its right edge. */
export const leftEdge = (sight: Sight, seq: number): number =>
  (seq - sight.from) / (sight.to - sight.from + 1);

/** The message at a share of the width. */
export const messageAt = (sight: Sight, share: number): number =>
  Math.min(sight.to, Math.max(sight.from, sight.from + Math.floor(share * (sight.to - sight.from + 1))));

/** Zooms by a factor (below 1: closer) and keeps the message at `share` of the width where it is. */
export function zoom(sight: Sight, total: number, factor: number, share = 0.5): Sight {
  const all = allMessages(total);
  const size = sight.to - sight.from + 1;
  const newSize = Math.round(Math.min(all.to, Math.max(fewestMessages, size * factor)));
  const fixed = sight.from + share * size;
  return clamped({ from: Math.round(fixed - share * newSize), to: 0 }, newSize, all.to);
}

/** Moves by a share of the messages in sight. */
export function pan(sight: Sight, total: number, share: number): Sight {
  const size = sight.to - sight.from + 1;
  const step = Math.sign(share) * Math.max(1, Math.round(Math.abs(share) * size));
  return clamped({ from: sight.from + step, to: 0 }, size, allMessages(total).to);
}

/** Brings a range into sight, with some space around it. */
export function rangeInSight(range: Sight, total: number): Sight {
  const size = Math.max(fewestMessages, Math.round((range.to - range.from + 1) * 1.2));
  const middle = (range.from + range.to) / 2;
  return clamped(
    { from: Math.round(middle - size / 2), to: 0 },
    Math.min(size, allMessages(total).to),
    allMessages(total).to,
  );
}

function clamped({ from }: Sight, size: number, last: number): Sight {
  const begin = Math.max(1, Math.min(from, last - size + 1));
  return { from: begin, to: begin + size - 1 };
}
