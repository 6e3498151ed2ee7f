/** English words whose forms share no stem: "sell" and "sold", "child" and "children". */
import { lazily } from './lazily.ts';
import { textTerms } from './terms.ts';
import { wordFamilies } from './word-families.ts';

const verbs =
  'be was been;bear bore borne;beat beaten;become became;begin began begun;bend bent;bind bound;bite bit bitten;' +
  'blow blew blown;break broke broken;bring brought;build built;burn burnt;buy bought;catch caught;' +
  'choose chose chosen;come came;cost cost;cut cut;deal dealt;dig dug;do did done;draw drew drawn;dream dreamt;' +
  'drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen;feed fed;feel felt;fight fought;' +
  'find found;flee fled;fly flew flown;forbid forbade forbidden;forget forgot forgotten;forgive forgave forgiven;' +
  'freeze froze frozen;get got gotten;give gave given;go went gone;grow grew grown;hang hung;have had;hear heard;' +
  'hide hid hidden;hit hit;hold held;hurt hurt;keep kept;know knew known;lead led;learn learned learnt;' +
  'leave left;lend lent;let let;lie lay lain;light lit;lose lost;make made;mean meant;meet met;pay paid;put put;' +
  'quit quit;read read;rebuild rebuilt;ride rode ridden;ring rang rung;rise rose risen;run ran;say said;' +
  'see saw seen;seek sought;sell sold;send sent;set set;shake shook shaken;shine shone;shoot shot;' +
  'show showed shown;shrink shrank shrunk;shut shut;sing sang sung;sink sank sunk;sit sat;sleep slept;' +
  'speak spoke spoken;spend spent;spread spread;stand stood;steal stole stolen;stick stuck;strike struck;' +
  'swear swore sworn;swim swam swum;swing swung;take took taken;teach taught;tear tore torn;tell told;' +
  'think thought;throw threw thrown;understand understood;undertake undertook undertaken;wake woke woken;' +
  'wear wore worn;weave wove woven;win won;withdraw withdrew withdrawn;write wrote written';
const nouns =
  'child children;foot feet;goose geese;half halves;knife knives;leaf leaves;life lives;loaf loaves;man men;' +
  'mouse mice;person people;shelf shelves;thief thieves;tooth teeth;wife wives;wolf wolves;woman women';

const read = (words: string) => words.split(';').map((forms) => forms.split(' '));

/** The base form first, then the past, then the participle if it is another word. */
export const irregularVerbs: readonly (readonly string[])[] = read(verbs);

const otherForms = lazily(() => formsByTerm([...irregularVerbs, ...read(nouns), ...wordFamilies]));

/** Other forms of the term's word. */
export function otherFormsOf(term: string): readonly string[] {
  return otherForms().get(term) ?? [];
}

function formsByTerm(words: readonly (readonly string[])[]): Map<string, string[]> {
  const forms = new Map<string, Set<string>>();
  for (const word of words) {
    const terms = [...new Set(word.flatMap((form) => textTerms(form)))];
    for (const term of terms) {
      const others = forms.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      forms.set(term, others);
    }
  }
  return new Map([...forms].map(([term, others]) => [term, [...others]]));
}
