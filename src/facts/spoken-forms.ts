/**
 * Different forms of the same thing: spelled acronyms, ordinals and coins in words, people by their role. A summary may
 * use another form than its source. Used by source-index.ts.
 */

/** Participants of every conversation. */
export const ownWords = new Set(
  'user users assistant ai model system tool agent bot human customer english summary conversation mom mum dad mother father'.split(
    ' ',
  ),
);

/** What people are called by their work, which is not an exact claim. */
export const roleWords = new Set(
  'manager designer expert engineer director professor doctor student teacher officer minister chair chairman chairwoman member committee team group department president leader head speaker developer analyst consultant mr mrs ms dr prof'.split(
    ' ',
  ),
);

/** Letters separated by dots or underscores, with an ending: "L_C_D_s". */
export const spelledAcronym =
  /(?<![\p{L}\p{N}])(?:\p{Lu}(?:_|\.\s?)){1,7}\p{Lu}(?:[_.]s?)?(?![\p{L}\p{N}])/gu;
export const capitalizedRun = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?:\s(?:of\s|the\s|and\s)?\p{Lu}\p{Ll}+){1,5}/gu;
/** "12 dollars 50 cents". */
export const coins =
  /(?<![\d.,])(\d{1,6})\s(?:dollars?|euros?|pounds?|francs?)\s(?:and\s)?(\d{1,2})\s(?:cents?|pence)/gi;

const ordinalUnits =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const ordinals: ReadonlyMap<string, number> = new Map([
  ...ordinalUnits.map((word, index) => [word, index + 1] as const),
  ['twentieth', 20],
  ['thirtieth', 30],
]);
const spelledOrdinal = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(twenty|thirty)(?:\\s|\\s?-\\s?))?(${[...ordinals.keys()].join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Turns "July twenty-fifth" into "July 25th", which can be read as a date. Changes offsets. */
export function withOrdinals(text: string): string {
  return text.replace(spelledOrdinal, (_, tens: string | undefined, unit: string) => {
    const base = tens === undefined ? 0 : tens.toLowerCase() === 'twenty' ? 20 : 30;
    return `${base + ordinals.get(unit.toLowerCase())!}th`;
  });
}
