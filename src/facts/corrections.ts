/**
 * Facts that a person corrected. A correction is stored with the thread: messages and summaries stay as
 * they are, and facts read from them later are corrected when they are read. A value stated after a correction takes
 * precedence over it.
 */
import { sha256 } from '../message/hash.ts';
import type { Fact } from '../records/fact.ts';
import type { Pin } from '../records/pin.ts';
import { binding } from './importance.ts';
import { factKey, mergeFacts } from './merge.ts';

export type Correction = Pin & { corrects: NonNullable<Pin['corrects']> };

/** A fact as users see it: with an id for correcting it, and its value before a correction. */
export type KnownFact = Fact & { id: string; corrected?: { value: string; at: string } };

/** More corrections would leave no room for rules. */
export const mostCorrections = 100;

/** The same id for every mention of a value, however it is spaced or grouped. */
function factId(fact: Pick<Fact, 'kind' | 'value' | 'at'>): string {
  return sha256(factKey(fact)).slice(0, 12);
}

export function isCorrection(pin: Pin): pin is Correction {
  return pin.corrects !== undefined;
}

/**
 * The corrections that still hold. A newer value for the same subject, or the user repeating the old one, ends a
 * correction.
 */
export function holdingCorrections(pins: readonly Pin[], facts: readonly Fact[]): Correction[] {
  const active = pins.filter(isCorrection).filter(({ revokedBy }) => revokedBy === undefined);
  if (active.length === 0) return [];
  const merged = mergeFacts(facts);
  return active.filter(({ corrects }) => !merged.some((fact) => overtakes(fact, corrects)));
}

function overtakes(fact: Fact, { factId: wrong, kind, after }: Correction['corrects']): boolean {
  if (fact.kind !== kind || fact.seq <= after) return false;
  if (factId(fact) === wrong) return fact.role === 'user';
  return fact.valueHistory?.some(({ value, at }) => factId({ kind, value, at }) === wrong) === true;
}

/** The facts with corrected values, and the wrong ones in their history. */
export function correctFacts(facts: readonly Fact[], corrections: readonly Correction[]): readonly Fact[] {
  if (corrections.length === 0) return facts;
  return knownFacts(facts, corrections).map(({ id: _, corrected: __, ...fact }) => fact);
}

/** The facts with their ids. Corrected ones are marked. */
export function knownFacts(facts: readonly Fact[], corrections: readonly Correction[]): KnownFact[] {
  const byFact = new Map(corrections.map((correction) => [correction.corrects.factId, correction]));
  return facts.map((fact): KnownFact => {
    const id = factId(fact);
    const correction = byFact.get(id);
    if (correction === undefined) return { ...fact, id };
    const { value, seq, at, valueHistory = [], inProse: _, ...rest } = fact;
    return {
      ...rest,
      ...{ id, value: correction.text, seq, at },
      valueHistory: [{ value, seq, at }, ...valueHistory],
      corrected: { value, at: correction.at },
    };
  });
}

/**
 * The facts of a whole thread, including corrected ones that are no longer kept, so that every correction can be taken
 * back.
 */
export function allKnownFacts(facts: readonly Fact[], pins: readonly Pin[]): KnownFact[] {
  const corrections = holdingCorrections(pins, facts);
  const there = new Set(facts.map(factId));
  const kept = corrections
    .filter(({ corrects }) => !there.has(corrects.factId))
    .map((correction): KnownFact => {
      const { text, seq, at, corrects } = correction;
      return {
        ...{ id: corrects.factId, kind: corrects.kind, value: text, seq, role: 'user', at },
        importance: binding,
        ...(corrects.about !== undefined && { subject: corrects.about }),
        valueHistory: [{ value: corrects.value, seq, at }],
        corrected: { value: corrects.value, at },
      };
    });
  return [...kept, ...knownFacts(facts, corrections)];
}

/** A correction as one line for the readers of a context or a brief. */
export function correctionText({ text, corrects }: Correction): string {
  const oneLine = (value: string) => value.replace(/\s*\n\s*/g, ' ');
  const about = corrects.about === undefined ? '' : `${corrects.about} = `;
  return `Corrected after #${corrects.after}: ${about}${oneLine(text)} (wrong: ${oneLine(corrects.value)})`;
}
