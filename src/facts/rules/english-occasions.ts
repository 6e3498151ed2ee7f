/**
 * English sentences that bind the assistant without "always" or "never", because they hold for every occasion of a
 * kind: "every time you change a file, run the formatter", "anything involving money needs my approval", "all dates in
 * ISO format".
 */

/** What an assistant makes again and again. Sentences about a thing that exists once are descriptions. */
const made =
  '(?:code|comments?|commits?|commit messages?|functions?|methods?|class(?:es)?|modules?|components?|endpoints?|variables?|names?|tests?|files?|docs|documentation|docstrings?|branch(?:es)?|prs?|pull requests?|merge requests?|migrations?|queries|query|scripts?|dates?|times?|numbers?|figures?|amounts?|prices?|units?|titles?|headings?|lists?|tables?|examples?|links?|sources?|quotes?|answers?|repl(?:y|ies)|responses?|messages?|e-?mails?|letters?|explanations?|summar(?:y|ies)|reports?|recipes?|paragraphs?|sentences?|texts?|images?|strings?|labels?|errors?|error messages?|logs?|releases?|deploys?|deployments?|changes?|features?|bug ?fix(?:es)?)';
const being =
  '(?:is|are|was|were|has|have|had|do|does|did|can|will|would|could|came|comes|look|looks|seems?)';
const consent = '(?:approval|permission|consent|ok(?:ay)?|go-?ahead|sign-?off|confirmation|say-?so)';
/** Not an occasion that comes again, but a moment that suits the listener. */
export const convenience =
  '(?:get (?:a|the) (?:chance|moment|minute|time)|have (?:a|the|some|any)? ?(?:chance|moment|minute|second|time)|can\\b|are (?:ready|free|able|done|finished|back|around|here|up|nearby|bored|hungry|tired|in (?:town|the area))|feel|like|want|wish|need (?:help|me|it)|come|go home|see (?:him|her|them|me)|arrive|wake)';

