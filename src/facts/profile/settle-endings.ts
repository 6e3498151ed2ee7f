/** Assigns endings to the subjects whose older values they end. Pure. */
import type { OwnedNote, ProfileSource } from '../../records/profile.ts';
import { wordBeginning } from '../../text/stem.ts';
import { contentStems } from '../text.ts';
import { type Ending, endingOf } from './endings.ts';
import { lastStem } from './subject-words.ts';

/** The notes of one subject, in order of time. */
export type SubjectNotes = { kind: OwnedNote['kind']; subject: string; notes: OwnedNote[] };

/** Subjects of which a person has one value, whatever the wording. */
const slots: ReadonlySet<string> = new Set(['home', 'work', 'studies', 'diet', 'languages', 'origin']);
/** Slots whose value ends when words of it end. */
const endedByWords: ReadonlySet<string> = new Set(['home', 'work', 'studies', 'diet', 'languages']);
const prefixes = /^(?:am|have|use|do|my|favourite|allergic|health) /u;
const partners =
  /^my (?:\p{L}+ ){0,2}?(?:boyfriend|girlfriend|husband|wife|partner|spous|fianc\p{L}*|mari|femme|copain|copine|mann|frau|freund|freundin|marido|esposa|novio|novia|moglie|marito|namorad[oa]|vriend|vriendin|man|vrouw|муж|жена)(?: |$)|^am (?:marri|married|engag|engaged)(?: |$)|^relationship$|^wedding$/u;
const relatives =
  /(?:^| )(?:sister|brother|mother|father|mom|mum|dad|son|daughter|parent|cousin|uncl|aunt|friend)(?: |$)/u;
const workLike =
  /\b(?:teach|i work|working (?:as|at|for|in)|freelanc\p{L}*|(?:run|own) (?:a|an|my|our)\b.{0,40}\b(?:bakery|shop|store|business|company|studio|caf[eé]|restaurant|practice|agency|farm|firm|salon|bar|school|clinic))\b/iu;
