/**
 * The work record as Markdown, within a token budget, in sections in the order that resuming work needs. Each section
 * has a share of the budget and leaves what it does not use to the others. The most telling entries of a section come
 * first.
 */
import type { WorkRecord } from '../records/work-record.ts';
import { type Entry, type Section, sectionsOf } from './sections.ts';
import { nameEntries } from './shown-names.ts';

/** Most of the budget for names that no other section contains, because they are looked up rather than read. */
const mostNames = 0.4;
/** Share of what the other sections leave at first: names are more useful there than each section's next entry. */
const namesOfRest = 0.8;

export type WorkRendering = {
  /** Most tokens of the text. */
  tokens: number;
  count: (text: string) => number;
  /** Whether each entry names its message, as `#12`. */
  numbers?: boolean;
  /** The text shown before it. Names that occur there are not listed again. */
  shownBefore?: string;
};

export type RenderedWork = {
  /** Empty if not even the first line fits. */
  text: string;
  tokens: number;
  /** Entries of the record that had no room. */
  leftOut: number;
};

export function renderWork(record: WorkRecord, options: WorkRendering): RenderedWork {
  const { tokens, count, numbers = false, shownBefore: before = '' } = options;
  const sections = sectionsOf(record, { numbers, tokens });
  const chosen = new Map<Section, Set<number>>(sections.map((section) => [section, new Set()]));
  let left = tokens;
  let takesLateEntries = false;
  // The newest request goes first.
  const [requests] = sections;
  if (requests !== undefined) take({ ...requests, entries: requests.entries.slice(0, 1) }, tokens, requests);
  for (const section of sections) take(section, tokens * section.share);
  const sectionsText = compose(sections, chosen);
  const names: Section = {
    title: 'Names',
    share: 0.22,
    entries: nameEntries(record, before + sectionsText),
    inline: true,
  };
  const all = [...sections, names];
  chosen.set(names, new Set());
  if (sectionsText !== '') {
    take(names, Math.min(tokens * mostNames, Math.max(tokens * names.share, left * namesOfRest)));
    for (const section of sections) take(section, left);
    takesLateEntries = true;
    for (const section of sections) take(section, left);
  }
  // The whole text may have more tokens than its parts together, so entries are removed until it fits.
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

  /** Adds entries in order, the most important first, as long as the limit allows. */
  function take(section: Section, limit: number, chosenFor = section): void {
    const kept = chosen.get(chosenFor)!;
    let room = Math.min(limit, left);
    for (const [index, entry] of section.entries.entries()) {
      if (kept.has(index) || (entry.late && !takesLateEntries)) continue;
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

/** Kept per entry, because the counter finds a text it has counted before faster if it is the same string. */
const written = new WeakMap<Entry, string>();

function writtenOf({ inline }: Section, entry: Entry): string {
  const text = written.get(entry) ?? (inline ? `${entry.text}, ` : `- ${entry.text}\n`);
  written.set(entry, text);
  return text;
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
