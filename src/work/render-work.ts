/**
 * The work record as Markdown, in headed sections in the order resumption needs, under a budget of tokens. Each section
 * has a share, what it leaves goes to the others, and inside it the most telling entries come first.
 */
import type { WorkRecord } from '../records/work-record.ts';
import { type Entry, type Section, sectionsOf } from './sections.ts';
import { nameEntries } from './shown-names.ts';

/** Of the budget: names that nothing else tells are looked up in, not read. */
const mostNames = 0.4;
/** Of what the other sections leave at first: names tell more in the same room than the next entry of each. */
const namesOfRest = 0.8;

export type WorkRendering = {
  /** What the text may take at most. */
  tokens: number;
  count: (text: string) => number;
  /** Whether each entry names its message, as `#12`. */
  numbers?: boolean;
  /** What stands before it: names in it are not told again. */
  told?: string;
};

export type RenderedWork = {
  /** Empty where not even the first line fits. */
  text: string;
  tokens: number;
  /** Entries of the record that had no room. */
  leftOut: number;
};

export function renderWork(record: WorkRecord, options: WorkRendering): RenderedWork {
  const { tokens, count, numbers = false, told: before = '' } = options;
  const sections = sectionsOf(record, { numbers, tokens });
  const chosen = new Map<Section, Set<number>>(sections.map((section) => [section, new Set()]));
  let left = tokens;
  let tellsLate = false;
  // The newest request is told before anything else.
  const [requests] = sections;
  if (requests !== undefined) take({ ...requests, entries: requests.entries.slice(0, 1) }, tokens, requests);
  for (const section of sections) take(section, tokens * section.share);
  const told = compose(sections, chosen);
  const names: Section = {
    title: 'Names',
    share: 0.22,
    entries: nameEntries(record, before + told),
    inline: true,
  };
  const all = [...sections, names];
  chosen.set(names, new Set());
  if (told !== '') {
    take(names, Math.min(tokens * mostNames, Math.max(tokens * names.share, left * namesOfRest)));
    for (const section of sections) take(section, left);
    tellsLate = true;
    for (const section of sections) take(section, left);
  }
  // Tokens of pieces need not add up to the tokens of the whole.
  let text = compose(all, chosen);
  let size = count(text);
  for (const section of [...all].reverse()) {
    const kept = chosen.get(section)!;
    while (size > tokens && kept.size > 0) {
      kept.delete([...kept].at(-1)!);
      text = compose(all, chosen);
      size = count(text);
    }
  }
  const entries = all.reduce((sum, section) => sum + section.entries.length, 0);
  const shown = all.reduce((sum, section) => sum + chosen.get(section)!.size, 0);
  return { text, tokens: text === '' ? 0 : size, leftOut: entries - shown };

  /** Entries in the order they stand in: the most telling first. */
  function take(section: Section, limit: number, of = section): void {
    const kept = chosen.get(of)!;
    let room = Math.min(limit, left);
    for (const [index, entry] of section.entries.entries()) {
      if (kept.has(index) || (entry.late && !tellsLate)) continue;
      const heading = kept.size === 0 ? count(`## ${section.title}\n`) : 0;
      const cost = count(writtenOf(section, entry)) + heading;
      if (cost > room) {
        if (room < tokens * 0.01) break;
        continue;
      }
      kept.add(index);
      room -= cost;
      left -= cost;
    }
  }
}

/** The same text each time, which is found faster among those counted before than one that is put together anew. */
const written = new WeakMap<Entry, string>();

function writtenOf({ inline }: Section, entry: Entry): string {
  const known = written.get(entry) ?? (inline ? `${entry.text}, ` : `- ${entry.text}\n`);
  written.set(entry, known);
  return known;
}

function compose(sections: readonly Section[], chosen: ReadonlyMap<Section, ReadonlySet<number>>): string {
  return sections
    .flatMap((section) => {
      const kept = section.entries.filter((_, index) => chosen.get(section)?.has(index));
      if (kept.length === 0) return [];
      const ordered = kept.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
      const lines = section.lines?.(ordered) ?? ordered.map(({ text }) => text);
      const body = section.inline ? lines.join(', ') : lines.map((line) => `- ${line}`).join('\n');
      return [`## ${section.title}\n${body}`];
    })
    .join('\n\n');
}
