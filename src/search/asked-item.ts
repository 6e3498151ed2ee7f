/** Which item of a list a question asks for: "the seventh", "number four", "le troisième", "der dritte Punkt". */
export type AskedItem = number | 'last';

/** From the second to the twelfth, in the languages whose questions are known. */
const ordinals = [
  'second|zweite[nrsm]?|deuxième|seconde?|segund[oa]|second[oa]',
  'third|dritte[nrsm]?|troisième|tercer[oa]?|terz[oa]',
  'fourth|vierte[nrsm]?|quatrième|cuart[oa]|quart[oa]',
  'fifth|fünfte[nrsm]?|cinquième|quint[oa]',
  'sixth|sechste[nrsm]?|sixième|sext[oa]|sest[oa]',
  'seventh|sieb(?:en)?te[nrsm]?|septième|séptim[oa]|settim[oa]',
  'eighth|achte[nrsm]?|huitième|octav[oa]|ottav[oa]',
  'ninth|neunte[nrsm]?|neuvième|noven[oa]|non[oa]',
  'tenth|zehnte[nrsm]?|dixième|décim[oa]|decim[oa]',
  'eleventh|elfte[nrsm]?|onzième|undécim[oa]',
  'twelfth|zwölfte[nrsm]?|douzième|duodécim[oa]',
].map((words) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu'));
const cardinals = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|');
const counted =
  /(?<!\p{L})(?:number|item|point|step|no\.|nr\.|nummer|punkt|schritt|numéro|número|numero) ?(?<number>\p{Nd}{1,2}|\p{L}+)(?![\p{L}\p{Nd}])|#(?<hash>\p{Nd}{1,2})(?!\p{Nd})|(?<!\p{Nd})(?<ordinal>\p{Nd}{1,2})(?:st|nd|rd|th)(?!\p{L})/iu;
/** "The first time", "last week" ask for no item; "the last title on the list" does. */
const ofList =
  '(?!\\p{L})(?! (?:time|mal|fois|vez|volta))(?: \\p{L}+){0,2} (?:of|in|on|from|auf|aus|der|des|dans|sur|du|de|en|della|nella)(?!\\p{L})';
const first = new RegExp(
  `(?<!\\p{L})(?:first|erste[nrsm]?|premi[eè]re?|primer[oa]?|prim[oa])${ofList}`,
  'iu',
);
const last = new RegExp(`(?<!\\p{L})(?:last|letzte[nrsm]?|derni[eè]re?|últim[oa]|ultim[oa])${ofList}`, 'iu');

export function askedItem(text: string): AskedItem | undefined {
  const groups = counted.exec(text)?.groups;
  const written = groups?.number ?? groups?.hash ?? groups?.ordinal;
  if (written !== undefined) {
    const number = Number(written) || cardinals.indexOf(written.toLowerCase()) + 1;
    if (number >= 1) return number;
  }
  if (first.test(text)) return 1;
  const place = ordinals.findIndex((words) => words.test(text));
  if (place >= 0) return place + 2;
  return last.test(text) ? 'last' : undefined;
}
