/**
 * Facts a model might invent: exact details of a dozen kinds in a sentence of a summary, none of them in the source.
 * The names are common ones, because models invent such names.
 */
import type { Random } from './random.ts';

export type Invention = { kind: string; sentence: string; value: string };

const list = (words: string) => words.trim().split(/\s+/);
const firstNames = list(
  'Patricia Gregory Yvonne Leandro Ingrid Tobias Marguerite Desmond Priya Takeshi Oluwaseun Bronwyn Casimir Delphine Everett Fatima Gideon Henrietta Ismael Jocelyn Kwame Lorenzo Mireille Nikolai Octavia Percival Rosalind Siobhan Thaddeus Ursula Vikram Winifred Xavier Yolanda Zachary',
);
const lastNames = list(
  'Holloway Fitzgerald Kowalczyk Nakamura Abernathy Castellano Drummond Eriksson Featherstone Gallagher Hutchinson Ivanova Jankowski Kensington Lindqvist McAllister Northcott Okonkwo Pemberton Quintero Rasmussen Sutherland Thornbury Underhill Vasquez Whitfield Yamamoto Zielinski',
);
const places = list(
  'Rotterdam Valparaiso Saskatoon Wolverhampton Zagreb Tallinn Montevideo Chattanooga Kathmandu Gothenburg Ljubljana Adelaide Winnipeg Bratislava Nairobi Marrakesh',
);
const companies = list(
  'Northwind Fabrikam Contoso Halliburton Lufthansa Unilever Bombardier Schneider Petrobras Maersk Novartis Wipro Carrefour Santander',
);
const months = list('January February March April June July August September October November December');
const stems = list('ledger invoice harbor falcon orchid quartz tundra voucher beacon cobalt marble saffron');
const folders = list('billing ingest gateway payroll telemetry warehouse catalog dispatch');
const extensions = list('py ts go rs java yaml sql cpp');

const tens = list('zero ten twenty thirty forty fifty sixty seventy eighty ninety');
const ones = list('zero one two three four five six seven eight nine');
const teens = list('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen');

type Maker = (random: Random) => Invention;

function make(kind: string, value: string, before: string, after: string): Invention {
  return { kind, value, sentence: `${before}${value}${after}` };
}

