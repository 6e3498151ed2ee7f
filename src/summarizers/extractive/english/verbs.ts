/** English verb forms, as far as replacing "I" and "you" by a name needs them. Contains no dictionary of nouns. */
import { irregularVerbs } from '../../../text/irregular-words.ts';

const regular =
  'append bump compile configure display ensure execute format migrate optimize parse rebase refactor render revert ' +
  'accept add admit advise afford agree allow answer apologize appear apply appreciate approve argue arrange arrive ' +
  'ask assume attach attend avoid bake believe belong book borrow bother call cancel care carry change charge check ' +
  'clean clear click close collect combine commit compare complain complete confirm connect consider contact ' +
  'contain continue convert cook copy correct count cover create cry dance debug decide declare define delete ' +
  'deliver depend deploy describe deserve design detect develop disagree discover discuss divide document doubt ' +
  'download dress drop earn edit email enable end enjoy enter estimate evaluate examine exchange excuse exist ' +
  'expect explain explore export extend extract fail fill finish fit fix focus follow form generate greet guess ' +
  'guarantee handle happen hate help hire hope identify ignore imagine implement import improve include increase ' +
  'inform insist inspect install intend introduce invest investigate invite join jump kill knock lack laugh lay ' +
  'like limit link list listen live load lock look love manage mark marry match matter measure mention merge mind ' +
  'miss modify move name need notice offer open order organize owe own pack park pass pause pay perform persuade ' +
  'phone pick plan play point post practice prefer prepare present press prevent print produce promise propose ' +
  'protect prove provide publish pull purchase push question raise reach realize receive recognize recommend ' +
  'record recover reduce refer refuse register relax release remain remember remind remove rename rent repair ' +
  'repeat replace reply report request require research reserve resolve respect rest return review rewrite ' +
  'risk save schedule search seem select separate serve settle share shop sign simplify skip smile smoke solve ' +
  'sort sound specify split start stay stop store study submit suffer suggest summarize supply support suppose ' +
  'surprise switch talk taste test thank touch train transfer translate travel treat trust try turn type update ' +
  'upgrade upload use validate verify visit vote wait walk want warn wash waste watch wish wonder work worry wrap';

const pastOf = new Map(irregularVerbs.map(([base, past]) => [base!, past!]));
const irregularPasts = new Set([...pastOf.values(), 'were', 'been', 'gone', 'learnt', 'burned']);
export const baseVerbs: ReadonlySet<string> = new Set([...pastOf.keys(), ...regular.split(' ')]);

/** Nouns and adjectives as often as verbs, so at the start of a sentence they do not indicate a command. */
const notCommands = new Set(
  (
    'be care cost deal excuse guess happen hope hurt lack like look love match matter mean mind need own please ' +
    'present question rest seem sort sound suppose surprise thank think want welcome wish wonder work worry form ' +
    'point name research record report request design plan play risk smoke study end fit book support test type ' +
    'list document link'
  ).split(' '),
);
const commandObject =
  /^(?:the|a|an|this|that|these|those|it|them|all|any|every|each|my|your|our|his|her|their|me|us|him|up|out|at|to|in|on|for|with|if|what|how|why|both|some|only)$/;

const modals = new Set(
  (
    "can can't cannot could couldn't may might must mustn't shall shan't should shouldn't will won't would wouldn't " +
    'ought'
  ).split(' '),
);

const thirdAuxiliary: Record<string, string> = {
  am: 'is',
  are: 'is',
  was: 'was',
  were: 'was',
  have: 'has',
  do: 'does',
  "don't": "doesn't",
  "haven't": "hasn't",
  "aren't": "isn't",
  "weren't": "wasn't",
  "ain't": "isn't",
  wanna: 'wants to',
  gotta: 'has to',
};
const finite = new Set([
  ...modals,
  ...Object.keys(thirdAuxiliary),
  ...Object.values(thirdAuxiliary),
  'had',
  "hadn't",
  'did',
  "didn't",
]);

const adverbs = new Set(
  (
    'also already always almost both certainly definitely even ever finally first hardly honestly just kinda maybe ' +
    'never now often only once perhaps probably quite rarely rather really recently seldom simply sometimes soon ' +
    'sorta still then totally truly usually actually all currently'
  ).split(' '),
);

export function isAuxiliary(word: string): boolean {
  return finite.has(word);
}

export function isModal(word: string): boolean {
  return modals.has(word);
}

export function isAdverb(word: string): boolean {
  return adverbs.has(word) || (word.length > 4 && word.endsWith('ly') && !baseVerbs.has(word));
}

export function isPast(word: string): boolean {
  return (irregularPasts.has(word) && !baseVerbs.has(word)) || (word.length > 3 && /[^e]ed$/.test(word));
}

