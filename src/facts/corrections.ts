/**
 * Facts that a person corrected. A correction is kept beside the thread, not in what was made of it: messages
 * and summaries stay as they are, and whatever is made of them later is put right the same way when it is read. What is
 * said after a correction holds over it.
 */
import { sha256 } from '../message/hash.ts';
import type { Fact } from '../records/fact.ts';
import type { Pin } from '../records/pin.ts';
import { binding } from './importance.ts';
import { factKey, mergeFacts } from './merge.ts';

export type Correction = Pin & { corrects: NonNullable<Pin['corrects']> };

/** A fact as its user sees it: with a name to correct it by, and what it was before somebody did. */
export type KnownFact = Fact & { id: string; corrected?: { value: string; at: string } };

/** More would take the room of the rules to themselves. */
export const mostCorrections = 100;

/** The same for every mention of a value, however it is spaced or grouped. */
export function factId(fact: Pick<Fact, 'kind' | 'value' | 'at'>): string {
  return sha256(factKey(fact)).slice(0, 12);
}

export function isCorrection(pin: Pin): pin is Correction {
  return pin.corrects !== undefined;
}

/** Those that hold of what these facts say: a newer value of the same thing, or the user saying it again, ends one. */
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

/** The facts with what is right in the place of what was corrected, and the wrong value in their history. */
export function correctFacts(facts: readonly Fact[], corrections: readonly Correction[]): readonly Fact[] {
  if (corrections.length === 0) return facts;
  return knownFacts(facts, corrections).map(({ id: _, corrected: __, ...fact }) => fact);
}

/** The facts with their ids; corrected ones say so. */
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

/** Facts of a whole thread: those that were corrected and are kept no longer stand among them, so that each can be taken back. */
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

/** A correction as one line for those who read a context or a brief. */
export function correctionText({ text, corrects }: Correction): string {
  const oneLine = (value: string) => value.replace(/\s*\n\s*/g, ' ');
  const about = corrects.about === undefined ? '' : `${corrects.about} = `;
  return `Corrected after #${corrects.after}: ${about}${oneLine(text)} (wrong: ${oneLine(corrects.value)})`;
}