export const inventionKinds: { [kind: string]: Maker } = {
  number: (r) => {
    const value = String(r.pick([r.integer(13, 99), r.integer(101, 999), r.integer(1_001, 9_999)]));
    const [before, after] = r.pick([
      ['They compared ', ' samples before going on.'],
      ['In total ', ' people took part.'],
      ['The count stood at ', '.'],
    ] as const);
    return make('number', value, before, after);
  },
  'grouped number': (r) =>
    make('grouped number', r.integer(10_000, 990_000).toLocaleString('en-US'), 'The list has ', ' rows.'),
  percent: (r) =>
    make('percent', `${r.integer(13, 97)}.${r.integer(1, 9)}%`, 'The rate went up to ', ' after that.'),
  measure: (r) =>
    make(
      'measure',
      `${r.integer(21, 480)} ${r.pick(['minutes', 'kilometers', 'GB', 'kg', 'ms', 'hours'])}`,
      'It needed ',
      ' in all.',
    ),
  money: (r) => {
    const amount = r.integer(211, 98_000);
    const value = r.pick([
      `$${amount.toLocaleString('en-US')}`,
      `€${amount}.${r.integer(10, 99)}`,
      `${amount} euros`,
      `£${amount}`,
    ]);
    return make('money', value, 'They set aside ', ' for it.');
  },
  date: (r) => {
    const [year, month, day] = [r.integer(1_991, 2_019), r.pick(months), r.integer(1, 28)];
    const number = String(months.indexOf(month) + (months.indexOf(month) > 3 ? 2 : 1)).padStart(2, '0');
    const value = r.pick([
      `${month} ${day}, ${year}`,
      `${day} ${month} ${year}`,
      `${year}-${number}-${String(day).padStart(2, '0')}`,
    ]);
    return make('date', value, 'The deadline is ', '.');
  },
  time: (r) =>
    make(
      'time',
      `${r.integer(13, 22)}:${r.pick(['07', '19', '23', '41', '53'])}`,
      'They will meet again at ',
      '.',
    ),
  version: (r) => {
    const numbers = `${r.integer(4, 39)}.${r.integer(11, 47)}.${r.integer(0, 19)}`;
    return make(
      'version',
      r.pick([`v${numbers}`, numbers, `${numbers}-rc.${r.integer(1, 9)}`]),
      'They moved to ',
      ' at once.',
    );
  },
  'person, full name': (r) =>
    make(
      'person, full name',
      `${r.pick(firstNames)} ${r.pick(lastNames)}`,
      'The plan was drawn up by ',
      ' last.',
    ),
  'person, first in sentence': (r) =>
    make(
      'person, first in sentence',
      `${r.pick(firstNames)} ${r.pick(lastNames)}`,
      '',
      ' agreed to take this over.',
    ),
  'single name': (r) =>
    make('single name', r.pick([...firstNames, ...lastNames]), 'It was left to ', ' to finish it.'),
  place: (r) => make('place', r.pick(places), 'They want to hold it in ', ' again.'),
  company: (r) => make('company', r.pick(companies), 'An offer from ', ' was turned down.'),
  path: (r) => {
    const [folder, stem, extension] = [r.pick(folders), r.pick(stems), r.pick(extensions)];
    const value = r.pick([
      `src/${folder}/${stem}_sync.${extension}`,
      `/srv/${folder}/${stem}.${extension}`,
      `${stem}-${folder}.${extension}`,
    ]);
    return make('path', value, 'The change is in ', ' and was tested.');
  },
  url: (r) =>
    make(
      'url',
      r.pick([
        `https://${r.pick(stems)}${r.pick(folders)}.io/${r.pick(folders)}/${r.integer(100, 9_999)}`,
        `https://docs.${r.pick(stems)}works.dev/guide`,
        `www.${r.pick(stems)}-${r.pick(folders)}.com`,
      ]),
      'More is written at ',
      ' for later.',
    ),
  'e-mail': (r) =>
    make(
      'e-mail',
      `${r.pick(stems)}.${r.pick(folders)}@${r.pick(stems)}mail.org`,
      'Questions go to ',
      ' from now.',
    ),
  ticket: (r) =>
    make(
      'ticket',
      `${r.pick(['OPS', 'CORE', 'BILL', 'WEB'])}-${r.integer(1_000, 9_999)}`,
      'It is tracked as ',
      ' there.',
    ),
  commit: (r) =>
    make(
      'commit',
      `${r.integer(2, 9)}${r.text('abcdef', 2)}${r.text('0123456789abcdef', 6)}`,
      'It came in with commit ',
      ' then.',
    ),
  function: (r) => {
    const [a, b] = [r.pick(stems), r.pick(folders)];
    return make('function', `${a}${b[0]!.toUpperCase()}${b.slice(1)}`, 'The bug was in `', '` all along.');
  },
  'spelled number': (r) =>
    make(
      'spelled number',
      `${tens[r.integer(2, 9)]}-${ones[r.integer(1, 9)]}`,
      'They looked at ',
      ' answers before that.',
    ),
  'rounded number': (r) =>
    make('rounded number', `${r.integer(13, 97)},000`, 'It was about ', ' entries long.'),
  year: (r) => make('year', String(r.integer(1_931, 1_989)), 'It has been there since ', ', they said.'),
  'day of a month': (r) =>
    make('day of a month', `${r.pick(months)} ${r.integer(1, 28)}`, 'It is due on ', ' at noon.'),
  'hour of the day': (r) =>
    make(
      'hour of the day',
      `${r.integer(1, 11)}:${r.pick(['05', '25', '35', '55'])} ${r.pick(['am', 'pm'])}`,
      'The call is at ',
      '.',
    ),
  'network address': (r) =>
    make(
      'network address',
      `10.${r.integer(11, 250)}.${r.integer(11, 250)}.${r.integer(11, 250)}:${r.integer(2_000, 9_000)}`,
      'It listens on ',
      ' by now.',
    ),
  command: (r) =>
    make('command', `npm run ${r.pick(stems)}:${r.pick(folders)}`, 'They used `', '` to check it.'),
};