const occupation =
  /^i(?:'m| am) (?:(?:now|currently|also) )?(?:a|an|the) (?:[\p{L}-]+ ){0,3}?(?:\p{L}{2,}(?:er|or|ist|ian|ant|eer|man|woman)|nurse|chef|cook|vet|coach|architect|pilot|student|clerk|medic|paramedic|surgeon|guard|judge|priest|monk|maid|au pair|trainee|intern|apprentice|freelance|postdoc|mechanic|barista|butcher|midwife|professor|attorney|courier|carer|physio|model|secretary|athlete|coder|scientist|detective|official|rep)\b|^(?:(?:ahora|adesso|agora|maintenant|jetzt|nu) )?(?:soy|sono|sou|je suis|ik ben|ich bin) (?:un |una |une |um |uma |een |ein |eine )?(?!solter|casad)\p{L}{3,}(?:or|ora|ista|ero|era|ier|ière|eur|euse|trice|tore|er|erin)(?!\p{L})|^我是.{1,8}[师士员工医家警官]/iu;

export function settleEndings(subjects: ReadonlyMap<string, SubjectNotes>): Map<string, SubjectNotes> {
  const settled = new Map<string, SubjectNotes>();
  const endings: { note: OwnedNote; ending: Ending }[] = [];
  for (const [key, told] of subjects) {
    const ending = told.kind === 'fact' ? endingOf(told.subject) : undefined;
    if (ending === undefined) settled.set(key, { ...told, notes: told.notes.toSorted(byTime) });
    else endings.push(...told.notes.map((note) => ({ note, ending })));
  }
  endings.sort((one, other) => byTime(one.note, other.note));
  for (const { note, ending } of endings) {
    for (const [key, told] of settled) {
      // If the same message states the subject itself, that statement already has the new value.
      if (told.notes.some((other) => isSameMessage(other, note)) || !endsSubject(ending, told, note))
        continue;
      const notes = [
        ...told.notes,
        { ...note, kind: told.kind, subject: told.subject, weight: told.notes[0]!.weight },
      ];
      settled.set(key, { ...told, notes: notes.sort(byTime) });
      joinSuccessor(settled, key, note);
    }
  }
  return settled;
}

/** "I switched from the cello to the viola": the new value and the old one go into one entry. */
function joinSuccessor(subjects: Map<string, SubjectNotes>, key: string, ending: OwnedNote): void {
  const ended = subjects.get(key)!;
  if (ended.notes.at(-1)!.value !== ending.value) return;
  for (const [other, told] of subjects) {
    const last = told.notes.at(-1)!;
    if (other === key || !isSameMessage(last, ending) || last.value !== ending.value) continue;
    const before = ended.notes.slice(0, -1).filter((note) => !isSameMessage(note, ending));
    subjects.set(other, { ...told, notes: [...before, ...told.notes].sort(byTime) });
    subjects.delete(key);
    return;
  }
}

function endsSubject(
  { scope, stems }: Ending,
  { kind, subject, notes }: SubjectNotes,
  ending: OwnedNote,
): boolean {
  const before = notes.findLast((note) => byTime(note, ending) < 0);
  if (before === undefined) return false;
  const { value } = before;
  switch (scope) {
    case 'work':
      return isWork(kind, subject, value);
    case 'studies':
      return subject === 'studies';
    case 'home':
      return subject === 'home';
    case 'partner':
      return kind === 'fact' && partners.test(subject) && !relatives.test(subject);
    case 'thing':
      return (
        kind === 'fact' &&
        (/^(?:have|use|my) /u.test(subject) || isWork(kind, subject, value)) &&
        isAbout(subject, value, stems)
      );
    case 'prefer':
      return kind === 'preference' && covers(subject.split(' '), stems);
    case 'left':
      if (endedByWords.has(subject) && covers(contentStems(value), stems)) return true;
      return isAbout(subject, value, stems);
    case 'use':
      return isAbout(subject, value, stems);
  }
}

/** A job, a trade or a business of one's own. */
export function isWork(kind: string, subject: string, value: string): boolean {
  return (
    kind === 'fact' &&
    (subject === 'work' || (!subject.startsWith('my ') && (workLike.test(value) || occupation.test(value))))
  );
}

/** Whether the subject has all words of the ending, or the ending all words of the subject. */
function isAbout(subject: string, value: string, stems: readonly string[]): boolean {
  if (slots.has(subject) || subject === 'name') return false;
  const named = subject.startsWith('my ') ? namesIn(value) : [];
  const several = severalIn(subject, value);
  if (several !== undefined && !covers(stems, several)) return false;
  const core = subject.replace(prefixes, '').split(' ');
  return covers([...core, ...named, ...deedIn(subject, value)], stems) || covers(stems, core);
}

/** "Two daughters, Ida and Liv": an ending about one of them does not end the statement about both. */
function severalIn(subject: string, value: string): string[] | undefined {
  if (!subject.startsWith('have ')) return undefined;
  const found =
    /(?<![\p{L}])(?:have|got|keep|adopted|habe|haben|ai|avons|tengo|tenemos|ho|abbiamo|tenho|temos|heb|hebben) (?:two|three|four|five|six|seven|\d+|zwei|drei|vier|deux|trois|dos|tres|due|tre|duas|dois|twee|drie) ([\p{L}-]+)/iu.exec(
      value,
    );
  return found === null ? undefined : contentStems(found[1]!);
}

/** "I run five miles every day": an ending may name the verb. "I run a shop" is not about running. */
function deedIn(subject: string, value: string): string[] {
  if (!subject.startsWith('use ')) return [];
  const found =
    /^(?:i|we) (?:(?:also|usually|always|mostly|mainly|still) )*(?!use|own|run (?:a|an|my|our)\b)(\p{L}+)(?= )/iu.exec(
      value,
    );
  return found === null ? [] : contentStems(found[1]!);
}

/** "My daughter is called Mia", "My kiln is a Skutt 1027": an ending may use the name instead. */
function namesIn(value: string): string[] {
  const found = /\b(?:called|named|name is|name's|is an?|is the) (\p{Lu}\p{L}+)/u.exec(value);
  return found === null ? [] : contentStems(found[1]!);
}

function covers(whole: readonly string[], part: readonly string[]): boolean {
  const known = whole.map(lastStem);
  return (
    part.length > 0 && part.map(lastStem).every((word) => known.some((other) => isSameWord(word, other)))
  );
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  return (
    Math.min(one.length, other.length) >= 5 &&
    /[^a-z]/u.test(one + other) &&
    wordBeginning(one) === wordBeginning(other)
  );
}

function isSameMessage(one: OwnedNote, other: OwnedNote): boolean {
  return one.threadId === other.threadId && one.seq === other.seq;
}

export function byTime(
  a: Pick<OwnedNote, 'at' | 'threadId' | 'seq'>,
  b: Pick<OwnedNote, 'at' | 'threadId' | 'seq'>,
): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.threadId !== b.threadId) return a.threadId < b.threadId ? -1 : 1;
  return a.seq - b.seq;
}

export function sourceOf({ threadId, seq, at }: OwnedNote): ProfileSource {
  return { threadId, seq, at };
}
