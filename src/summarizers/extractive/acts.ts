/**
 * What a sentence does in a conversation: asks, decides, promises, requests work, reports a finding or a result.
 * Recognized by typical words: English in full, other languages by a few words.
 */
import { isDecision } from '../../facts/decisions.ts';
import { stripOpening } from './english/openings.ts';
import { isAdverb, isCommand, isPast } from './english/verbs.ts';

export type Act =
  | 'question'
  | 'decision'
  | 'commitment'
  | 'request'
  | 'proposal'
  | 'finding'
  | 'action'
  | 'problem'
  | 'statement'
  | 'smalltalk';

const questionMark = /[?？؟\u037e]["'”’)\]」』]*\s*$/u;
/** English words occur in other languages with another meaning: Spanish "todo" is "all". */
const englishCommitment =
  /\b(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to| promise| plan to| intend to)\b|\blet me\b(?! (?:know|have|hear)\b)|\b(?:next steps?|to-?do|action items?|follow up|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|the end of|next))\b/iu;
const commitment = /ich werde|je vais|nous allons|voy a|vamos a|vou |farò|я сделаю|します|我会|我們會/iu;
const request =
  /\b(?:please|(?:can|could|would|will) you|i (?:need|want|would like|'d like) (?:you )?to|i(?:'d| would) like|i need|we need|make sure|remember to|don't forget|i(?:'m| am) (?:looking|trying|hoping) to)\b|bitte|ich (?:möchte|brauche|will|hätte gern)|s'il (?:te|vous) pla[iî]t|je (?:veux|voudrais|souhaite|cherche)|j'ai besoin|por favor|quiero|quisiera|necesito|me gustaría|per favore|vorrei|ho bisogno|gostaria|preciso|пожалуйста|мне нужн|я хочу|ください|お願い|たいです|たいのですが|请|請|我想|我要|我需要|싶습니다|싶어요|주세요/iu;
const proposal =
  /\b(?:let's|how about|what about|why don't|shall we|should|suggest|recommend|propose|maybe we|we could|would be better|you'd better|had better|i think we)\b|vorschlag|je propose|propongo|suger|предлагаю|提案|建议|建議/iu;
const finding =
  /\b(?:found|turns? out|discover(?:ed|y)?|realiz(?:ed|e)|noticed|root cause|the (?:cause|reason|issue|problem|fix|answer|result) (?:is|was)|because|caused by|due to|it (?:seems|looks like)|confirmed|successfully|now (?:works?|pass(?:es)?)|(?:is|are) (?:now |all )?(?:fixed|working|complete|done|green)|results? (?:show|are|were|is|was))\b|gefunden|herausgefunden|trouvé|encontr|trovato|оказалось|わかりました|发现|發現/iu;
const action =
  /\b(?:(?:i|we)(?:'ve| have)|i (?:added|fixed|created|updated|implemented|changed|removed|wrote|ran|tested|moved|renamed|refactored|deployed|installed|merged|pushed|committed)|(?:added|fixed|created|updated|implemented|changed|removed|wrote|moved|renamed|refactored|deployed|installed|merged|pushed|committed|completed|resolved) (?:the|a|an|all|both|it|to|in|from|with|`))\b/iu;
const problem =
  /\b(?:problem|issue|error|bug|broken|fail(?:s|ed|ing|ure)?|trouble|wrong|mistake|complain(?:t)?|crash(?:es|ed)?|lost|hurts?|sick|stuck|damage[ds]?|worried|can't|doesn't work|not working)\b|fehler|problème|erreur|problema|ошибка|エラー|問題|错误|问题/iu;
const smalltalk =
  /^(?:(?:hi|hello|hey|bye|goodbye|good ?bye|thanks?|thank you|you're welcome|welcome|sorry|excuse me|see you|take care|nice to meet|how are you|good (?:morning|afternoon|evening|night)|congratulations|can i help|may i help|what can i do for you|no problem|my pleasure|not at all|of course|sure|okay|ok|yes|yeah|no|right|really|great|fine|exactly|i see|i know|that's (?:right|true|great|good|fine|nice|all right|ok|okay))\b)/iu;

/** Good wishes and offers of help, which end conversations on any subject. */
const courtesy =
  /\b(?:feel free|don't hesitate|let me know (?:if|when|how|what)|(?:happy|glad|here) to (?:help|assist)|(?:anything|something) else|further (?:assistance|questions|help)|have (?:a (?:\w+ )?(?:\w+ )?(?:day|time|trip|evening|weekend|one)|fun)|(?:how|what) (?:can|may) i (?:help|assist|do for)|take (?:your time|care)|stay safe|good luck|keep (?:me|us|you|ya|them) (?:posted|updated)|keep (?:it up|up the good work)|reach out)\b|melde dich|bei fragen|sag(?:en sie)? (?:mir )?bescheid|n'hésite[zs]? pas|no dude(?:s)? en|随时|隨時/iu;
const courteousWords = 16;

export function actOf(
  text: string,
  contentTerms: number,
  options: { english: boolean; role: 'user' | 'assistant' },
): Act {
  if (smalltalk.test(text) && contentTerms <= 2) return 'smalltalk';
  if (courtesy.test(text) && text.split(/\s+/u).length <= courteousWords) return 'smalltalk';
  if (questionMark.test(text))
    return /\b(?:can|could|will|would) you\b|\bplease\b/i.test(text) ? 'request' : 'question';
  if (isDecision(options.english ? stripOpening(text) : text, options.role)) return 'decision';
  if (request.test(text)) return 'request';
  if (options.english && opensWithCommand(text)) return 'request';
  if (action.test(text) || (options.english && isPast(text.toLowerCase().split(' ', 1)[0]!))) return 'action';
  if (commitment.test(text) || (options.english && englishCommitment.test(text))) return 'commitment';
  if (finding.test(text)) return 'finding';
  if (proposal.test(text)) return 'proposal';
  if (problem.test(text)) return 'problem';
  return contentTerms === 0 ? 'smalltalk' : 'statement';
}

function opensWithCommand(text: string): boolean {
  const words = stripOpening(text)
    .toLowerCase()
    .split(/[\s,.]+/u, 3);
  const [first = '', second = ''] = isAdverb(words[0] ?? '') ? words.slice(1) : words;
  if (first === 'let' || first === "let's") return false;
  return isCommand(first, second) || first === "don't" || (first === 'do' && second === 'not');
}
