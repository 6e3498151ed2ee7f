/** The topics of a range of messages, in a few words: recurring terms, pairs of words before single ones. */

import { stem } from '../text/stem.ts';
import { anyGrammar, generalWords } from '../text/stop-words.ts';
import { splitLines } from './text.ts';
import { sentenceStarters } from './word-lists.ts';

const mostTopics = 6;
const word = /[\p{L}][\p{L}\p{M}\p{N}]*(?:[-_.][\p{L}\p{N}]+)*/gu;

type Term = { score: number; count: number; surface: Map<string, number>; stems: string[] };

export function findTopics(talk: readonly { text: string; weight: number }[]): string[] {
  const terms = new Map<string, Term>();
  for (const { text, weight } of talk) readText(text, weight, terms);
  const ranked = [...terms.values()]
    .filter(({ stems, count }) => (stems.length === 1 ? true : count >= 2))
    .map((term) => ({ ...term, score: term.score * (term.stems.length === 2 ? 2 : 1) }))
    .sort((a, b) => b.score - a.score || (a.stems.join(' ') < b.stems.join(' ') ? -1 : 1));
  const chosen: Term[] = [];
  for (const term of ranked) {
    if (chosen.length === mostTopics) break;
    const overlaps = chosen.some((other) => term.stems.some((base) => other.stems.includes(base)));
    if (!overlaps && (term.count >= 2 || chosen.length < 3)) chosen.push(term);
  }
  return chosen.map(surfaceOf);
}

/**
 * Every term of one text that may be a topic, highest weight first. Whether it recurs is determined over many texts.
 */
export function topicTerms(text: string): { subject: string; surface: string; weight: number }[] {
  const terms = new Map<string, Term>();
  readText(text, 1, terms);
  return [...terms]
    .map(([subject, term]) => ({
      subject,
      surface: surfaceOf(term),
      weight: term.score * (term.stems.length === 2 ? 2 : 1),
    }))
    .sort((a, b) => b.weight - a.weight || (a.subject < b.subject ? -1 : 1));
}

/** The most frequent spelling. */
function surfaceOf({ surface }: Term): string {
  return [...surface].sort((a, b) => b[1] - a[1])[0]![0];
}

function readText(text: string, weight: number, terms: Map<string, Term>): void {
  for (const line of splitLines(text)) {
    if (line.code || line.text.length > 4_000) continue;
    // Folders of a path are not a topic.
    const words = line.text.split(/\s+/).filter((word) => !word.includes('/'));
    readLine(words.join(' '), weight, terms);
  }
}

/** "New" in "New York", inside a sentence. */
function isPartOfName(line: string, { index, 0: text }: RegExpExecArray): boolean {
  return (
    /^\p{Lu}\p{Ll}/u.test(text) &&
    /[\p{L},] $/u.test(line.slice(0, index)) &&
    /^ \p{Lu}\p{Ll}/u.test(line.slice(index + text.length))
  );
}

export function mergeTopics(earlier: readonly string[], later: readonly string[]): string[] {
  const merged: string[] = [];
  for (let index = 0; index < Math.max(earlier.length, later.length); index += 1) {
    for (const topic of [earlier[index], later[index]]) {
      if (topic !== undefined && !merged.some((known) => known.toLowerCase() === topic.toLowerCase()))
        merged.push(topic);
    }
  }
  return merged.slice(0, mostTopics);
}

function readLine(line: string, weight: number, terms: Map<string, Term>): void {
  let previous: { text: string; base: string; end: number } | undefined;
  for (const match of line.matchAll(word)) {
    const text = match[0];
    const lower = text.toLowerCase();
    const usable =
      text.length >= 3 &&
      text.length <= 40 &&
      (!generalWords.has(lower) || isPartOfName(line, match)) &&
      !anyGrammar.has(lower);
    if (!usable) {
      previous = undefined;
      continue;
    }
    const base = stem(text);
    const general = sentenceStarters.has(lower) || text.length < 4;
    if (!general || /^\p{Lu}{3,}$/u.test(text)) count([base], text, weight);
    if (
      previous !== undefined &&
      line.slice(previous.end, match.index) === ' ' &&
      previous.base !== base &&
      !(general && sentenceStarters.has(previous.text.toLowerCase()))
    ) {
      count([previous.base, base], `${previous.text} ${text}`, weight);
    }
    previous = { text, base, end: match.index + text.length };
  }

  function count(stems: string[], surface: string, by: number): void {
    const key = stems.join(' ');
    const term = terms.get(key) ?? { score: 0, count: 0, surface: new Map<string, number>(), stems };
    terms.set(key, term);
    term.score += by;
    term.count += 1;
    term.surface.set(surface, (term.surface.get(surface) ?? 0) + 1);
  }
}
