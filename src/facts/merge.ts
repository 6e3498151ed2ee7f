/** Merges mentions of the same fact: duplicates become one, and a changed value replaces the old one. */
import type { Fact, FactKind } from '../records/fact.ts';
import { repetitionBoost } from './importance.ts';
import { readNumeral } from './numbers.ts';
import { normalizeText } from './text.ts';

/** Kinds whose value can change while the subject stays: a port, a deadline, a price, an address. */
const changeable: ReadonlySet<FactKind> = new Set([
  'quantity',
  'money',
  'date',
  'version',
  'url',
  'handle',
  'path',
  'identifier',
  'name',
]);
const caseMatters: ReadonlySet<FactKind> = new Set(['path', 'identifier', 'command', 'code', 'url']);
const longestHistory = 8;

/** Equal for values that differ only in spacing, case and digit grouping. */
export function factKey({ kind, value, at }: Pick<Fact, 'kind' | 'value' | 'at'>): string {
  if (caseMatters.has(kind)) return `${kind}:${value.trim().replace(/^\.\//, '').replace(/\s+/g, ' ')}`;
  const text = normalizeText(value).replace(/[.!?]+$/, '');
  // "Yesterday" means another day each time.
  if (kind === 'date' && !/\d/.test(text)) return `date:${text}:${at.slice(0, 10)}`;
  if (kind !== 'quantity' && kind !== 'money') return `${kind}:${text}`;
  return `${kind}:${text.replace(/\d[\d.,' ]*\d/g, (digits) => String(readNumeral(digits)[0]))}`;
}

/**
 * Merges equal facts into one each, in the order of first mention. The newest mention gives seq, role and time. Of two
 * values of one subject, the newer one counts, and the older goes into its history.
 */
export function mergeFacts(facts: Iterable<Fact>): Fact[] {
  const byKey = new Map<string, Fact>();
  for (const fact of facts) {
    const key = factKey(fact);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? { ...fact } : fold(known, fact));
  }
  const fields = listFields(byKey.values());
  const bySubject = new Map<string, string>();
  for (const [key, fact] of byKey) {
    if (fact.subject === undefined || !changeable.has(fact.kind)) continue;
    const subject = `${fact.kind}:${fact.subject}`;
    if (fields.has(subject)) {
      byKey.set(key, withoutEmpty({ ...fact, subject: undefined, context: fact.context ?? fact.subject }));
      continue;
    }
    const rival = bySubject.get(subject);
    if (rival === undefined) {
      bySubject.set(subject, key);
      continue;
    }
    const other = byKey.get(rival)!;
    const [older, newer, olderKey, newerKey] =
      fact.seq >= other.seq ? [other, fact, rival, key] : [fact, other, key, rival];
    byKey.set(newerKey, replaced(newer, older));
    byKey.delete(olderKey);
    bySubject.set(subject, newerKey);
  }
  return [...byKey.values()];
}

/** Subjects with two values in one message: a field of many things, not one thing that changes. */
function listFields(facts: Iterable<Fact>): Set<string> {
  const values = new Map<string, string>();
  const fields = new Set<string>();
  for (const fact of facts) {
    if (fact.subject === undefined) continue;
    const place = `${fact.seq}:${fact.kind}:${fact.subject}`;
    const known = values.get(place);
    if (known !== undefined && known !== fact.value) fields.add(`${fact.kind}:${fact.subject}`);
    values.set(place, fact.value);
  }
  return fields;
}

function fold(left: Fact, right: Fact): Fact {
  const [older, newer] = right.seq >= left.seq ? [left, right] : [right, left];
  // The same message read twice (for a rebuilt summary) is one mention.
  const mentions =
    left.seq === right.seq
      ? Math.max(left.mentions ?? 1, right.mentions ?? 1)
      : (left.mentions ?? 1) + (right.mentions ?? 1);
  const base = Math.max(withoutBoost(left), withoutBoost(right));
  return withoutEmpty({
    ...newer,
    importance: base + repetitionBoost(mentions),
    subject: newer.subject ?? older.subject,
    context: newer.context ?? older.context,
    mentions: mentions > 1 ? mentions : undefined,
    valueHistory: joinHistories(newer.valueHistory, older.valueHistory),
    inProse: left.inProse && right.inProse ? true : undefined,
  });
}

function replaced(newer: Fact, older: Fact): Fact {
  const previous = { value: older.value, seq: older.seq, at: older.at };
  return withoutEmpty({
    ...newer,
    importance: Math.max(newer.importance, older.importance),
    valueHistory: joinHistories(newer.valueHistory, [previous], older.valueHistory),
  });
}

function joinHistories(...histories: (Fact['valueHistory'] | undefined)[]): Fact['valueHistory'] {
  const seen = new Set<string>();
  const joined = histories
    .flatMap((history) => history ?? [])
    .filter(({ value, seq }) => {
      const key = `${seq}:${value}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .sort((a, b) => b.seq - a.seq)
    .slice(0, longestHistory);
  return joined.length === 0 ? undefined : joined;
}

function withoutBoost(fact: Fact): number {
  return fact.importance - repetitionBoost(fact.mentions ?? 1);
}

function withoutEmpty(fact: Fact): Fact {
  return Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== undefined)) as Fact;
}
