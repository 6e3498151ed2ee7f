/**
 * A title made without a model (R-71): the first request, in the person's own words, shortened at a word. Greetings,
 * reminders of a client, logs and pasted pages contain no request. Pure.
 */
import { unspacedCharacter } from '../text/scripts.ts';
import { anyGrammar, generalWords, smallTalk } from '../text/stop-words.ts';
import { isCodeLine, isHeading, isOutput } from './own-words/line-shapes.ts';
import { ownSentences, readStretches } from './own-words/own-words.ts';
import { isStandingInstruction } from './rules/standing-instruction.ts';
import { clip } from './text.ts';

const longestTitle = 72;
/** Requests are in the first sentences. */
const readSentences = 12;
const longestRequest = 300;

/** Phrases around a request, which say nothing about it. They may follow each other. */
const politeOpenings: readonly RegExp[] = [
  /^(?:hi|hey|hello|hallo|hola|salut|bonjour|ciao|ol[aá]|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|ok(?:ay)?|so|well|thanks|thank you)(?:\s+(?:there|all|everyone|again|claude|assistant|chatgpt|copilot|gemini))?\s*[,.!:;–—-]+\s*/iu,
  /^(?:(?:ok(?:ay)?|so|well|hey|hi|hello|basically|um|also|alright)[\s,]+){1,4}(?=(?:i|we|can|could|would|how|what|why|is|are|do|does|help|please)(?![\p{L}]))/iu,
  /^(?:please|pls|kindly|bitte|por favor|per favore|s'il (?:te|vous) pla[iî]t)\s*,?\s+/iu,
  /^(?:i (?:was|am|'m)|i'm) (?:just )?wondering (?:if|whether) (?:you (?:could|can|would|might)\s+)?/iu,
  /^(?:quick|short|simple|one|small) question\s*[:,–—-]\s*/iu,
  /^(?:can|could|would|will) (?:you|u)\s+(?:please\s+|kindly\s+|maybe\s+|help me (?:to\s+)?)?/iu,
  /^(?:i(?:'d| would) (?:like|love)|i want|i need|we need|we want|i(?:'m| am) (?:trying|looking|planning|hoping))\s+(?:you\s+)?to\s+/iu,
  /^(?:i need|i(?:'d| would) like|i want|i(?:'m| am) looking for)\s+(?:some |your |a little )?(?:help|advice|assistance)\s+(?:with|on|about|to|in)\s+/iu,
  /^(?:help me(?: out)?(?: with| to)?|let(?:'s| us)|assist me (?:with|in))\s+/iu,
];
/** Statements about a situation, without a request. */
const statement =
  /^(?:(?:so|and|also|but|well|hi|hey|hello|ok(?:ay)?)[\s,!.-]+)*(?:(?:i|we|it|this|that|there|he|she|they|my|our|his|her|their|the|a|an)(?:'(?:m|ve|re|s|d|ll))?)\s(?!(?:want|need|would|like to|am (?:looking|trying|planning|hoping))\b)/iu;
/** Who the model shall be, before what it shall do. */
const role = /^(?:you are|you're|act as|pretend (?:to be|you are)|du bist|tu es|eres|sei|você é)\s/iu;
/** What people wish each other before they ask. */
const wish =
  /^(?:i )?hope (?:you(?:'re| are)|all is|everything(?:'s| is)|this (?:finds|message)|your day)\b|^(?:how are you|nice to meet|thanks for|thank you for)\b/iu;
/** The beginning of something asked for. */
const request =
  /^(?:please|can|could|would|will|how|what|what's|why|where|when|who|which|is|are|do|does|did|should|i (?:need|want|would like|have to)|i'd like|we need|help|fix|write|draft|translate|summari[sz]e|explain|check|review|compare|create|make|build|add|find|list|show|give|tell|plan|suggest|recommend|proof-?read|rewrite|improve|analy[sz]e|convert|debug|solve|calculate|design|generate|implement|refactor|übersetze?|fass|schreib|erklär|traduis|résume|traduce|resume|traduci|riassumi|traduza|resuma|переведи|напиши|объясни)(?![\p{L}])|[?？]$/iu;
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
  const chosen = chosenOf(sentences) ?? chosenOf(requestsBesideMaterial(text));
  return chosen && shortened(capitalized(chosen));
}

function chosenOf(sentences: readonly string[]): string | undefined {
  const candidates = sentences
    .filter((sentence) => !wish.test(sentence))
    .map((sentence) => ({
      text: withoutOpening(sentence),
      isStatement: statement.test(sentence) || role.test(sentence),
    }))
    .map((sentence) => ({ ...sentence, words: meaningfulWords(sentence.text) }))
    .filter(({ words }) => words > 0);
  // People often introduce themselves first. The request is the title if it can stand alone.
  return (candidates.find(({ isStatement, words }) => !isStatement && words > 1) ?? candidates[0])?.text;
}

/**
 * Requests in the first or last line of a message with a text, a log or an address. Unlike for a rule, it need not be
 * certain that the words are the person's own, because a title only names the thread.
 */
function requestsBesideMaterial(text: string): string[] {
  const foreign = new Set(['code', 'quotation', 'element', 'mail']);
  const lines = readStretches(text)
    .filter(({ kind }) => !foreign.has(kind))
    .flatMap(({ start, end }) => text.slice(start, end).split('\n'))
    .map(oneLine)
    .filter((line) => line !== '' && !isOutput(line) && !isCodeLine(line) && !isHeading(line));
  const asking = lines.filter((line) => line.length <= longestRequest && request.test(withoutOpening(line)));
  return [lines[0], lines.at(-1)].filter((line) => line !== undefined && asking.includes(line)) as string[];
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

/** The number of words that describe a subject; 0 for a greeting, an agreement or a continuation. */
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
