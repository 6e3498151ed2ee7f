/**
 * Standing instructions of the user (R-40): kept word for word until the user takes them back, the newest winning
 * where two conflict. A pin that lost is kept with `revokedBy`, so that the history stays readable.
 */
import { isRule } from './read-statements.ts';
import { contentStems, splitLines, splitSentences, withoutListMark } from './text.ts';

export type Pin = {
  id?: string;
  /** As the user wrote it. */
  text: string;
  seq: number;
  at: string;
  /** What it is about: two pins of one subject cannot both hold. */
  subject: string;
  /** The message that took it back or replaced it. */
  revokedBy?: number;
};

export type PinMessage = { seq: number; role: string; at: string; text: string };

/** Longer than this is a document the user pasted, not an instruction. */
const longestPin = 600;
const mostActive = 100;

export function activePins(pins: readonly Pin[]): Pin[] {
  return pins.filter((pin) => pin.revokedBy === undefined);
}

export function updatePins({ pins, message }: { pins: readonly Pin[]; message: PinMessage }): Pin[] {
  if (message.role !== 'user') return [...pins];
  let current = [...pins];
  for (const sentence of sentencesOf(message.text)) {
    const revocation = readRevocation(sentence);
    if (revocation !== undefined) {
      const lost = new Set(targetsOf(revocation, activePins(current)));
      current = current.map((pin) => (lost.has(pin) ? { ...pin, revokedBy: message.seq } : pin));
      if (!revocation.alsoRule) continue;
    }
    if (sentence.length > longestPin || !isRule(sentence)) continue;
    const pin: Pin = { text: sentence, seq: message.seq, at: message.at, subject: subjectOf(sentence) };
    if (activePins(current).some((other) => sameText(other.text, pin.text))) continue;
    current = current.map((other) =>
      other.revokedBy === undefined && other.seq <= pin.seq && conflicts(other, pin)
        ? { ...other, revokedBy: message.seq }
        : other,
    );
    if (activePins(current).length < mostActive) current.push(pin);
  }
  return current;
}

/** What the user says himself: not what he pasted in fences or quoted. */
function sentencesOf(text: string): string[] {
  return splitLines(text.slice(0, 200_000))
    .filter((line) => !line.code && !line.quoted)
    .flatMap((line) => splitSentences(withoutListMark(line)))
    .map(({ text: sentence }) => sentence.replace(/^["“](.*)["”]$/, '$1'));
}

type Revocation = {
  scope: 'last' | 'all' | 'matching';
  about: string[] /** Only pins that forbid something. */;
  onlyForbidding: boolean;
  alsoRule: boolean;
};

const undo = '(?:forget|ignore|drop|disregard|scrap|cancel|revoke|remove|delete|undo|discard|skip|lift)';
const ruleNoun =
  '(?:rules?|instructions?|requests?|guidelines?|preferences?|constraints?|restrictions?|requirements?)';

