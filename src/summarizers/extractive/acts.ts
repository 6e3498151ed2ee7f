/**
 * What a sentence does in a conversation: asks, decides, promises, asks for work, reports a finding or a result.
 * Found by the words that mark it; English in full, a few marks of other languages.
 */
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
const decision =
  /\b(?:decided|(?:the|our|final) decision (?:is|was)|made (?:a|the|our) decision|agreed (?:to|on|that|upon)|(?:we|i|you)(?:'ll| will| are going to|'re going to) (?:go with|go for|use|keep|stick|choose|take|adopt|drop)|let's (?:go with|use|keep|stick)|going with|settled? on|concluded|(?:we|i|they) chose|chosen|approved)\b|beschlossen|entschied|décidé|decidi|acordamos|deciso|besloten|решил|決定|决定|決めま|결정/iu;
const commitment =
  /\b(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to| promise| plan to| intend to)\b|\blet me\b|\b(?:next steps?|to-?do|action items?|follow up|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|the end of|next))\b|ich werde|je vais|nous allons|voy a|vamos a|vou |farò|я сделаю|します|我会|我們會/iu;
const request =
  /\b(?:please|(?:can|could|would|will) you|i (?:need|want|would like|'d like) (?:you )?to|i(?:'d| would) like|i need|we need|make sure|remember to|don't forget)\b|bitte|s'il (?:te|vous) pla[iî]t|por favor|per favore|пожалуйста|ください|お願い|请|請/iu;
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

export function actOf(text: string, contentTerms: number, options: { english: boolean }): Act {
  if (smalltalk.test(text) && contentTerms <= 2) return 'smalltalk';
  if (questionMark.test(text))
    return /\b(?:can|could|will|would) you\b|\bplease\b/i.test(text) ? 'request' : 'question';
  if (decision.test(text)) return 'decision';
  if (request.test(text)) return 'request';
  if (options.english && opensWithCommand(text)) return 'request';
  if (action.test(text) || (options.english && isPast(text.toLowerCase().split(' ', 1)[0]!))) return 'action';
  if (commitment.test(text)) return 'commitment';
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
