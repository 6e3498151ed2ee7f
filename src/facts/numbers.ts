export type NumberSpan = {
  start: number;
  end: number;
  text: string;
  /** Several if the notation is ambiguous: "1.200" is 1.2 or 1200. */
  values: number[];
  spelled: boolean;
};

const scales: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['mil', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['millones', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['milliarden', 1e9],
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
]);

const numeral =
  /(?<![\p{L}\p{N}_]|\d[.,]|\p{L}-)(\d{1,3}(?:[,'’ \u00A0\u202F]\d{3}){1,5}(?![\d])(?:\.\d{1,9})?|\d{1,3}(?:\.\d{3}){2,5}(?!\d)(?:,\d{1,9})?|\d{1,3}\.\d{3},\d{1,2}(?!\d)|\d{1,18}(?:[.,]\d{1,12})?)(?!\d)(?:(?:st|nd|rd|th)(?!\p{L})|\s?(thousand|tausend|million(?:s|en)?|millones|milliarden|billion|mio|mn|bn|[kKMB万萬億亿])(?![\p{L}\p{N}]))?/gu;

const small: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value] as const)
    .concat(
      'thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, index) => [word, 30 + index * 10] as const),
      'zwei drei vier fünf sechs sieben acht neun zehn'
        .split(' ')
        .map((word, index) => [word, 2 + index] as const),
      'deux trois quatre cinq six sept huit neuf dix'
        .split(' ')
        .map((word, index) => [word, 2 + index] as const),
      'dos tres cuatro cinco seis siete ocho nueve diez'
        .split(' ')
        .map((word, index) => [word, 2 + index] as const),
      [
        ['couple', 2],
        ['dozen', 12],
        ['hundred', 100],
        ['half', 0.5],
        ['once', 1],
        ['twice', 2],
        ['both', 2],
        ['single', 1],
      ],
    ),
);

const numberWord = Array.from(small.keys()).join('|');
/** Speech transcripts put spaces around the dash of "twenty - five". */
const spelledPattern = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${numberWord})(?:(?:\\s|\\s?-\\s?)(?:and[\\s-])?(?:${numberWord}|thousand|million|billion)){0,6}(?:\\sand\\sa\\s(?:half|quarter)|\\spoint(?:\\s(?:zero|one|two|three|four|five|six|seven|eight|nine)){1,4})?(?![\\p{L}\\p{N}_])`,
  'giu',
);

export function findNumbers(text: string): NumberSpan[] {
  const found: NumberSpan[] = [];
  for (const match of text.matchAll(numeral)) {
    const scale = scales.get((match[2] ?? '').toLowerCase()) ?? 1;
    const values = readNumeral(match[1]!).map((value) => value * scale);
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      text: match[0],
      values,
      spelled: false,
    });
  }
  for (const match of text.matchAll(spelledPattern)) {
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      text: match[0],
      values: readSpelled(match[0]),
      spelled: true,
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The possible values of a run of digits, dots and commas. */
export function readNumeral(text: string): number[] {
  const digits = text.replace(/[\s'’\u00A0\u202F]/g, '');
  const dot = digits.lastIndexOf('.');
  const comma = digits.lastIndexOf(',');
  if (dot === -1 && comma === -1) return [Number(digits)];
  if (dot !== -1 && comma !== -1) {
    const decimal = Math.max(dot, comma);
    return [Number(`${digits.slice(0, decimal).replace(/[.,]/g, '')}.${digits.slice(decimal + 1)}`)];
  }
  const mark = dot === -1 ? ',' : '.';
  const pieces = digits.split(mark);
  const grouped = Number(pieces.join(''));
  if (pieces.length > 2) return [grouped];
  const decimal = Number(pieces.join('.'));
  if (pieces[1]!.length !== 3 || pieces[0]!.length > 3) return [decimal];
  return mark === ',' ? [grouped, decimal] : [decimal, grouped];
}

/** The literal value first. "twelve fifty" may also mean 12.50 and 1250, as in prices and years. */
function readSpelled(text: string): number[] {
  const [whole = '', decimals] = text.toLowerCase().split(/\spoint\s/);
  const rest = /\sand\sa\s(half|quarter)$/.exec(whole)?.[1];
  const words = whole
    .replace(/\sand\sa\s(?:half|quarter)$/, '')
    .split(/[\s-]+/)
    .filter((word) => word !== 'and' && word !== '');
  const value = sumOfWords(words) + (rest === undefined ? 0 : rest === 'half' ? 0.5 : 0.25);
  if (decimals !== undefined) {
    const digits = decimals.split(/\s+/).map((word) => small.get(word) ?? 0);
    return [Number(`${value}.${digits.join('')}`)];
  }
  // "Seven eight hours" names both.
  if (words.length > 1 && words.every((word) => (small.get(word) ?? 100) < 20))
    return [value, ...words.map((word) => small.get(word)!)];
  const split = words.findIndex(
    (word, index) => index > 0 && (small.get(word) ?? 0) >= 20 && small.get(word)! < 100,
  );
  if (split === -1 || rest !== undefined) return [value];
  const [first, second] = [sumOfWords(words.slice(0, split)), sumOfWords(words.slice(split))];
  return first < 1 || first > 99 || second > 99
    ? [value]
    : [value, first * 100 + second, first + second / 100];
}

function sumOfWords(words: readonly string[]): number {
  let total = 0;
  let current = 0;
  for (const word of words) {
    const scale = word === 'thousand' || word === 'million' || word === 'billion' ? scales.get(word)! : 0;
    if (scale > 0) {
      total += Math.max(current, 1) * scale;
      current = 0;
    } else if (word === 'hundred' || word === 'dozen') {
      current = Math.max(current, 1) * small.get(word)!;
    } else current += small.get(word) ?? 0;
  }
  return total + current;
}

/** Removes the rounding noise of binary fractions, for comparison by equality. */
export function precise(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * Whether `wanted` is a rounding of a value, as in "about 1.2k": to the digits that are written, up, down or to the
 * nearest five of the last one. Nobody rounds 34 to "about 33.8".
 */
export function isNear(values: ReadonlySet<number>, wanted: number): boolean {
  const digits = significantDigits(wanted);
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(wanted))) - digits + 1);
  const reach = digits <= 2 && (wanted / unit) % 5 === 0 ? unit * 2.5 : unit / 2;
  for (const value of values) {
    if (Math.abs(value - wanted) > Math.abs(wanted) * 0.05) continue;
    if (Math.abs(value - wanted) <= reach * 1.000_001 || Math.floor(value / unit) * unit === wanted)
      return true;
  }
  return false;
}

function significantDigits(value: number): number {
  return String(value)
    .replace(/^-?0?\.?0*|\.|e.*$/g, '')
    .replace(/0+$/, '').length;
}
