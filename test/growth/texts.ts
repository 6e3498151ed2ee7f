/** Long texts of every kind of character: one kind, two in alternation, or two in runs, plain or after an opening. */

export const characters: Readonly<Record<string, string>> = {
  'small letters': 'a',
  capitals: 'A',
  words: 'ab ',
  digits: '7',
  blanks: ' ',
  tabs: '\t',
  'no-break blanks': '\u00a0',
  'line breaks': '\n',
  'carriage returns': '\r',
  'line separators': '\u2028',
  'full stops': '.',
  commas: ',',
  colons: ':',
  semicolons: ';',
  'question marks': '?',
  'exclamation marks': '!',
  hyphens: '-',
  underscores: '_',
  'plus signs': '+',
  'equals signs': '=',
  stars: '*',
  hashes: '#',
  percents: '%',
  'at signs': '@',
  dollars: '$',
  ampersands: '&',
  pipes: '|',
  tildes: '~',
  carets: '^',
  slashes: '/',
  backslashes: '\\',
  apostrophes: "'",
  quotes: '"',
  'curly quotes': '“',
  backticks: '`',
  'round brackets': '(',
  'closing round brackets': ')',
  'square brackets': '[',
  'closing square brackets': ']',
  braces: '{',
  'closing braces': '}',
  'opening angles': '<',
  'closing angles': '>',
  emoji: '😀',
  'combining marks': '\u0301',
  han: '漢',
  hangul: '한',
  arabic: 'ع',
  'lone surrogates': '\ud800',
  'zero-width': '\u200b',
  'zero-width joiners': '\u200d',
  nul: '\0',
  escapes: '\u001b',
};

/** Openings that make an analyser look closer at the text after them. */
export const openings: readonly string[] = [
  'Which port?',
  'vor ',
  'on 8 ',
  'May ',
  'What did I ',
  'Always use ',
  'Never mind ',
  'From now on ',
  'We decided to ',
  'password: ',
  'API_KEY=',
  'Authorization: Bearer ',
  '-----BEGIN PRIVATE KEY-----',
  'postgres://user:',
  'https://a.example/',
  'data:image/png;base64,',
  '{"a":',
  '<tag ',
  '<!--',
  '```',
  '> ',
  '- ',
  '1. ',
  '| a |',
  '--- a/',
  '*** Begin Patch\n',
  'cat > ',
  'Error: ',
  '12',
  '$1',
  '"',
  "it's ",
  '/usr/',
  'C:\\',
  'v1.',
  'Anna Berg ',
  'Hello, ',
];

export const closings: readonly string[] = ['', 'x', '?', '\n'];

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** A text that can be made at any length. */
export type Growing = { name: string; of(length: number): string };

export function alone(): Growing[] {
  return Object.entries(characters).flatMap(([name, unit]) =>
    closings.map((closing) => ({
      name: `${name}, then ${JSON.stringify(closing)}`,
      of: (length: number) => `${filled(unit, length)}${closing}`,
    })),
  );
}

export function behindOpenings(): Growing[] {
  return Object.entries(characters).flatMap(([name, unit]) =>
    openings.map((opening) => ({
      name: `${JSON.stringify(opening)}, then ${name}, then x`,
      of: (length: number) => `${opening}${filled(unit, length)}x`,
    })),
  );
}

const between = ['small letters', 'digits', 'blanks', 'line breaks', 'quotes', 'slashes'];

/** An opening repeated, with a character between. */
export function repeatedOpenings(): Growing[] {
  return between.flatMap((name) => {
    const unit = characters[name]!;
    return openings.map((opening) => ({
      name: `${JSON.stringify(opening)} and ${name} by turns`,
      of: (length: number) => filled(`${opening}${unit}`, length),
    }));
  });
}

/** Kinds of characters for texts of two runs; one of each sort is enough. */
const sorts = [
  ...between,
  'tabs',
  'capitals',
  'full stops',
  'hyphens',
  'backslashes',
  'opening angles',
  'braces',
  'han',
];

export function inPairs(): Growing[] {
  const kinds = Object.entries(characters);
  return kinds.flatMap(([name, unit]) =>
    kinds
      .filter(([other]) => other !== name)
      .flatMap(([other, second]) => [
        { name: `${name} and ${other} by turns`, of: (length: number) => filled(unit + second, length) },
        ...(sorts.includes(name) && sorts.includes(other)
          ? [
              {
                name: `${name}, then ${other}, then x`,
                of: (length: number) => `${filled(unit, length / 2)}${filled(second, length / 2)}x`,
              },
            ]
          : []),
      ]),
  );
}
