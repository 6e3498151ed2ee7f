/** The clauses of a sentence that may be statements of their own: "I'm Ana and I live in Porto". Pure. */

const firstPerson =
  "(?:(?:i|we|my|our|i'm|i've|we're|we've|ich|wir|mein|meine|je|j'|nous|mon|ma|yo|me|mi|vivo|trabajo|soy|tengo|ho|sono|abito|lavoro|eu|moro|trabalho|sou|tenho|ik|wij|mijn|woon|werk|я|мы|мой|моя)(?![\\p{L}'])|(?:i|we)'|j'(?=\\p{L}))";
/** A verb after "and" whose subject is the "I" before it. */
const sharedSubject =
  '(?:live|work|run|have|play|speak|study|drive|own|teach|komme|wohne|arbeite|lebe|habe|spreche|vis|habite|travaille)(?!\\p{L})';
const joint = new RegExp(
  `\\s?[;–—]\\s|:\\s(?=(?:i|we|my|i'm|i've|we're|we've)(?![\\p{L}]))|[;；]|,\\s(?:but|and|so|aber|und|mais|et|pero|y|ma|e|mas|maar|en|но|а|и)\\s|\\s(?:and|but|so|und|aber|et|mais|y|pero|e|ma|mas|en|maar|и|но)\\s(?=${firstPerson}|${sharedSubject})|\\s(?=i no longer\\s)|,\\s(?=${firstPerson}|(?:living|based|working) (?:in|at|as)\\b|(?:now|ahora|jetzt|maintenant|adesso|agora|nu|теперь)\\s)|(?<![ '](?:am|are|is|was|were|be|m|re|currently|now|also|both|still))\\s(?=based in\\s)|[，、](?=我|私|不再)`,
  'giu',
);

/** The whole sentence first; further clauses keep their own words. */
export function clausesOf(sentence: string): string[] {
  return sentence
    .split(joint)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

const english = /^(?:live|work|run|have|play|speak|study|drive|own|teach)(?!\p{L})/iu;
const german = /^(?:komme|wohne|arbeite|lebe|habe|spreche)(?!\p{L})/iu;
const french = /^(?:vis|habite|travaille)(?!\p{L})/iu;

/** "… and live in York" after a statement about oneself: with its "I", which is only read so, never kept. */
export function withSubject(clause: string): string {
  if (english.test(clause)) return `I ${clause}`;
  if (german.test(clause)) return `ich ${clause}`;
  if (french.test(clause)) return /^[aeéèh]/iu.test(clause) ? `j'${clause}` : `je ${clause}`;
  return clause;
}
