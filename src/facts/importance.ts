/**
 * The importance of a fact when the ledger is short of room. First what binds people (rules, decisions, promises), then
 * what work was done on (modified files, commands), then exact values, then names and quotations.
 *
 *   importance = kind + weight of the match, × 1.1 if said by the user or × 0.4 if found in tool output,
 *                + 4 for each doubling of the number of messages that said it (at most 16)
 *
 * Age plays no part, because early facts must not fade.
 */
import type { FactKind } from '../records/fact.ts';

const kindImportance: { [kind in FactKind]: number } = {
  rule: 100,
  decision: 90,
  commitment: 75,
  question: 55,
  path: 50,
  command: 55,
  money: 50,
  identifier: 46,
  version: 46,
  date: 45,
  handle: 44,
  url: 44,
  quantity: 40,
  name: 40,
  quote: 30,
  code: 25,
};

export const modifiedPathWeight = 22;
/**
 * From this value on, a fact binds somebody or names a changed file. Such facts are kept before all others, word for
 * word.
 */
export const binding = 70;
/** A question that the other side followed with a message is probably answered. */
export const answeredQuestionWeight = -30;

export function importanceOf(kind: FactKind, role: string, weight = 0): number {
  const factor = role === 'user' ? 1.1 : role === 'tool' ? 0.4 : 1;
  return Math.round((kindImportance[kind] + weight) * factor);
}

export function repetitionBoost(mentions: number): number {
  return Math.min(16, Math.round(4 * Math.log2(Math.max(1, mentions))));
}
