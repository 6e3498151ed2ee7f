/** Choices that exclude each other: naming one says something about the others. */
const choices: readonly [string, RegExp][] = [
  ['indentation', /\b(?:tabs?|spaces|indent\w*|einrück\w*|tabulator\w*|leerzeichen)\b/i],
  [
    'language',
    /\b(?:answer|reply|respond|write|speak|talk|use|antworte|schreibe?|sprich|répond(?:s|re)|responder?|escrib(?:e|ir)|translate)\b.{0,40}\b(?:english|german|french|spanish|italian|portuguese|japanese|chinese|korean|dutch|russian|polish|arabic|hebrew|turkish|deutsch|englisch|französisch|spanisch|français|anglais|español|inglés)\b|\b(?:deutsch|englisch|französisch|spanisch)\b.{0,20}\b(?:antworten|schreiben|sprechen|reden)\b/iu,
  ],
  ['package manager', /\b(?:npm|yarn|pnpm|bun)\b/i],
  ['quotes', /\b(?:single|double) quot\w+/i],
  ['semicolons', /\bsemicolons?\b/i],
  ['units', /\b(?:metric|imperial|celsius|fahrenheit|kilomet\w+|miles)\b/i],
  [
    'length of answers',
    /\b(?:short|brief|concise|terse|long|detailed|verbose|thorough|elaborate)\b.{0,30}\b(?:answer|repl|response|explanation|message)|\b(?:answer|repl|respon|explain)\w*\b.{0,30}\b(?:short|brief|concise|terse|long|detail|verbose|thorough|sentence|at length|\d+ (?:words|lines))/i,
  ],
  ['form of address', /\b(?:call me|address me|refer to me|nenn mich|appelle-moi|llámame|duze|sieze)\b/i],
  ['tone', /\b(?:formal|informal|casual|friendly|professional)\b.{0,20}\b(?:tone|style|language|register)?/i],
  ['emoji', /\bemojis?\b|\bemoticons?\b/i],
  ['date format', /\b(?:date format|dd\/mm|mm\/dd|iso dates?|iso 8601)\b/i],
  ['time format', /\b(?:24|12)[- ]?h(?:our)?\b|\b(?:am\/pm)\b/i],
  [
    'line length',
    /\b(?:line (?:length|width)|columns? wide|\d{2,3} (?:columns|characters) (?:per|a) line)\b/i,
  ],
  ['naming style', /\b(?:camel|snake|kebab|pascal)[- _]?case\b/i],
  ['test framework', /\b(?:jest|vitest|mocha|ava|pytest|unittest)\b/i],
  ['spelling', /\b(?:british|american|uk|us) (?:english|spelling)\b/i],
  ['lists', /\b(?:bullet points?|bullets|numbered lists?|oxford comma|markdown|plain text)\b/i],
  ['database', /\b(?:postgres\w*|mysql|sqlite|mongodb|mariadb)\b/i],
  ['python formatter', /\b(?:black|yapf|autopep8|ruff)\b/i],
];

/** The choice that a sentence is about. */
export function choiceOf(text: string): string | undefined {
  return choices.find(([, pattern]) => pattern.test(text))?.[0];
}
