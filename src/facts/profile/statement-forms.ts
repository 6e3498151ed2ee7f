/**
 * How people say who they are and what they like, in several languages: first person, present tense, something lasting.
 * Each form is matched with one sentence of own words. There are no forms for what is only momentary. In doubt a
 * sentence does not match.
 */
import type { EntryKind } from '../../records/profile.ts';
import { contentStems } from '../text.ts';

export type StatementForm = {
  kind: Exclude<EntryKind, 'rule'>;
  pattern: RegExp;
  /** The subject of the statement, from the pattern's groups; undefined if it is nothing lasting. */
  subject: (caught: readonly string[]) => string | undefined;
  weight: number;
};

type Subject = StatementForm['subject'];

const about =
  (name: string): Subject =>
  () =>
    name;

/** The meaningful words of the matched text, few and in alphabetical order: "dark chocolate" is "chocolate dark". */
const stemsAbout =
  (prefix: string, at = 1): Subject =>
  (caught) => {
    const stems = [...new Set(contentStems(caught[at] ?? ''))].slice(0, 4).sort();
    return stems.length === 0 ? undefined : `${prefix}${stems.join(' ')}`;
  };

/** "It", "this one", "that idea": refers to something outside the sentence. */
const pointing =
  /^(?:it|this|that|these|those|them|the (?:first|second|last|latter|former|other|new|idea|way|look)|your|how you|what you|where this|one|both|all of)\b/iu;
const unlessPointing =
  (subject: Subject): Subject =>
  (caught) =>
    pointing.test(caught[1] ?? '') ? undefined : subject(caught);

/** Things that people who talk to an assistant have only for a while. */
const passing =
  /^(?:(?:some|another|one more|few|little|bit|quick|small|big|new|weird|strange|simple|similar|following|same|long|short|good|bad|great|hard|different|couple|lot|of)\s+)*(?:question|problem|issue|error|bug|doubt|idea|feeling|hunch|suspicion|guess|request|task|favou?r|plan|point|look|go|chance|minute|second|moment|hour|meeting|call|deadline|exam|appointment|interview|list|file|folder|document|text|table|array|string|function|class|method|variable|script|test|image|picture|screenshot|dataset|spreadsheet|csv|json|draft|version|copy|hard time|time|bit|lot|few|choice|headache|cold|fever|reason|preference|suggestion|thought|follow-?up)s?\b/iu;
const unlessPassing =
  (subject: Subject): Subject =>
  (caught) =>
    passing.test(caught[1] ?? '') ? undefined : subject(caught);

/** Describes a momentary state, not the person. */
const momentary =
  /^(?:(?:a|an|the)\s+)?(?:(?:bit|little|tad|lot|complete|total|huge|big)\s+)*(?:confused|lost|stuck|idiot|fool|mess|bit|little|one|only one|same|first|last|beginner here|afraid|lot)\b/iu;

const often =
  '(?:(?:really|usually|generally|always|mostly|personally|absolutely|still|also|just|much|strongly|definitely) )*';

