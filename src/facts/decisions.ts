/**
 * Whether a sentence states a decision. The choice and its being final are recognized separately. A verb of choosing
 * ("go with", "use", "keep") counts only in a binding form ("we'll", "let's", "it will", or without a subject), a verb
 * of deciding only in a reporting form. Suppositions, questions, negations and possibilities are not decisions.
 */
import { inSmallLetters } from '../text/small-letters.ts';
import { asksByOrder } from './word-order.ts';

const choose =
  '(?:go with|go for the|use|adopt|stick (?:with|to)|stay (?:with|on)|switch (?:over )?to|mov(?:e|ing) to|migrat(?:e|ing) to|keep|drop|choose|pick|select|take(?= (?:the|this|that|these|those|it|them|my|our|option)\\b)|settle on|standardi[sz]e on|opt for|build (?:it |this )?on|replace|skip)';
const choosing =
  '(?:going (?:with|for the)|using(?=.* (?:because|since|instead|then|for)\\b)|adopting|sticking (?:with|to)|staying with|switching (?:over )?to|moving to|migrating to|keeping|dropping|choosing|settling on|opting for|replacing)';
/** Uses of keep, use and take that involve no choice. */
const noChoice =
  '(?! (?:[a-z]+ing\\b|each other|it up|in touch|on\\b|up\\b|this up|an eye|track|going|at it|movin|calm|you\\b|ya\\b|him\\b|her\\b|them (?:posted|informed)|me\\b|(?:that|this|it|these|those) (?:in mind|up|going|down|out)\\b|in mind|a (?:look|break|walk|moment|minute|second|photo|picture|shower|nap|peek|seat|rest)|care|time\\b|turns|place|part|advantage|note|notes|over\\b|off\\b|about\\b|around\\b|more\\b|less\\b|a lot|too\\b|\\d|the (?:\\w+ )?tool\\b))';
const briefly =
  '(?:(?:just|also|then|now|all|simply|probably|definitely|instead|therefore|always|only) ){0,2}';
const team = '(?:we|the (?:team|client|board|group|committee)|everyone|both)';

const heading =
  '(?:(?:final |key |our |my |changed )?(?:decision|verdict|resolution|conclusion|choice)|decided|agreed|approved|settled|entscheidung|entschieden|beschluss|beschlossen|décision|décidé|decisión|decidido|acordado|decisione|deciso|decisão|besluit|решение|решено)';

const settled = '(?:decided|agreed|chose|settled|opted|ruled out|voted|committed to|went with|finali[sz]ed)';
const judged = '(?:chosen|picked|selected|approved|rejected|accepted|dropped)';
const proposal =
  '(?:proposals?|ideas?|options?|plans?|approach(?:es)?|designs?|budgets?|suggestions?|motions?|drafts?|names?|logos?|colou?rs?|versions?|variants?|alternatives?|concepts?|candidates?|offers?|bids?|contracts?|vendors?|suppliers?|venues?|dates?|it|that|this)';

