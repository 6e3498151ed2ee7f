/**
 * Measures how unlike written text a token is, by statistics instead of lists: the bits it costs to write it in the way
 * people write words, names and paths, minus the bits it costs to draw it at random. Generated keys are far above zero,
 * identifiers far below.
 */

/**
 * Cost of a letter after another, in steps of 0.4 bits, as base-36 digits. A row for each letter before, a column for
 * each letter after, and a last row for the first letter of a word. Counted once over the documentation and
 * declarations of this project and its dependencies.
 */
const letterCosts =
  'ocabnibucoi7a9xct8a6ehjgeo' +
  '7hgi6jpn8bo6mr9joccj8urrco' +
  '8mgm8ov7dsabnq5lrbf8dswsju' +
  '8ijc3kho7qidklajreclblsvgu' +
  'bha9geholkqbb8lef67aoehbgv' +
  '8lej8asv4zsbpg7svbedayttdx' +
  'colr4qdd8wvbgbd8sacebmrvjo' +
  '6qrm4yvo9uolfk8pvbjaawuxit' +
  'dgbbcdcvptkab57eoea8qfykvf' +
  'bvnr5uqpjtlruqalrk2jegbszx' +
  'dlih2hhn6rojodigvk9kgsjyey' +
  '8hkc5klm6nn8ns8izqcaagqxcz' +
  '5dki5uoy8lofeg78xocngwzqht' +
  '9o999e8oboghje9guk76egryir' +
  'geb8nhhshnfba5d9x7ecbeekmn' +
  '7skh6qmgczn9lo9cz7e7cmxrkx' +
  'rluvzuqsqvz9nurvzouq0zjouo' +
  '7ibe5ieq9zggef8kzcbaegnvcx' +
  'cpah6htc9wgiki9ajg95amlkdw' +
  '8pek5lna6xuhjo9fy9aeeukoay' +
  'ccee8fdvbxq8b8obz7a7nrvmrv' +
  '5qmt3tiz5zvojrdxzrinnxsvrx' +
  '7qtk7uga7uhgv97mz9bftqbnor' +
  'bpaq8luiborqlni4znm4oyqldp' +
  'eegkdiiqdurbc6g3zkacoobpnk' +
  '9unk4sojatnhns3pzwgujzrtff' +
  'bc9aacdfbfgdbcbaka89edemng';

const [lower, upper, digit, sign, start] = [0, 1, 2, 3, 4];
/** Bits for going from one class of characters (row) to another (column: lower, upper, digit, sign). */
const classCosts = [
  [0.2, 3.9, 7, 4.4],
  [0.4, 2.1, 6.5, 5.4],
  [3.2, 4.9, 0.9, 1.6],
  [0.8, 3.5, 2.1, 3.5],
  [0.8, 1.7, 4.1, 4.3],
] as const;
const letterCount = 26;
const digitBits = Math.log2(10);
const signBits = Math.log2(7);

const pairBits = Float32Array.from(letterCosts, (step) => Number.parseInt(step, 36) / 2.5);

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  return code >= 48 && code <= 57 ? digit : sign;
}

/** Bits of evidence that the token was generated and not written by a person. Below zero for words. */
export function randomBits(written: string): number {
  // Capitals alone are the case of a constant and prove nothing.
  const token = /[a-z]/.test(written) ? written : written.toLowerCase();
  let bits = 0;
  let classBefore = start;
  let letterBefore = letterCount;
  let [before, stepBefore] = [0, -1];
  const seen = [0, 0, 0, 0];
  for (let index = 0; index < token.length; index += 1) {
    const code = token.charCodeAt(index);
    const kind = classOf(code);
    seen[kind]! += 1;
    const step = code - before;
    before = code;
    const isSequence = step === stepBefore && (step === 0 || step === 1);
    stepBefore = step;
    if (isSequence) {
      // People write rows of the alphabet and repetitions.
      bits += 1;
      classBefore = kind;
      letterBefore = kind === lower || kind === upper ? (code | 32) - 97 : letterCount;
      continue;
    }
    bits += classCosts[classBefore]![kind]!;
    if (kind === lower || kind === upper) {
      const letter = (code | 32) - 97;
      if (classBefore === lower && kind === upper) letterBefore = letterCount;
      bits += pairBits[letterBefore * letterCount + letter]!;
      letterBefore = letter;
    } else {
      bits += kind === digit ? digitBits : signBits;
      letterBefore = letterCount;
    }
    classBefore = kind;
  }
  const alphabet =
    (seen[lower]! > 0 ? 26 : 0) +
    (seen[upper]! > 0 ? 26 : 0) +
    (seen[digit]! > 0 ? 10 : 0) +
    (seen[sign]! > 0 ? 2 : 0);
  return bits - token.length * Math.log2(Math.max(2, alphabet));
}