/** Facts of the source with one detail changed, the most common error of models. */
export const nearMisses: { [kind: string]: (random: Random, source: string) => Invention | undefined } = {
  'figure with a wrong digit': (r, source) => {
    const [, digits] =
      r.pick([...source.matchAll(/(?<![\w.,:/#-])([1-9]\d{2,5})(?![\w.,:/-])/g), undefined]) ?? [];
    if (digits === undefined) return undefined;
    const at = r.integer(0, digits.length - 1);
    const value = digits.slice(0, at) + ((Number(digits[at]) % 9) + 1) + digits.slice(at + 1);
    return holdsNumber(source.toLowerCase(), Number(value), [])
      ? undefined
      : make('figure with a wrong digit', value, 'The figure they gave was ', ' in the end.');
  },
  'known name with a wrong surname': (r, source) => {
    const [, name] =
      r.pick([...source.matchAll(/(?<=[a-z,] )([A-Z][a-z]{3,9})(?= [a-z])/g), undefined]) ?? [];
    const surname = r.pick(lastNames);
    if (name === undefined || source.includes(surname)) return undefined;
    return make(
      'known name with a wrong surname',
      `${name} ${surname}`,
      'The part was given to ',
      ' as agreed.',
    );
  },
  'known folder with a wrong file': (r, source) => {
    const [, folder] =
      r.pick([...source.matchAll(/(?<![\w:/.@-])((?:\/?[\w-]+\/){2,6})[\w-]+\.[a-z]{1,4}\b/g), undefined]) ??
      [];
    const value = folder && `${folder}${r.pick(stems)}_${r.pick(folders)}.${r.pick(extensions)}`;
    return value === undefined || source.includes(value)
      ? undefined
      : make('known folder with a wrong file', value, 'They also changed ', ' for it.');
  },
  'date off by some days': (r, source) => {
    const [, month, day] =
      r.pick([...source.matchAll(new RegExp(`\\b(${months.join('|')}) (\\d{1,2})\\b`, 'g')), undefined]) ??
      [];
    const value = month && `${month} ${((Number(day) + r.integer(1, 5)) % 28) + 1}`;
    if (value === undefined || new RegExp(`${value}\\b`).test(source)) return undefined;
    const reversed = value.replace(/(\w+) (\d+)/, '$2\\w* (?:of )?$1');
    return new RegExp(reversed).test(source)
      ? undefined
      : make('date off by some days', value, 'It was moved to ', '.');
  },
};

/** Whether a value is invented: the source must not hold it by chance, nor any word or number of it. */
export function isInvented(value: string, source: string): boolean {
  const text = source.toLowerCase();
  const pieces = value.toLowerCase().match(/[a-z]{4,}|\d+/g) ?? [];
  if (!/^\d+$/.test(value) && text.includes(value.toLowerCase())) return false;
  const digits = pieces.filter((piece) => /^\d+$/.test(piece));
  const meaningful = pieces.filter((piece) => !/^\d+$/.test(piece) && !units.has(piece));
  if (/^\w+ty-\w+$/.test(value)) return !holdsSpelled(text, value);
  if (meaningful.some((piece) => new RegExp(`\\b${piece}`).test(text))) return false;
  if (meaningful.length > 0) return true;
  return !holdsNumber(text, Number(value.replace(/[^\d.]/g, '') || digits.join('')), digits);
}

const units = new Set(
  list(
    'minutes kilometers hours euros january february march april june july august september october november december',
  ),
);

function holdsSpelled(text: string, value: string): boolean {
  const [ten = '', one = ''] = value.split('-');
  return holdsNumber(text, tens.indexOf(ten) * 10 + ones.indexOf(one), []);
}

/** Looks for a number in digits, however grouped, or in words; the hours of a time and the days of a date count too. */
function holdsNumber(text: string, value: number, pieces: readonly string[]): boolean {
  const ungrouped = text.replace(/(?<=\d)[,' ](?=\d{3}\b)/g, '');
  const written = [String(value), ...(pieces.length > 2 ? [pieces.slice(0, 3).join('-')] : [])];
  if (written.some((digits) => new RegExp(`(?<![\\d.])${digits.replace('.', '\\.')}(?!\\d)`).test(ungrouped)))
    return true;
  if (value % 100 === 0 && /hundred|thousand/.test(text)) return true;
  if (value > 99 || !Number.isInteger(value)) return text.includes('point') && !Number.isInteger(value);
  if (value < 20) return text.includes(teens[value - 10] ?? ones[value] ?? '');
  const words =
    value % 10 === 0 ? tens[value / 10]! : `${tens[Math.floor(value / 10)]}[ -]+${ones[value % 10]}`;
  return new RegExp(words).test(text);
}
