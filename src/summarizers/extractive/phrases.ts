/**
 * The topics of a conversation, as noun phrases of one or two words taken verbatim. Nouns are distinguished from verbs
 * by the words before them: articles, possessives, prepositions and other nouns.
 */
import { stem } from '../../text/stem.ts';
import type { Sentence } from './document.ts';
import { isMostlyVerb, isParticiple, isThirdPerson } from './english/verbs.ts';

export type Phrase = {
  text: string;
  /** Whether the conversation itself says "the" before it. */
  article: boolean;
  stems: string[];
  score: number;
};

const nounSigns = new Set(
  (
    'a an the this that these those my your his her its our their of in on for with about by from no some any ' +
    'another each every more'
  ).split(' '),
);

const articles = new Set('a an the this that these those my your his her its our their'.split(' '));
/** Nouns of measure and conversation: frequent everywhere, and never a topic. */
const noTopic = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred ' +
    'thousand million per cent percent minute minutes hour hours day days week weeks month months year years ' +
    'question questions answer example examples instance number numbers half couple front side top bottom others'
  ).split(' '),
);

type Usage = {
  count: number;
  asNoun: number;
  /** Uses without a following noun: "basic" in "basic functions" is not a topic. */
  asHead: number;
  withArticle: number;
  turns: number;
  lastTurn: number;
  forms: Map<string, number>;
};

/** In a longer document, only every second, third … sentence is read. */
const maxSentences = 20_000;

/** English only. Other languages have no such sign words here; their most frequent terms are used as they are. */
export function keyPhrases(
  sentences: readonly Sentence[],
  options: { stopWords: ReadonlySet<string>; limit: number; exclude: ReadonlySet<string> },
): Phrase[] {
  const usages = new Map<string, Usage>();
  const step = Math.ceil(sentences.length / maxSentences);
  for (let index = 0; index < sentences.length; index += step) {
    const sentence = sentences[index]!;
    if (sentence.kind === 'report') continue;
    countUsages(sentence, options, usages);
  }
  const phrases: Phrase[] = [];
  for (const [key, { count, asNoun, asHead, withArticle, turns, forms }] of usages) {
    const stems = key.split(' ');
    if (turns < 2 || asNoun / count < 0.5 || (stems.length === 1 && asHead / count < 0.6)) continue;
    // "touch screen" begins with a verb and is a thing; "stay active" is not.
    if (isMostlyVerb(stems.at(-1)!) || (isMostlyVerb(stems[0]!) && withArticle / count < 0.3)) continue;
    const [form = key] = [...forms].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
    if (isVerbForm(form.split(' ').at(-1)!) && withArticle / count < 0.3) continue;
    const article = !/^\p{Lu}/u.test(form) && withArticle / count >= 0.25;
    phrases.push({ text: form, article, stems, score: turns * (stems.length > 1 ? 2 : 1) });
  }
  phrases.sort((left, right) => right.score - left.score || (left.text < right.text ? -1 : 1));
  return withoutOverlap(phrases, options.limit);
}

/** "carries", "moving", whose stems do not show the verb. */
function isVerbForm(word: string): boolean {
  return isMostlyVerb(word) || isParticiple(word) || isThirdPerson(word);
}

function countUsages(
  { text, turn, index }: Sentence,
  { stopWords, exclude }: { stopWords: ReadonlySet<string>; exclude: ReadonlySet<string> },
  usages: Map<string, Usage>,
): void {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}_'’-]*|[.,;:!?]/gu) ?? [];
  const place = turn < 0 ? -1 - index : turn;
  let before = { word: '', stem: '', noun: false, article: false };
  for (const [position, word] of words.entries()) {
    const lower = word.toLowerCase();
    const content =
      /^\p{L}[\p{L}\p{N}_-]{2,}$/u.test(word) &&
      !stopWords.has(lower) &&
      !exclude.has(lower) &&
      !noTopic.has(lower) &&
      !/sel(?:f|ves)$|^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-|^\p{Ll}+in$|ly$/u.test(
        lower,
      );
    if (!content) {
      before = { word: lower, stem: '', noun: nounSigns.has(lower), article: articles.has(lower) };
      continue;
    }
    const key = stem(lower);
    const shown = position === 0 && /^\p{Lu}\p{Ll}+$/u.test(word) ? lower : word;
    const noun = before.noun || (before.stem !== '' && !isMostlyVerb(before.stem));
    note(usages, { key, form: shown, place, noun, article: before.article });
    const attribute = usages.get(before.stem);
    if (attribute) {
      attribute.asHead -= 1;
      if (before.noun) attribute.asNoun -= 1;
    }
    if (before.stem !== '' && before.stem !== key)
      note(usages, {
        key: `${before.stem} ${key}`,
        form: `${before.word} ${word}`,
        place,
        noun: true,
        article: before.article,
      });
    before = { word: shown, stem: key, noun, article: before.stem === '' && before.article };
  }
}

function note(
  usages: Map<string, Usage>,
  {
    key,
    form,
    place,
    noun,
    article,
  }: { key: string; form: string; place: number; noun: boolean; article: boolean },
): void {
  let usage = usages.get(key);
  if (!usage) {
    usage = {
      count: 0,
      asNoun: 0,
      asHead: 0,
      withArticle: 0,
      turns: 0,
      lastTurn: Number.NaN,
      forms: new Map(),
    };
    usages.set(key, usage);
  }
  usage.count += 1;
  if (noun) usage.asNoun += 1;
  usage.asHead += 1;
  if (article) usage.withArticle += 1;
  if (usage.lastTurn !== place) usage.turns += 1;
  usage.lastTurn = place;
  usage.forms.set(form, (usage.forms.get(form) ?? 0) + 1);
}

/** Skips "control" once "remote control" is included. */
function withoutOverlap(phrases: readonly Phrase[], limit: number): Phrase[] {
  const chosen: Phrase[] = [];
  const named = new Set<string>();
  for (const phrase of phrases) {
    if (chosen.length >= limit) break;
    if (phrase.stems.some((stem) => named.has(stem))) continue;
    for (const stem of phrase.stems) named.add(stem);
    chosen.push(phrase);
  }
  return chosen;
}