export function occasionPatterns({
  verbs,
  order,
  ownDoing,
}: {
  verbs: string;
  order: string;
  ownDoing: string;
}): readonly string[] {
  const command = `(?:please\\s+|then\\s+|first\\s+|also\\s+|just\\s+|you (?:must|should|have to|need to)\\s+)*(?:always\\s|never\\s|don't\\s|do not\\s|only\\s|no\\s|(?:${verbs}|bump|dump|post|ping|regenerate|rerun|re-run|push|be|mark|double-check)(?![\\p{L}']))`;
  const calm =
    "(?!(?:please\\s+)?(?:feel free|don't (?:hesitate|be|worry)|let me know if you (?:need|want)|look at (?:the|my)|come|go home))";
  return [
    // An occasion of the assistant's own work.
    `^(?:whenever|every time|each time|any ?time) (?!you (?:\\p{L}+ )?${convenience})(?:you(?:'re| are|'ve| have)?|a|an|any|the|tests?|something) (?!${convenience})[^?,]{2,120},\\s*${calm}${command}`,
    `^(?:when|once|as soon as) (?:you(?:'re| are|'ve| have) (?:done|finished|ready) with (?:a|an|any|each|every)|a|an|any|each|every)\\s[^?,]{2,120},\\s*${calm}${command}`,
    `^(?:when|once|as soon as) you (?:have |are |'ve )?[^?,]{2,80},\\s[^?]{2,100},\\s*(?:always|every time|each time)[.!]*$`,
    `^(?:if|when|whenever) i (?:ask|write|say|send|paste|quote|mention|complain|talk|speak|type|give you|tell you)(?!\\p{L})[^?,]{0,80},\\s*${command}`,
    `^if you (?:can't|cannot|can not|don't|do not|aren't|are not) (?:find|verify|confirm|tell|access|open|reach|know(?! (?:him|her|them|me|us|it)(?!\\p{L}))|understand|sure|certain)(?!\\p{L})[^?,]{0,80},\\s*(?:please\\s+)?(?:say so|tell me|ask|admit|write|leave|state|just say|stop)(?!\\p{L})`,
    `^if (?:something|anything|somebody|someone|anyone|a|an|any)\\s[^?,]{2,80},\\s*(?:please\\s+|always\\s+|then\\s+)?(?:ask|tell|warn|notify|check with|consult|inform)\\s(?:me|us)(?!\\p{L})`,
    `^(?:please\\s+)?(?:${verbs})(?![\\p{L}'])[^?]{0,160}\\s(?:with|in|for|before|after|to|at the end of) (?:every|each)(?: single)? (?:commit|push|merge|release|deploy(?:ment)?|change|edit|answer|reply|response|message|request|question|pull request|pr|session)(?!\\p{L})`,
    `^(?:please\\s+)?(?:${verbs})(?![\\p{L}'])[^?]{0,80}\\s(?:every|each|any) (?:\\p{L}+ )?(?:that )?you (?:run|write|make|create|add|send|use|touch|fix|change|suggest|propose|give)(?!\\p{L})`,
    `^(?:please\\s+)?(?:start|begin|end|finish|open|close|sign) (?:every|each|all)(?: one)? of your\\s`,
    `^(?:please\\s+)?(?:use|say|write|avoid|include|drop|skip)(?![\\p{L}'])[^?]{2,80}\\s(?:when|whenever) you (?:talk|speak|write|answer|reply|respond|refer|address)(?!\\p{L})`,
    `^(?:before|after) (?:you \\p{L}+ (?:anything|something|any|a|an|each|every)|(?:each|every|any)(?: single| new)?(?: \\p{L}+)? (?:${ownDoing}|migration|feature|bug ?fix|refactor|rename|build|iteration|session))(?!\\p{L})[^?,]{0,100},\\s*${calm}${command}`,
    `^(?:before|after|when|while) \\p{L}+ing (?:any|anything|something|a|an|files?|code|packages|dependencies|commands|with|on|to|in|changes|e-?mails|money)(?!\\p{L})[^?,]{0,80},\\s*${calm}${command}`,
    `^(?:for|with|on|in) (?:every|each|any|all)(?: new| single)? [^?,]{0,60}\\syou(?:'ve|'re)? [^?,]{2,60},\\s*${command}`,
    `^(?:for|with) any new [^?,]{2,60},\\s*${command}`,
    `^(?:when|whenever|if) (?:in doubt|unsure|uncertain|not sure)(?:[^?,]{0,60}),\\s*${command}`,
    `^if you(?:'re| are) (?:about|going|planning) to [^?,]{2,80}(?:something|anything|any|a|an|code|files?)(?!\\p{L})[^?,]{0,60},\\s*${command}`,
    `^if (?:a|an|any|something|anything|somebody|someone|anybody|anyone)\\s[^?,]{2,120},\\s[^?]{0,120}(?:always|never)\\s+${order}`,
    `^in (?:all |any |your |my )?(?:(?!the |this |that )\\p{L}+ )?(?:answers|replies|responses|reviews|e-?mails|messages|explanations|summaries|conversations|letters|comments|commits|commit messages|docs|tests|examples|reports)(?: (?:to|for|with|of) [^?,]{2,40})?,\\s*${command}`,
    `^(?:until|till) i (?:say|tell you)(?! otherwise)[^?,]{0,40},\\s*${command}`,
    `^(?:for )?as long as (?:we|you|i) [^?,]{2,80},\\s*${command}`,
    `^unless (?:i (?:say|ask|tell you)|told|asked|instructed|stated|specified|noted)(?: otherwise| for it| to)?[^?,]{0,40},\\s*${command}`,
    `[,;—–]\\s*(?:and|but|also)\\s(?:whenever|every time|each time|any ?time) you (?!${convenience})[^?,]{2,80},\\s*${command}(?<=^\\p{L}[^?]{0,300})`,
    `^(?:please )?make it (?:a|your) (?:habit|point|practice|rule) to\\s`,
    `^get (?:in|into) the habit of \\p{L}+ing\\s`,
    // What the user prefers, wants or does not want of all the work.
    `^i(?:'d| would) (?:much )?(?:rather|prefer(?: it)?(?: if)?|like it if) you (?:never|always|not|didn't|don't|did not|do not|only|would (?:never|always|not)|asked (?:me )?(?:before|first))\\s`,
    `^i(?:'d| would) prefer you not to\\s`,
    `^i(?:'d| would) (?:appreciate|like|prefer|love)(?: it)?(?: if)? you (?:never|always|kept|used|wrote|answered|replied|stopped|avoided|didn't|could (?:always|never))\\s(?!(?:be (?:here|there|with|my|home|so)|come|stay|live)(?!\\p{L}))`,
    `^i(?:'d| would) rather (?:have|get|see) (?:short|brief|long|plain|simple|concise|detailed|honest) \\p{L}+`,
    `^i (?:hate|dislike|can't stand|don't (?:like|want|need))\\s[^?,;]{2,60}[,;]\\s*(?:so\\s+)?(?:please\\s+)?(?:leave|skip|drop|avoid|omit) (?:it|them|those|that|these)(?!\\p{L})`,
    `^(?:it's|it is) (?:very |really )?important(?: to me)? that you (?:don't|do not)\\s`,
    `^i want you to (?:${verbs})[^?]{2,80}\\s(?:every|each) time[.!]*$`,
    `^i (?:don't|do not|never) want you to\\s[^?]{2,120},\\s*ever[.!]*$`,
    `^i(?:'d| would)? (?:want|need|expect|require|like)\\s(?!to\\b)[^?]{2,80}\\s(?:for|in|with|on|of)? ?(?:everything|anything|every \\p{L}+|each \\p{L}+|any \\p{L}+|all \\p{L}+)(?: that)? you (?:write|make|change|give|add|send|produce|create|suggest|propose|cite|use|touch|build|generate|quote|do|say|mention)(?!\\p{L})`,
    `^i(?:'d| would)? (?:want|need|expect|require)\\s\\p{L}+(?:\\s\\p{L}+)? (?:for|in|with|on) (?:every|each|any) \\p{L}+`,
    `^i(?:'m| am)\\s[^?]{2,80},\\s*so\\s+(?:please\\s+)?(?:don't ever|never ever|always|never)\\s`,
    `(?:keep|bear) (?:that|this|it) in mind (?:for|in|with|when|whenever) (?:all|every|any|each|future|you)`,
    `^(?:please )?(?:refrain|abstain) from \\p{L}+ing\\b`,
    `^(?:please )?(?:refer to|address|call) (?:me|us|my \\p{L}+) (?:as|by)\\s`,
    `^(?:please )?(?:address|call) me (?:as |with |by )?["'\\ufffc]`,
    `^(?:please )?(?:talk|speak|write|explain (?:things|everything|it)) to me (?:like|as(?: if)?)\\s(?!that\\b|this\\b)`,
    `^(?:please )?default to\\s[^?]{2,80}`,
    `^let's (?:always|never) (?!remember|be\\b|love|have|forget|speak of|talk about|do (?:it|this|that)\\b)(?:${verbs})(?![\\p{L}'])`,
    `^we (?:always|never) (?:${verbs})(?![\\p{L}'])[^?]{0,120}(?:\\sin (?:this|our) (?:code ?base|project|repo(?:sitory)?|team|workspace|chat|thread)[.!]*$|,\\s*so (?:please|do|don't|never|always)(?!\\p{L}))`,
    `^(?:going forward|from now on|from here on(?: out)?|starting (?:now|today)),?\\s(?!.*(?<!\\p{L})${being}(?!\\p{L}))[^?]{2,60}\\sonly[.!]*$`,
    // Who has to agree.
    `^(?:anything|everything|any|all|each|every)\\s?[^?]{0,80}\\s(?:needs?|requires?)\\s(?:my|our)\\s(?:\\p{L}+\\s)?${consent}(?!\\p{L})`,
    `^you (?:always )?need (?:my|our)\\s(?:\\p{L}+\\s)?${consent} (?:before|to|for)\\s`,
    `^you (?:do not|don't|never) have (?:my )?permission to (?!read|view|access|see)`,
    `^(?:please )?(?:ask (?:me )?(?:for )?(?:my )?${consent}|ask me|get my ${consent}) before \\p{L}+ing\\s[^?]{0,40}(?:any|anything|a|an|new|money|something)(?!\\p{L})`,
    `^(?:deletions|deployments|deploys|purchases|payments|bookings|merges|releases|installs|installations|\\p{L}+ing (?:any|anything|a|new|files|code|money)\\S*)\\s[^?]{0,20}?(?:needs?|requires?) my (?:\\p{L}+ )?${consent}`,
    `^you (?:can|may) [^?,]{2,60}, but (?:never|don't|do not|not)\\s`,
    `^you(?:'re| are) only (?:allowed|permitted) to\\s`,
    `^(?:nothing|nobody|no ?one|no \\p{L}+) (?:gets?|is|are|goes|merges?|deploys?|pushes|ships?|leaves|may|will|should)\\s?[^?]{0,80}\\swithout (?:my (?:\\p{L}+ )?(?:${consent}|review|knowledge)|our|me|asking|two|a (?:review|test|ticket|pull))(?!\\p{L})`,
    `^(?:don't|do not|never)\\s[^?]{2,100}\\swithout (?:my\\s(?:\\p{L}+\\s)?${consent}|asking me|checking with me)`,
    `^you should (?:ask|check|confirm|verify|test|warn|tell)(?!\\p{L})[^?]{0,60}\\s(?:before|when|whenever|if)\\s[^?]{0,60}(?:anything|something|any|every|each)(?!\\p{L})`,
    // What all things of a kind are like. A finite verb makes it a description.
    `^(?:every|each|any)(?: new| single)? ${made}(?: you \\p{L}+)? (?:must (?!have (?!a |an |the |at |no |two |one ))|has to |needs (?:to |a |an |my )|should (?:start|end|begin|open|include|contain|mention|cite|carry|fit|use|be (?:in|under|below|at most|signed|reviewed|tested)))(?![^?]*(?:\\bcompany|\\bwhich is))`,
    `^all(?: new| my| our| of your| your)? (?:\\p{L}+ )?${made} (?:must (?!have (?!a |an |the |at |no |two |one ))|have to |need to |should (?:start|end|begin|open|include|contain|mention|cite|carry|fit|use|be (?:in|under|below|at most|signed|reviewed|tested)))`,
    `^all(?: new)? (?:\\p{L}+ )?${made} (?:in|as) (?:\\p{L}+ ){0,2}(?:format|style|case|mood|voice|english|german|french|spanish|dutch|italian|utc|iso|json|yaml|markdown|typescript|euros?|dollars?|past tense|present tense)(?:,? please)?[.!]*$`,
    `^all(?: new)? (?:\\p{L}+ )?${made} (?:including|excluding|with|without|rounded to|under|below|at most) (?!the |that |this |wrong)(?:\\p{L}+\\s?){1,4}[.!]*(?<!(?:fail|fails|works?|pass|use|uses|have|need|needs|look|please)[.!]*)$`,
    `^no(?: more)? ${made} (?:without (?!the )|(?:in|on|with|longer than|over|before|after) (?!the |that |this |it\\b|a |an ))(?!.*(?<!\\p{L})${being}(?!\\p{L}))[^?,]{2,80}(?:,? please)?[.!]*$`,
    `^no (?:abbreviations|jargon|slang|emojis?|exclamation marks|bullet points?|tables|headings|markdown|filler|small talk|apologies|placeholders|magic numbers|force[- ]push(?:es)?|mocks|todos?)(?: (?:in (?:your|my|our|any|all|\\p{L}+s?(?: names)?)|please|ever))?(?:\\s\\p{L}+){0,2}(?:,? (?:please|ever))?[.!]*(?<!(?:harmed|found|used|left|see|are|were)[.!]*)$`,
    `^(?:all |every |each |the )?(?:\\p{L}+ )?${made} (?:go|goes|stay|stays|belong|belongs|live|lives|must|are to|in)\\s[^?]{2,120},\\s*(?:always|no exceptions?|without exception)[.!]*$`,
    `^(?:short|long|brief|plain|metric|complete|full|simple|formal|concise) (?:\\p{L}+ )?(?:answers|replies|units|sentences|text|prose|explanations|summaries|names|words) only(?:,? please)?[.!]*$`,
    `^(?:we|nobody|no ?one) (?:don't|do not|doesn't|never) (?:use|write|allow|commit|merge|push|accept|do|ship)(?!\\p{L})[^?]{2,80}\\sin (?:this|our) (?:code ?base|project|repo(?:sitory)?|workspace)[.!]*$`,
    `^hands off (?:the |my |our |all |any )?\\p{L}[^?]{2,60}$`,
    `^(?:stay|keep) (?:out of|away from) (?:the |my |our |all |any )[^?]{2,60}(?:folders?|director(?:y|ies)|files?|repo(?:sitory)?|branch(?:es)?|database|module|package)[.!]*$`,
    // Begins with the words that are rare: a scan for them takes far less time than one for what stands before them.
    `\\s(?:is|are) (?:(?:read-only|off[- ]limits|taboo) (?:for|to) you|(?:strictly |completely )?off[- ]limits)[.!]*$(?<=^[^?,]{2,100})`,
    `^(?:consider|treat) [^?]{2,80}\\s(?:as )?(?:off[- ]limits|read-?only)`,
  ];
}

/** Phrases that only make an order stronger: without them it is an ordinary one. */
const emphasis =
  /,?\s*(?:under (?:any|no) circumstances|at any (?:point|time)|in any case|no matter what|whatever (?:you do|happens))\s*,\s*|^(?:whatever (?:you do|happens)|no matter what),\s*/gu;
const inverted =
  /^(?:at no (?:time|point)|on no account|in no case) (?:should|must|may|are) you (?:ever )?(?:to )?/u;

export function withoutEmphaticPhrases(sentence: string): string {
  if (!/circumstances|any (?:point|time|case)|matter what|whatever|^(?:at|on|in) no /u.test(sentence))
    return sentence;
  return sentence
    .replace(inverted, 'never ')
    .replace(emphasis, (_, offset: number) => (offset === 0 ? '' : ' '));
}
