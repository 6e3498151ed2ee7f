/**
 * Retells one sentence of a dialogue in the third person: "I need a pan." by Anna becomes "Anna needs a pan."; "Call me
 * tomorrow." becomes "Anna tells Bob to call Anna tomorrow."
 */

import { isShielded, shield } from '../shield.ts';
import { lowerFirst, withSubject } from './elided.ts';
import { stripClosing, stripOpening, stripVocative } from './openings.ts';
import { type Cast, convertWords, expandContractions, textOfWords, type Word, wordsOf } from './person.ts';
import { reportQuestion } from './questions.ts';
import { isAdverb, isCertainCommand, isParticiple, isCommand as opensLikeCommand } from './verbs.ts';

export type Narration = {
  /** The text that names its speaker. */
  narrated: string;
  /** The text without a speaker, for use after a sentence that names the same one; null if it needs its speaker. */
  bare: string | null;
  /** True if the bare form would read like an order to the summary's reader. */
  orders?: boolean;
};

export type NarrationOptions = {
  cast: Cast;
  /** All participants. */
  names: readonly string[];
  /** The verb of a request: people tell, users ask. */
  asksRatherThanTells: boolean;
  /** True for an assistant, whose "let's" announces its next action, and whose commands are points of a plan. */
  acts: boolean;
  /** The sentence decides something, so its "let's" is not a suggestion. */
  decides: boolean;
  /** Whether a capitalized word is an ordinary word at the beginning of a sentence. */
  isCommonWord(lower: string): boolean;
};

