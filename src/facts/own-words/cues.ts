/**
 * What a person's sentence says about the text around it: that material follows, that somebody else is quoted, that it
 * is only supposed, or that the speaker's own rules follow. Decided by closed classes of words (pronouns, verbs of
 * saying, verbs for processing texts, nouns for texts), never by content.
 */
import { inSmallLetters } from '../../text/small-letters.ts';
import { anyFromNowOn, fromNowOn } from '../from-now-on.ts';

const inspected = 400;

const beginning = (text: string): string => inSmallLetters(text.slice(0, inspected));
const ending = (text: string): string => inSmallLetters(text.slice(-inspected));

const textNoun =
  '(?:text|e-?mail|mail|message|page|web ?page|website|article|post|paragraphs?|sentences?|letter|notes?|document|docs?|documentation|logs?|output|transcript|snippets?|comment|thread|poem|song|lyrics|prompt|review|passage|quote|excerpt|readme|spec|policy|guidelines?|rules|instructions|contract|abstract|chat|conversation|story|script|manual|chapter|section|results?|response|answer|reply|ticket|issue|error|content|context|data|list|file|draft|essay|blog|tweet|memo|report|source|sources|material|input|example|translation|proposal|faq|changelog|diff|patch|code|config|json|yaml|table|dump|paste|readings?|slide|slides|book|recipe|bio|cv|resume|statement|description|terms)';
const deictic = '(?:this|these|that|the following|following|below|it)';

/** Verbs that apply only to texts, so that what follows is the text. */
const textVerb =
  '(?:translate|summari[sz]e|tl;?dr|proof-?read|rephrase|paraphrase|rewrite|reword|shorten|condense|simplify|polish|correct|transcribe|classify|annotate|critique|grade|score|rate|assess|judge|fact-?check|debunk|improve the wording|fix the (?:grammar|spelling|wording|style|english|punctuation)|(?:check|correct) the (?:grammar|spelling))';
const lookVerb =
  "(?:explain|review|analy[sz]e|check|read|look at|have a look at|take a look at|see|consider|interpret|evaluate|comment on|reply to|respond to|what do you (?:think|make) (?:of|about)|what does|what is|what's|thoughts on|opinions? on|any thoughts|is|are|does|do|how would you|find|extract|list|count|identify|quote|compare|answer|use|based on|given|according to|from)";
const present =
  "(?:here(?:'s| is| are| comes| you go)|this is|these are|that is|below (?:is|are)|attached|i (?:just )?(?:got|received|found|copied|pasted|saw|read)|got|found|received|forwarding|fwd|see below|as follows|pasting|copy[- ]?pasted?|quoting|quote|excerpt|from)";

const asksAboutText = new RegExp(
  `\\b${textVerb}\\b|\\b${lookVerb}\\b[^.!?\\n]{0,80}\\b(?:${deictic}|(?:the|my|his|her|their|our|a) )[^.!?\\n]{0,40}\\b${textNoun}\\b|\\b${present}\\b`,
  'u',
);
const foreignIntroductions =
  /(?:übersetze?|fasse?\b.*zusammen|korrigiere?|lies|hier (?:ist|sind|kommt)|was (?:hältst|denkst) du|folgende[nrsm]?|traduis|traduisez|résume[zr]?|corrige[zr]?|voici|voilà|que penses-tu|suivante?s?|traduce|traduzca|resume|corrige|aquí (?:está|tienes|van)|qué (?:piensas|opinas)|siguientes?|traduza|resuma|corrija|aqui (?:está|vai|estão)|o que (?:você )?acha|seguintes?|traduci|riassumi|correggi|ecco|cosa ne pensi|seguente|seguenti|переведи|кратко|исправь|вот\s|что думаешь|следующ\p{L}+|翻译|翻譯|总结|總結|概括|润色|改写|以下|如下|下面|怎么看|翻訳|要約|訳し|以下|次の|校正|添削|どう思|번역|요약|다음|아래|교정)/u;

/** The clause before a colon, or a whole sentence with the text on the next line, introduces a text. */
export function handsOverText(clause: string): boolean {
  const end = ending(clause);
  return asksAboutText.test(end) || foreignIntroductions.test(end);
}

