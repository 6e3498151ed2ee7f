/** Names of speakers: handles in pasted chats, names in a question, and the question rewritten in the first person. */
import { textTerms } from '../text/terms.ts';
import type { Candidate } from './candidates.ts';

/** Terms by which a speaker can be named: "Anna" for "Anna Berg". */
export function nameTerms(name: string): string[] {
  return textTerms(name).filter((term) => /[\p{L}]/u.test(term) && [...term].length > 1);
}

/** Share of the messages without a name that must begin with a lower-case word and a colon for it to be a name. */
const leastHandles = 0.5;

/** Takes lower-case words before a colon as names if nearly every line has one, unlike an occasional "note:". */
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
 * The question as it is embedded. People say "I" of themselves and name the person they speak to, so a name in a question
 * is similar to messages to that person instead of by that person. Therefore the first name becomes "I" and others
 * "you". In other languages than English, names are left out.
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
