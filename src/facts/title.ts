/**
 * A title made without a model (R-71): the first request, in the person's own words, shortened at a word. Greetings,
 * reminders of a client, logs and pasted pages contain no request. Pure.
 */
import { unspacedCharacter } from '../text/scripts.ts';
import { anyGrammar, generalWords, smallTalk } from '../text/stop-words.ts';
import { ownSentences } from './own-words/own-words.ts';
import { isStandingInstruction } from './rules/standing-instruction.ts';
import { clip } from './text.ts';

const longestTitle = 72;
/** Requests are in the first sentences. */
const readSentences = 12;

/** Phrases around a request, which say nothing about it. They may follow each other. */
const politeOpenings: readonly RegExp[] = [
  /^(?:hi|hey|hello|hallo|hola|salut|bonjour|ciao|ol[aá]|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|ok(?:ay)?|so|well|thanks|thank you)(?:\s+(?:there|all|everyone|again|claude|assistant|chatgpt|copilot|gemini))?\s*[,.!:;–—-]+\s*/iu,
  /^(?:please|pls|kindly|bitte|por favor|per favore|s'il (?:te|vous) pla[iî]t)\s*,?\s+/iu,
  /^(?:can|could|would|will) you\s+(?:please\s+|kindly\s+|maybe\s+)?/iu,
  /^(?:i(?:'d| would) (?:like|love)|i want|i need|we need|we want|i(?:'m| am) (?:trying|looking|planning|hoping))\s+(?:you\s+)?to\s+/iu,
  /^(?:i need|i(?:'d| would) like|i want|i(?:'m| am) looking for)\s+(?:some |your |a little )?(?:help|advice|assistance)\s+(?:with|on|about|to|in)\s+/iu,
  /^(?:help me(?: out)?(?: with| to)?|let(?:'s| us)|assist me (?:with|in))\s+/iu,
];
/** Statements about a situation, without a request. */
const statement =
  /^(?:(?:so|and|also|but|well|hi|hey|hello|ok(?:ay)?)[\s,!.-]+)*(?:(?:i|we|it|this|that|there|he|she|they|my|our|his|her|their|the|a|an)(?:'(?:m|ve|re|s|d|ll))?)\s(?!(?:want|need|would|like to|am (?:looking|trying|planning|hoping))\b)/iu;
/** Written by a client in its user's name. */
const writtenByClient =
  /^(?:this session is being continued from a previous|caveat: the messages below|\/[a-z][\w:-]*(?:\s|$)|\[request interrupted)/iu;

/** Expects the text of a user's message with secrets replaced. Undefined if it contains no request. */
export function titleOf(text: string): string | undefined {
  if (writtenByClient.test(text.trimStart())) return undefined;
  // A standing rule says nothing about the subject of the thread.
  const sentences = ownSentences(text)
    .slice(0, readSentences)
    .filter((sentence) => !isStandingInstruction(sentence))
    .map((sentence) => oneLine(sentence.text));
  const candidates = sentences
    .map((sentence) => ({ text: withoutOpening(sentence), isStatement: statement.test(sentence) }))
    .map((sentence) => ({ ...sentence, words: meaningfulWords(sentence.text) }))
    .filter(({ words }) => words > 0);
  // People often introduce themselves first. The request is the title if it can stand alone.
  const chosen = candidates.find(({ isStatement, words }) => !isStatement && words > 1) ?? candidates[0];
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

/** How many words tell the subject; 0 for a greeting, an agreement or a continuation. */
function meaningfulWords(sentence: string): number {
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