const bareRequest = new RegExp(
  `\\b(?:${textVerb}|explain|review|analy[sz]e|check|read|see|consider|look at|think of|think about|thoughts on|make of)\\b[^.!?\\n]{0,60}\\b(?:${deictic}|below)\\b[^.!?\\n]{0,30}$|\\b(?:${textVerb}|explain|review|read|check|analy[sz]e|think of|think about|thoughts on|make of)\\b[^.!?\\n]{0,60}\\b(?:${deictic}) ${textNoun}\\b|\\b(?:here(?:'s| is| are)|this is|these are|below (?:is|are)|see below|as follows)\\b[^.!?\\n]{0,80}$|\\b(?:got|found|received|saw|read|copied|wrote|sent|see|have|says|said|goes)\\b[^.!?\\n]{0,40}\\b(?:this|these|that|the following)\\b[^.!?\\n]{0,40}$|\\b(?:this|these|the following|below)$`,
  'u',
);

/** Stricter than `handsOverText`, for sentences without a colon: "explain this function" introduces no text. */
export function handsOverNextLine(sentence: string): boolean {
  const clause = ending(sentence).replace(/[.!?…\s]+$/u, '');
  return bareRequest.test(clause) || (foreignIntroductions.test(clause) && clause.length < 120);
}

const sourceNoun =
  '(?:e-?mails?|mail|letter|memo|note|sign|label|poster|sticker|message|text|sms|article|blog|post|tweet|page|wiki|manual|handbook|policy|guidelines?|newsletter|announcement|ticket|transcript|quote|proverb|slogan|motto|saying|readme|documentation)';

const strictRequest = new RegExp(
  `^(?:\\W|please|can you|could you|pls|ok|hey|now|also|,)*\\b${textVerb}\\b`,
  'u',
);

/** "Translate this. …": the rest of the line is the text as well. */
export function handsOverSameLine(sentence: string): boolean {
  return strictRequest.test(beginning(sentence));
}

