/**
 * A title made without a model (R-71): the first thing somebody asks for, in that person's own words, shortened at a
 * word. Greetings, reminders of a client, logs and pasted pages ask for nothing. Pure.
 */
import { unspacedCharacter } from '../text/scripts.ts';
import { anyGrammar, generalWords, smallTalk } from '../text/stop-words.ts';
import { ownSentences } from './own-words/own-words.ts';
import { isStandingInstruction } from './rules/standing-instruction.ts';
import { clip } from './text.ts';

const longestTitle = 72;
/** Who asks for something does so in the first sentences. */
const readSentences = 12;

/** What stands around a request and says nothing of it; each may come after another. */
const politeOpenings: readonly RegExp[] = [
  /^(?:hi|hey|hello|hallo|hola|salut|bonjour|ciao|ol[aá]|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|ok(?:ay)?|so|well|thanks|thank you)(?:\s+(?:there|all|everyone|again|claude|assistant|chatgpt|copilot|gemini))?\s*[,.!:;–—-]+\s*/iu,
  /^(?:please|pls|kindly|bitte|por favor|per favore|s'il (?:te|vous) pla[iî]t)\s*,?\s+/iu,
  /^(?:can|could|would|will) you\s+(?:please\s+|kindly\s+|maybe\s+)?/iu,
  /^(?:i(?:'d| would) (?:like|love)|i want|i need|we need|we want|i(?:'m| am) (?:trying|looking|planning|hoping))\s+(?:you\s+)?to\s+/iu,
  /^(?:i need|i(?:'d| would) like|i want|i(?:'m| am) looking for)\s+(?:some |your |a little )?(?:help|advice|assistance)\s+(?:with|on|about|to|in)\s+/iu,
  /^(?:help me(?: out)?(?: with| to)?|let(?:'s| us)|assist me (?:with|in))\s+/iu,
];
/** Tells how things are, and asks for nothing. */
const telling =
  /^(?:(?:so|and|also|but|well|hi|hey|hello|ok(?:ay)?)[\s,!.-]+)*(?:(?:i|we|it|this|that|there|he|she|they|my|our|his|her|their|the|a|an)(?:'(?:m|ve|re|s|d|ll))?)\s(?!(?:want|need|would|like to|am (?:looking|trying|planning|hoping))\b)/iu;
/** Written by a client in the name of its user. */
const writtenByClient =
  /^(?:this session is being continued from a previous|caveat: the messages below|\/[a-z][\w:-]*(?:\s|$)|\[request interrupted)/iu;

/** Of the text of a user's message, secrets already replaced; undefined where it asks for nothing. */
export function titleOf(text: string): string | undefined {
  if (writtenByClient.test(text.trimStart())) return undefined;
  // A rule for all that follows says nothing of what it is about.
  const sentences = ownSentences(text)
    .slice(0, readSentences)
    .filter((sentence) => !isStandingInstruction(sentence))
    .map((sentence) => oneLine(sentence.text));
  const said = sentences
    .map((sentence) => ({ text: withoutOpening(sentence), tells: telling.test(sentence) }))
    .map((sentence) => ({ ...sentence, words: tellingWords(sentence.text) }))
    .filter(({ words }) => words > 0);
  // People often say who they are before they ask; what they ask is the title where it can stand alone.
  const chosen = said.find(({ tells, words }) => !tells && words > 1) ?? said[0];
  return chosen && shortened(capitalized(chosen.text));
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[*_`#]+(?=\S)|(?<=\S)[*_`#]+/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/^[-–—•>\s]+/u, '')
    .trim()
    .toWellFormed();
}

function withoutOpening(sentence: string): string {
  const plain = sentence.replaceAll('’', "'");
  let left = plain;
  for (let before = ''; before !== left; ) {
    before = left;
    for (const opening of politeOpenings) left = left.replace(opening, '');
  }
  return left === plain ? sentence : left;
}

/** How many words say what it is about; 0 for a greeting, a nod or a word that goes on with something. */
function tellingWords(sentence: string): number {
  if (unspacedCharacter.test(sentence)) {
    const bare = sentence.replaceAll(/[\p{P}\p{S}\s]/gu, '');
    return smallTalk.has(bare) || bare.length <= 5 ? 0 : bare.length;
  }
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'._/-]*/gu) ?? [];
  const meaning = words.filter(
    (word) => !smallTalk.has(word) && !anyGrammar.has(word) && !generalWords.has(word),
  );
  return meaning.length === 1 && words.length < 3 ? 0 : meaning.length;
}

function capitalized(text: string): string {
  // A name such as iPhone, a path or a command keeps its spelling.
  return /^\p{Ll}+(?:\s|$|[,.?!])/u.test(text)
    ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    : text;
}

function shortened(text: string): string {
  const bare = text.replace(/[\s.,;:!。！、，；：]+$/u, '');
  if (bare.length <= longestTitle) return bare;
  return `${clip(bare, longestTitle - 1).replace(/[\s.,;:!?–—-]+$/u, '')}…`;
}
