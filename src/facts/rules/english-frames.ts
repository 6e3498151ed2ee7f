/**
 * Words around an English order that make it polite, give its reason, or say what it replaces. Without them it is an
 * ordinary order: "would you mind never using tables?" asks to avoid them, "try not to use tables" not to use them.
 */

const gentle = '(?:please |kindly |just |maybe |perhaps |also )*';
/** Asks for something, so a question mark behind it does not make it a question. */
export const asking = `(?:${gentle}(?:(?:can|could|would|will|may|might) (?:you|i)|would it be (?:possible|ok(?:ay)?|alright)|is it (?:possible|ok(?:ay)?)|do you think you could|do you mind|i wonder if you could|i was wondering if you could)\\s)`;

/** `hint`: a quicker test that every sentence with the frame passes. */
type Frame = readonly [frame: RegExp, replacement: string, hint?: RegExp];

const frames: readonly Frame[] = [
  [
    new RegExp(`^${gentle}(?:would|do) you mind (?:please )?(?:not|never)(?: ever)? (?=\\p{L}+ing\\b)`, 'u'),
    'stop ',
  ],
  [new RegExp(`^${gentle}(?:can|may|could|might) i (?:just )?ask (?:you )?(?:to|that you) `, 'u'), ''],
  [
    new RegExp(
      `^${gentle}(?:(?:can|could|would|will) you|do you think you could|would it be (?:possible|ok(?:ay)?) (?:for you )?to|is it possible (?:for you )?to) (?=${gentle}(?:make sure|ensure|see to it|try|remember|keep in mind|take care|be sure|avoid|refrain|stop|from (?:now|here) on|going forward|in future))`,
      'u',
    ),
    '',
  ],
  [
    /^(?:please )?(?:do )?(?:try|do your best|be careful|take care|make sure|be sure|remember|see to it)(?: that you| to)? (?:not to|never to|don't|do not) (?:ever )?(?=\p{L})/u,
    "don't ",
  ],
  [/^don't you (?:ever|dare(?: to)?|even think (?:of|about)|go) (?=\p{L})/u, "don't ever "],
  [/^(?:please )?(?:do )?(?:try|aim) (?:hard )?(?:to|and) (?=\p{L})/u, ''],
  [
    /^(?:please )?(?:do me a favou?r and|be so kind (?:as to|and)|be kind enough to|i(?:'d| would)? (?:kindly |really )?(?:ask|beg|urge|request|advise|instruct|tell) you (?:please )?to|i(?:'m| am) asking you to|you(?:'d| had) better|it(?:'s| is) your job to|your job is to) (?!know|guess|imagine)/u,
    '',
  ],
  [
    /^(?:please )?(?:do )?(?:remember|note|bear in mind|keep in mind|understand|know|don't forget|be aware|mind)(?: (?:for the future|from now on|for later|always))?[,:]? that /u,
    '',
  ],
  [
    /^(?:let's|we should|can we|let us) (?:please )?agree (?:on it )?that (?:you (?=always|never|only|don't|do not))?/u,
    '',
  ],
  // A reason, and what follows from it.
  [/^(?:since|because|as|given that|seeing that|seeing as|now that) [^,;?]{2,160}[,;]\s*/u, ''],
  [
    /^(?:i|i'm|i've|i'd|we|we're|we've|my|our|there|this|these|the|it|it's|some|most|many)\s[^?]{2,200}?[,;—–]\s*(?:so|therefore|hence|which is why|that's why|thus),?\s+(?:from now on,?\s+)?/u,
    '',
    /[,;—–]\s*(?:so|the|hence|which|thus)/u,
  ],
  [/^(?:in order )?to (?!be (?:honest|fair|clear|sure|continue))[^,;?]{2,80},\s*/u, ''],
  [
    /^for (?:\p{L}+ ){0,3}(?:reasons?|sake|purposes?|compliance|consistency|clarity|safety|privacy|accessibility|readability|brevity|legal reasons),\s*/u,
    '',
  ],
  // What is replaced.
  [
    /^(?:not|no|no more) [^,.:;?]{2,60}?(?: any ?more| any longer| now)?\s*[:,;—–-]\s*(?:but |rather |instead )?/u,
    '',
  ],
  [
    /^(?:i(?:'ve| have)? changed my mind|change of plans?|correction|new plan|scratch that|on second thought|one change|small correction|update)\s*[:,;.—–-]\s*/u,
    '',
  ],
  [
    /^(?:as )?(?:a |one |another |my )?(?:general |standing |hard |firm |strict |golden |basic |simple |final |last |quick )*(?:rule|principle|guideline|convention|policy)(?: (?:of thumb|for you|from me|of mine|here|for this project|in this project))*(?: is)?(?: that you| that|:|,| to)?\s+(?:(?:should|must) )?(?=(?:always|never|don't|do not|no|only|ask|use|keep|avoid)\b)/u,
    '',
  ],
];

/** Words and signs without which no frame is there. */
const mayBeFramed =
  /[,:;.—–-]\s|\b(?:mind|ask|asking|try|remember|that|make sure|be sure|take care|careful|aim|your job|better|favou?r|rule|principle|guideline|convention|policy|you)\b/u;

/** The sentence without each frame around it, one after the other. Empty if there is none. */
export function withoutFrames(sentence: string): string[] {
  const found: string[] = [];
  let left = sentence;
  for (let round = 0; round < 3; round += 1) {
    const shorter = withoutOne(left);
    if (shorter === undefined) break;
    found.push(shorter);
    left = shorter;
  }
  return found;
}

function withoutOne(sentence: string): string | undefined {
  if (!mayBeFramed.test(sentence)) return undefined;
  for (const [frame, replacement, hint] of frames) {
    if (hint !== undefined && !hint.test(sentence)) continue;
    const shorter = sentence.replace(frame, replacement);
    if (shorter !== sentence && /\p{L}+\s+\p{L}/u.test(shorter)) return shorter.trimStart();
  }
  return undefined;
}