function readRevocation(sentence: string): Revocation | undefined {
  const text = sentence.replace(/[’]/g, "'");
  const all = new RegExp(
    `\\b${undo}\\s+(?:about\\s+)?(?:all|every(?:thing)?|any)\\b(?:\\s+(?:of\\s+)?(?:the|my|those|these|your|previous|earlier|standing)){0,3}\\s*(?:${ruleNoun})`,
    'i',
  ).exec(text);
  if (all !== null) return { scope: 'all', about: [], onlyForbidding: false, alsoRule: false };
  const named = new RegExp(
    `\\b${undo}\\s+(?:about\\s+)?(?:that|the|this|my|those|what i said)\\s+(.{0,80}?)${ruleNoun}\\b(?:\\s+(?:about|on|regarding|for|with|to|that)\\s+(.{1,120}))?`,
    'i',
  ).exec(text);
  if (named !== null) return matching(`${named[1] ?? ''} ${named[2] ?? ''}`, { lastIfEmpty: true });
  const said = new RegExp(
    `\\b(?:${undo}|never mind|nevermind)\\s+(?:what|everything|anything) (?:i|we) (?:said|told you|asked)(?:\\s+(?:about|on|regarding)\\s+(.{1,120}))?`,
    'i',
  ).exec(text);
  if (said !== null) return matching(said[1] ?? '', { lastIfEmpty: true });
  const neverMind =
    /\b(?:never ?mind|forget)(?:\s+about)?\s+(?:that|it|the|my|using|always|never)?\s*(.{0,120})$/i.exec(
      text,
    );
  if (
    neverMind !== null &&
    /^(?:(?:ok(?:ay)?|oh|actually|well|hm+|no|sorry|please|you can)[\s,.!]+){0,3}(?:never ?mind|forget)\b/i.test(
      text,
    )
  )
    return matching(neverMind[1] ?? '', { lastIfEmpty: true });
  const again =
    /\b(?:you|we)\s+(?:can|may|could|are allowed to|are free to)\s+(?:now\s+)?(.{2,120}?)\s+(?:again|now|after all|any ?more|from now on|going forward)\b/i.exec(
      text,
    );
  if (again !== null) return matching(again[1]!, { onlyForbidding: true });
  const fine =
    /\b(?:it(?:'s| is) (?:fine|ok(?:ay)?|alright|allowed) (?:now )?(?:to|if you)|feel free to)\s+(.{2,120})$/i.exec(
      text,
    );
  if (fine !== null) return matching(fine[1]!, { onlyForbidding: true });
  const needless =
    /\b(?:(?:you )?(?:don't|do not|needn't|no longer) (?:have to|need to|must)|no (?:longer )?need to|there(?:'s| is) no need to|no longer required to|stop having to)\s+(.{2,120}?)(?:\s+(?:any ?more|any longer|now|from now on))?[.!]?$/i.exec(
      text,
    );
  if (needless !== null) return matching(needless[1]!);
  const noLonger = /\b(?:doesn't|does not|don't|do not|no longer) appl(?:y|ies)\b/i.exec(text);
  if (noLonger !== null) return matching(text.slice(0, noLonger.index), { lastIfEmpty: true });
  const stopped = /^(?:please\s+|ok(?:ay)?,?\s+|you can\s+)?stop\s+(\w+ing\b.{2,120})$/i.exec(text);
  if (stopped !== null) return { ...matching(stopped[1]!)!, alsoRule: true };
  const german =
    /\b(?:vergiss|ignoriere|streiche)\s+(?:die|diese|meine|das)\s+(?:regel|anweisung|vorgabe)(?:\s+(?:zu|über|mit)\s+(.{1,80}))?|\bdu (?:darfst|kannst) (?:jetzt |nun )?(?:wieder )?(.{2,80}) (?:benutzen|verwenden|nutzen|schreiben)/i.exec(
      text,
    );
  if (german !== null) return matching(german[1] ?? german[2] ?? '', { lastIfEmpty: true });
  return undefined;

  function matching(
    about: string,
    { lastIfEmpty = false, onlyForbidding = false } = {},
  ): Revocation | undefined {
    const stems = topicStems(about);
    if (stems.length === 0)
      return lastIfEmpty ? { scope: 'last', about: [], onlyForbidding, alsoRule: false } : undefined;
    return { scope: 'matching', about: stems, onlyForbidding, alsoRule: false };
  }
}

function targetsOf({ scope, about, onlyForbidding }: Revocation, active: readonly Pin[]): Pin[] {
  if (scope === 'all') return [...active];
  const candidates = onlyForbidding ? active.filter((pin) => forbids(pin.text)) : active;
  if (scope === 'last') return candidates.slice(-1);
  const scored = candidates
    .map((pin) => ({ pin, share: overlap(about, topicStems(pin.text)) }))
    .filter(({ share }) => share >= 0.5);
  const best = Math.max(0, ...scored.map(({ share }) => share));
  return scored.filter(({ share }) => share >= best - 0.01).map(({ pin }) => pin);
}

/** Choices that exclude each other: naming one says something about the others. */
const choices: readonly [string, RegExp][] = [
  ['indentation', /\b(?:tabs?|spaces|indent\w*|einrück\w*|tabulator\w*|leerzeichen)\b/i],
  [
    'language',
    /\b(?:answer|reply|respond|write|speak|talk|antworte|schreibe?|sprich|réponds|responde|escribe|translate)\b.{0,40}\b(?:english|german|french|spanish|italian|portuguese|japanese|chinese|korean|dutch|russian|polish|arabic|hebrew|turkish|deutsch|englisch|französisch|spanisch|français|anglais|español|inglés)\b/i,
  ],
  ['package manager', /\b(?:npm|yarn|pnpm|bun)\b/i],
  ['quotes', /\b(?:single|double) quot\w+/i],
  ['semicolons', /\bsemicolons?\b/i],
  ['units', /\b(?:metric|imperial|celsius|fahrenheit|kilomet\w+|miles)\b/i],
  [
    'length of answers',
    /\b(?:short|brief|concise|terse|long|detailed|verbose|thorough|elaborate)\b.{0,30}\b(?:answer|repl|response|explanation|message)|\b(?:answer|repl|respon|explain)\w*\b.{0,30}\b(?:short|brief|concise|terse|long|detail|verbose|thorough|sentence)/i,
  ],
  ['form of address', /\b(?:call me|address me|refer to me|nenn mich|appelle-moi|llámame|duze|sieze)\b/i],
  ['tone', /\b(?:formal|informal|casual|friendly|professional)\b.{0,20}\b(?:tone|style|language|register)?/i],
  ['emoji', /\bemojis?\b|\bemoticons?\b/i],
  ['date format', /\b(?:date format|dd\/mm|mm\/dd|iso dates?|iso 8601)\b/i],
  ['time format', /\b(?:24|12)[- ]?h(?:our)?\b|\b(?:am\/pm)\b/i],
  [
    'line length',
    /\b(?:line (?:length|width)|columns? wide|\d{2,3} (?:columns|characters) (?:per|a) line)\b/i,
  ],
  ['naming style', /\b(?:camel|snake|kebab|pascal)[- _]?case\b/i],
  ['test framework', /\b(?:jest|vitest|mocha|ava|pytest|unittest)\b/i],
  ['database', /\b(?:postgres\w*|mysql|sqlite|mongodb|mariadb)\b/i],
  ['python formatter', /\b(?:black|yapf|autopep8|ruff)\b/i],
];

export function subjectOf(text: string): string {
  for (const [subject, pattern] of choices) if (pattern.test(text)) return subject;
  return topicStems(text).slice(0, 6).join(' ');
}

/** Words that make a sentence an instruction say nothing about what it is about. */
const instructionWords = new Set(
  'alway never forward pleas future sure ensur rememb rule instruct must onward point rest convers session chat again instead anymor stop avoid forget ignor mind allow fre fin us using prefer want chang switch immer nie niemal bitte toujour jamai siempr nunca verwend benutz'.split(
    ' ',
  ),
);

function topicStems(text: string): string[] {
  return [...new Set(contentStems(text))].filter((word) => !instructionWords.has(word));
}

function forbids(text: string): boolean {
  return /\b(?:never|don['’]?t|do not|avoid|stop|no more|without|must not|mustn['’]t|not allowed|nie|niemals|keine?n?|jamais|nunca|no uses)\b/i.test(
    text,
  );
}

/** Both speak of one thing, and cannot both be followed. */
function conflicts(older: Pin, newer: Pin): boolean {
  const named = choices.some(([subject]) => subject === newer.subject);
  if (named && older.subject === newer.subject) {
    // "Never use npm" and "use pnpm for installs" agree.
    return (
      !(
        forbids(older.text) &&
        !forbids(newer.text) &&
        overlap(topicStems(newer.text), topicStems(older.text)) < 0.3
      ) || /\binstead\b/i.test(newer.text)
    );
  }
  const left = topicStems(older.text);
  const right = topicStems(newer.text);
  const shared = Math.min(overlap(left, right), overlap(right, left));
  if (forbids(older.text) !== forbids(newer.text)) return shared >= 0.5;
  if (/\binstead\b|\brather than\b|\bno longer\b/i.test(newer.text))
    return Math.max(overlap(left, right), overlap(right, left)) >= 0.4;
  return purposeOf(older.text) !== undefined && purposeOf(older.text) === purposeOf(newer.text);
}

/** "Use X for tests" and "use Y for tests" have the same purpose and one place to fill. */
function purposeOf(text: string): string | undefined {
  const match = /\buse\s+.{1,60}?\s(?:for|when|as)\s+(.{2,60}?)[.!]?$/i.exec(text);
  const stems = match === null ? [] : topicStems(match[1]!);
  return stems.length === 0 ? undefined : stems.sort().join(' ');
}

/** Share of `of` that is in `within`. */
function overlap(of: readonly string[], within: readonly string[]): number {
  if (of.length === 0) return 0;
  return of.filter((word) => within.includes(word)).length / of.length;
}

function sameText(left: string, right: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return bare(left) === bare(right);
}
