/**
 * The search index entry of a message, the same in every store: its terms, whether each occurs more than once, and its
 * filters. Scoring is defined here too; each store keeps and finds entries itself.
 */
import type { Message, Part, Role } from '../../message/message.ts';
import { dividedContent } from '../../message/origin.ts';
import { indexTerms } from '../../search/index-terms.ts';
import { termShare } from '../../text/bm25.ts';
import { callKey } from './numbering.ts';

export type IndexEntry = {
  /**
   * Each term with 1, or 2 if it occurs more than once: more repetitions say little more and cost more to store. Terms
   * that no search may find (`hiddenTerm`) are kept for finding copies of forgotten messages.
   */
  terms: ReadonlyMap<string, 1 | 2>;
  /** Tools called or answered, in the form of `toolKey`. */
  tools: readonly string[];
};

type IndexedContent = Pick<Message, 'role' | 'parts' | 'name' | 'origin'>;

/** `toolOf` returns the tool of a call by its `callKey`, for results that do not name their tool. */
export function indexEntry(message: IndexedContent, toolOf: (key: string) => string | undefined): IndexEntry {
  const terms = new Map<string, 1 | 2>();
  const { searchable: content, hidden: rest } = dividedContent(message);
  const { name: _name, ...hidden } = rest;
  // The speaker's name of an aside must not be found either.
  for (const term of content.parts.length > 0 || message.parts.length === 0 ? indexTerms(content) : []) {
    const clean = cleanTerm(term);
    if (clean !== '') terms.set(clean, terms.has(clean) ? 2 : 1);
  }
  // Searches leave out reasoning, but it may repeat a message that is to be forgotten.
  const thoughts = message.parts.flatMap((part): Part[] =>
    part.type === 'reasoning' ? [{ type: 'text', text: part.text }] : [],
  );
  const unsearched = { ...hidden, parts: [...hidden.parts, ...thoughts] };
  for (const term of unsearched.parts.length > 0 ? indexTerms(unsearched) : []) {
    const clean = cleanTerm(term);
    if (clean !== '' && !terms.has(clean)) terms.set(hiddenTerm(clean), 1);
  }
  const tools = new Set<string>();
  for (const part of content.parts) {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') continue;
    const name = part.name ?? toolOf(callKey(part.callId));
    if (name !== undefined) tools.add(toolKey(name));
  }
  return { terms, tools: [...tools] };
}

/** Calls whose tool must be looked up, by `callKey`. */
export function namelessResults({ parts }: Pick<Message, 'parts'>): string[] {
  const keys = parts.flatMap((part) =>
    part.type === 'tool-result' && part.name === undefined ? [callKey(part.callId)] : [],
  );
  return [...new Set(keys)];
}

/** Tool names are compared without regard to case: `bash` finds `Bash`. */
export function toolKey(name: string): string {
  return name.slice(0, 200).toWellFormed().replaceAll('\0', '\ufffd').toLowerCase();
}

/**
 * Prefix of all index tokens that are not terms. The character is from a private use area, so it has no meaning in
 * text.
 */
const mark = '\ue000';

const plainTerm = /^[a-z0-9]+$/;

/** A term as it can be stored: without spaces, which separate terms. */
function cleanTerm(term: string): string {
  if (plainTerm.test(term)) return term;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be stored.
  return term.toWellFormed().replaceAll(/[\s\u0000-\u001f\u007f\ue000]+/g, '');
}

/** The distinct terms of a query in the form of the index. */
export function queryTerms(terms: readonly string[]): string[] {
  return [...new Set(terms.map(cleanTerm))].filter((term) => term !== '');
}

export const repeatedToken = (term: string) => `${mark}2${term}`;
export const hiddenTerm = (term: string) => `${mark}h${term}`;
export const roleToken = (role: Role) => `${mark}r${role}`;
export const toolToken = (name: string) => `${mark}t${encodeURIComponent(toolKey(name))}`;

/** An index entry as words only, for databases whose index stores nothing else. */
export function entryTokens(
  entry: IndexEntry,
  { role, createdAt }: Pick<Message, 'role' | 'createdAt'>,
): string[] {
  const repeated = [...entry.terms].flatMap(([term, times]) => (times > 1 ? [repeatedToken(term)] : []));
  const [year, month] = dateTokens(createdAt);
  return [...entry.terms.keys(), ...repeated, roleToken(role), ...entry.tools.map(toolToken), year, month];
}

const firstYear = 1970;
const anyOtherYear = `${mark}y`;

function dateTokens(at: string): [year: string, month: string] {
  const year = yearOf(at);
  return year === undefined
    ? [anyOtherYear, `${mark}m`]
    : [`${anyOtherYear}${year}`, `${mark}m${at.slice(0, 7)}`];
}

function yearOf(at: string): number | undefined {
  const year = /^\d{4}-\d\d-/.test(at) ? Number(at.slice(0, 4)) : 0;
  return year >= firstYear ? year : undefined;
}

/**
 * Tokens of the years and months that a time span touches; every message of the span has one of them. Undefined if they
 * would not narrow the search: without an end, the newest messages are looked at first anyway.
 */
export function periodTokens({ after, before }: { after?: string; before?: string }): string[] | undefined {
  if (before === undefined) return undefined;
  const last = yearOf(before);
  const first = after === undefined ? firstYear : yearOf(after);
  if (last === undefined || first === undefined) return undefined;
  const tokens = after === undefined ? [anyOtherYear] : [];
  for (let year = first; year <= last; year += 1) {
    const from = after !== undefined && year === first ? Number(after.slice(5, 7)) : 1;
    const to = year === last ? Number(before.slice(5, 7)) - (startsMonth(before) ? 1 : 0) : 12;
    if (from === 1 && to === 12) tokens.push(`${anyOtherYear}${year}`);
    else
      for (let month = from; month <= to; month += 1)
        tokens.push(`${mark}m${year}-${String(month).padStart(2, '0')}`);
  }
  return tokens;
}

/** Whether an ISO time is the first moment of a month. */
export function startsMonth(time: string): boolean {
  return /-01T00:00:00(?:\.000)?Z$/u.test(time);
}

const saturation = { repetition: 1.2, length: 0.5 };
/** A typical message length. Fixed, so that a message's score does not depend on later messages. */
const middlingTokens = 40;
const longestTokens = 2_000;

/** BM25 score of a message, from the weights of its terms that occur once and of those that occur more often. */
export function textScore(options: { once: number; repeated: number; tokens: number }): number {
  const { once, repeated, tokens } = options;
  const length = Math.min(tokens, longestTokens) / middlingTokens;
  const share = (times: number) => termShare(times, length, saturation);
  // Rounded, because sums in another order may differ in their last digits.
  return Math.round((once * share(1) + repeated * share(2)) * 1e9) / 1e9;
}
