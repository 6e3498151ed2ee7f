/** Exact names that no other section tells, those that matter most first. */
import type { WorkRecord } from '../records/work-record.ts';
import type { Entry } from './sections.ts';

export function nameEntries({ names }: WorkRecord, told: string): Entry[] {
  const text = told.toLowerCase();
  const kept: string[] = [];
  for (const { text: name } of names) {
    const lower = name.toLowerCase();
    const last = lower.includes('/') ? lower.split('/').at(-1)! : lower;
    if (text.includes(lower) || (last.length > 4 && text.includes(last))) continue;
    if (kept.some((one) => one.includes(name))) continue;
    kept.push(name);
  }
  return kept.map((name) => ({ text: /\s/.test(name) ? `\`${name}\`` : name }));
}
