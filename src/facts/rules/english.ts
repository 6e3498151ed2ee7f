/**
 * English sentences by which a user binds the assistant permanently: an order (an imperative, "you must", "I want you
 * to") with something that makes it last ("always", "never", "from now on", "whenever", "call me").
 */

import { fromNowOn } from '../from-now-on.ts';
import { choiceOf } from './choices.ts';
import { convenience, occasionPatterns } from './english-occasions.ts';
import { scopeOf } from './english-scope.ts';
import type { InstructionGrammar } from './grammar.ts';

const verbs =
  'use|add|write|include|touch|change|modify|edit|commit|push|delete|remove|call|create|mention|ask|reply|respond|answer|say|speak|run|install|put|import|make|do|send|share|store|log|print|skip|rewrite|refactor|mock|hardcode|hard-code|assume|guess|invent|apologi[sz]e|explain|format|translate|summari[sz]e|rename|merge|deploy|rebase|force|force-push|generate|suggest|start|end|begin|talk|tell|give|show|keep|repeat|expose|break|mix|book|schedule|charge|contact|output|return|quote|cite|leave|check|verify|test|lint|review|wait|stop|avoid|prefer|stick|follow|respect|address|refer|treat|consider|try|let|set|sign|close|open|move|copy|read|look|search|find|fetch|pull|build|compile|ship|release|publish|tag|update|upgrade|pin|document|comment|describe|list|number|bullet|indent|wrap|sort|round|convert|calculate|count|measure|report|notify|warn|confirm|propose|offer|provide|attach|link|highlight|bold|italici[sz]e|capitali[sz]e|spell|abbreviate|shorten|limit|cap|restrict|trust|rely|depend|remind|record|save|back|encrypt|hash|mask|redact|hide|reveal|disclose|post|upload|download|overwrite|replace|revert|reset|restart|retry|cache|validate|sanitize|escape|handle|catch|throw|raise|ignore|split|join|combine|separate|prefix|suffix|name|label|title|order|group|plan|think|reason|work|stay|be|have|get|take|bring|pick|choose|select|switch|change|turn|apply|enable|disable|require|allow|support|default|fall|go|come|recommend|advise|correct|fix|clean|simplify|optimi[sz]e|squash|sync|touch|introduce|extend|cover|render|display|type|enter|paste|cut|trim|strip|lowercase|uppercase|camelcase|phrase|word|greet|thank|flatter|praise|joke|lecture|moralize|nag|interrupt|speculate|improvise|hallucinate|pretend|lie|buy|sell|order|pay|transfer|email|e-mail|mail|text|ping|page|act|play|double-check|triple-check|cross-check|proofread|declare|define|initialize|alphabetize|pad|quote|target|compare|mark|flag|note|point|state|spend';
const gerunds =
  'using|adding|writing|including|touching|changing|committing|pushing|mentioning|asking|apologi[sz]ing|calling|making|explaining|answering|replying|responding|saying|repeating|giving|putting|creating|deleting|removing|suggesting|starting|ending|telling|talking|speaking|running|sending|generating|formatting|summari[sz]ing|editing|modifying|guessing|assuming|being|doing';

/** Words after "always" or "never" that make it a remark or the speaker's own past, not an order. */
const noOrder =
  '(?:mind|let (?:it|them|him|her|go)|been|was|were|is|are|had|has|here|there|give up|forget(?! to)|have (?:had|i|we|been)|did|does|seen|heard|got|gonna|going|again|happy|glad|better|worse|ends?|too|really|sure|wanted|thought|said|saw|knew|went|felt|came|took|found|met|gave|told|lost|bought|ate|the|a|an|in|so|quite|enough|on|off|at|for|with|my|your|his|her|their|our|this|that|it|i|we|you|he|she|they|love|loved|like|liked|hate|hated|want|enjoy|wish|hope|feel|know|believe|fun|nice|good|great|bad|hard|easy|late|early|busy|tired|ready|able|possible|true|false|wrong|right|say never|easier|harder|said and done|up|down|out|about|as|but|and|or|if|when|than|more|less|much|many|one|two|someone|something|anything|nothing|looking|welcome|available|online|sad|hungry|alone|yours|mine|home)';