const binding: readonly RegExp[] = [
  // A binding form and a choice.
  new RegExp(`\\blet(?:['’]?s| us) ${briefly}(?!take)${choose}${noChoice}`),
  /\blet['’]?s (?:just )?(?:go ahead|do (?!this\b|it\b|that\b))/,
  new RegExp(
    `\\b${team}(?:['’]ll| will| shall|['’]re going to| are going to| is going to) ${briefly}${choose}${noChoice}`,
  ),
  new RegExp(
    `\\b(?:${team}|i)(?:['’]re|['’]m| are| am| is) ${briefly}(?!using|keeping)${choosing}${noChoice}`,
  ),
  /** A statement of design: "it will use Redis", "prices will be stored as cents". */
  new RegExp(
    `^(?:\\S+ ){0,4}?(?!(?:you|he|she|they|i|we|there|who|which|that)\\b)[\\p{L}\\p{N}_./-]+ will ${briefly}(?:(?:use|go with|run on|rely on|live (?:in|on)|default to|replace|stay (?:with|on|in)|keep)${noChoice}|be (?:built|written|based|hosted|stored|called|named|kept|replaced|dropped|served|deployed) )`,
    'u',
  ),
  // A verb of deciding in a reporting form.
  new RegExp(
    `(?<!\\b(?:when|as|than|before|after|until|what|which|where|why|how|who|that) )\\b(?:we|i|they|you|he|she|everyone|team|client|user|board|group|both|committee)(?:['’]ve| have| has| had)? ${'(?:all |finally |just |also |already |both |then |now |mutually |ultimately ){0,2}'}(?:decided|agreed|chose|settled on|opted|concluded|committed to|ruled out|voted|went with|picked(?! up)|approved|rejected)\\b`,
  ),
  new RegExp(`\\b(?:was|were|is|are|been|it['’]s|that['’]s) (?:now |already |finally )?${settled}\\b(?!-)`),
  // What somebody proposed, not what a program does with its input ("the push was rejected").
  new RegExp(
    `\\b${proposal}\\b[^.?!;]{0,60}? (?:was|were|is|are|been) (?:now |already |finally )?${judged}\\b(?!-)`,
  ),
  /\b(?:was|were|is|are) (?:chosen|picked|selected)\b(?=[^.?!]{0,80}\b(?:because|since|over|instead of|rather than)\b)/,
  /\bdecided (?:to|on|against|that|not to|in favou?r)\b/,
  /\b(?:the|our|my) (?:final |key |main )?(?:decision|verdict|choice) (?:is|was|to)\b/,
  /\b(?:chose|chosen|picked|preferred|selected|went with|go with|going with)\s[^.?!]{1,80}\b(?:over|instead of|rather than)\b/,
  /\b(?:i|we|they) (?:\w+ )?(?:use|used|adopt|adopted|switched to|moved to|prefer|choose) [^.?!]{1,60}\b(?:instead of|rather than|over)\b/,
  /^(?:switched to|moved to|adopted|replaced) [^.?!]{1,60}\b(?:instead of|rather than|with|by)\b/,
  // After a heading such as "Decision:".
  new RegExp(`^(?:\\*\\*)?${heading}(?:\\*\\*)?(?:\\s?[:：—–]|\\s-\\s)(?:\\*\\*)?\\s*\\S+\\s+\\S`, 'u'),
  /^(?:agreed|decided|approved|settled)[.,]\s+(?:we|i|let['’]s|it|the|so)\b\S*\s+\S+\s+\S/,
  // "Cents it is."
  /^(?:(?:ok(?:ay)?|then|so|well|right|great|good|fine)[\s,]+){0,2}(?!(?:what|how|as|that|who|where|when|why|so|like|whatever|because|than|here|there|yes|no|sure|sometimes|maybe|usually|i|we|you)\b)(?:[\p{L}\p{N}"'’.+#-]+ ){1,5}it is(?:,? then)?\s*[.!…]*$/u,
];

const otherLanguages: readonly RegExp[] = [
  /\b(?:entschieden|beschlossen|geeinigt|vereinbart|festgelegt)\b|\bwir (?:nehmen|nutzen|verwenden|benutzen|behalten|wechseln|bleiben (?:\S+ ){0,2}(?:bei|dabei)|gehen mit|setzen auf|machen es (?:mit|so))\b|\b(?:es )?bleibt (?:es )?(?:bei|dabei)\b/u,
  /\b(?:nous avons|on a|j['’]ai|a été) (?:(?:finalement|donc|tous) )?(?:décidé|choisi|convenu|opté|retenu)|\b(?:on|nous) (?:part(?:ons)?|prend|prenons|garde|gardons|utilise(?:ra)?|utilisons|utiliserons|choisit|choisissons|reste(?:ons)? (?:sur|avec)|opte|optons)(?=\s)|c['’]est décidé/u,
  /(?<!\p{L})(?:h(?:emos|e|an) (?:decidido|acordado|elegido|optado)|decidimos|acordamos|vamos (?:con|a (?:usar|utilizar))|optamos por|elegimos|usaremos|utilizaremos|nos quedamos con|queda (?:decidido|acordado))(?!\p{L})/u,
  /(?<!\p{L})(?:abbiamo (?:deciso|scelto|concordato)|usiamo|useremo|andiamo con|temos decidido|escolhemos|vamos usar|ficamos com|we kiezen|hebben (?:besloten|gekozen)|мы (?:решили|выбрали|договорились|будем использовать))(?!\p{L})/u,
  /(?:决定|決定)(?!吗|嗎|什么|什麼|不了|权|權)|(?:就|改|选|選|采|採)用|定(?:为|為|在)|に決め|にします|にしました|ことに(?:しました|した|します|決)|を採用|하기로 (?:했|결정)|(?:으로|로) 결정/u,
];

const bySelf = new RegExp(
  `\\bi(?:['’]ll| will| shall|['’]m going to| am going to) ${briefly}${choose}${noChoice}`,
);
/** "Going with SQLite then.", "Sticking to the plan": the subject is left out. */
const withoutSubject = new RegExp(
  `^(?:${choosing})${noChoice} (?!.*\\b(?:is|are|was|were|makes?|means|gives?|would|will|can|could|helps?)\\b)`,
);
/** "Use Postgres instead of MySQL": an order. */
const order = /^(?:please )?(?:use|take|pick|choose|go with|stick (?:with|to)|keep|drop) [^?!]{1,80}$/;
const alternative = /\b(?:instead(?: of)?|rather than|over|not)\b/;
const reason = /\b(?:because|since|as it|instead of|rather than|over)\b/;

/** Only possible, only supposed, or not (yet) decided. */
const unsettled =
  /\b(?:haven['’]?t|not(?: yet)?|hasn['’]?t|didn['’]?t|never|until|before|once|if|whether|should|could|need to|needs to be|to be|still|wasn['’]t|isn['’]t|aren['’]t) (?:\w+ ){0,3}(?:decided|agreed|decide|agree|chosen|approved|finali[sz]ed|settled|choose)\b|\b(?:maybe|perhaps|might|i (?:suggest|propose|recommend|wonder)|would (?:suggest|propose|recommend)|thinking (?:of|about)|considering|consider) |\b(?:noch nicht|nicht (?:\S+ ){0,2}entschieden|vielleicht|peut-être|pas encore|quizás|todavía no)\b|还没|還沒|尚未|まだ|아직/u;
const supposed =
  /^(?:if|unless|suppose|imagine|when|once|wenn|falls|si|cuando|se|quando|如果|もし|만약)(?:\s|(?=[如もし만]))/u;

const headingAlone = new RegExp(`^\\s*${heading}\\s*$`, 'u');

/** "Decision", "Agreed": the text after such a label is a decision. */
export function headsDecision(label: string): boolean {
  return headingAlone.test(inSmallLetters(label));
}

/** `role` is the speaker's: a model's announcement of its next step is not a decision. */
export function isDecision(text: string, role: string): boolean {
  const sentence = inSmallLetters(text);
  if (supposed.test(sentence) || asksByOrder(sentence) || unsettled.test(sentence)) return false;
  if (binding.some((form) => form.test(sentence)) || otherLanguages.some((form) => form.test(sentence)))
    return true;
  if (bySelf.test(sentence) || withoutSubject.test(sentence))
    return role !== 'assistant' || reason.test(sentence);
  return (role === 'user' || role === 'person') && order.test(sentence) && alternative.test(sentence);
}
