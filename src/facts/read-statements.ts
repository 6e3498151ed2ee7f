/**
 * Whole sentences that bind somebody: standing rules of the user, decisions, commitments, open questions. Mostly
 * English, with common forms of German, French, Spanish, Chinese, Japanese and Korean. Reads single sentences; the
 * prose of a summary covers what they mean together.
 */

import type { Span } from '../text/sentences.ts';
import { findDates } from './dates.ts';
import { isDecision } from './decisions.ts';
import type { Found } from './found.ts';
import { clip } from './text.ts';

const longestStatement = 320;

const opening =
  /^(?:(?:ok(?:ay)?|so|and|also|but|remember|important|note|reminder|rule(?:\s?\d{1,2})?|please|pls|hey|hi|oh|one more thing|btw|by the way|just|actually|well|then|now|again|yes|no|sure|thanks|great|bitte|por favor|s'il (?:te|vous) pla[iî]t)[\s,.:!;-]{1,3}){1,4}/i;

/** Words after "always" or "never" that make it no order ("never mind", "always been", "never worked"). */
const order =
  '(?!(?:mind|been|was|were|is|are|had|has|here|there|give up|forget|stop|have had|did|does|seen|heard|got|gonna|going|again|happy|glad|better|worse|ends?|too|really|sure|wanted|thought|said|saw|knew|went|felt|came|took|found|met|gave|told|lost|bought|ate|the|a|an|in|so|quite)\\b)(?![a-z]+(?:ed|ing)\\b)(?![a-z]+[^s]s\\b)[a-z]';
const ruleVerb =
  'use|add|write|include|touch|change|modify|edit|commit|push|delete|remove|call|create|mention|ask|reply|respond|answer|say|speak|run|install|put|import|make|ever|do|send|share|store|log|print|skip|rewrite|refactor|mock|hardcode|hard-code|assume|guess|invent|apologi[sz]e|explain|format|translate|summari[sz]e|rename|merge|deploy|rebase|force|generate|suggest|start|end|begin|talk|tell|give|show|keep|repeat|expose|break|mix|book|schedule|charge|contact|touch|output|return|quote|cite|leave';

const rules: RegExp[] = [
  new RegExp(`^(?:always|never)\\s+${order}`, 'i'),
  /^(?:do not|don['’]?t) ever\s+[a-z]/i,
  /(?:^|[\s,(])(?:from now on|from here on(?: out)?|from this point on(?:wards?)?|going forward|henceforth|until further notice|for the rest of (?:this|the|our) (?:conversation|session|chat|project|thread))(?![\p{L}])/iu,
  /\bin (?:the )?future,?\s+(?:please|always|never|use|do(?:n['’]t| not)|you (?:should|must)|only|make sure|avoid|keep)\b/i,
  /\b(?:you|claude|the assistant|the bot)\s+(?:must|should|need to|have to|are to|shall|will|can)\s+(?:always|never|not ever|only ever)\b/i,
  /\b(?:you must|you must not|you mustn['’]t|you are not allowed to|you may not|you may never)\s+(?!have (?:had|been|felt|got|seen|done|made|gone|[a-z]+ed)\b)[a-z]/i,
  /\bi(?:['’]d| would)?\s+(?:want|like|need|prefer|expect)\s+(?:you\s+)?(?:to\s+)?(?:always|never)\b/i,
  /\b(?:make sure|be sure|remember|ensure)\s+(?:to\s+|you\s+|that you\s+|we\s+)?(?:always|never)\b/i,
  new RegExp(
    `(?:[,;:—–(]|\\band\\b|\\bbut\\b)\\s*(?:please\\s+)?(?:always|never)\\s+(?!give up)(?:${ruleVerb})\\b`,
    'i',
  ),
  /^(?:whenever|every time|each time|anytime|any time)\s[^?]{3,200}?,\s*(?:please\s+)?(?:always|never|use|run|ask|add|make|do|don['’]t|check|write|tell|update|you|first|then|include|commit)\b/i,
  /^please\s+(?:only\s+|do not\s+|don['’]t\s+|stop\s+|avoid\s+)?(?:use|using|avoid|keep your|call me|refer to me|address me|answer (?:me )?in|reply in|respond in|write in|speak|prefix|stick to)\b/i,
  new RegExp(
    `^(?:do not|don['’]?t|no need to|avoid|stop)\\s+(?:${ruleVerb}|using|adding|writing|including|touching|changing|committing|pushing|mentioning|asking|apologi[sz]ing|calling|making|explaining)\\b`,
    'i',
  ),
  /^(?:only|strictly)\s+(?:use|answer|reply|respond|write|modify|touch|edit|commit|change|speak|output|return)\b/i,
  /^(?:call me|address me as|refer to me as)\s+\S/i,
  /^(?:answer|reply|respond|write|speak)(?: to me)?(?: only)? in\s+(?:english|german|french|spanish|italian|portuguese|japanese|chinese|korean|dutch|russian|polish|arabic|hebrew|british|american|\w+ (?:sentences|words|style|tone))\b/i,
  /^i(?:['’]d| would)?(?: much| strongly| really)? prefer\s+(?:that you|you|if you|short|concise|brief|long|detailed|simple|plain|metric|tabs|spaces|when you|answers|to be)\b/i,
  /^we\s+(?:always|never|only)\s+(?:use|write|commit|push|run|deploy|name|put|test|ship|merge|release|mock|squash)\b/i,
  /^(?:it(?:['’]s| is) (?:a|our|my) (?:hard |strict |standing )?rule|(?:hard |standing |house )?rule\s?(?:\d{1,2})?\s?:)/i,
  // German
  /^(?:immer|niemals|nie|ab (?:jetzt|sofort)|von (?:jetzt|nun|heute) an|künftig|in zukunft)\s/i,
  /^(?:antworte|verwende|benutze?|nutze|schreibe?|nenne?|mache?|teste|füge|nimm|sprich|duze|sieze)(?: (?:mir|mich|bitte|du|sie|auf deutsch|auf englisch))*\s.{0,60}\b(?:immer|nie|niemals|nur|ausschließlich|keine?n?)\b/i,
  // French
  /^(?:désormais|dorénavant|à partir de maintenant|à l['’]avenir|toujours|ne .{1,30} jamais|n['’].{1,30} jamais|(?:utilise|réponds|écris|emploie|fais|ajoute)[a-z]*\s.{0,30}\b(?:toujours|uniquement|seulement)\b)/i,
  // Spanish
  /^(?:siempre|nunca|jamás|de ahora en adelante|a partir de ahora|en adelante|(?:usa|utiliza|responde|escribe|haz)[a-z]*\s.{0,30}\b(?:siempre|solo|sólo|únicamente)\b)/i,
  // Chinese, Japanese, Korean
  /从现在起|從現在起|以后(?:请|都|不要)|以後(?:請|都|不要)|永远不要|永遠不要|请(?:始终|总是|务必)|請(?:始終|總是|務必)|今後は|これからは|常に.{1,40}(?:して|ください)|絶対に.{1,30}(?:ないで|しない)|앞으로는?|항상|절대(?:로)?\s/,
];

const onceOnly =
  /\b(?:yet|right now|for now|this time|at the moment|just yet|today only|don['’]?t worry|never mind|nevermind|always welcome|right\?)\b/i;
/** Statements about what happens, not orders: "it never works", "I always forget". */
const narrated =
  /^(?:i|it|he|she|they|this|that|there|my|the \w+|these|those|what|why|how|who|when|if i|because)\s+(?:\w+\s+){0,2}(?:always|never)\b/i;

const promise =
  /(?:^|[\s,(“"])(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|\p{Lu}\p{Ll}+)(?:['’]ll| will| shall|['’]m going to| am going to| are going to|['’]re going to| is going to| promises? to| promised to| needs to| must| has to| committed to| plans? to)\s+(?!be\b|probably|never|have been|help you|now\b|the\b|an?\b|my\b|our\b|see\b)\p{Ll}/u;
const dueWord = /\b(?:by|before|until|on|at|this|next|no later than|due|within)\b/i;
const firmPromise =
  /\b(?:i|we) promise\b|^(?:action(?: item)?|todo|to-do|follow[- ]up|ai)\s?[:—–-]\s?\S|\b(?:assigned to|owner:|will own|takes care of|is responsible for)\b/i;

const openMarks =
  /\b(?:open (?:question|issue|point)s?|unresolved|still (?:need|have|unclear|undecided|open)|to be (?:decided|determined|confirmed)|tbd|haven['’]?t decided|not (?:yet )?decided|undecided|unclear (?:whether|if|how|why|what)|not sure (?:whether|if|how|which|what)|need(?:s)? to (?:decide|figure out|clarify|find out)|remains to be)\b/i;
const courtesy =
  /^(?:(?:is|was) there anything|anything else|how are you|how(?:['’]s| is) it going|what['’]s up|right|ok(?:ay)?|really|you know|huh|make sense|does that (?:help|make sense|sound)|sounds? good|would you like(?: me)?|do you want me|shall i|should i (?:proceed|go ahead|continue)|can i help|how can i (?:help|assist)|how about you|what about you|ready to|isn['’]t it|see\b|why not|what do you think|how did it go|how was it)[^?]{0,80}\?/i;

export type Statement = Found & { open?: boolean; marked?: boolean };

/** `role` decides who can bind whom: only the user (or the system prompt) sets rules. */
export function readStatements(sentence: Span, role: string): Statement[] {
  const { text } = sentence;
  if (text.length < 6 || text.length > 1_000) return [];
  const found: Statement[] = [];
  const bare = text.replace(opening, '');
  const asks = /[?？؟]["'”’)*]{0,3}$/.test(text) && !/["'“‘][?]{1,3}["'”’]{1,2}$/.test(text);
  if ((role === 'user' || role === 'system') && !asks && isRule(text, bare)) add('rule');
  if (!asks && isDecision(bare, role)) add('decision');
  if (!asks && isCommitment(text, role)) add('commitment');
  const marked = openMarks.test(text);
  const scripted = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text);
  if (
    (asks && !courtesy.test(bare) && (scripted ? text.length > 4 : text.split(/\s+/).length >= 4)) ||
    (marked && !found.length)
  ) {
    add('question', { open: asks || marked, marked, weight: marked ? 5 : 0 });
  }
  return found;

  function add(kind: Found['kind'], extra: Partial<Statement> = {}): void {
    const value = clip(text, longestStatement);
    found.push({ kind, value, start: sentence.start, end: sentence.start + value.length, ...extra });
  }
}

export function isRule(text: string, bare = text.replace(opening, '')): boolean {
  if (onceOnly.test(text) || narrated.test(bare)) return false;
  return rules.some((pattern) => pattern.test(bare) || pattern.test(text));
}

function isCommitment(text: string, role: string): boolean {
  if (firmPromise.test(text)) return true;
  if (!promise.test(text)) return false;
  const dated = findDates(text).length > 0 && dueWord.test(text);
  // An agent's "I'll check the file" announces its next step. Without a time it is no commitment.
  return (
    dated ||
    /\b(?:tomorrow|tonight|next week|later today|end of (?:the )?(?:day|week|month))\b/i.test(text) ||
    (role === 'user' &&
      /^(?:ok(?:ay)?,? )?(?:i|we)(?:['’]ll| will) (?:send|call|pay|bring|get back|let you|check with|ask|review|book|pick|come|meet|follow up|ship|deliver|finish)\b/i.test(
        text,
      ))
  );
}