const headingWords = 8;
const shortestCommand = 3;
const announces = /^let(?:'s| us| me)\b/i;
/** "Let me know" is a request; "let me check" is an announcement. */
const isGiven = /^(?:know|have|hear)$/;
/** "One more thing: do you …?": text before a colon belongs to no clause. */
const labelled = /^[^:?]{1,60}: /u;
const decisionHeading = /^(?:\p{L}+ )?(?:decision|decided|verdict|choice)\s?[:—–]\s+(?=\S)/iu;
const polite = /^please\b/i;
/** Transcribers forget question marks. */
const unmarkedQuestion =
  /^(?:why don't (?:we|you)|how about|what about|shall we|(?:can|could|would|will|do|did|are|have) you)\b/i;
const subordinator =
  /^(?:if|when|while|because|since|although|though|unless|until|that|what|which|who|where|why|how|as|than|before|after|whether)$/i;

/** Null if there is nothing to retell; `verbatim` if the grammar is too uncertain to change anything. */
export function narrate(sentence: string, options: NarrationOptions): Narration | 'verbatim' | null {
  if (!/\p{L}/u.test(sentence)) return null;
  const { text, restore } = shield(sentence);
  const narration = isTitle(text) || isUnsure(text) ? 'verbatim' : narrateShielded(text, options);
  if (narration === null || narration === 'verbatim') return narration;
  const whole = (narrated: string) => restore(narrated).replace(/([.!?…]["'”’»」』`]+)\.$/u, '$1');
  return {
    ...narration,
    narrated: whole(narration.narrated),
    bare: narration.bare === null ? null : whole(narration.bare),
  };
}

/** "Regarding Your Commit", "Deploy notes.": a name rather than a sentence. */
function isTitle(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /\p{L}/u.test(word) && !isShielded(word));
  const capitalized = words.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word));
  return words.length >= 2 && capitalized.length === words.length && !/\bI\b|[?!]\s*$/u.test(text);
}

/** "Your Name is a film", "they played My Way": a pronoun that may be part of a name. */
const namedPronoun =
  /^(?:(?:My|Your|Our) \p{Lu}\p{L}+|(?:You|We) \p{Lu}\p{L}+ (?:\p{L}{1,3} )?\p{Lu})|(?<=[\p{L}\p{N},;:] )(?:My|Your|Our|You|We) \p{Lu}\p{L}+|(?<=[\p{L}\p{N},] \p{Lu}\p{L}+ )(?:My|Your|Our|You|We|Us|Me|Mine|Yours)\b/u;

function isUnsure(text: string): boolean {
  return namedPronoun.test(text);
}

function narrateShielded(text: string, options: NarrationOptions): Narration | 'verbatim' | null {
  const { cast } = options;
  const bare = stripOpening(stripVocative(stripClosing(stripOpening(text)), options.names));
  const core = options.acts ? bare : withSubject(bare.replace(/^lets (?=\p{Ll})/iu, "let's "));
  if (!/\p{L}/u.test(core) && !isShielded(core)) return null;
  const question = /[?？]["')\]]*\s*$/u.test(text) || unmarkedQuestion.test(core);
  if (question) {
    const report = labelled.test(core) ? null : reportQuestion(core, cast);
    const narrated = report ?? `asks: ${quotedIfVerbatim(core.replace(/\s*[?？]*$/u, '?'), text)}`;
    return { narrated: finished(`${cast.speaker} ${narrated}`, options), bare: null };
  }
  const heading = options.decides ? decisionHeading.exec(core)?.[0] : undefined;
  if (heading !== undefined) {
    const words = convertWords(expandContractions(wordsOf(core.slice(heading.length))), cast);
    return { narrated: finished(`${cast.speaker} decides: ${textOfWords(words)}`, options), bare: null };
  }
  const words = expandContractions(wordsOf(core));
  const order = options.acts && !announces.test(core) && !polite.test(core) ? null : command(words, options);
  if (order !== null) return { narrated: finished(`${cast.speaker} ${order}`, options), bare: null };
  if (looksLikeHeading(words, options)) return 'verbatim';
  const clause = textOfWords(convertWords(words, cast));
  const [first = '', second = ''] = words.map((word) => word.core.toLowerCase());
  if (options.acts && isCertainCommand(first, second, { polite: false, spoken: false, exact: false }))
    return {
      narrated: finished(`${cast.speaker} says to ${lowerFirst(clause)}`, options),
      bare: finished(clause, options),
      orders: true,
    };
  if (speaksOfSelf(words)) return { narrated: finished(clause, options), bare: null };
  return {
    narrated: finished(`${cast.speaker} says ${lowered(clause, words, options)}`, options),
    bare: finished(clause, options),
  };
}

/** Adds quotation marks only around literal text. */
function quotedIfVerbatim(question: string, text: string): string {
  return text.includes(question) ? `"${question}"` : question;
}

/** A verb that may be a noun, with another noun: "Deploy notes", "Build failed", "Test plan for Monday". */
function looksLikeHeading(words: readonly Word[], { acts }: NarrationOptions): boolean {
  const [first, second] = words.map((word) => word.core.toLowerCase());
  return !acts && words.length <= headingWords && second !== undefined && opensLikeCommand(first!, second);
}

function command(
  words: Word[],
  { cast, asksRatherThanTells, acts, decides }: NarrationOptions,
): string | null {
  const cores = words.map((word) => word.core.toLowerCase());
  const asksPolitely = cores[0] === 'please';
  const start = asksPolitely || cores[0] === 'just' ? 1 : 0;
  const first = cores[start] ?? '';
  const rest = (from: number) => textOfWords(convertWords(words.slice(from), cast));
  if (words.length < start + 2) return null;
  if (first === "let's" || (first === 'let' && cores[start + 1] === 'us'))
    return `${acts ? 'will' : decides ? 'decides to' : 'suggests that they'} ${rest(start + (first === 'let' ? 2 : 1))}`;
  if (first === 'let' && cores[start + 1] === 'me' && !isGiven.test(cores[start + 2] ?? ''))
    return words.length > start + 2 ? `will ${rest(start + 2)}` : null;
  const verb = asksRatherThanTells || asksPolitely ? 'asks' : 'tells';
  const whom = cast.addressee === null ? 'says' : `${verb} ${cast.addressee}`;
  const negative = first === "don't" || (first === 'do' && cores[start + 1] === 'not') || first === 'never';
  if (negative) {
    const from = start + (first === 'do' ? 2 : 1);
    return from < words.length ? `${whom} ${first === 'never' ? 'never' : 'not'} to ${rest(from)}` : null;
  }
  const certain = (at: number) =>
    isCertainCommand(cores[at] ?? '', cores[at + 1] ?? '', {
      // "Please" and "automatically" stand before verbs, never before nouns.
      polite: asksPolitely || at > start,
      // People in conversation speak in sentences; titles are typed into a chat.
      spoken: !asksRatherThanTells && !acts && words.length - at >= shortestCommand,
      exact: isShielded(words[at + 1]?.core ?? '') || /^[\p{Lu}\p{N}]/u.test(words[at + 1]?.core ?? ''),
    });
  if (isAdverb(first) && certain(start + 1)) return `${whom} to ${first} ${rest(start + 1)}`;
  if (!certain(start)) return null;
  return `${whom} to ${first}${words[start]!.after} ${rest(start + 1)}`;
}

/** True if the speaker is the subject of the main clause, so that nobody else need be named. */
function speaksOfSelf(words: readonly Word[]): boolean {
  let subordinate = false;
  for (const [index, word] of words.entries()) {
    if (index > 12) return false;
    if (word.core === 'I' || (word.core === 'i' && index === 0)) {
      if (!subordinate) return index <= 5;
    } else if (subordinator.test(word.core)) subordinate = true;
    else if (index === 0 && word.core.toLowerCase() === 'my') return true;
    if (subordinate && word.after.includes(',')) subordinate = false;
  }
  return false;
}

function lowered(clause: string, words: readonly Word[], options: NarrationOptions): string {
  const first = words[0]?.core ?? '';
  const lower = first.toLowerCase();
  if (!clause.startsWith(first) || !/^\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?$/u.test(first)) return clause;
  return subordinator.test(lower) ||
    options.isCommonWord(lower.replace(/['’].*$/u, '')) ||
    isParticiple(lower)
    ? clause[0]!.toLowerCase() + clause.slice(1)
    : clause;
}

/** Names may begin with a small letter ("npm", "iPhone"), so only ordinary words are capitalized. */
function capitalized(text: string, { cast, isCommonWord }: NarrationOptions): string {
  const first = /^\p{Ll}+(?=[\s,;:!?]|['’]\p{Ll}|\.?$)/u.exec(text)?.[0];
  if (first === undefined || !(isCommonWord(first) || text.startsWith(cast.speaker))) return text;
  return first[0]!.toUpperCase() + text.slice(1);
}

function finished(text: string, options: NarrationOptions): string {
  const trimmed = text.replace(/[\s,;:–—-]+$/u, '').replace(/\s+/gu, ' ');
  const ended = /[.!?…]["'”’)\]]*$/u.test(trimmed)
    ? trimmed.replace(/!+(["'”’)\]]*)$/u, '.$1')
    : `${trimmed}.`;
  return capitalized(ended.replace(/(?:\.\s*){2,}$/u, '.'), options);
}
