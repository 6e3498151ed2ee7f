/** Porter's suffix stripper (1980) as ROUGE uses it: English, lower case in, stem out. */
type Rule = readonly [suffix: string, replacement: string];

const step2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const step3: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const step4: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'al',
  'er',
  'ic',
  'ou',
];

function isConsonant(word: string, index: number): boolean {
  const letter = word[index]!;
  if ('aeiou'.includes(letter)) return false;
  if (letter === 'y') return index === 0 || !isConsonant(word, index - 1);
  return true;
}

/** Porter's m: how many times a vowel run is followed by a consonant run. */
function measure(stem: string): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < stem.length; index += 1) {
    const consonant = isConsonant(stem, index);
    if (consonant && afterVowel) count += 1;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  for (let index = 0; index < stem.length; index += 1) if (!isConsonant(stem, index)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last >= 1 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant at the end, the last not w, x or y: short words that lost an e. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !'wxy'.includes(word[last]!)
  );
}

function without(word: string, suffix: string): string {
  return word.slice(0, word.length - suffix.length);
}

/** The longest suffix that matches decides, whether or not its condition holds. */
function applyRules(word: string, rules: readonly Rule[]): string {
  const rule = longest(
    rules.filter(([suffix]) => word.endsWith(suffix)),
    ([suffix]) => suffix.length,
  );
  if (!rule) return word;
  const stem = without(word, rule[0]);
  return measure(stem) > 0 ? stem + rule[1] : word;
}

function longest<Item>(items: readonly Item[], length: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  for (const item of items) if (!best || length(item) > length(best)) best = item;
  return best;
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  if (word.endsWith('ss')) return word;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function stripPast(word: string): string {
  if (word.endsWith('eed')) return measure(without(word, 'eed')) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith('ed') ? 'ed' : word.endsWith('ing') ? 'ing' : '';
  if (suffix === '') return word;
  const stem = without(word, suffix);
  if (!hasVowel(stem)) return word;
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsDouble(stem) && !'lsz'.includes(stem.at(-1)!)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function stripDerivation(word: string): string {
  if (/[st]ion$/.test(word)) {
    const stem = without(word, 'ion');
    return measure(stem) > 1 ? stem : word;
  }
  const suffix = longest(
    step4.filter((candidate) => word.endsWith(candidate)),
    (candidate) => candidate.length,
  );
  if (!suffix) return word;
  const stem = without(word, suffix);
  return measure(stem) > 1 ? stem : word;
}

function stripFinal(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const stem = result.slice(0, -1);
    const size = measure(stem);
    if (size > 1 || (size === 1 && !endsShort(stem))) result = stem;
  }
  if (result.endsWith('ll') && measure(result.slice(0, -1)) > 1) result = result.slice(0, -1);
  return result;
}

export function porterStem(word: string): string {
  if (word.length <= 2) return word;
  let stem = stripPast(stripPlural(word));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  return stripFinal(stripDerivation(applyRules(applyRules(stem, step2), step3)));
}
