/**
 * What the search index holds of one message, the same in every store: its terms, whether one is said more than once,
 * and what it can be filtered by. How messages are scored by it is here, too; keeping and finding entries is left to
 * the stores.
 */
import type { Message, Role } from '../../message/message.ts';
import { dividedContent } from '../../message/origin.ts';
import { indexTerms } from '../../search/index-terms.ts';
import { termShare } from '../../text/bm25.ts';
import { callKey } from './numbering.ts';

export type IndexEntry = {
  /**
   * Each term once, with 2 where it is said again: more repetitions say little more, and cost more to keep. Those that
   * no search may find (`hiddenTerm`) are kept for finding copies of what is to be forgotten.
   */
  terms: ReadonlyMap<string, 1 | 2>;
  /** Tools called or answered, as `toolKey` writes them. */
  tools: readonly string[];
};

type IndexedContent = Pick<Message, 'role' | 'parts' | 'name' | 'origin'>;

/** `toolOf` gives the tool of a call by its `callKey`, for results that do not name theirs. */
export function indexEntry(message: IndexedContent, toolOf: (key: string) => string | undefined): IndexEntry {
  const terms = new Map<string, 1 | 2>();
  const { searchable: content, hidden: rest } = dividedContent(message);
  const { name: _name, ...hidden } = rest;
  // An aside has a speaker, too, who is not to be found by it.
  for (const term of content.parts.length > 0 || message.parts.length === 0 ? indexTerms(content) : []) {
    const clean = cleanTerm(term);
    if (clean !== '') terms.set(clean, terms.has(clean) ? 2 : 1);
  }
  for (const term of hidden.parts.length > 0 ? indexTerms(hidden) : []) {
    const clean = cleanTerm(term);
    if (clean !== '') terms.set(hiddenTerm(clean), 1);
  }
  const tools = new Set<string>();
  for (const part of content.parts) {
    if (part.type !== 'tool-call' && part.type !== 'tool-result') continue;
    const name = part.name ?? toolOf(callKey(part.callId));
    if (name !== undefined) tools.add(toolKey(name));
  }
  return { terms, tools: [...tools] };
}

/** Calls whose tool has to be looked up, by `callKey`. */
export function namelessResults({ parts }: Pick<Message, 'parts'>): string[] {
  const keys = parts.flatMap((part) =>
    part.type === 'tool-result' && part.name === undefined ? [callKey(part.callId)] : [],
  );
  return [...new Set(keys)];
}

/** Names of tools are compared without regard to case: `bash` finds `Bash`. */
export function toolKey(name: string): string {
  return name.slice(0, 200).toWellFormed().replaceAll('\0', '\ufffd').toLowerCase();
}

/** No term holds it: what else is kept of a message begins with it. Of a private area, it means nothing anywhere. */
const mark = '\ue000';

const plainTerm = /^[a-z0-9]+$/;

/** A term as it can be kept: terms are separated by spaces. */
function cleanTerm(term: string): string {
  if (plainTerm.test(term)) return term;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be kept.
  return term.toWellFormed().replaceAll(/[\s\u0000-\u001f\u007f\ue000]+/g, '');
}

/** Terms of a query as the index knows them, each once. */
export function queryTerms(terms: readonly string[]): string[] {
  return [...new Set(terms.map(cleanTerm))].filter((term) => term !== '');
}

export const repeatedToken = (term: string) => `${mark}2${term}`;
export const hiddenTerm = (term: string) => `${mark}h${term}`;
export const roleToken = (role: Role) => `${mark}r${role}`;
export const toolToken = (name: string) => `${mark}t${encodeURIComponent(toolKey(name))}`;

/** An entry for databases whose index knows nothing but words. */
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
 * The years and months a time span touches, one of which every message of the span holds. Undefined where that
 * would not narrow anything down: without an end, the newest messages are the ones that are looked at first anyway.
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

/** Of an ISO time. */
export function startsMonth(time: string): boolean {
  return /-01T00:00:00(?:\.000)?Z$/u.test(time);
}

const saturation = { repetition: 1.2, length: 0.5 };
/** A message of middling length. Fixed, so that a message's score does not depend on what was said after it. */
const middlingTokens = 40;
const longestTokens = 2_000;

/** BM25 of a message from the weights of the terms it says once and of those it says more than once. */
export function textScore(options: { once: number; repeated: number; tokens: number }): number {
  const { once, repeated, tokens } = options;
  const length = Math.min(tokens, longestTokens) / middlingTokens;
  const share = (times: number) => termShare(times, length, saturation);
  // Sums made in another order must not come out as another score.
  return Math.round((once * share(1) + repeated * share(2)) * 1e9) / 1e9;
}