const order = `(?!${noOrder}(?!\\p{L}))(?:(?:${verbs})(?![\\p{L}'])|(?!\\p{L}+(?:[^s]s|ed|ing|ly|ful|ous|able|ish)(?!\\p{L}))\\p{Ll}{3,}\\s+\\p{L})`;

const onward = `(?:${fromNowOn.english}|as a (?:general )?rule|without exception|in (?:this|our) (?:conversation|session|chat|thread|project|repo(?:sitory)?|codebase)|(?:for|in) all (?:answers|replies|responses|messages|code|commits)|in every (?:answer|reply|response|message)|every time|each time|at all times|by default|permanently|for good)`;
const addressed = `(?:please\\s+|kindly\\s+|just\\s+|only\\s+|rather\\s+|instead\\s+|simply\\s+|also\\s+|again\\s+|first\\s+|always\\s+|never\\s+|don't\\s+(?:ever\\s+)?|do not\\s+(?:ever\\s+)?)*(?:${verbs})(?![\\p{L}'])`;
const toAssistant = `(?:${addressed}|you(?:'re| are)? (?:must|should|shall|will|can|may|need|have|to|not allowed)\\b|i(?:'d| would)? (?:want|like|need|expect|prefer) (?:you|all|every|your|short|only)\\b|(?:all|every|each|your|no|only|strictly)\\s\\p{L}|(?:your )?(?:answers?|replies|responses) (?:may|can|should|must|shall|are to) (?:be|have|use|contain|include|stay|not|never|only|always|start|end)(?!\\p{L}))`;

const language =
  '(?:english|german|french|spanish|italian|portuguese|japanese|chinese|mandarin|cantonese|korean|dutch|russian|polish|arabic|hebrew|turkish|hindi|greek|latin|swedish|danish|norwegian|finnish|czech|hungarian|romanian|ukrainian|vietnamese|thai|indonesian|esperanto|catalan|welsh|irish|british|american|plain|simple|formal|full|short|complete|one|two|three|a|bullet|markdown|json|lower ?case|upper ?case|verse|rhyme|haiku|first person|third person|\\w+ (?:sentences|words|style|tone|english|language))';
const length =
  '(?:short|shorter|brief|concise|terse|long|detailed|simple|plain|formal|informal|casual|friendly|polite|honest|neutral|factual|technical|under|below|within|to (?:one|two|three|four|five|\\d+|a)|in (?:english|german|french|spanish))';
const answers =
  '(?:answers?|replies|reply|responses?|explanations?|messages?|summaries|comments|emails?|code|commits|commit messages|sentences|paragraphs|things|it)';

const manner =
  '(?:verbose|wordy|chatty|vague|sarcastic|rude|condescending|apologetic|preachy|flowery|long-winded|formal|informal|lazy|repetitive|patronizing|dramatic|overly \\p{L}+|too \\p{L}+|so (?:formal|verbose|wordy|chatty|long))';

/** Recurring activities of an assistant. "Every row of the table" is not one: it speaks of a single table. */
const ownDoing =
  '(?:commit|push|merge|release|deploy(?:ment)?|change|edit|refactoring|task|step|turn|session|answer|reply|response|message|request|question|pull request|pr)';
const wholeTalk =
  '(?:conversation|chat|session|thread|project|repo(?:sitory)?|codebase|code base|workspace|team|company)';

const scope = scopeOf({ verbs, onward });

