/**
 * How people say that something no longer is so ("I sold the bike", "we split up", "I don't eat meat any more"). An
 * ending is kept as a note of its own and says nothing alone: a profile shows it only in the place of an older value
 * that it is about. So its forms may be wide. Pure.
 */
import { anyGrammar } from '../../text/stop-words.ts';
import { contentStems } from '../text.ts';
import { otherEndings } from './other-endings.ts';

/**
 * What an ending can be about: `thing` something owned, `use` anything done, used or being so, `left` work or studies
 * named by their own words as well, `work`, `partner`, `studies` and `home` whatever they are, `prefer` a preference.
 */
const scopes = ['thing', 'use', 'left', 'work', 'partner', 'studies', 'home', 'prefer'] as const;
export type EndingScope = (typeof scopes)[number];
export type Ending = { scope: EndingScope; stems: readonly string[] };

const mark = 'ended';
const mostStems = 10;

/** The subject of the note that keeps an ending. */
export function endingSubject({ scope, stems }: Ending): string {
  return [mark, scope, ...stems].join(' ');
}

export function endingOf(subject: string): Ending | undefined {
  const [first, scope, ...stems] = subject.split(' ');
  if (first !== mark || !(scopes as readonly string[]).includes(scope ?? '')) return undefined;
  return { scope: scope as EndingScope, stems };
}

export type EndingForm = { scope: EndingScope; pattern: RegExp; about?: number };

const doer =
  "^(?:i|we)(?:'ve| have|'m| am|'re| are)? ?(?:(?:finally|just|also|both|recently|now|had to|decided to|officially|completely|since|then|actually|already|sadly|unfortunately) )*";
/** What follows the thing itself: "the bike to my brother", "climbing because of my shoulder". */
const rest =
  '(?=$|[,.;:!(]| (?:in|on|at|last|this|because|after|since|for|to|with|when|from|before|due|and|but|so|ago|yesterday|today|two|three|a (?:week|month|year|while)|years?|months?|weeks?|altogether|completely|entirely|again)\\b)';
const helper =
  '(?:(?:being|doing|using|eating|drinking|having|taking|playing|keeping|going to|going|riding|wearing|watching|reading|speaking|learning|practi[cs]ing|attending|seeing) )?';
const workplace =
  '(?:job|work|company|firm|agency|post|position|teaching|school|hospital|office|service|force|army|navy|police|profession|career|role|gig|employer|team)';