const english: StatementForm[] = [
  {
    kind: 'fact',
    pattern: /^(?:my name is|my name's|i(?:'m| am) called|(?:you can |please )?call me|i go by) (\p{L}.+)/iu,
    subject: about('name'),
    weight: 1,
  },
  {
    kind: 'preference',
    pattern: /^(?:my|our) fav(?:ou?)rite (.{2,60}?) (?:is|are) .+/iu,
    subject: stemsAbout('favourite '),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we) (?:currently |now |just |recently )?(?:live|moved|have moved|relocated|reside|am living|are living) (?:in|to|near|at|on|outside) (.+)/iu,
    subject: about('home'),
    weight: 0.9,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|i am|we're|we are) (?:currently |now )?(?:based|living|located) (?:in|near|at|on) (.+)/iu,
    subject: about('home'),
    weight: 0.9,
  },
  {
    kind: 'fact',
    pattern: /^(?:i'm|i am) (?:originally )?from (.+)/iu,
    subject: about('origin'),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern: /^(?:i'm|i am) (\d{1,3})(?: years old| years of age|$|[.,!])/iu,
    subject: about('age'),
    weight: 0.8,
  },
  { kind: 'fact', pattern: /^(?:i'm|i am) allergic to (.+)/iu, subject: stemsAbout('allergic '), weight: 1 },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|i am) (?:a |an )?(?:strict |lifelong )?(vegan|vegetarian|pescatarian|halal|kosher|gluten[- ]free|lactose[- ]intolerant|diabetic|coeliac|celiac)\b.*/iu,
    subject: about('diet'),
    weight: 1,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|i am) (married|single|divorced|widowed|engaged|pregnant|retired|unemployed|self-employed|left-handed|colou?r[- ]?blind|dyslexic|deaf|blind|autistic)\b.*/iu,
    subject: (caught) => `am ${caught[1]!.toLowerCase()}`,
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern: /^(?:i'm|i am|we're|we are) (?:currently |now |also )?((?:a|an|the|two|three)\s+.+)/iu,
    subject: (caught) => (momentary.test(caught[1]!) ? undefined : stemsAbout('am ')(caught)),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^i(?:'ve| have)? (?:currently |now )?(?:work|worked) (?:at|for|in|as|with|on|part[- ]time|full[- ]time|remotely|from)\b(.+)/iu,
    subject: about('work'),
    weight: 0.9,
  },
  { kind: 'fact', pattern: /^i (?:currently |now )?study\b(.+)/iu, subject: about('studies'), weight: 0.8 },
  { kind: 'fact', pattern: /^i(?:'m| am) studying\b(.+)/iu, subject: about('studies'), weight: 0.8 },
  {
    kind: 'fact',
    pattern: /^i (?:also |only )?speak (\p{Lu}.+)/iu,
    subject: about('languages'),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern: /^(?:i|we) (?:currently |also |both )?have (?:a |an |one |two |three |four |five |\d+ )(.+)/iu,
    subject: unlessPassing(stemsAbout('have ')),
    weight: 0.5,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we) (?:currently |also |mainly |mostly |always |usually )?(?:use|run|own|drive|play|teach|grow|write in|deploy (?:to|on)|develop in|code in) (.+)/iu,
    subject: unlessPointing(unlessPassing(stemsAbout('use '))),
    weight: 0.5,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:[Mm]y|[Oo]ur) ((?:[\p{L}\p{N}'-]+ ){0,3}[\p{L}\p{N}'-]+?) (?:is|are|'s) (?:called |named |now |currently |always )?((?:(?:a|an|the|my|our|in|at|on|from|based|located|allergic|born|married|called|named|his|her)\s|\p{Lu}|\d).*)/u,
    subject: unlessPassing(stemsAbout('my ')),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:my|our) ((?:[\p{L}'-]+ ){0,2}[\p{L}'-]+?) (?:lives|works|goes to|studies|plays|speaks) .+/iu,
    subject: unlessPassing(stemsAbout('my ')),
    weight: 0.6,
  },
  {
    kind: 'preference',
    pattern: new RegExp(
      `^i ${often}(?:prefer|like|love|enjoy|adore|hate|dislike|detest|loathe|avoid|favou?r) (.+)`,
      'iu',
    ),
    subject: unlessPointing(stemsAbout('')),
    weight: 0.7,
  },
  {
    kind: 'preference',
    pattern: new RegExp(
      `^i ${often}(?:don't|do not|never|can't|cannot) ${often}(?:like|eat|drink|enjoy|use|want|stand|tolerate|read|watch) (.+)`,
      'iu',
    ),
    subject: unlessPointing(stemsAbout('')),
    weight: 0.7,
  },
  {
    kind: 'preference',
    pattern:
      /^i(?:'m| am) (?:a (?:big |huge )?fan of|into|fond of|keen on|not (?:a fan of|into|fond of|keen on)) (.+)/iu,
    subject: unlessPointing(stemsAbout('')),
    weight: 0.6,
  },
];

/** The same for languages with similarly simple forms: name, home, work, being, liking, possessing. */
const others: StatementForm[] = [
  ...plain({
    name: /^(?:ich heiße|ich heisse|mein name ist) (.+)/iu,
    home: /^(?:ich wohne|wir wohnen|ich lebe|wir leben) (?:in|bei|auf) (.+)/iu,
    work: /^ich arbeite (?:als|bei|für|in|im) (.+)/iu,
    being: /^ich bin (?:ein|eine) (.+)/iu,
    liking: /^ich (?:mag|liebe|hasse|bevorzuge|esse (?:kein|keine|keinen)) (.+)/iu,
    own: /^(?:mein|meine|unser|unsere) ([\p{L}-]+) (?:ist|heißt|heisst|wohnt|arbeitet) .+/iu,
  }),
  ...plain({
    name: /^(?:je m'appelle|mon nom est) (.+)/iu,
    home: /^(?:j'habite|nous habitons|je vis|nous vivons) (?:à|a|au|en|dans|aux) (.+)/iu,
    work: /^je travaille (?:comme|chez|pour|à|dans|en) (.+)/iu,
    being: /^je suis (?:un|une) (.+)/iu,
    liking: /^(?:j'aime|j'adore|je préfère|je déteste|je n'aime pas) (.+)/iu,
    own: /^(?:mon|ma|mes|notre|nos) ([\p{L}-]+) (?:est|sont|s'appelle|s'appellent|habite|travaille) .+/iu,
  }),
  ...plain({
    name: /^(?:me llamo|mi nombre es) (.+)/iu,
    home: /^(?:vivo|vivimos) en (.+)/iu,
    work: /^trabajo (?:en|como|para|de) (.+)/iu,
    being: /^soy (?:un |una )?(.+)/iu,
    liking: /^(?:me gusta|me gustan|me encanta|me encantan|prefiero|odio|no me gusta|no me gustan) (.+)/iu,
    own: /^(?:mi|mis|nuestro|nuestra) ([\p{L}-]+) (?:es|son|se llama|se llaman|vive|trabaja) .+/iu,
  }),
  ...plain({
    name: /^(?:mi chiamo|il mio nome è) (.+)/iu,
    home: /^(?:vivo|abito|viviamo|abitiamo) (?:a|in|nel|nella) (.+)/iu,
    work: /^lavoro (?:come|per|in|a|da|presso) (.+)/iu,
    being: /^sono (?:un|una|uno) (.+)/iu,
    liking: /^(?:mi piace|mi piacciono|adoro|preferisco|odio|non mi piace|non mi piacciono) (.+)/iu,
    own: /^(?:il mio|la mia|mio|mia) ([\p{L}-]+) (?:è|si chiama|vive|lavora) .+/iu,
  }),
  ...plain({
    name: /^(?:eu )?(?:me chamo|meu nome é|o meu nome é) (.+)/iu,
    home: /^(?:eu )?(?:moro|vivo|moramos|vivemos) (?:em|no|na) (.+)/iu,
    work: /^(?:eu )?trabalho (?:como|em|no|na|para) (.+)/iu,
    being: /^(?:eu )?sou (?:um |uma )?(.+)/iu,
    liking: /^(?:eu )?(?:gosto de|gosto do|gosto da|adoro|prefiro|odeio|não gosto de) (.+)/iu,
    own: /^(?:o meu|a minha|meu|minha) ([\p{L}-]+) (?:é|se chama|mora|trabalha) .+/iu,
  }),
  ...plain({
    name: /^(?:ik heet|mijn naam is) (.+)/iu,
    home: /^(?:ik woon|wij wonen|we wonen) (?:in|op|bij) (.+)/iu,
    work: /^ik werk (?:als|bij|voor|in) (.+)/iu,
    being: /^ik ben (?:een) (.+)/iu,
    liking: /^(?:ik hou van|ik houd van|ik vind|ik haat|ik eet geen) (.+)/iu,
    own: /^(?:mijn|onze|ons) ([\p{L}-]+) (?:is|heet|woont|werkt) .+/iu,
  }),
  ...plain({
    name: /^(?:меня зовут|моё имя|мое имя) (.+)/iu,
    home: /^(?:я живу|мы жив[её]м) (?:в|на) (.+)/iu,
    work: /^я работаю (.+)/iu,
    liking: /^(?:я люблю|я предпочитаю|я ненавижу|я не люблю|мне нравится) (.+)/iu,
    own: /^(?:мой|моя|моё|мои|наш|наша) ([\p{L}-]+) .+/iu,
  }),
  ...plain({
    name: /^(?:我叫|我的名字是|我的名字叫)(.+)/u,
    home: /^我(?:现在)?(?:住在|生活在)(.+)/u,
    work: /^我在(.+)(?:工作|上班)/u,
    being: /^我是(?:一名|一个|一位)(.+)/u,
    liking: /^我(?:很|最|不|非常)?(?:喜欢|爱|讨厌|偏好)(.+)/u,
  }),
  ...plain({
    name: /^(?:私の名前は|名前は)(.+)/u,
    home: /^(?:私は)?(.+)に住んでいます/u,
    work: /^(?:私は)?(.+)で働いています/u,
    liking: /^(?:私は)?(.+)が(?:好き|大好き|嫌い)(?:です|だ)/u,
  }),
];

export const statementForms: readonly StatementForm[] = [...english, ...others];

/** A form may be missing if the language has no simple one. */
function plain(forms: {
  name: RegExp;
  home: RegExp;
  work?: RegExp;
  being?: RegExp;
  liking: RegExp;
  own?: RegExp;
}): StatementForm[] {
  const { name, home, work, being, liking, own } = forms;
  return [
    { kind: 'fact', pattern: name, subject: about('name'), weight: 1 },
    { kind: 'fact', pattern: home, subject: about('home'), weight: 0.9 },
    ...(work ? [{ kind: 'fact' as const, pattern: work, subject: about('work'), weight: 0.9 }] : []),
    ...(being ? [{ kind: 'fact' as const, pattern: being, subject: stemsAbout('am '), weight: 0.7 }] : []),
    { kind: 'preference', pattern: liking, subject: stemsAbout(''), weight: 0.7 },
    ...(own ? [{ kind: 'fact' as const, pattern: own, subject: stemsAbout('my '), weight: 0.7 }] : []),
  ];
}
