/** A first line that is a text's title: the text follows. */
const lowerWords = new Set(
  'a an the and or of for in on to with by at from as is vs de la le les du des und der die das für von zur y el los las para del e o da do per di i в и на'.split(
    ' ',
  ),
);
const talkOpening =
  /^\W{0,3}(?:i\b|i['’]|we\b|you\b|please|pls|ok|okay|hi|hey|hello|thanks|thank|yes|no\b|nope|sure|so\b|and\b|but\b|also|btw|can\b|could|would|will\b|do\b|does|did|don['’]?t|is\b|are\b|was\b|what|why|how|when|where|which|who|should|let|just|now\b|one\b|two\b|quick|new\b|next\b|first|always|never|from now|going forward|in future|remember|important|rule|only|use\b|add\b|fix\b|make\b|write|create|update|change|remove|delete|run\b|test|check|look|find|show|tell|give|explain|implement|refactor|move|rename|build|deploy|answer|reply|respond|call|avoid|stop|keep|try|go\b|continue|commit|push|merge|revert|install|set\b|start|open|close|read|help|need|want|got\b|great|good|nice|perfect|done|wait|hmm|actually|again|bitte|ich|du\b|kannst|immer|nie|ab\b|je\b|tu\b|peux|toujours|por favor|puedes|siempre|nunca|sempre|всегда|никогда|пожалуйста|请|請|不要|以后|今後|これから|いつも|必ず)/iu;

type Next = { text: string; blank: boolean } | undefined;

/** `next` and `afterNext` are the lines below it. */
export function isTitle(line: string, next: Next, afterNext: Next): boolean {
  const text = line.trim();
  const words = text.split(/\s+/u);
  if (next === undefined || words.length > 12 || text.length > 100 || /[.!?:;,。！？：…]$/u.test(text))
    return false;
  if (/^(?:[-*•–+]|\d{1,3}[.)])\s/u.test(text)) return false;
  const named = words.filter((word) => !lowerWords.has(word.toLowerCase()));
  const capitalized = named.filter((word) => /^[\p{Lu}\p{N}"“]/u.test(word)).length;
  if (named.length >= 2 && capitalized === named.length) return true;
  const apart = next.blank && afterNext !== undefined && !afterNext.blank;
  return apart && !talkOpening.test(text);
}
