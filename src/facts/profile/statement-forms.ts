/**
 * How people say who they are and what they like: first person, present tense, something lasting. Each form is matched
 * with one clause of own words. There are no forms for what is only momentary. In doubt a clause does not match.
 */
import { otherForms } from './other-forms.ts';
import {
  about,
  momentary,
  type StatementForm,
  stemsAbout,
  unlessPassing,
  unlessPeople,
  unlessPointing,
  unlessTool,
} from './statement-subjects.ts';

const often =
  '(?:(?:really|usually|generally|always|mostly|personally|absolutely|still|also|just|much|strongly|definitely) )*';

const english: StatementForm[] = [
  {
    kind: 'fact',
    pattern:
      /^(?:[Mm]y name is|[Mm]y name's|[Ii](?:'m| am) called|(?:[Yy]ou can |[Pp]lease )?[Cc]all me(?= \p{Lu})|[Ii] go by(?= \p{Lu})) (\p{L}.+)/u,
    subject: about('name'),
    weight: 1,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|I'm|i am|I am) (\p{Lu}\p{Ll}+(?:[ -]\p{Lu}[\p{Ll}'-]+){0,2})(?=$|[,.!;]| (?:here|from|by the way)\b)/u,
    subject: unlessPeople(about('name')),
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
      /^(?:i|we) (?:currently |just |recently )?(?:live|reside|am living|are living) (?:(?:just|right|still|all|alone|together|back) )*(?:in|near|at|on|outside) (.+)/iu,
    subject: about('home'),
    weight: 0.9,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:[Ii]|[Ww]e)(?:'ve| have|'re| are|'m| am)? (?:(?:just|recently|finally|actually|both|all) )*(?:moved|relocated|moving|settled|living|live)(?: (?:back|over|house))?(?: from \p{Lu}[\p{L}' -]{1,30}?)?(?: (?:back|over))? (?:to|in|near|outside) (\p{Lu}.+|(?:a|the|my|our) .{0,30}\b(?:flat|apartment|house|city|town|village|coast|country|countryside|suburbs?|island|farm|place)\b.*)/u,
    subject: unlessTool(about('home')),
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
    pattern:
      /^(?:[Ii]|[Ww]e)(?:'ve| have)? (?:(?:just|recently|finally) )*moved in with .{2,40} in (\p{Lu}.+)/u,
    subject: about('home'),
    weight: 0.9,
  },
  { kind: 'fact', pattern: /^(?:living|based) in (\p{Lu}.+)/u, subject: about('home'), weight: 0.9 },
  {
    kind: 'fact',
    pattern:
      /^(?:(?:i|we)(?:'ve| have)? )?(?:(?:just|recently|finally) )*(?:traded|swapped|exchanged) .{2,40}? for (?:a |an )(.+)/iu,
    subject: unlessPassing(stemsAbout('have ')),
    weight: 0.5,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we)(?:'ve| have)? (?:(?:just|recently|finally|now) )*(?:switched|changed|migrated|gone|went|moved|converted)(?: (?:all |everything|(?:my|our|the) )[^,.;]{0,30}?)?(?: over)? from .{2,40}? (?:over )?to (.+)/iu,
    subject: unlessPointing(unlessPassing(stemsAbout('use '))),
    weight: 0.5,
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
      /^(?:i'm|i am) (?:retired|unemployed|self-employed|out of work|between jobs|on parental leave)\b.*/iu,
    subject: about('work'),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|i am) (?:in a (?:[\p{L}-]+ )?relationship|dating (?=\p{L})|seeing someone|together with)\b.*/iu,
    subject: about('relationship'),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we)(?:'ve got|'ve| have)(?: got)? a budget of .{1,30}? for (?:a |an |the |my |our )?(.+)/iu,
    subject: stemsAbout('my budget '),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|i am) (married|single|divorced|widowed|engaged|pregnant|left-handed|colou?r[- ]?blind|dyslexic|deaf|blind|autistic)\b.*/iu,
    subject: (caught) => `am ${caught[1]!.toLowerCase()}`,
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i'm|i am|we're|we are) (?:currently |now |also )?((?!a (?:\p{L}+ )?fan of)(?:a|an|the|two|three)\s+.+)/iu,
    subject: (caught) => (momentary.test(caught[1]!) ? undefined : stemsAbout('am ')(caught)),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^i(?:'m| am|'ve| have)? (?:(?:currently|recently|just|finally|also|still) )*(?:training (?:to be|as)|found (?:work|a (?:new )?job)|(?:doing|started) an? (?:apprenticeship|traineeship) (?:as|with|at)|do an? (?:apprenticeship|traineeship) (?:as|with|at)|employed|self-employed|(?:started|begun|began|took|taken|got|landed) (?:a (?:new )?(?:job|position|role)|work(?:ing)?) (?:at|as|for|in|with)|retrain\w* as|working (?:at|for|as|with)|hired (?:at|by|as))\b(.*)/iu,
    subject: about('work'),
    weight: 0.9,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i(?:'ve| have)?|we) (?:(?:just|finally|also|recently) )*(?:got laid off|been laid off|was laid off|got fired|was fired|got made redundant|was made redundant|been made redundant|lost my job|(?:quit|left) my job|resigned(?= |[.,!]|$)|retired(?= |[.,!]|$)|handed in my notice)\b.*/iu,
    subject: about('work'),
    weight: 0.9,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:.{1,40} and i|i|we)(?:'ve|'re| have| are)? (?:(?:just|finally|recently|now|both|no longer) )*(?:got (?:engaged|married|divorced|separated)|(?:split up|broke up|broken up|separated|divorced)(?! (?:the|a|an|my|our|your|his|her|their|it|them|this|that|these|those|some|all|each|every|by|into)\b)|parted ways|called it quits|getting married|getting divorced|called off (?:the|our) (?:wedding|engagement))\b.*/iu,
    subject: about('relationship'),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:our|the) wedding (?:is|has been|was|got) (?:(?:now|moved|postponed|pushed back|rescheduled|brought forward|set|planned) )*(?:on|to|for|in|off)\b.*/iu,
    subject: about('relationship'),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we)(?:'ve| have|'m| am)? (?:(?:now|started|begun|back to) )*(?:eat|eating|started eating|began eating) (?:meat|fish|dairy|eggs|gluten|cheese|pork|chicken|seafood)\b.{0,30}\bagain\b.*/iu,
    subject: about('diet'),
    weight: 1,
  },
  {
    kind: 'fact',
    pattern:
      /^i(?:'ve| have)? (?:got |have |suffer from |live with |was (?:just |recently )?diagnosed with |got diagnosed with |been diagnosed with |been having )?(?:a |an )?((?:[\p{L}\d-]+ ){0,3}?(?:diabetes|asthma|adhd|epilepsy|migraines?|hypertension|blood pressure|arthritis|\p{L}{3,}(?:itis|osis|emia|aemia)|(?:[\p{L}-]+ )?(?:intolerance|syndrome|disorder|disease|allergy)|depression|anxiety|tinnitus|scoliosis|dyslexia|insomnia))\b.*/iu,
    subject: stemsAbout('health '),
    weight: 0.9,
  },
  {
    kind: 'fact',
    pattern:
      /^i(?:'ve| have)? (?:(?:just|recently|finally|also|usually|often|always) )*(?:go|started|begun|taken up|took up|got back into|gone back to|went back to|resumed) ((?!using|getting|having|working|seeing|doing|making|trying|thinking|looking|going|being|feeling|reading|writing|testing|running (?:the|a|my)|debugging|noticing|wondering)\p{L}+ing)(?=$|[.,;!]| (?:every|on|at|in|twice|three|once|two|last|this|with|because|after|since|again|lessons|classes|regularly)\b).*/iu,
    subject: stemsAbout('do '),
    weight: 0.5,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we)(?:'m| am|'ve| have| are|'re) (?:scared|afraid|terrified) of (.+?)(?=$|[.,;!]| (?:so|because|since)\b).*/iu,
    subject: unlessPointing(stemsAbout('am scared ')),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:my|our) ((?:[\p{L}-]+ ){0,2}(?:budget|rent|weight|height|salary|income|mortgage|birthday|anniversary|shoe size|size|blood type|time ?zone|native language|mother tongue))(?: (?:for|of|in) ((?:(?!is |are |was )[\p{L}\d'-]+ ){0,4}[\p{L}\d'-]+))? (?:is|are|was|'s|went (?:up|down) to|has (?:gone|risen|gone up|gone down|changed) to)(?= ).+/iu,
    subject: (caught) => stemsAbout('my ')(['', `${caught[1]} ${caught[2] ?? ''}`]),
    weight: 0.7,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i (?:(?:currently|also|still|mostly|mainly) )?work|i(?:'ve| have) (?:(?:always|also|been|just) )*work(?:ed|ing)(?! on\b| with\b)) (?:at|for|in|as|with|on|part[- ]time|full[- ]time|remotely|from|(?:\w+ )?(?:days|hours|shifts|nights) (?:a|per) week (?:at|for|in|as))\b(.+)/iu,
    subject: about('work'),
    weight: 0.9,
  },
  { kind: 'fact', pattern: /^i (?:currently |now )?study\b(.+)/iu, subject: about('studies'), weight: 0.8 },
  {
    kind: 'fact',
    pattern:
      /^i(?:'m| am) doing (?:a|an|my) (?:master|bachelor|phd|doctorate|degree|apprenticeship|diploma)\b(.*)/iu,
    subject: about('studies'),
    weight: 0.8,
  },
  { kind: 'fact', pattern: /^i(?:'m| am) studying\b(.+)/iu, subject: about('studies'), weight: 0.8 },
  {
    kind: 'fact',
    pattern: /^i (?:also |only )?speak (\p{Lu}.+)/iu,
    subject: about('languages'),
    weight: 0.8,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we)(?:'ve| have)? (?:(?:currently|also|both|recently|just|finally|now) )*(?:(?:have|adopted|got(?<=i've got|we've got|have got)) (?:a |an |one |two |three |four |five |\d+ )|keep (?=bees|chickens|hens|ducks|goats|sheep|horses|rabbits|pigeons|a |two |three |four |\d))(.+)/iu,
    subject: unlessPassing(stemsAbout('have ')),
    weight: 0.5,
  },
  {
    kind: 'fact',
    pattern:
      /^(?:i|we) (?:currently |also |mainly |mostly |always |usually )?(?:use|run|own|drive|play|teach|grow|coach|collect|breed|knit|brew|rent|smoke|ride|commute by|subscribe to|volunteer (?:at|for|with|as)|sing in|write in|deploy (?:to|on)|develop in|code in) (.+)/iu,
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
      /^i(?:'m| am) (?:a (?:\p{L}+ )?fan of|into|fond of|keen on|not (?:a fan of|into|fond of|keen on)) (.+)/iu,
    subject: unlessPointing(stemsAbout('')),
    weight: 0.6,
  },
];

export const statementForms: readonly StatementForm[] = [...english, ...otherForms];
