/** Whether a text contains a fact, allowing for rewordings by people and models that change nothing. */

import type { Fact } from '../records/fact.ts';
import { splitSentences } from '../text/sentences.ts';
import { claimOf } from './claims.ts';
import { createSourceIndex } from './source-index.ts';
import { contentStems, normalizeText, splitLines } from './text.ts';

export type Presence = { has(fact: Pick<Fact, 'kind' | 'value'>): boolean };

/** Share of a sentence's meaningful words that a retelling must contain. */
const leastRetoldShare = 0.75;

export function presentIn(fact: Pick<Fact, 'kind' | 'value'>, text: string): boolean {
  return createPresence(text).has(fact);
}

/** Prepares a text once for many questions about it. */
export function createPresence(text: string): Presence {
  const normalized = normalizeText(text);
  const index = createSourceIndex();
  index.add(text);
  const sentences = splitLines(text).flatMap((line) =>
    splitSentences(line).map((sentence) => contentStems(sentence.text)),
  );
  // A decision is often retold in two sentences.
  const windows = sentences.map((stems, position) => new Set([...stems, ...(sentences[position + 1] ?? [])]));
  const everything = new Set(sentences.flat());

  function isRetold(value: string): boolean {
    const wanted = [...new Set(contentStems(value))];
    if (wanted.length === 0) return false;
    const needed = Math.ceil(wanted.length * leastRetoldShare);
    if (wanted.filter((word) => everything.has(word)).length < needed) return false;
    return windows.some((window) => wanted.filter((word) => window.has(word)).length >= needed);
  }

  function includes(value: string): boolean {
    const needle = normalizeText(value).replace(/[.!?。！？]+$/, '');
    return needle !== '' && normalized.includes(needle);
  }

  return {
    has: (fact) => {
      switch (fact.kind) {
        case 'rule':
        case 'decision':
        case 'commitment':
        case 'question':
          return includes(fact.value) || isRetold(fact.value);
        case 'quote':
        case 'code':
        case 'command':
          return includes(fact.value);
        case 'path':
          return (
            index.supports(claimOf(fact)) ||
            pathEnds(fact.value).some((end) => index.supports({ kind: 'path', value: end, start: 0 }))
          );
        case 'date': {
          const claim = claimOf(fact);
          return claim.readings?.length === 0 ? includes(fact.value) : index.supports(claim);
        }
        case 'quantity':
        case 'money': {
          const claim = claimOf(fact);
          // Small numbers occur everywhere, so one counts only together with what it counts.
          if (claim.numbers?.some((value) => Math.abs(value) < 20) && fact.kind === 'quantity') {
            return (
              includes(fact.value) ||
              (index.supports({ ...claim, spelled: false }) &&
                nounOf(fact.value).every((word) => everything.has(word)))
            );
          }
          return index.supports({ ...claim, spelled: false });
        }
        case 'identifier':
          return (
            index.supports(claimOf(fact)) ||
            hashBeginnings(fact.value).some((beginning) =>
              index.supports({ kind: 'identifier', value: beginning, start: 0 }),
            )
          );
        default:
          return index.supports(claimOf(fact));
      }
    },
  };
}

/** An absolute path also counts as present by an end of at least two names. */
function pathEnds(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  const ends: string[] = [];
  for (let from = 1; from <= names.length - 2; from += 1) ends.push(names.slice(from).join('/'));
  return path.startsWith('/') || path.startsWith('~') ? ends : [];
}

/** A commit is recognized by its first characters. */
function hashBeginnings(value: string): string[] {
  if (!/^[0-9a-f]{12,64}$/.test(value)) return [];
  return [7, 8, 9, 10, 11, 12].map((length) => value.slice(0, length));
}

function nounOf(value: string): string[] {
  return contentStems(value).filter(
    (word) =>
      !/\d/.test(word) && !/^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelv)$/.test(word),
  );
}
