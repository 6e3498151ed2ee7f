/**
 * Questions that are put as statements or orders: "I forgot which port we chose", "mir fällt nicht ein, wer das war",
 * "dime otra vez el precio", "the address of the cabin, please". They are recognized by how they are built: a verb of
 * knowing that is denied or wished for, with a clause that a question word opens; an order to tell the speaker something
 * definite; or something definite with nothing but a request. An order for something indefinite ("give me a poem") asks
 * for something new.
 */

/** Words that open a clause which is asked about. */
const questionWord =
  'what|which|who|whom|whose|where|when|why|how|whether|was|welche[rsnm]?|wer|wen|wem|wessen|wo|wohin|woher|wann|warum|wieso|wie|wieviele?|ob|qué|cuál(?:es)?|quién(?:es)?|dónde|cuándo|cómo|cuánt[oa]s?|quel(?:le)?s?|qui|où|quand|pourquoi|comment|combien|ce qu[ei]|quale?|quali|chi|dove|quando|perché|come|quant[oaie]|cosa|quais|quem|onde|o que|wat|welke?|waar|wanneer|waarom|hoe|hoeveel|vad|vilke[nt]|vilka|vem|var|när|hur|co|który|która|które|kto|gdzie|kiedy|jak|ile|что|какой|какая|какое|какие|кто|где|когда|как|сколько';
const definite =
  "the|our|my|his|her|their|that|those|der|die|das|den|dem|des|unsere?[rnms]?|mein\\p{L}{0,2}|el|la|los|las|le|les|l['’]|il|lo|gli|o|os|as|de|het|\\p{Lu}[\\p{L}-]+['’]s";
const indefinite = 'a|an|some|any|eine?[rnms]?|ein paar|un[ao]?s?|une|des|um|uma|een|en|ett|jedna?|\\p{Nd}+';

/** Verbs and adjectives of knowing that ask where they are denied. */
const remembering =
  'remember|recall|erinner\\p{L}*|ein|acuerdo|recuerdo|souviens|rappelle|ricordo|lembro|herinner|minns|pamiętam|помню';
const knowing = `${remembering}|know|sure|certain|idea|clue|wei(?:ß|ss)|sicher|ahnung|sé|segur[oa]|sais|sûre?|idée|sicur[oa]|sei|certeza|weet|zeker|idee|vet|wiem|pewn\\p{L}+|знаю`;
const denial =
  "not|no|never|cannot|can['’]?t|don['’]?t|dont|cant|couldn['’]?t|isn['’]?t|nicht|keine?|nunca|ne|pas|plus|non|não|nao|niet|geen|inte|nie|не|нет";
/** Verbs that deny knowing by themselves, or ask by themselves. */
const lacking =
  'forg[eo]t\\p{L}*|lost track|unsure|wonder(?:ing)?|curious|vergessen|entfallen|frage? mich|olvid\\p{L}+|pregunto|oublié\\p{L}*|demande|dimenticat\\p{L}|scordat\\p{L}|chiedo|esqueci\\p{L}*|pergunto|vergeten|vraag me af|glömt|undrar|zapomnia\\p{L}+|забы\\p{L}+|интересно';
/** To know, where it is wished for: "I'd like to know", "ich wüsste gern". */
const wishing =
  '(?:like|love|want|need|trying|try) to (?:know|remember|recall|find out)|wüssten?|wissen|saber|savoir|sapere|weten|veta|wiedzieć|знать';
const again =
  'again|once more|one more time|nochmals?|noch ?mal|noch ein(?:mal| ?mal)|otra vez|de nuevo|encore(?: une fois)?|di nuovo|nog (?:een|eens)|outra vez|igen|jeszcze raz|ещё раз|еще раз';
const please =
  "please|pls|plz|bitte|por favor|s[’']il (?:te|vous) pla[iî]t|stp|svp|per favore|alstublieft|graag|tack|proszę|пожалуйста";

