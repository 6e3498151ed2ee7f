/** The vocabulary every thread is counted with. In the package, text that is read on first use stands in this file's place. */
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { type PackedRanks, packRanks } from './vocabulary.ts';

export function readRanks(): PackedRanks {
  return packRanks(ranks);
}