const forms: readonly EndingForm[] = [
  {
    scope: 'work',
    pattern: new RegExp(
      `${doer}(?:(?:got|get|been|was|were) (?:laid off|fired|made redundant|let go|sacked)|lost my job|resigned|retired|handed in my notice|took early retirement|(?:quit|left|gave up|changed|switched) (?:my |the |that |our )?(?:[\\p{L}-]+ ){0,2}${workplace}s?\\b|switched careers?|changed jobs|work for myself|(?:went|gone) freelance)`,
      'iu',
    ),
  },
  {
    scope: 'studies',
    pattern: new RegExp(
      `${doer}(?:dropped out|graduated|(?:left|quit|finished) (?:uni|university|college|school|my (?:degree|studies|course|phd|master's|bachelor's)))`,
      'iu',
    ),
  },
  {
    scope: 'home',
    pattern: new RegExp(
      `${doer}(?:.{3,50} and )?(?:moved|moving|relocated) (?:there|away|house|abroad|home)\\b`,
      'iu',
    ),
  },
  {
    scope: 'partner',
    pattern:
      /^(?:.{1,30} and i|i|we|my (?:husband|wife|boyfriend|girlfriend|partner|fianc[eé]e?)(?: and i)?)(?:'ve|'re| have| are| got| am|'m)? ?(?:(?:now|just|recently|finally|both|amicably|no longer|legally|aren't) )*(?:(?:split up|broken? up|separated|divorced)(?! (?:the|a|an|my|our|your|his|her|their|it|them|this|that|these|those|some|all|each|every|by|into)\b)|parted ways|called it quits|(?:(?:aren't|are not|not) )?together(?= any|$)|an item|called off (?:the|our) (?:wedding|engagement))\b/iu,
  },
  {
    scope: 'thing',
    pattern: new RegExp(
      `(?:${doer}|^)(?:sold|gave away|given away|got rid of|gotten rid of|returned|lost|scrapped|donated|rehomed|traded in|traded|swapped|exchanged|parted with|wrote off) (.{2,60}?)${rest}`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'left',
    pattern: new RegExp(
      `${doer}(?:quit|gave up|given up|ditched|abandoned|kicked|cut out|went off|gone off|come off|came off|swore off|dropped|cancell?ed|uninstalled|outgrew|got over|finished with|done with|through with|retired from|resigned from|said goodbye to) ${helper}(.{2,60}?)${rest}`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'left',
    pattern: new RegExp(
      `${doer}stopped ${helper}((?:\\p{L}+ing|vegan|vegetarian|pescatarian|meat|fish|dairy|alcohol|gluten|coffee|sugar)\\b.{0,30}?)${rest}`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'left',
    pattern: new RegExp(
      `${doer}(?:switched|changed|went|migrated|converted|transitioned|(?:moved|migrated|transferred|ported|switched|changed|converted) (?:all |everything|(?:my|our|the) )[^,.;]{0,30}?)(?: over| back)? from (.{2,40}?) (?:to|over to)\\b`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'left',
    pattern: new RegExp(`${doer}(?:moved|relocated) (?:out of|away from|from) (.{2,40}?)${rest}`, 'iu'),
    about: 1,
  },
  {
    scope: 'left',
    pattern: new RegExp(
      `${doer}(?:replaced|renamed|exchanged|swapped out) (.{2,40}?) (?:with|by|for|to|as)\\b`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'left',
    pattern: new RegExp(`${doer}(?:swapped|traded) (.{2,40}?) (?:in )?for\\b`, 'iu'),
    about: 1,
  },
  {
    scope: 'use',
    pattern:
      /^(?:my |our |the )?([\p{L}'-]+(?: [\p{L}'-]+){0,3}?)(?:'s| has| have| had| was| were| is| are| got)? (?:been |just |finally |sadly |now |all |to be )*(?:sold|written off|totall?ed|wrecked|died|passed away|dead|gone|cancelled|canceled|called off|finished|cured|healed|moved out|stolen|given away|put down|postponed|rescheduled|renamed|no (?:problem|issue) any ?(?:more|longer)|(?:okay|ok|fine|allowed|good) (?:again|now|these days)|back(?= (?:again|on|to)))\b/iu,
    about: 1,
  },
  {
    scope: 'use',
    pattern: new RegExp(
      `${doer}(?:had|got) (?:my|our) (.{2,30}?) (?:replaced|removed|fixed|operated on|taken out)\\b`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'left',
    pattern: /^(?:i|we)(?: both| all)? used to (?:be |have |live |own |work |use )?(.{2,60})/iu,
    about: 1,
  },
  {
    scope: 'left',
    pattern:
      /^(?:i|we)(?:'m|'re| am| are)? (?:no longer|don't|do not|never|not|can't) (.{2,60}?)(?: any ?(?:more|longer))(?=$|[,.;:!( ])/iu,
    about: 1,
  },
  { scope: 'left', pattern: /^(?:i|we)(?:'m|'re| am| are| have)? no longer (.{2,60})/iu, about: 1 },
  {
    scope: 'use',
    pattern:
      /^(?:i|we)(?:'ve| have) (?:come|grown|learned|learnt|started|begun) to (?:like|love|enjoy|appreciate|hate|dislike) (.{2,40})/iu,
    about: 1,
  },
  {
    scope: 'thing',
    pattern: new RegExp(
      `${doer}(?:gave|given|traded|wrote|put|signed) (?!up\\b|away\\b|down\\b|off\\b)(.{2,40}?) (?:away|in|off|down|back)\\b`,
      'iu',
    ),
    about: 1,
  },
  {
    scope: 'thing',
    pattern:
      /^(?:i|we)(?:'ve| have)? had to (?:sell|give up|give away|get rid of|return|rehome|scrap|put down|let go of) (.{2,40}?)(?=$|[,.;:!]| (?:to|because|after|since|for|in|last|this)\b)/iu,
    about: 1,
  },
  {
    scope: 'use',
    pattern:
      /^(.{2,30}?) (?:doesn't|don't|does not|do not|no longer) (?:bother|scare|frighten|interest|excite|worry|hurt|trouble)s? me\b/iu,
    about: 1,
  },
  { scope: 'left', pattern: new RegExp(`${doer}(?:gave|given) (?!up\\b)(.{2,40}?) up\\b`, 'iu'), about: 1 },
  // What was impossible is possible again: "I can eat gluten again", "I drink coffee again".
  {
    scope: 'use',
    pattern:
      /^(?:i|we)(?:'m| am|'re| are)? (?:(?:now|finally|both) )*(?:can |may |able to |allowed to )?(?!am\b|have\b)\p{L}+ (.{2,40}?) again(?=$|[,.;:!]| (?:now|since|because|after|without|and|as)\b)/iu,
    about: 1,
  },
  // What somebody prefers now, against what was preferred of the same.
  {
    scope: 'prefer',
    pattern: /^i (?:now )?(?:prefer|like|want) (?:.{2,60} )?(\p{L}+) (?:now|instead|these days)[.!]?$/iu,
    about: 1,
  },
];

/** Verbs of having and doing say nothing about what ended, unless they are all that is said. */
const emptyVerbs = new Set(
  'live work us use have own plai eat drink keep go do be take get run drive ride studi wear can my our the mai smoke together arbeite travaill trabajo lavoro trabalho werk wohn'.split(
    ' ',
  ),
);

/** The ending in one clause, as it was said; undefined if it tells of none. */
export function readEnding(clause: string): Ending | undefined {
  for (const { scope, pattern, about } of [...forms, ...otherEndings]) {
    const caught = pattern.exec(clause);
    if (caught === null) continue;
    if (about === undefined) return { scope, stems: [] };
    const named = caught.slice(1).find((part) => part !== undefined) ?? '';
    // "My sister's cat died": not the speaker's.
    if (/\p{L}['’]s /u.test(named)) return undefined;
    const stems = [...new Set(contentStems(named.split(/[,;:.(，。、]/u, 1)[0]!))];
    const telling = stems.filter((stem) => !emptyVerbs.has(stem) && !anyGrammar.has(stem));
    const chosen = (telling.length === 0 ? stems : telling).slice(0, mostStems);
    if (chosen.length > 0) return { scope, stems: chosen };
  }
  return undefined;
}
