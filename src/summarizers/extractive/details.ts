/** The exact facts that a summary lists at its end, because no chosen sentence contains them. */
import { createPresence } from '../../facts/presence.ts';
import type { Fact, FactKind } from '../../records/fact.ts';
import { type Meter, type Size, share } from './size.ts';

const heading = 'Exact details: ';
const separator = '; ';
/** Kinds whose value is a statement, and which need a word that names the kind. */
const statements: ReadonlySet<FactKind> = new Set<FactKind>(['rule', 'decision', 'commitment', 'question']);
const maxValueLength = 240;
const maxItems = 200;

export type Detail = {
  /** The text in the list. */
  text: string;
  /** The detail is not listed if the prose contains this. */
  value: string;
  /** Set for a statement, which counts as contained if the prose tells it in the third person. */
  kind: FactKind | null;
};

/** Alternates facts of the request with details from older summaries, so that neither displaces the other. */
export function detailsOf(facts: readonly Fact[], carried: readonly string[]): Detail[] {
  const fresh = facts
    .filter(({ value }) => /\S/u.test(value) && value.length <= maxValueLength && !value.includes('\n'))
    .slice(0, maxItems)
    .map(detailOf);
  const subjects = facts.flatMap(({ subject, value }) => (subject ? [{ subject, value }] : []));
  const kept = carried
    .filter(
      (text) =>
        !subjects.some(({ subject, value }) => text.startsWith(`${subject} `) && !text.includes(value)),
    )
    .map(carriedDetail);
  const seen = new Set<string>();
  const details: Detail[] = [];
  for (let index = 0; index < Math.max(fresh.length, kept.length); index += 1) {
    for (const detail of [kept[index], fresh[index]]) {
      if (!detail || seen.has(detail.text)) continue;
      seen.add(detail.text);
      details.push(detail);
    }
  }
  return details.filter(
    ({ text }, index) => !details.some((other, at) => at < index && other.text.includes(text)),
  );
}

function detailOf({ kind, value, subject, valueHistory }: Fact): Detail {
  const text = listable(value);
  if (statements.has(kind)) return { text: `${kind}: ${text}`, value, kind };
  const named = subject && !text.includes(subject) ? `${subject} ${text}` : text;
  const [before] = valueHistory ?? [];
  return {
    text: before === undefined ? named : `${named} (was ${listable(before.value)})`,
    value,
    kind: null,
  };
}

function carriedDetail(text: string): Detail {
  const kind = [...statements].find((name) => text.startsWith(`${name}: `)) ?? null;
  return { text, value: kind === null ? text : text.slice(kind.length + 2), kind };
}

function listable(value: string): string {
  return value.toWellFormed().replace(/\s+/gu, ' ').trim().replaceAll(separator, ', ');
}

/** Exact details take at most this share of a summary, unless the first of them needs more. */
const usualShare = 0.3;
const firstShare = 0.6;

/** The line that the details need if no sentence contains them. Room is kept for it. */
export function reservedLine(details: readonly Detail[], meter: Meter, limit: Size): string {
  const usual = detailsLine(details, '', { size: share(limit, usualShare), meter });
  return usual === ''
    ? detailsLine(details.slice(0, 1), '', { size: share(limit, firstShare), meter })
    : usual;
}

/** As many missing details as fit, most important first; empty if none fits. */
export function detailsLine(
  details: readonly Detail[],
  prose: string,
  options: { size: Size; meter: Meter },
): string {
  const { size, meter } = options;
  let used = meter.measure(`${heading}.`);
  const items: string[] = [];
  const presence = createPresence(prose);
  for (const { text, value, kind } of details) {
    if (prose.includes(value) || (kind !== null && presence.has({ kind, value }))) continue;
    const cost = meter.measure(`${separator}${text}`);
    if (used.tokens + cost.tokens > size.tokens || used.words + cost.words > size.words) continue;
    used = { tokens: used.tokens + cost.tokens, words: used.words + cost.words };
    items.push(text);
  }
  return items.length === 0 ? '' : `${heading}${items.join(separator)}.`;
}

/** The details listed in a line of an older summary, and the rest of that line. */
export function detailsIn(line: string): { items: string[]; rest: string } {
  const start = line.indexOf(heading);
  if (start === -1) return { items: [], rest: line };
  const listed = line.slice(start + heading.length).replace(/\.\s*$/u, '');
  return {
    items: listed
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== ''),
    rest: line.slice(0, start).replace(/^\s*-\s*$/u, ''),
  };
}