const patterns = [
  `^(?:could|can|would|will) you (?:please\\s+(?:always|never)|(?:always|never)\\s+please)\\s+\\p{L}`,
  `^(?:could|can|would|will) you (?:please\\s+|always\\s+|never\\s+)*(?:${verbs})(?![\\p{L}']).{0,200}\\s${onward}\\??[.!]*$`,
  `^(?:remember(?: that)?|i|i'm|i've|my|we|since|because|as)\\s[^?]{2,200}(?:,|;)\\s*so\\s+(?:please\\s+)?(?:always|never|don't|do not)\\s+(?:${verbs})(?![\\p{L}'])`,
  `^(?:please\\s+)?(?:don't|do not|stop) (?:be|being|sound|sounding)\\s+${manner}(?!\\p{L})`,
  `^(?:please\\s+)?(?:write|format|name|treat|prefix|sign|label|phrase|express|give|end|start|begin|answer|spell|round|quote|show)\\s+(?:all|every|each)\\s+(?!(?:the|of)\\b)\\p{L}`,
  `^(?:your|every|each|all|all your|all of your)\\s+(?:future\\s+)?(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies))\\s+(?:must|should|needs? to|ha(?:ve|s) to|shall|are to|is to|can(?:not|'t)|may not)\\s`,
  `^i(?:'d| would)? (?:want|like|need|prefer) (?:all |every |your |all your |all of your )+(?:answers?|repl(?:y|ies)|responses?|explanations?)(?!\\p{L})`,
  `^(?:please\\s+)?(?:only|strictly) ever (?:${verbs})(?![\\p{L}'])`,
  `^(?:please\\s+)?avoid (?!(?:the|my|this|that|these|those|it|him|her|them|a|an)(?!\\p{L}))\\p{L}+(?:\\s\\p{L}+){0,5}[.!]*$`,
  `^(?:it's|it is|it would be) (?:very |really |so )?(?:important|essential|crucial|vital)(?: to me)?(?: that)? you (?:always|never|only)\\s+${order}`,
  `^i(?:'d| would)? (?:never|do not ever|don't ever) (?:want|like|wish) (?:you to|to (?:see|get|read|hear|find)|any)\\s`,
  `^(?:whenever|every time|each time|any ?time)\\s+you\\s+(?:${verbs})(?![\\p{L}'])[^?,]{1,80}\\s(?<!\\b(?:the|a|an|any|my|your|our|this|that|some|of|to|and|or)\\s)(?:${verbs})\\s+(?:the|a|an|my|it|me|them|us|every|each|all)(?![\\p{L}'])`,
  `^(?:i|i'm|i've|my|we|since|because|as)\\s[^?]{2,200}(?:,|;)\\s*so\\s+(?:please\\s+)?(?:${verbs})(?![\\p{L}']).{0,80}\\s(?:every|any|each|all)\\s\\p{L}+\\s(?:that\\s)?you\\s(?:suggest|write|give|propose|recommend|send|make|draft|offer|hand|produce|generate|plan|book|show|tell)(?!\\p{L})`,
  `^i only (?:want|need|like|accept|expect)\\s+(?:you to|answers|replies|responses|explanations|short|brief|code)(?!\\p{L})`,
  `^you(?:'re| are) (?:never|not) (?:allowed|permitted|supposed) to\\s`,
  `^you(?:'re| are) to (?:always|never|only|call|address|refer|answer|reply|respond|use)(?!\\p{L})`,
  `^(?:please\\s+)?(?:ask|check with|warn|tell|notify|consult|inform)\\s+me\\s+(?:first\\s+)?(?:before|whenever|every time|each time)\\s.{0,120}\\b(?:any|anything|every|each|ever)\\b`,
  `^(?:please\\s+)?(?:ask|warn|tell|notify|consult|inform)\\s+me\\s+(?:first\\s+)?(?:whenever|every time|each time)\\s`,
  `^(?:always|never)(?:,? ever,?)?\\s+(?:please\\s+)?${order}`,
  `^under no circumstances\\s+(?:(?:should|must|may|are) you (?:ever )?(?:to )?)?(?:${verbs})(?![\\p{L}'])`,
  `^(?:before|after) (?:each|every|any) (?:single )?${ownDoing}(?!\\p{L})[^?,]{0,60},\\s*(?:please\\s+)?(?:${verbs})(?![\\p{L}'])`,
  `^(?:please\\s+)?(?:${verbs}|treat)(?![\\p{L}'])[^?,]{2,160},\\s*always[.!]*$`,
  `^i(?:'d like| would like| want| need| expect)\\s(?!you[.,])[^?,]{2,160},\\s*(?:always|at all times)[.!]*$`,
  `^(?:do not|don't) ever\\s+(?:${verbs})(?![\\p{L}'])`,
  `^(?:please\\s+)?${addressed}.{0,200}[\\s,(]${onward}[.!]*$`,
  `^${onward}[\\s,:;–—-]+(?:please[\\s,]+)?${toAssistant}`,
  '^you\\s+(?:(?:must|should|need to|have to|are to|shall|will)\\s+(?:always|never|not ever|only ever|only)|can only|may only)\\s+(?!see|have|hear|feel|find|guess|imagine|hope|wonder|know)\\p{L}',
  "^you\\s+(?:must|must not|mustn't|are not allowed to|aren't allowed to|may not|may never|are never to|are forbidden to)\\s+(?!have\\b|be \\d|love\\b|enjoy\\b|like\\b|really\\b|miss\\b|hate\\b|wonder\\b|hear\\b|say\\b|get\\b|find\\b|know\\b|feel\\b|see\\b|think\\b|admit\\b|understand\\b|be (?:tired|kidding|joking|wrong|right|mistaken|sure|new|happy|so|very|really|proud|excited|exhausted|crazy|thrilled))\\p{L}",
  `^i(?:'d| would)?\\s+(?:want|like|need|prefer|expect|ask|beg|urge)(?: for)?\\s+(?:you\\s+|that you\\s+)?(?:to\\s+)?(?:always|never|only)\\s+(?:to\\s+)?(?:be\\s+|get\\s+|see\\s+)?\\p{L}`,
  `^i(?:'d| would)?\\s+(?:want|like|need|prefer|expect)\\s+(?:you to|that you|it if you|if you)\\s+(?:please\\s+)?(?:(?:answer|reply|respond|write|speak|talk)(?: to me)?\\s+in\\s+${language}|call me|address me|refer to me|use|stop|avoid|keep)\\b`,
  "^(?:please\\s+)?(?:make sure|be sure|remember|ensure|take care|don't forget)\\s+(?:to\\s+|you\\s+|that you\\s+)?(?:always|never)\\b",
  `^(?!\\p{L}+(?: \\p{L}+)? you ${convenience})(?:whenever|every time|each time|any ?time|when you (?![^,]{0,80}\\s(?:the|this|that|these|those|it|them)(?!\\p{L}))|when (?:${gerunds}|reviewing|coding|testing|debugging|quoting|citing|translating|refactoring)|if you(?:'re| are)? (?:not sure|unsure|in doubt|don't know|change|add|edit|write|create|delete|touch|commit))(?![^,]{0,160},\\s*(?:please\\s+)?(?:feel free|don't (?:hesitate|be)))[^?,]{0,160},\\s*(?:please\\s+|then\\s+|first\\s+|also\\s+|you (?:must|should)\\s+)*(?:always|never|don't|do not|only|${verbs})(?![\\p{L}'])`,
  `^(?:for|in|before|after|when|if|on|with|unless|until|at)\\s(?!(?:this|that) (?!${wholeTalk}(?!\\p{L}))\\p{L})[^?,]{2,120},\\s*(?:please\\s+)?(?:always|never)\\s+${order}`,
  `^please\\s+(?:only\\s+|do not\\s+|don't\\s+|stop\\s+|avoid\\s+|always\\s+|never\\s+)*(?:(?:use|using)\\s+(?!(?:the|my|this|that|these|those|his|her|our|your|it|them)\\b)|avoid|keep (?:your|all|the) ${answers}|call me|refer to me|address me|answer (?:me )?in|reply in|respond in|write in|speak|prefix|stick to)`,
  `^please\\s+(?:always|never)\\s+${order}`,
  `^(?:please\\s+)?(?:do not|don't|avoid|stop)\\s+(?!(?:give up|get me|make me|tell me (?:you|that|it)|ask me (?:why|how)|say that|say (?:so|it)|worry|be|get|go|have|let|try|come|take|think|wait|look|play|turn|fall|thank|do (?:it|that|this)|start (?:with me|that))\\b)(?:${verbs}|${gerunds})(?![\\p{L}'])\\s+\\p{L}`,
  '^(?:please\\s+)?(?:only|strictly|exclusively)\\s+(?:ever\\s+)?(?:use(?! cases?(?!\\p{L}))|answer|reply|respond|write|modify|touch|edit|commit|change|speak|output|return|suggest|show|run|push|make|ask)\\b',
  '^(?:please\\s+)?(?:call me|address me as|refer to me as|speak to me as)\\s+(?!(?:back|when|if|at|on|tomorrow|later|tonight|today|now|again|crazy|old|lazy|once|after|before|anytime|any|as soon|asap|in|to|about|for|paranoid|whatever|maybe|please)\\b)\\p{L}',
  `^(?:please\\s+)?(?:answer|reply|respond|write|speak|talk)(?: to)?(?: me)?(?: only| always| exclusively| everything| all)? in\\s+${language}(?!\\p{L})`,
  `^(?:please\\s+)?keep\\s+(?:all\\s+|the\\s+|your\\s+|every\\s+)*${answers}\\s+(?:very\\s+|as\\s+|fairly\\s+|really\\s+)?${length}(?!\\p{L})`,
  `^i(?:'d| would)?(?: much| strongly| really| always)? prefer\\s+(?:(?:that you|if you|it if you|you)(?: could| would)? (?:always|never|to always|to never|only|to use|use|used|answer|to answer|answered|reply|replied|keep|kept|to keep|call|called|write|wrote|avoid|avoided|stop|stopped|didn't|don't)|short|concise|brief|long|detailed|simple|plain|metric|tabs|spaces|when you|answers|to be (?:called|addressed))\\b`,
  "^(?:it's|it is|that's|that is) (?:a|our|my) (?:hard |strict |standing )?rule(?::| that you| to)",
  `^(?:${verbs})(?![\\p{L}'])[^?]{0,200}(?:[,;—–(]|\\band\\b|\\bbut\\b)\\s*(?:please\\s+)?(?:always|never)\\s+(?!give up)(?:${verbs})(?![\\p{L}'])`,
  `[,;.—–(]\\s*(?:but |and |so |also |then )?please\\s+(?:always|never|only)\\s+(?:${verbs})(?![\\p{L}'])`,
  ...occasionPatterns({ verbs, order, ownDoing }),
  ...scope.patterns,
];

/** A bare order about something that is chosen once: "Use tabs.", "No emojis, please." */
const bareOrder =
  /^(?:please\s+)?(?:(?:use|prefer|stick (?:to|with)|switch to|indent with|leave out)(?!\p{L})|no(?: more)?\s+\p{L})/u;

/** About a single place, so it does not last. */
const onePlace = /\bhere[.!]*$|\b(?:in|for|on) this (?:one |single |particular )?\p{L}/u;

export const english: InstructionGrammar = {
  patterns,
  matches: (sentence) =>
    scope.matches(sentence) ||
    (bareOrder.test(sentence) &&
      !/^no\b.*\b(?:is|are|was|were|has|have|had|i see)\b/u.test(sentence) &&
      !onePlace.test(sentence) &&
      choiceOf(sentence) !== undefined &&
      sentence.split(/\s+/u).length <= 12),
};