/** "moving", "fixing": only of known verbs, so that no name is taken for one. */
export function isParticiple(word: string): boolean {
  const base = /^([a-z]{2,})ing$/.exec(word)?.[1];
  if (base === undefined) return false;
  return baseVerbs.has(base) || baseVerbs.has(`${base}e`) || baseVerbs.has(base.replace(/([a-z])\1$/, '$1'));
}

/** A word that can follow its subject directly: an auxiliary, a known base form, or a past form. */
export function isFiniteVerb(word: string): boolean {
  return finite.has(word) || baseVerbs.has(word) || isPast(word);
}

/** Whether a sentence that begins with these two words asks for something to be done. */
export function isCommand(first: string, second: string): boolean {
  if (!baseVerbs.has(first)) return false;
  return !notCommands.has(first) || commandObject.test(second);
}

/** Verbs that never begin the name of a thing: "go home" is a command, but "deploy notes" may be a title. */
const pureVerbs = new Set(
  (
    'go bring tell ask give get keep put take remember forget avoid explain ensure include follow come sit stay ' +
    'speak listen become choose eat let lose meet send teach throw wear accept allow apologize bother decide ' +
    'describe enjoy enter forgive imagine introduce invite prepare provide reduce relax remove tell try wait'
  ).split(' '),
);
/** States that nobody can be asked to be in. */
const states = new Set(
  (
    'agree appreciate be belong believe care cost deserve doubt guess happen hate hope hurt know lack like love matter ' +
    'mean mind miss need own prefer seem sound suppose surprise thank think want welcome wish wonder worry'
  ).split(' '),
);
/** States of things, and words of courtesy. */
const notSpeakers = new Set(
  'be belong care cost happen hurt lack matter mean mind own seem sound surprise thank welcome worry'.split(
    ' ',
  ),
);
const certainObject =
  /^(?:the|a|an|this|that|these|those|it|them|all|any|every|each|my|your|our|his|her|their|me|us|him|yourself|both|some|if|what|how|why|where|whether|up|out|down|back|away|off)$/;

/**
 * Like `isCommand`, but only if certain: an article, a pronoun or an exact name (`exact`) follows, or the verb is never
 * a noun. In `spoken` text no other sentence begins with a verb.
 */
export function isCertainCommand(
  first: string,
  second: string,
  { polite, exact, spoken }: { polite: boolean; exact: boolean; spoken: boolean },
): boolean {
  if (states.has(first)) return false;
  if (spoken) return isCommand(first, second);
  if (!baseVerbs.has(first)) return false;
  if (polite || pureVerbs.has(first) || certainObject.test(second)) return true;
  return exact && !notCommands.has(first);
}

/** A thought or feeling. Without a subject it is the speaker's own. */
export function isState(word: string): boolean {
  return states.has(word) && !notSpeakers.has(word);
}

/** The form that agrees with one person: "have" becomes "has"; modals and past forms stay. */
export function agreeing(verb: string): string {
  const auxiliary = thirdAuxiliary[verb];
  if (auxiliary) return auxiliary;
  if (finite.has(verb) || isPast(verb) || verb.includes("'")) return verb;
  return thirdPerson(verb);
}

export function thirdPerson(verb: string): string {
  if (verb === 'be') return 'is';
  if (verb === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}

export function pastTense(verb: string): string {
  const known = pastOf.get(verb);
  if (known) return known;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  if (/^(?:stop|plan|drop|chat|shop|fit|ship|step|trip|wrap|skip|rob|beg|jog)$/.test(verb))
    return `${verb}${verb.at(-1)}ed`;
  return `${verb}ed`;
}

/** "brings", "goes": only of known verbs. */
export function isThirdPerson(word: string): boolean {
  return word.endsWith('s') && (baseVerbs.has(word.slice(0, -1)) || baseVerbs.has(word.slice(0, -2)));
}

/** Whether the words can be a sentence. Fragments such as "the second one" have no finite verb. */
export function hasFiniteVerb(text: string): boolean {
  for (const [word] of text
    .toLowerCase()
    .replace(/’/gu, "'")
    .matchAll(/[a-z]+(?:'[a-z]+)?/g)) {
    if (isFiniteVerb(word) || /(?:'s|'re|'m|'ll|'ve|'d|n't)$/.test(word)) return true;
    if (isThirdPerson(word)) return true;
  }
  return false;
}

/** Verbs that are seldom nouns, so they name no topic. */
export function isMostlyVerb(word: string): boolean {
  return isPast(word) || finite.has(word) || (baseVerbs.has(word) && !notCommands.has(word));
}
