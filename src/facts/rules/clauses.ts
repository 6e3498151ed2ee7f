/**
 * The rules that one sentence joins: "Always answer in French and never use emojis" are two, because each half is a rule
 * by itself. "Run the tests and the linter before you commit" is one.
 */
import { isStandingInstruction } from './standing-instruction.ts';

const joint =
  /\s*[,;，；、]\s*(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men|og|ve|i|ale|и|но|а|و)\s+)?|\s+(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men|og|ve|i|ale|и|но)\s+/giu;
const quotes = /["“”„«»「」『』`]/u;
/** A longer list of rules in one sentence is kept as it is. */
const mostJoints = 12;

export function clausesOf(text: string): string[] {
  if (quotes.test(text)) return [text];
  let joints = 0;
  for (const match of text.matchAll(joint)) {
    joints += 1;
    if (joints > mostJoints) break;
    const left = text.slice(0, match.index);
    const right = text.slice(match.index + match[0].length);
    if (isRule(left) && isRule(right)) return [left, ...clausesOf(right)];
  }
  return [text];
}

function isRule(text: string): boolean {
  return isStandingInstruction({ text, masked: text, announced: false });
}
