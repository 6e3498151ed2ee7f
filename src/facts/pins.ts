/**
 * Standing instructions of the user: kept word for word until the user revokes them. If two conflict, the newer
 * one wins. Only the user's own words set or revoke one. An ended pin is kept with `revokedBy`, so that the history
 * stays readable.
 */
import type { Pin } from '../records/pin.ts';
import { atOnce, type Steps, slicesOf } from '../text/steps.ts';
import { type OwnSentence, ownSentences } from './own-words/own-words.ts';
import { possibleSentences } from './own-words/possible-sentences.ts';
import { choiceOf } from './rules/choices.ts';
import { clausesOf } from './rules/clauses.ts';
import {
  compileRevocations,
  prepareRevocations,
  type Revocation,
  readRevocation,
} from './rules/revocation.ts';
import {
  compileInstructions,
  isStandingInstruction,
  prepareInstructions,
} from './rules/standing-instruction.ts';
import { contentStems } from './text.ts';

/** A standing rule as users see it. */
export type Rule = Pin & { id: string };

export type PinMessage = { seq: number; role: string; at: string; text: string };

/** More rules than anybody remembers. The oldest are dropped. */
export const mostActivePins = 100;
/** More rules than this in one message, not announced as rules, are a page of advice. */
const mostUnannounced = 8;
/** Characters looked at between two pauses: some ten milliseconds in languages without blanks. */
const sliceCharacters = 4_000;

/** The rules that hold, without corrections of facts. */
export function activePins<Any extends Pin>(pins: readonly Any[]): Any[] {
  return pins.filter((pin) => pin.revokedBy === undefined && pin.corrects === undefined);
}

export function withPinIds(pins: readonly Pin[]): Rule[] {
  const counts = new Map<number, number>();
  return pins.map((pin) => {
    const count = (counts.get(pin.seq) ?? 0) + 1;
    counts.set(pin.seq, count);
    return { ...pin, id: pin.id ?? pinId(pin.seq, count) };
  });
}

/** What a user's text says about standing rules, independent of the existing rules. */
export type RulesInText = readonly {
  sentence: OwnSentence;
  isRule: boolean;
  revocation: Revocation | undefined;
}[];

/** Compiles what rules are read with, in a few hundred short pieces. */
export function* compileRules(): Steps<void> {
  yield* compileInstructions();
  yield* compileRevocations();
}

export function readRules(text: string): RulesInText {
  return atOnce(readRulesSteps(text));
}

/** The same with pauses between the sentences, and the first time while the patterns are made ready. */
export function* readRulesSteps(text: string): Steps<RulesInText> {
  yield* prepareInstructions();
  yield* prepareRevocations();
  return (yield* maySayRules(text)) ? readOwnRules(text) : [];
}

/** Checked first, because most messages contain no rules, whoever's words they are. */
function* maySayRules(text: string): Steps<boolean> {
  const possible = possibleSentences(text);
  if (possible === undefined) return true;
  const wholeLength = text.trim().length - 2;
  const isSlice = slicesOf(sliceCharacters);
  for (const sentence of possible) {
    const masked = { ...sentence, masked: sentence.text, announced: false };
    const alone = sentence.text.length >= wholeLength;
    if (isStandingInstruction(masked) || readRevocation(masked, { alone }) !== undefined) return true;
    if (isSlice(sentence.text.length)) yield;
  }
  return false;
}

export function readOwnRules(text: string): RulesInText {
  const sentences = ownSentences(text);
  const rules = new Set(sentences.filter(isStandingInstruction));
  if ([...rules].filter(({ announced }) => !announced).length > mostUnannounced) return [];
  const alone = sentences.length === 1 && sentences[0]!.text.length >= text.trim().length - 2;
  return sentences
    .map((sentence) => ({
      sentence,
      isRule: rules.has(sentence),
      revocation: readRevocation(sentence, { alone }),
    }))
    .filter(({ isRule, revocation }) => isRule || revocation !== undefined);
}

