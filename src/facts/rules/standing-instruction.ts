/**
 * Whether a sentence in the user's own words tells the assistant something that holds from now on (R-40). Checks how
 * the sentence is built: who is addressed, whether it is an order, whether it lasts. In doubt it is not.
 */

import { createPatternIndex } from '../../text/pattern-index.ts';
import { inSmallLetters } from '../../text/small-letters.ts';
import { foreignCharacter } from '../own-words/marks.ts';
import type { OwnSentence } from '../own-words/own-words.ts';
import { english } from './english.ts';
import { asking, withoutFrames } from './english-frames.ts';
import { withoutEmphaticPhrases } from './english-occasions.ts';
import type { InstructionGrammar } from './grammar.ts';
import { moreLanguages } from './more-languages.ts';
import { otherLanguages } from './other-languages.ts';
import { otherOccasions } from './other-occasions.ts';
import { wishesAndBans } from './wishes-and-bans.ts';

const grammars: readonly InstructionGrammar[] = [
  english,
  ...otherLanguages,
  otherOccasions,
  moreLanguages,
  wishesAndBans,
];
/** In small letters. */
export const patterns: readonly string[] = grammars.flatMap((grammar) => grammar.patterns);
const index = createPatternIndex({ sources: patterns, flags: 'u' });
export const { prepare: prepareInstructions, compile: compileInstructions } = index;

/** A longer text is a pasted document, not an instruction. */
const longestInstruction = 600;

const opening =
  /^(?:(?:ok(?:ay)?|so|and|also|but|remember|important|reminder|rule|pls|hey|hi|hello|oh|one more thing|one thing|before we (?:start|begin|go on|continue)|keep in mind|heads[- ]up|nice work|good job|well done|btw|by the way|just|actually|well|then|now|again|yes|yeah|yep|no|sure|thanks|thank you|great|good|perfect|nice|cool|fine|alright|right|ps|p\.s\.|first|second|secondly|third|finally|lastly|oh and|claude|assistant|chatgpt|gpt|copilot|gemini|bitte|ach|und|aber|bueno|y|e|et|pero|mais|mas|però|maar|но|alors|bon|ну|и|а|пожалуйста|por favor|per favore|s'il (?:te|vous) pla[iî]t|alsjeblieft|那|好|好的|那么|はい|では|じゃあ|네|그리고)(?:[\s,.:!;，、：-]{1,3}|(?=[\p{Script=Han}\p{Script=Hiragana}])))/iu;
const mostOpenings = 4;
const onceOnly =
  /\b(?:yet|right now|for now|this time|this once|just (?:this )?once|at the moment|today only|only today|until (?:i|we|they|he|she|it|the)\b(?! say)|don't worry|never ?mind|always welcome)\b|(?<!\p{L})(?:diesmal|vorerst|noch nicht|cette fois|pour l'instant|esta vez|por ahora|desta vez|por enquanto|questa volta|per ora|на этот раз|пока)(?!\p{L})|这次|這次|今回(?:は|だけ)|이번(?:만|에만)/iu;
/** About one place, so it only lasts if it says so. */
const onePlace =
  /\bhere[.!]*$|\b(?:this|that) one\b|\b(?:these|those) ones\b|\b(?:in|for|on) this (?:one|file|function|method|class|test|line|paragraph|message|answer|reply|case|run|task|step|commit|pr|pull request|question|release|build)\b/u;
const lasting = /\b(?:always|never|ever|from now on|going forward|whenever|every|each|any|all)\b/u;
const someoneElse = /\b(?:yourself|myself|ourselves|themselves|himself|herself)\b/iu;
/** An order in the form of a question. */
const politeRequest = new RegExp(
  `^(?:(?:ok(?:ay)?|hey|hi|so|and|also|but|please|claude)[\\s,]+){0,3}${asking}`,
  'iu',
);
/** Asks only for agreement, so the text before it is a statement. */
const nod =
  /[,;—–-]\s*(?:ok(?:ay|é)?|alright|all right|right|please|will you|would you|deal|got it|understood|yeah|yes|ja|bitte|klar|gut|verstanden|d'accord|s'il te plaît|vale|de acuerdo|por favor|tá|va bene|d'accordo|хорошо|ладно|понятно|oké|ok|好吗|好嗎|可以吗)\s*[?？]$/iu;
const questionMark = /[?？؟]/u;
const question = /[?？؟][\s"'”’)*\]]{0,4}$/u;

export function isStandingInstruction({
  masked,
  announced,
  text,
}: Pick<OwnSentence, 'masked' | 'announced' | 'text'>): boolean {
  if (text.length > longestInstruction) return false;
  const plain = withoutEmphasis(masked.replaceAll('’', "'")).trim();
  if (plain.startsWith(foreignCharacter)) return false;
  const written = withoutEmphaticPhrases(inSmallLetters(plain));
  const isAsked = questionMark.test(written);
  const said = isAsked ? written.replace(nod, '.') : written;
  // First what hardly any sentence does: every message of a user is read for rules.
  const bare = announced ? said : startsOf(said).find(isPermanent);
  if (bare === undefined) return false;
  if (isAsked && question.test(said) && !politeRequest.test(said)) return false;
  if (onceOnly.test(said) || (onePlace.test(said) && !lasting.test(said))) return false;
  if (announced) return /\p{L}/u.test(said.replaceAll(foreignCharacter, ''));
  return !someoneElse.test(bare);
}

/** "Y no toques nada" without "y", and without "y no": what opens one sentence may belong to another. */
function withoutOpenings(sentence: string): string[] {
  const starts = [sentence];
  for (
    let left = sentence;
    starts.length <= mostOpenings;
    starts.push(left.replace(/^please,\s*/u, 'please '))
  ) {
    const shorter = left.replace(opening, '');
    if (shorter === left) break;
    left = shorter;
  }
  return starts;
}

/** Where the order may begin: after what opens the sentence, and within what makes it polite or gives its reason. */
function startsOf(sentence: string): string[] {
  const starts = withoutOpenings(sentence);
  for (const start of starts.length === 1 ? starts : [starts[0]!, starts.at(-1)!])
    for (const framed of withoutFrames(start)) starts.push(...withoutOpenings(framed));
  return starts;
}

function withoutEmphasis(text: string): string {
  if (!text.includes('*') && !text.includes('_')) return text;
  return text.replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\p{L})/gu, '');
}

/** The sentence is in small letters. */
function isPermanent(sentence: string): boolean {
  return index.test(sentence) || grammars.some(({ matches }) => matches?.(sentence) === true);
}
