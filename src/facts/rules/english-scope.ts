/**
 * English sentences that bind because of their scope: an order or a wish for all answers, for everything that the
 * assistant writes, for every time; and what is forbidden to it.
 */

/** What an assistant gives back, again and again. */
const output =
  '(?:answers?|repl(?:y|ies)|responses?|messages?|explanations?|summar(?:y|ies)|e-?mails?|letters?|commits?|commit messages?|pull requests?|prs?|reviews?|suggestions?|recommendations?|reports?|translations?|drafts?|texts?|chats?|conversations?|charts?|tables?|lists?|examples?|code examples?|snippets?|plans?|estimates?)';
const several =
  '(?:answers|replies|responses|messages|explanations|summaries|e-?mails|letters|commits|commit messages|pull requests|prs|reviews|suggestions|recommendations|reports|translations|drafts|texts|charts|examples|code examples|plans|estimates|docstrings|comments)';
const amount =
  '(?:\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|fifty|a hundred|half a)';
const measured =
  '(?:words?|sentences?|lines?|paragraphs?|bullets?|bullet points?|items?|characters?|pages?|points?|tokens?|emojis?)';
const atMost =
  '(?:no (?:more|longer) than|not (?:more|longer) than|at (?:most|least)|max(?:imum)?\\.?(?: of)?|a maximum of|up to|under|below|within|fewer than|less than|at the most|exactly|only)';
/** Features of form that somebody wants everywhere or nowhere. */
const form =
  '(?:emojis?|tables?|bullets?|bullet points?|bullet lists?|headings?|headers?|markdown|bold(?: text)?|italics|abbreviations?|acronyms?|jargon|slang|exclamation marks?|em[- ]dashes|footnotes?|disclaimers?|caveats?|apolog(?:y|ies)|fluff|filler(?: words)?|small talk|pleasantries|flattery|compliments|praise|moralizing|lectures|jokes|puns|metaphors?|rhetorical questions|follow-?up questions|greetings?|sign-?offs?|introductions?|preambles?|recaps?|todos?|todo comments?|placeholders?|pseudo-?code|comments in (?:the )?code|inline comments|magic numbers|anglicisms|clich[ée]s|passive voice)';
const forbidden =
  '(?:forbidden|prohibited|banned|barred|not allowed|not permitted|disallowed|never allowed|never permitted|not authori[sz]ed)';
const wishIf =
  "(?:i(?:'d| would)(?: [a-z]+)? (?:appreciate|like|love|prefer)(?: it)? (?:if|that)|i(?:'d| would)(?: [a-z]+)? be (?:(?:so|very|really|most) )?(?:grateful|glad|happy|thankful|pleased|obliged) if|it(?:'d| would) be (?:(?:so|very|really) )?(?:great|nice|good|helpful|lovely|best|better|ideal|perfect|wonderful|kind|useful) if|it(?:'s| is) (?:[a-z]+ )?(?:important|essential|crucial|vital|necessary|imperative)(?: (?:to|for) (?:me|us))?(?: that)?|i(?: must| have to| really| do| strongly)? (?:insist|demand|require|request|ask|want|need|expect)(?: that)?|i(?:'d| would) rather)";
/** Said of no work: these keep "I want you to know …" and "I'd love it if you were here" out. */
const otherDeeds =
  '(?!(?:(?:always|never|to|not|only|could|would|were|are|be|had|have|can|will|know|feel|see|hear|understand|realize|remember me|come|came|go|love|like|stay|live|meet|met|marry|visit|join|win|get|got|think|believe|imagine|forgive|enjoy|happy)\\s)*(?:know|knew|feel|felt|love|loved|be|were|are|here|there|happy|come|came|go|went|stay|stayed|live|lived|meet|met|marry|visit|visited|join|joined|win|won|believe|forgive|forgave|enjoy|enjoyed|hear|heard|smile|smiled|smoke|smoked|drink|drank|eat|ate|sleep|slept|drive|drove|leave|left|lie|lied)(?![a-z]))';

/** The most usual orders: the whole list, which is long, would have to be compiled once more for each pattern. */
const work =
  '(?:use|write|add|include|ask|answer|reply|respond|say|tell|mention|explain|show|give|put|keep|change|edit|modify|touch|delete|remove|create|rename|overwrite|install|run|push|commit|merge|deploy|rebase|send|post|share|store|log|skip|guess|assume|invent|apologi[sz]e|repeat|suggest|translate|format|cite|quote|check|verify|test|warn|stop|avoid|do|make)';