const supposed =
  /^\W{0,4}(?:(?:and|but|so|ok(?:ay)?|well|now|hm+)[\s,]+){0,2}(?:what if|what would|what happens|suppose|supposing|imagine|assume|assuming|say(?=[,:]| (?:i|you|someone|that|we|a)\b)|let'?s (?:say|assume|pretend|imagine|suppose)|hypothetically|theoretically|in theory|pretend|as if|if (?:i|we|someone|somebody|anyone|you|he|she|they|it|eve|(?:a|an|the|my|your|our) [\p{L}-]+(?: [\p{L}-]+)?) (?:were|was|said|say|says|told|tell|tells|asked|had|would|wrote|could|ever (?:said|told|say|tell)|gave|typed|sent|posted|pasted)\b|had (?:i|he|she|they)|were (?:i|he|she)|for (?:example|instance)|e\.?g\.?[\s,]|example|such as|wenn (?:ich|jemand|er|sie) .{0,30}(?:sagte|sagen würde|schriebe|würde)|angenommen|gesetzt den fall|stell dir vor|was wäre|zum beispiel|z\. ?b\.|beispiel|supposons|imagine[zr]?\b|imaginons|et si\b|si je (?:te |vous )?(?:disais|dis)|par exemple|supongamos|imagina|y si\b|si (?:yo )?(?:te )?(?:dijera|digo)|por ejemplo|suponha|e se\b|se eu (?:te )?(?:dissesse|disser)|por exemplo|supponiamo|immagina|se (?:ti )?dicessi|per esempio|ad esempio|представь|предположим|допустим|если (?:бы|я скажу)|например|что если|如果(?:我|有人)|假设|假設|假如|要是|例如|比如|譬如|もし|例えば|たとえば|仮に|만약|예를 들어|가령)/u;

/** "Assume I am an expert unless I say otherwise" supposes nothing for the moment only. */
const lastsUntilSaid =
  /^(?:please )?(?:assume|pretend)\b.*\b(?:unless (?:i say|told|stated|noted) otherwise|for the rest of (?:this|our|the) \p{L}+)/u;

export function isSupposed(sentence: string): boolean {
  const start = beginning(sentence);
  return supposed.test(start) && !lastsUntilSaid.test(start);
}

const sayingVerbs =
  '(?:said|says|saying|(?:would|used to|likes? to) say|as (?:they|people) say|told|tells|wrote|writes|replied|answered|asked|asks|advised|advises|recommends|recommended|claims|claimed|states that|stated|suggests|suggested|insists|insisted|demands|demanded|reads|warned|warns|reminded|instructed|ordered|shouted|posted|tweeted|explained|announced|mentioned|requires(?! (?:my|our)\\b)|dictates|mandates|yelled|texted|emailed|messaged)';
const reported = new RegExp(
  `\\b${sayingVerbs}\\b|\\baccording to\\b|\\b(?:heard|rumou?r|the (?:saying|motto|slogan|proverb|quote) (?:goes|is))\\b|\\b(?:sagte|sagt|schrieb|schreibt|meinte|meint|laut|behauptet)\\b|\\b(?:a dit|dit que|dit toujours|écrit|selon|d'après)(?!\\p{L})|\\b(?:dijo|dice|escribió|según)(?!\\p{L})|\\b(?:disse|diz|escreveu|segundo)(?!\\p{L})|\\b(?:ha detto|ha scritto|secondo)(?!\\p{L})|(?:сказал|говорит|говорил|пишет|написал|согласно)|(?:说[:：过，,道]|說[:：過，,道]|写道|寫道|告诉|告訴|根据|據說)|(?:と言|と書|によると|って言)|(?:라고 (?:말|했|썼|한)|에 따르면)`,
  'u',
);
/** Asks for a text for others, so that what follows may be its content. */
const textForOthers =
  /\b(?:write|draft|compose|create|generate|make|design|add|put|set|change|insert|append|send|tell|post|print|paint)\b[^.!?\n]{0,40}\b(?:a|an|the|him|her|them|this|some|my|our)\b[^.!?\n]{0,30}\b(?:prompt|e-?mail|mail|letter|message|reply|tweet|post|sign|notice|policy|memo|speech|poem|song|motto|slogan|story|label|button|banner|header|footer|readme|comment|docs?|file|him|her|them|team|note)\b/u;
/** "Email from HR today.": the content of the mail follows. */
const namesSource = new RegExp(
  `^\\W{0,3}(?:(?:an?|the|this|another|new|got an?|today's)\\s)*${sourceNoun}\\s(?:\\p{L}+\\s){0,2}?(?:from|by|on|at|in|of|to|above|near|inside|today|yesterday|this|says|reads)(?!\\p{L})`,
  'u',
);
const reportsOwnWords =
  /\b(?:i|we)(?:['’]ve| have|['’]d| had)?(?: already| just| also| always)? (?:said|told|asked|say|wrote|mentioned)\b|\b(?:ich|wir) (?:sagte|habe)|\b(?:comme je|como (?:te )?(?:dije|disse)|come (?:ti )?ho detto|как я (?:сказал|говорил))/u;

/** Somebody else's words are quoted. "As I said" quotes oneself. */
export function isReport(sentence: string): boolean {
  const start = beginning(sentence);
  return (
    (reported.test(start) && !reportsOwnWords.test(start)) ||
    textForOthers.test(start) ||
    namesSource.test(start)
  );
}

const ownOpening =
  '(?:(?:and|but|also|ok(?:ay)?|so|well|btw|by the way|just|please|pls|hey|now|again|actually|first|finally)[\\s,]+){0,3}';
const ruleWord =
  '(?:rule|regel|règle|consigne|regla|norma|regra|regola|reguła|zasada|pravidlo|szabály|regulă|правило|kural|quy tắc|aturan|قاعدة|नियम|规则|規則|规定|規定|ルール|規則|규칙)';
const numbering =
  '(?:\\s?(?:no\\.?|nr\\.?|n\\.|nº|n°|№|#|number|nummer|numéro|número|numero|номер|第)?\\s?\\d{1,2}(?:号|番)?)';
const ownLabel = new RegExp(
  `^\\W{0,3}${ownOpening}(?:(?:new |one |my |another |house |ground |hard |golden |standing )?(?:rule|request|preference|instruction|reminder|wish)(?: ?#?\\d{1,2})?(?: for you| from me| for (?:this|our|the|all|every|future)(?:\\s[\\p{L}]+){1,4})?(?: is)?|(?:(?:a|one|two|another|some)\\s)?(?:quick|small|little|important|last|first)\\s(?:thing|note|request|reminder|favou?r|point)s?(?:\\s[\\p{L}'’]+){0,4}|(?:(?:neue|meine?|nouvelle|ma|nueva|mi|nova|minha|nuova|la mia|nieuwe|mijn|ny|min|nowa|moja|новое|моё|yeni|新|我的|新しい|새) ?)?${ruleWord}${numbering}?|(?:what|how|all) i(?:['’]d| would| really)? (?:want|like|need|expect|prefer|ask)(?:\\s[\\p{L}'’]+){0,4}\\s(?:${fromNowOn.english}|in (?:all|every|each|your) (?:(?:of )?your )?(?:answers?|repl(?:y|ies)|responses?|messages?))|important|remember(?: this)?|please remember|keep in mind|ps|p\\.s\\.?|one more thing|one thing|also|again|${anyFromNowOn}|in general|please|to be clear|regel|wichtig|bitte|merk dir|règle|regla|importante|recuerda|regra|lembre-se|regola|ricorda|правило|важно|запомни|规则|規則|重要|请记住|記住|ルール|お願い|규칙|중요)$`,
  'u',
);
const ownList = new RegExp(
  `^\\W{0,3}${ownOpening}(?:the |your |standing )?(?:(?:ground |house )?rules|conventions|instructions|preferences)\\s(?:for you|from me|to follow|you (?:must|should|have to|are to) follow|i want you to follow|for (?:this|our) (?:chat|conversation|session|project|repo|thread))$|^\\W{0,3}${ownOpening}(?:(?:i(?:['’]ve| have|['’]d like| want| need)?|there(?:['’]s| is| are)|here (?:is|are)|these are|those are|follow|obey|respect|keep|stick to|note|remember|you (?:must|should|have to) follow)\\s(?:[\\p{L}'’]+\\s){0,4})?(?:one|two|three|four|five|six|a (?:few|couple of)|some|several|my|our|these|new|more|other)\\s(?:[\\p{L}'’]+\\s){0,2}(?:rules?|requests?|things?|preferences?|instructions?|conventions?|reminders?|points?|wishes|ground rules|house rules)(?:\\s(?:of mine|of my own|for you|from me|to (?:follow|remember|keep in mind|respect)|from now on|i want you to follow|please|for (?:this|the) (?:chat|conversation|session|project|repo|whole thread)))*$|^\\W{0,3}${ownOpening}(?:i (?:want|need|expect|would like|['’]d like) you to|you (?:must|should|have to|are to)|(?:please )?(?:remember|always|never|make sure(?: to)?|from now on|follow|do) (?:the following|this|these)(?: rules| things| points| instructions)?)$|^\\W{0,3}(?:meine regeln|einige regeln|bitte beachte|mes règles|quelques règles|mis reglas|algunas reglas|minhas regras|le mie regole|мои правила|我的规则|私のルール)[^:]{0,30}$`,
  'u',
);

/** The words before a colon announce the speaker's own rules. */
export function announcesOwnRule(clause: string): boolean {
  const start = beginning(clause).trim();
  return ownLabel.test(start) || ownList.test(start);
}

/** A heading that shows whose rules follow only by coming first, with nothing but rules after it. */
export function headsRules(clause: string): boolean {
  return /^\W{0,3}(?:the |some |ground |house )?(?:rules|regeln|règles|reglas|regras|regole)\W{0,3}$/u.test(
    beginning(clause),
  );
}

const firstPerson =
  /(?:^|[^\p{L}])(?:i|i['’](?:m|ve|d|ll)|ich|je|j['’]\p{L}+|yo|eu|io|я|ik)(?=$|[^\p{L}])|我|俺|私|僕|나는|내가|저는|제가/u;

/** Speaks of the speaker as the one who acts. Advice may contain "call me", too. */
export function speaksOfSelf(text: string): boolean {
  return firstPerson.test(inSmallLetters(text));
}

/** The speaker takes something back, and says behind the colon what holds instead. */
export function changesMind(clause: string): boolean {
  return /^\W{0,3}(?:(?:ok(?:ay)?|actually|sorry|hm+)[\s,]+){0,2}(?:i(?:['’]ve| have)? changed my mind|change of plans?|new plan|(?:on )?second thoughts?|small correction|correction)$/u.test(
    beginning(clause).trim(),
  );
}