const word = (words: string) => `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;
const between = (words: number) => `(?:[\\s,]+[^\\s,.;!?]+){0,${words}}?[\\s,]+`;

const denied = (verbs: string) =>
  `${word(denial)}${between(2)}${word(verbs)}|${word(verbs)}${between(2)}${word(denial)}`;
/** What is not known: a clause, and for what was forgotten also something definite. */
const asksClause = new RegExp(
  `(?:${denied(knowing)}|${word(lacking)}|${word(wishing)})${between(4)}${word(questionWord)}(?!\\s+(?:to|zu)\\s)`,
  'iu',
);
/** What is not remembered may also be a thing; what is forgotten may have been left behind, if it is of nothing. */
const thing =
  "(?:the|der|die|das|den|el|la|los|las|le|les|il|lo|o|os|de|het)[\\s]+|(?:l|dell)['’]|(?:del|do|da|du|vom)[\\s]+";
const ofSomething = '(?:of|from|for|von|vom|der|des|de|del|du|di|do|da|van)';
const asksThing = new RegExp(
  `(?:${denied(remembering)})${between(2)}(?:${thing})|${word(lacking)}${between(2)}(?:${thing})(?:\\p{L}+\\s+){1,2}${ofSomething}\\s`,
  'iu',
);
/** An order in the first words, with the speaker as its object: "nenn mir", "rappelle-moi", "let me have". */
const tellMe =
  /^(?:\p{L}+(?:(?<![^s]s)\s|-)(?:me|us|mir|uns|moi|nous|mi|ci)|(?:mi|me) \p{L}+)(?!\p{L})(?!\s+(?:know|when|if|wenn))/iu;
/** The same in one word: "dime", "ricordami". English has such words too ("rename the file"), but other articles. */
const tellMeJoined = /^\p{L}+(?:me|mi)(?:l[oae]s?)?(?!\p{L})/iu;
const adverbs = `(?:(?:${again}|${please}|have|see|mal|nur|still)[\\s,]+)*`;
const something = new RegExp(
  `^[\\s,]*${adverbs}(?:(?<new>${indefinite})|${questionWord}|${definite})(?:[\\s,]|(?<=['’]))`,
  'iu',
);
const romance =
  "el|la|los|las|il|lo|gli|l['’]|o|os|as|qué|cuál(?:es)?|quién(?:es)?|dónde|cuándo|cómo|cuánt[oa]s?";
const somethingRomance = new RegExp(`^[\\s,]*${adverbs}(?:${romance})(?:[\\s,]|(?<=['’]))`, 'iu');
const thingPlease = new RegExp(
  `^(?:\\p{L}+,\\s+)?(?:(?:and|und|y|et|e|en) )?(?:${definite})[\\s,].{1,120}${word(please)}[\\s!.…]*(?:${word(again)})?[\\s!.…]*$`,
  'iu',
);
/** "Don't forget what …" reminds. */
const reminding = new RegExp(
  `${word(denial)}[\\s]+${word('forget|vergessen|olvid\\p{L}+|oubli\\p{L}+|dimentic\\p{L}+|esque\\p{L}+|vergeten|glöm|забуд\\p{L}+')}|^vergiss`,
  'iu',
);
const unspaced =
  /(?<![不别別])忘(?:了|记了|れ(?!ない|物|ずに))|不记得|不記得|想不起|告诉我|告訴我|再说一|再說一|覚えて(?:い)?(?:ない|ません)|思い出せ|教えて|もう一度.{0,20}(?:お願い|ください)|기억(?:이)? ?안|기억나지|잊어버렸|잊었|알려 ?(?:줘|주)|напомни/u;

/** Longer ones tell a story in which something is forgotten. */
const mostCharacters = 160;

const frame = new RegExp(
  `${word(`${lacking}|${knowing}|${again}|${please}|keep|trying|lost`)}|${tellMe.source}|${tellMeJoined.source}|${unspaced.source}[\\p{sc=Hiragana}了]{0,6}`,
  'giu',
);

const asksDirectly = new RegExp(`[?？؟]|^(?:${questionWord})(?![\\p{L}\\p{M}])`, 'iu');

/** The words that only ask: they do not occur in the answer. A direct question has none of them. */
export function framesIn(text: string): string[] {
  const asked = text.trim();
  if (asksDirectly.test(asked) || !asksIndirectly(asked)) return [];
  return [...asked.matchAll(frame)].map(([words]) => words);
}

export function asksIndirectly(sentence: string): boolean {
  if (sentence.length > mostCharacters) return false;
  if (unspaced.test(sentence)) return true;
  if (reminding.test(sentence)) return false;
  if (asksClause.test(sentence) || asksThing.test(sentence)) return true;
  if (thingPlease.test(sentence)) return true;
  const joined = tellMeJoined.exec(sentence)?.[0];
  if (joined !== undefined && somethingRomance.test(sentence.slice(joined.length))) return true;
  const order = tellMe.exec(sentence)?.[0];
  const asked = order === undefined ? undefined : something.exec(sentence.slice(order.length));
  return asked != null && asked.groups?.new === undefined;
}
