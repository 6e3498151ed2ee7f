/** Names in a work record, by how they were used. */
import type { WorkRecord } from '../records/work-record.ts';

export const weights = {
  requested: 4,
  quoted: 2,
  mentioned: 1,
  error: 1,
  defined: 1.5,
  written: 0.25,
  read: 0.15,
};

/**
 * Counts a name once per message, with its highest weight there: a name used in many messages counts more than one
 * listed in one.
 */
export function addName({ names }: WorkRecord, text: string, seq: number, weight: number): void {
  for (let index = names.length - 1; index >= 0 && names[index]!.seq === seq; index -= 1) {
    const name = names[index]!;
    if (name.text !== text) continue;
    name.weight = Math.max(name.weight, weight);
    return;
  }
  names.push({ text, seq, weight });
}
