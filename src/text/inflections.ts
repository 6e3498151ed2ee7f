/**
 * Other forms of a word in languages that inflect by endings, for a question: the index has English stems, so that "Note"
 * and "Noten" or "pagamos" and "pago" are different words in it. Made by endings alone, without a dictionary: a form that
 * does not exist finds nothing.
 */
import { foldAccents } from './fold.ts';
import { textTerms } from './terms.ts';

type Endings = { made: readonly string[]; taken: readonly string[] };

/** Those that are looked for, and further ones that are only taken off: each form costs a look into the index. */
const endings: Readonly<Record<string, Endings>> = read({
  de: ['e en er es n s t', 'em ern st te ten'],
  nl: ['e en s t', 'de den te ten'],
  es: [
    'o a e os as es ar er ir an en io ado ido aron',
    'amos emos imos aba ia ada ida ando iendo ieron aste iste',
  ],
  pt: ['o a e os as es ar er ir am em ou eu ado ido', 'amos emos imos ava ia iu aram eram ada ida ando endo'],
  it: ['o a e i are ere ire ano ato uto ito ava', 'ono iamo eva ata ati ate ando endo'],
  fr: ['e s es er ez ent ee ees ait', 'ons ais aient ir it is'],
});

function read(lists: Record<string, [made: string, taken: string]>): Record<string, Endings> {
  return Object.fromEntries(
    Object.entries(lists).map(([language, [made, taken]]) => [
      language,
      {
        made: made.split(' '),
        taken: `${made} ${taken}`.split(' ').sort((first, second) => second.length - first.length),
      },
    ]),
  );
}

/** Shorter ones belong to too many words. */
const leastBeginning = 3;
const leastWord = 4;
const bareWord = /^[a-z]+$/;
const lastConsonant = /^[snt]$/;

/** As terms, without that of the word itself; none where the language is not known to inflect. */
export function inflectedTerms(word: string, language: string): string[] {
  const own = endings[language];
  const folded = foldAccents(word.toLowerCase());
  if (own === undefined || folded.length < leastWord || !bareWord.test(folded)) return [];
  // Longest first: the most is taken off.
  const ending = own.taken.find(
    (one) => folded.endsWith(one) && folded.length - one.length >= leastBeginning,
  );
  const beginning = folded.slice(0, folded.length - (ending?.length ?? 0));
  // "Kurs" ends in what may be an ending, and "fiets", too.
  const beginnings = ending !== undefined && lastConsonant.test(ending) ? [beginning, folded] : [beginning];
  const forms = beginnings.flatMap((one) => ['', ...own.made].map((made) => one + made));
  if (language === 'de') forms.push(...participles(beginning, own.made));
  const [term] = textTerms(word);
  return [...new Set(forms.flatMap(textTerms))].filter((one) => one !== term);
}

/** "Zahlen" and "gezahlt". */
function participles(beginning: string, own: readonly string[]): string[] {
  const bare = beginning.startsWith('ge') ? beginning.slice(2) : '';
  if (bare.length >= leastBeginning) return ['', ...own].map((one) => bare + one);
  return [`ge${beginning}t`, `ge${beginning}en`];
}

const joining = new Set(['de', 'nl']);
const leastPart = 4;
const leastJoined = 8;

/** What a joined word may be made of: "Probenraum" of "proben" and "raum". */
export function joinedParts(word: string, language: string): string[] {
  const folded = foldAccents(word.toLowerCase());
  if (!joining.has(language) || folded.length < leastJoined || !bareWord.test(folded)) return [];
  const parts: string[] = [];
  for (let at = leastPart; at <= folded.length - leastPart; at += 1)
    parts.push(folded.slice(0, at), folded.slice(at));
  return [...new Set(parts.flatMap(textTerms))];
}
