/**
 * The vocabulary that every thread uses. The published package replaces this file with text that is read on first use.
 */
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { type PackedRanks, packRanks } from './vocabulary.ts';

export function readRanks(): PackedRanks {
  return packRanks(ranks);
}
