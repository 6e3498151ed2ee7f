/**
 * A vocabulary as one text, with a hash table of numbers to find a token in it. The tokenizer's package uses a map of
 * two hundred thousand strings instead, which costs each process and worker thread a fifth of a second at its start, and
 * tens of megabytes that every garbage collection traverses.
 */

/** The text of each token by rank, or its bytes if it is part of a character. */
export type Ranks = readonly (string | readonly number[])[];

/** Tokens that are bytes and not text are in `bytes`, by rank; their place in `texts` is empty. */
export type PackedRanks = {
  size: number;
  texts: string;
  bytes: readonly (readonly [rank: number, bytes: readonly number[]])[];
};

export type Vocabulary = {
  /** The rank of a token that is text. */
  rankOf(text: string): number | undefined;
  /** UTF-16 units of a token that is text. */
  unitsOf(rank: number): number;
};

/** Never occurs in text, so no token contains it. */
const separator = '\uffff';
const separatorUnit = separator.charCodeAt(0);

export function packRanks(ranks: Ranks): PackedRanks {
  const texts: string[] = [];
  const bytes: [rank: number, bytes: readonly number[]][] = [];
  for (const [rank, token] of ranks.entries()) {
    const isText = typeof token === 'string';
    if (isText && token.includes(separator)) throw new Error(`The token of rank ${rank} has the separator.`);
    texts.push(isText ? token : '');
    if (!isText) bytes.push([rank, token]);
  }
  return { size: ranks.length, texts: texts.join(separator), bytes };
}

/** FNV-1a: short texts that differ in one letter get very different hashes. */
const firstHash = 0x811c9dc5;
const hashFactor = 0x01000193;
const hashed = (hash: number, unit: number): number => Math.imul(hash ^ unit, hashFactor);
const slotOf = (hash: number, mask: number): number => (hash ^ (hash >>> 15)) & mask;

export function indexRanks({ size, texts }: PackedRanks): Vocabulary {
  /** Where each token's text begins. It ends one separator before the next. */
  const starts = new Uint32Array(size + 1);
  /** The rank plus one, so that zero means an empty slot. At most half of the slots are used. */
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(size * 2)));
  const mask = slots.length - 1;
  let rank = 0;
  let hash = firstHash;
  for (let at = 0; at <= texts.length; at += 1) {
    const unit = at < texts.length ? texts.charCodeAt(at) : separatorUnit;
    if (unit !== separatorUnit) {
      hash = hashed(hash, unit);
      continue;
    }
    if (at > starts[rank]!) {
      let slot = slotOf(hash, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = rank + 1;
    }
    rank += 1;
    starts[rank] = at + 1;
    hash = firstHash;
  }
  const unitsOf = (of: number): number => starts[of + 1]! - starts[of]! - 1;
  const isAt = (start: number, text: string): boolean => {
    for (let index = 0; index < text.length; index += 1)
      if (texts.charCodeAt(start + index) !== text.charCodeAt(index)) return false;
    return true;
  };
  return {
    unitsOf,
    rankOf(text) {
      let wanted = firstHash;
      // Same as `hashed`, inlined because it would be called for every letter of every word.
      for (let index = 0; index < text.length; index += 1)
        wanted = Math.imul(wanted ^ text.charCodeAt(index), hashFactor);
      for (let slot = slotOf(wanted, mask); slots[slot] !== 0; slot = (slot + 1) & mask) {
        const found = slots[slot]! - 1;
        if (unitsOf(found) === text.length && isAt(starts[found]!, text)) return found;
      }
      return undefined;
    },
  };
}
