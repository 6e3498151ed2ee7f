/**
 * Honest retellings of a source: its figures, dates, names and paths, found by the evaluation's own patterns and
 * written differently with the same meaning. Nothing is added.
 */
export type Retelling = { kind: string; original: string; sentence: string };

const ones = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const ordinal = (day: number) =>
  `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`;

type Rule = { kind: string; pattern: RegExp; retell(match: RegExpMatchArray): string[] };

const rules: Rule[] = [
  {
    kind: 'digit grouping',
    pattern: /(?<![\w.,/:#-])(\d{1,3}),(\d{3})(?![\w,.]*\d)(?=[\s.])/g,
    retell: ([, a, b]) => [`The figure was ${a}${b}.`, `About ${Number(`${a}.${b![0]}`)}k were counted.`],
  },
  {
    kind: 'digits grouped',
    pattern: /(?<![\w.,/:#$-])(\d)(\d{3})(?=\s[a-z]{3,}s\b)/g,
    retell: ([, a, b]) => [`The figure was ${a},${b}.`],
  },
  {
    kind: 'digits to words',
    pattern: /(?<![\w.,/:#$-])([2-9]|1[0-2])(?=\s[a-z]{4,}s\b)/g,
    retell: ([, digits]) => [`They spoke of ${ones[Number(digits)]} of them.`],
  },
  {
    kind: 'words to digits',
    pattern: /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\s([a-z]{4,}s)\b)/g,
    retell: ([, word, noun]) => [`There are ${ones.indexOf(word!)} ${noun}.`],
  },
  {
    kind: 'percent',
    pattern: /(?<![\w.,])(\d{1,2}(?:\.\d)?)\s?%/g,
    retell: ([, share]) => [
      `It is ${share} percent.`,
      ...(share === '50' ? ['It is half of it.'] : []),
      ...(share === '25' ? ['It is a quarter of it.'] : []),
    ],
  },
  {
    kind: 'units',
    pattern: /(?<![\w.,:/-])(\d{1,3}) (hours|minutes|weeks)\b/g,
    retell: ([, count, unit]) => [
      unit === 'hours'
        ? `It takes ${Number(count) * 60} minutes.`
        : unit === 'minutes'
          ? `It takes ${Number(count) * 60} seconds.`
          : `It takes ${Number(count) * 7} days.`,
      `It takes ${count} ${unit}.`,
    ],
  },
  {
    kind: 'money',
    pattern: /(?<![\w.,])\$(\d{1,3}(?:,\d{3})*|\d+)(?![\d.,]*\d|\s?(?:[kmb]\b|thousand|million|billion))/gi,
    retell: ([, amount]) => [`It costs ${amount} dollars.`, `It costs $${amount!.replaceAll(',', '')}.`],
  },
  {
    kind: 'day and month',
    pattern: new RegExp(`\\b(${months.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])`, 'g'),
    retell: ([, month, day]) =>
      Number(day) < 1 || Number(day) > 28
        ? []
        : [
            `It happens on ${Number(day)} ${month}.`,
            `It happens on the ${ordinal(Number(day))} of ${month}.`,
          ],
  },
  {
    kind: 'ISO date',
    pattern: /\b(20[0-3]\d)-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])\b/g,
    retell: ([, year, month, day]) => [
      `It was on ${months[Number(month) - 1]} ${Number(day)}, ${year}.`,
      `It was on ${Number(day)} ${months[Number(month) - 1]}.`,
    ],
  },
  {
    kind: 'time of day',
    pattern: /(?<![\w:.])(1[0-2]|[1-9])(?::([0-5]\d))? ?(a|p)\.?m\b/gi,
    retell: ([, hour, minute = '00', half]) => {
      const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0);
      return [`They meet at ${String(hours).padStart(2, '0')}:${minute}.`];
    },
  },
  {
    kind: 'names',
    pattern: /(?<=[a-z,] )([A-Z][a-z]{3,}(?: [A-Z][a-z]{3,})?)(?=[ .,?!])/g,
    retell: ([, name]) => [`This was ${name}'s idea.`, `It was up to ${name} and others.`],
  },
  {
    kind: 'paths',
    pattern:
      /(?<![\w:/.@~-])((?:\/[\w.-]+){2,}\/([\w-]+\.(?:ts|tsx|c|h|py|md|json|tex|js|css|html)))(?![\w./-])/g,
    retell: ([, path, name]) => [
      `The file ${name} was changed.`,
      `The file ${path!.split('/').slice(-2).join('/')} was changed.`,
    ],
  },
  {
    kind: 'URLs',
    pattern: /https?:\/\/([\w.-]+\.(?:com|org|dev|io|net)(?:\/[\w./-]*[\w/])?)(?![\w./?#=&%~+-])/g,
    retell: ([url, bare]) => [`It is described at ${bare}.`, `It is described at ${url}.`],
  },
  {
    kind: 'versions',
    pattern: /(?<![\w./-])v?(\d{1,2}\.\d{1,2}\.\d{1,2})(?![\w.-])/g,
    retell: ([, version]) => [`It runs version ${version}.`, `It runs v${version}.`],
  },
  {
    kind: 'commits',
    pattern: /(?<![\w/.-])((?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{40})(?![\w-])/g,
    retell: ([, hash]) => [`It came in with ${hash!.slice(0, 7)}.`],
  },
];

/** At most `limit` retellings of a kind, each value once. */
export function retellings(source: string, limit: number): Retelling[] {
  const found: Retelling[] = [];
  for (const { kind, pattern, retell } of rules) {
    const seen = new Set<string>();
    for (const match of source.matchAll(pattern)) {
      if (seen.size >= limit) break;
      if (seen.has(match[0])) continue;
      seen.add(match[0]);
      for (const sentence of retell(match)) found.push({ kind, original: match[0], sentence });
    }
  }
  return found;
}