export function updatePins(options: {
  pins: readonly Pin[];
  message: PinMessage;
  /** What was read from the message's text earlier. */
  rules?: RulesInText | undefined;
}): Rule[] {
  const { pins, message } = options;
  let current = withPinIds(pins);
  if (message.role !== 'user') return current;
  for (const { sentence, isRule, revocation } of options.rules ?? readRules(message.text)) {
    const lost = revocation === undefined ? [] : targetsOf(revocation, activePins(current));
    if (revocation !== undefined)
      // "That rule" means the whole sentence. Only a revocation that names a subject may end a part of it.
      current = ended(current, message.seq, lost, (clauses) =>
        topicStems(revocation.about).length === 0 ? clauses : targetsOf(revocation, clauses),
      );
    if (revocation !== undefined && !(revocation.alsoRule || (revocation.loose && lost.length === 0)))
      continue;
    if (isRule) current = withPin(current, sentence.text, message);
  }
  return current;
}

function withPin(pins: readonly Rule[], text: string, { seq, at }: PinMessage): Rule[] {
  if (activePins(pins).some((other) => sameText(other.text, text))) return [...pins];
  const pin: Rule = { id: freeId(pins, seq), text, seq, at, subject: subjectOf(text) };
  const replaced = activePins(pins).filter((other) => other.seq <= seq && conflicts(other, pin));
  const settled = ended(pins, seq, replaced, (clauses) => clauses.filter((clause) => conflicts(clause, pin)));
  const surplus = activePins(settled).slice(0, Math.max(0, activePins(settled).length + 1 - mostActivePins));
  return [
    ...settled.map((other) =>
      surplus.includes(other) ? { ...other, revokedBy: seq, ended: 'limit' as const } : other,
    ),
    pin,
  ];
}

/**
 * Ends rules. If a sentence joins several, only the revoked ones end, and the others stay in force, word for word.
 * `meant` selects the revoked ones among the rules of one sentence.
 */
function ended(
  pins: readonly Rule[],
  by: number,
  lost: readonly Rule[],
  meant: (clauses: readonly Rule[]) => readonly Rule[],
): Rule[] {
  let current = [...pins];
  for (const rule of lost) {
    const clauses = clausesOf(rule.text).map((text) => ({ ...rule, text, subject: subjectOf(text) }));
    const gone = clauses.length === 1 ? clauses : meant(clauses);
    const left = gone.length === 0 ? [] : clauses.filter((clause) => !gone.includes(clause));
    current = current.map((pin) => (pin.id === rule.id ? { ...pin, revokedBy: by } : pin));
    for (const clause of left) {
      const place = current.findLastIndex(({ seq }) => seq === rule.seq) + 1;
      current.splice(place, 0, { ...clause, id: freeId(current, rule.seq), since: by });
    }
  }
  return current;
}

function freeId(pins: readonly Rule[], seq: number): string {
  const taken = pins.filter((other) => other.seq === seq).map(({ id }) => Number(id.split('.')[1] ?? 1));
  return pinId(seq, Math.max(0, ...taken) + 1);
}

function pinId(seq: number, count: number): string {
  return count === 1 ? String(seq) : `${seq}.${count}`;
}

function targetsOf(revocation: Revocation, active: readonly Rule[]): Rule[] {
  const { scope, about, onlyForbidding, loose, place } = revocation;
  if (place !== undefined) return active.slice(place, place + 1 || undefined);
  if (scope === 'all') return [...active];
  const candidates = onlyForbidding ? active.filter((pin) => forbids(pin.text)) : active;
  const stems = topicStems(about);
  // A user who allows English again no longer demands French.
  const choice = onlyForbidding ? choiceOf(about) : undefined;
  const contradicted = active.filter(
    (pin) => choice !== undefined && pin.subject === choice && !forbids(pin.text) && !mentions(pin, about),
  );
  if (contradicted.length > 0) return contradicted;
  if (scope === 'last' || (stems.length === 0 && !loose)) return candidates.slice(-1);
  if (stems.length === 0) return [];
  const scored = candidates
    .map((pin) => ({ pin, share: overlap(stems, topicStems(pin.text), isInflected) }))
    .filter(({ share }) => share >= 0.5);
  const best = Math.max(0, ...scored.map(({ share }) => share));
  return scored.filter(({ share }) => share >= best - 0.01).map(({ pin }) => pin);
}