export function scopeOf({ verbs, onward }: { verbs: string; onward: string }): {
  patterns: readonly string[];
  matches: (sentence: string) => boolean;
} {
  const patterns = [
    `^(?!i\\b|we\\b|he\\b|she\\b|they\\b|it\\b)[a-z][a-z ]{1,40} (?:instead of|rather than|not) [a-z][a-z ]{1,40}?,? ${onward}[.!]*$`,
    `^${onward},?\\s+i(?:'d| would)?(?: really| also)? (?:want|like|need|expect|prefer|appreciate)(?: to (?:see|get|have|read|hear))?\\s(?!to\\b|you to know)[a-z]`,
    `^${onward},?\\s+we(?:'ll| will| only| always| never| don't| no longer| do)*\\s(?:use|write|name|call|commit|push|test|format|document|indent|stick|keep|prefix|deploy|avoid|follow|answer|speak|log|mock|version|tag|release|merge|rebase|squash|ship)(?![a-z])`,
    `^you(?:'re| are)(?: [a-z]+ly)? ${forbidden} (?:from [a-z]+ing|to) `,
    `^(?:it(?:'s| is))(?: [a-z]+ly)? (?:forbidden|prohibited|verboten|taboo|off[- ]limits)(?: for you)? to (?:${work})(?![a-z'])`,
    `^i (?:[a-z]+ly )?(?:forbid|prohibit) you (?:to|from)\\s|^i (?:do not|don't|won't|will not) (?:allow|permit|let) you (?:to )?(?:${work})(?![a-z'])|^i(?:'m| am) not (?:okay|ok|fine) with you [a-z]+ing\\s`,
    `^(?:pushing|committing|deleting|editing|changing|modifying|installing|merging|deploying|force-pushing|rebasing|overwriting|renaming|mocking|hardcoding|guessing|touching|adding|using|skipping|disabling|ignoring)\\s(?![a-z]+ (?:is|are)\\b.*\\b(?:here|this|in|by)\\b)[^?,]{2,60}\\s(?:is|are) (?:strictly |absolutely |completely |always )?(?:forbidden|prohibited|not allowed|not permitted|not an option|never allowed|taboo|a no-?go|out of the question)(?: (?:for you|without[^?]{2,40}|unless[^?]{2,60}))?[.!]*$`,
    `^you(?:'re| are) (?:free|welcome|allowed|permitted) to [^?,]{2,80},? (?:but|just|only) (?:never|not|don't|do not|ask)`,
    `^(?:all|any|every|each|no|the)(?: new)? (?:[a-z]+ ){1,3}(?:that |which )?you (?:write|make|create|add|use|touch|change|send|suggest|propose|give|commit|generate|recommend|draft|build|plan|cite|show|introduce)(?:\\s[a-z]+){0,2}\\s(?:must|needs?(?! (?:my|it|them|this|that)\\s)|has to|have to|should|shall|is to|are to|may|cannot|can't|can only)(?![a-z])`,
    `^(?:all |any |every |each )?new (?:code|functions?|files?|features?|endpoints?|modules?|components?|class(?:es)?|tests?|methods?|tables?|columns?|migrations?|branches|routes?|scripts?|pages?) (?:must|needs? to|has to|have to|should|shall|is to|are to|always)\\s`,
    `^if you ever (?!do (?:it|that|this)\\b|need (?:help|any|some|me|to talk|someone|company)|want|come|get|go|visit|feel|are (?:in|near|around|back|free|bored))(?:${work}|need|see|find|come across|encounter|notice|run into|have)(?![a-z])[^?,]{0,100},\\s*(?!(?:please )?(?:let me know|call me|give me a|tell me how|tell him|tell her|text me|come|look|say hi|think|try|be|go|get|have|bring|take|feel))(?:please\\s+|then\\s+|always\\s+|never\\s+|don't\\s+|do not\\s+|just\\s+)*(?:${work})(?![a-z'])`,
    `^(?:for|in|with|when it comes to) (?:your |all |my |any )?(?:${several}|code|code reviews|sql|python|typescript|javascript|java|yaml|json|markdown|css|html|tests|branch names|file names|variable names|names|dates|prices|amounts|numbers|units|recipes|quotes|citations|translations to [a-z]+|money|migrations|dependencies),\\s*(?:please\\s+)?(?:always\\s|never\\s|only\\s|don't\\s|do not\\s)?(?:use|write|put|keep|give|show|add|prefer|stick|avoid|follow|cite|quote|spell|indent|start|begin|end|name|include|mention|state|round|ask|answer|reply|respond|capitali[sz]e|format|translate|leave|limit|sign)(?![a-z'])(?![^?]*\\b(?:this|that|these|those|it|now)\\b)`,
    `^(?:please )?(?:${atMost})\\s${amount} ${measured}(?:,? please)?,? (?:per|in|for|an|in each|in every|for each|for every|each|every) (?:every |each |any )?${output}(?:,? please)?`,
    `^(?:please )?(?:keep|limit|restrict|cut|hold|cap)\\s(?:all |the |your |every |each |all your )*${output} (?:to|at|under|below|within|shorter than|to (?:a )?max[a-z]*(?: of)?)\\s(?:(?:${atMost})\\s)?${amount} ${measured}`,
    `^(?:answers|replies|responses|explanations|summaries|commit messages|comments|e-?mails|code comments|titles|names|dates|prices|amounts|units)(?: (?:to|for|from) [a-z]+)?(?: (?:must|should|have to|need to|are to|shall|may|can) (?:not |never |only |always )?(?:be|have|use|contain|include|stay|start|end|fit|mention|exceed|come|stand)(?![a-z])|:? (?:in|as|at most|no longer than|under|always|never|only|without) (?!the |this |that |it\\b)[^?]{2,60}[,;]? (?:please|always|only|at most [^?]{2,40}|no [^?]{2,40})[.!]*$)`,
    `^i (?:never|don't|do not|don't ever|really don't|do not ever) (?:want|need|like|wish)(?: to see| to read| to get| to hear)?(?: any| your)? ${form}(?![a-z])(?!\\s(?:i|we|today|now|tonight|for|with|are|is)\\b)`,
    `^i only (?:want|need|accept|like|use|read)(?: to (?:see|hear|read|get))?\\s(?:about )?(?:short|brief|plain|concise|vegan|vegetarian|metric|simple|direct|honest|typed|free|open[- ]source|[a-z]+ (?:answers|replies|options|recipes|suggestions|examples|sources|code))(?![a-z])`,
    `^(?:quit|cease|enough with) (?:[a-z]+ing|the|your|all the|all these)\\s(?!this|that|it\\b)[^?]{0,80}(?:all the time|constantly|every time|in every|all these|so much|always|ever again|already|please|${form}|${several})`,
    `^(?:please )?mind (?:your|the) (?:tone|language|length|style|wording)\\s*[:,—–-]`,
  ];
  const inOutput = `(?:in|for|with|at the (?:end|start|beginning|top|bottom) of|on|per|to) (?:(?:all|every|each|any|every single)(?: of)? (?:your |my |our |the )?(?:future |new |further |other )?${output}|(?:your|future|all your) ${several})(?![a-z])`;
  const ofWork =
    '(?:everything|anything|whatever|any [a-z]+|all [a-z]+|every [a-z]+|each [a-z]+)(?: that)? you (?:write|make|create|produce|send|suggest|propose|give|do|say|generate|build|add|draft|recommend|plan|cite|show|tell|hand|touch|change|commit|deliver)(?![a-z])';
  // In two steps, because together they would be compiled for each other: whose deed it is, and how long it lasts.
  const order = new RegExp(
    `^(?:please )?(?:don't |do not |never |always |only )?(?:${verbs})(?![a-z'])`,
    'u',
  );
  const everywhere = new RegExp(`\\s(?:${inOutput}|(?:in|with|for|to) ${ofWork}|throughout[.!]*$)`, 'u');
  const wish = new RegExp(`^${wishIf} (?:please )?you ${otherDeeds}`, 'u');
  const wishForOutput = new RegExp(
    `^(?:${wishIf}|make sure|ensure|see to it)(?: that)? (?:every|each|all|any|your|all your|no|none of your) (?:of your )?(?:[a-z]+ )?(?:${output}|function you|code you|file you)(?![a-z])`,
    'u',
  );
  const wishNot = new RegExp(
    `^${wishIf} (?:please )?you (?:to |could |would |should )?(?:never|always|only ever|didn't|don't|do not|did not|not|stopped|stop|quit) ${otherDeeds}(?:${work}|[a-z]+ed|[a-z]+ing|used|wrote|gave|said|told|made|put|kept|began|sent)(?![a-z])`,
    'u',
  );
  const lasting = new RegExp(
    `\\s(?:always|never|ever|at all times|every (?:single )?time|each time|whenever|any ?more|any longer|${onward}|${inOutput}|${ofWork}|every ${output}|each ${output}|all your ${several}|without (?:asking|checking|telling|my|our)|throughout|by default)(?![a-z])`,
    'u',
  );
  const otherSubject = /\s(?:i|i'll|i'm|we|he|she|they|it)\s/u;
  const relief = new RegExp(
    `^(?:you (?:do not|don't|needn't|need not|no longer)(?: have to| need to)? ${work}(?![a-z'])|you (?:can|may|should|could|might as well) (?:always |safely )?(?:skip|leave out|drop|omit|spare me|do without|avoid|assume|expect)\\s|(?:there's |there is )?no need to ${work}(?![a-z']))`,
    'u',
  );
  const atLast = new RegExp(`[\\s,](?:${onward}|ever|at all|always|${inOutput})[.!]*$`, 'u');
  return {
    patterns,
    matches: (sentence) => {
      if (order.test(sentence) && everywhere.test(sentence)) return true;
      // By the first letter, because hardly any sentence begins with one of these.
      const first = sentence[0] ?? '';
      if ('imes'.includes(first) && wishForOutput.test(sentence)) return true;
      if ('ytn'.includes(first)) return relief.test(sentence) && atLast.test(sentence);
      if (first !== 'i') return false;
      if (wishNot.test(sentence)) return true;
      const rest = sentence.replace(/^i(?:'d| would)? |^it /u, '');
      return wish.test(sentence) && lasting.test(sentence) && !otherSubject.test(rest);
    },
  };
}
