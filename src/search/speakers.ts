/** Names of speakers: those people chat under, who a question asks about, and the question as that speaker would put it. */
import { textTerms } from '../text/terms.ts';
import type { Candidate } from './candidates.ts';

/** Terms by which a speaker can be named: "Anna" for "Anna Berg". */
export function nameTerms(name: string): string[] {
  return textTerms(name).filter((term) => /[\p{L}]/u.test(term) && [...term].length > 1);
}

/** Where fewer of the messages without a name begin with a word in small letters and a colon, it is no name. */
const leastHandles = 0.5;

/** People who chat write their names small: before nearly every line, while "note:" and "error:" stand here and there. */
export function withHandles(candidates: Candidate[]): Candidate[] {
  const nameless = candidates.filter(
    ({ message, analysis }) => message.name === undefined && analysis.heading.speaker === undefined,
  );
  const handled = nameless.filter(({ analysis }) => analysis.heading.handle !== undefined);
  if (handled.length < leastHandles * nameless.length) return candidates;
  for (const candidate of handled) candidate.speaker = candidate.analysis.heading.handle;
  return candidates;
}

const english =
  /(?<!\p{L})(?:what|when|where|who|whom|whose|which|why|how|did|does|has|have|were|would|could|the|about)(?!\p{L})/iu;

/**
 * The text as it is compared by meaning. People speak of themselves as "I" and name whom they speak to, so that a name
 * in a question is near to what was said to that person rather than by them: who is asked about first becomes "I",
 * others "you". In other languages than English names are left out.
 */
export function inFirstPerson(text: string, speakers: Iterable<string>): string {
  const found = [...speakers].flatMap((speaker) => {
    const words = spellings(speaker).filter((word) => nameAt(word).test(text));
    return words.length === 0
      ? []
      : [{ words, at: Math.min(...words.map((word) => text.search(nameAt(word)))) }];
  });
  if (found.length === 0) return text;
  const spoken = english.test(text);
  let changed = text;
  found
    .sort((first, second) => first.at - second.at)
    .forEach(({ words }, index) => {
      const [subject, owner] = !spoken ? ['', ''] : index === 0 ? ['I', 'my'] : ['you', 'your'];
      for (const word of words) {
        changed = changed.replace(nameAt(word), (_, owning?: string) => (owning ? owner : subject));
      }
    });
  const clean = changed.replaceAll(/\s+/gu, ' ').trim();
  return clean === '' ? text : clean;
}

/** The whole name before its parts, so that "Anna Berg" is one person. */
function spellings(speaker: string): string[] {
  const parts = speaker.split(/\s+/u).filter((part) => [...part].length > 1);
  return [...new Set([speaker.trim(), ...parts])].filter((word) => word !== '');
}

function nameAt(word: string): RegExp {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(['’]s)?(?![\\p{L}\\p{N}])`, 'giu');
}