/** Whether a rule is about the thing itself, and not only about the choice to which the thing belongs. */
function mentions({ text }: Pin, about: string): boolean {
  const last = topicStems(about).at(-1);
  return last !== undefined && topicStems(text).includes(last);
}

export function subjectOf(text: string): string {
  return choiceOf(text) ?? topicStems(text).slice(0, 6).join(' ');
}

/** Words that make a sentence an instruction, but say nothing about its subject. */
const instructionWords = new Set(
  'alway never forward pleas future sure ensur rememb rule instruct must onward point rest convers session chat again instead anymor stop avoid forget ignor mind allow fre fin us using prefer want chang switch immer nie niemal bitte toujour jamai siempr nunca verwend benutz'.split(
    ' ',
  ),
);

/** An article or a preposition before a vowel: "l'anglais" speaks of "anglais", "dell’ordine" of "ordine". */
const elided = /(?<!\p{L})(?:[cdjlmnst]|qu|un|(?:a|da|de|ne|su)ll)['’](?=\p{L}{2})/giu;

function topicStems(text: string): string[] {
  return [...new Set(contentStems(text.replace(elided, ' ')))].filter((word) => !instructionWords.has(word));
}

function forbids(text: string): boolean {
  return /(?<!\p{L})(?:never|don['’]?t|do not|avoid|stop|no more|no|without|must not|mustn['’]t|not allowed|nie|niemals|keine?n?|jamais|nunca|no uses|mai|никогда|не|nooit|geen|nigdy|aldrig?|inte|ikke|asla|hiçbir zaman|لا)(?!\p{L})|不要|别|禁止|ないで|마세요|하지 마/iu.test(
    text,
  );
}

const exception =
  /(?<!\p{L})(?:except|excepting|unless|apart from|other than|außer|ausgenommen|es sei denn|sauf|excepté|à moins|excepto|salvo|a menos|exceto|tranne|eccetto|a meno|behalve|tenzij|utom|undtagen|unntatt|oprócz|chyba że|кроме|за исключением)(?!\p{L})|除非|除了|以外|を除/iu;

/** Both are about the same thing, and cannot both be followed. */
export function conflicts(older: Pin, newer: Pin): boolean {
  const named = choiceOf(newer.text) !== undefined;
  if (named && older.subject === newer.subject) {
    // "Never use npm" and "use pnpm for installs" do not conflict.
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
  // The same order again with an exception: both cannot be followed where the exception applies.
  if (exception.test(newer.text) && !exception.test(older.text) && overlap(left, right) === 1) return true;
  if (/\binstead\b|\brather than\b|\bno longer\b/i.test(newer.text))
    return Math.max(overlap(left, right), overlap(right, left)) >= 0.4;
  return purposeOf(older.text) !== undefined && purposeOf(older.text) === purposeOf(newer.text);
}

/** "Use X for tests" and "use Y for tests" have the same purpose, as have "all dates in X" and "all dates in Y". */
function purposeOf(text: string): string | undefined {
  const match =
    /\buse\s+.{1,60}?\s(?:for|when|as)\s+(.{2,60}?)[.!]?$/i.exec(text) ??
    /^(?:from now on,?\s|please,?\s)?all\s(.{2,40}?)\sin\s/i.exec(text);
  const stems = match === null ? [] : topicStems(match[1]!);
  return stems.length === 0 ? undefined : stems.sort().join(' ');
}

/** Share of `of` that is in `within`. */
function overlap(
  of: readonly string[],
  within: readonly string[],
  isSame: (left: string, right: string) => boolean = (left, right) => left === right,
): number {
  if (of.length === 0) return 0;
  return of.filter((word) => within.some((other) => isSame(word, other))).length / of.length;
}

/** Stems are those of English: "Englisch" and "Englischen" differ in their ending only. */
function isInflected(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 5 && long.length - short.length <= 2 && long.startsWith(short);
}

function sameText(left: string, right: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return bare(left) === bare(right);
}
