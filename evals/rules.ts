/**
 * Measures which words become standing rules: real instructions of many kinds, instructions inside quoted
 * or pasted text, ordinary sentences, and sentences that revoke rules. Lists the rules found in recorded sessions, to
 * be checked by a person.
 */
import { activePins, updatePins } from '../src/facts/pins.ts';
import { textOf } from '../src/message/message.ts';
import type { Pin } from '../src/records/pin.ts';
import { recordedSessions } from '../test/session-data.ts';
import { locomoSessions } from './data.ts';
import type { Evaluation } from './evaluation.ts';
import { ordinary } from './ordinary-sentences.ts';
import { keptRules, noRevocations, revocations } from './revocation-cases.ts';
import { instructions, planted, wrappers } from './rule-cases.ts';
import { saidOtherwise, saidRules } from './rule-strangers.ts';

export type RuleCase = { kind: string; text: string };

function pinsOf(texts: readonly string[]): Pin[] {
  return texts.reduce<Pin[]>(
    (pins, text, index) =>
      updatePins({ pins, message: { seq: index + 1, role: 'user', at: '2026-01-01T00:00:00.000Z', text } }),
    [],
  );
}

function rulesOf(text: string): string[] {
  return activePins(pinsOf([text])).map((pin) => pin.text);
}

function casesOf(table: { readonly [kind: string]: readonly string[] }): RuleCase[] {
  return Object.entries(table).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })));
}

export const trueCases: readonly RuleCase[] = casesOf({
  ...instructions,
  'polite, by scope, as bans': saidRules,
});
export const ordinaryCases: readonly RuleCase[] = casesOf({
  ...ordinary,
  'no rules, said alike': saidOtherwise,
});
export const foreignCases: readonly RuleCase[] = Object.entries(wrappers).flatMap(([kind, wrap]) =>
  planted.map((sentence) => ({ kind, text: wrap(sentence) })),
);

/** Whether any part of the text becomes a rule. */
export function setsRule({ text }: RuleCase): boolean {
  return rulesOf(text).length > 0;
}

/** Those of the rules that a sentence revokes. */
export function revokedBy(said: string, rules: readonly string[] = keptRules): string[] {
  const activeBefore = activePins(pinsOf(rules)).map((pin) => pin.text);
  const activeAfter = new Set(activePins(pinsOf([...rules, said])).map((pin) => pin.text));
  return activeBefore.filter((rule) => !activeAfter.has(rule));
}

function row(kind: string, good: number, all: number): string {
  return `| ${kind} | ${all} | ${good} | ${((100 * good) / Math.max(1, all)).toFixed(1)} % |`;
}

function rowsBy(cases: readonly RuleCase[], isGood: (one: RuleCase) => boolean): string[] {
  return [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, some]) =>
    row(kind, some.filter(isGood).length, some.length),
  );
}

function* userTexts(): Generator<{ source: string; text: string }> {
  for (const { name, messages } of recordedSessions() ?? [])
    for (const { role, parts } of messages) if (role === 'user') yield { source: name, text: textOf(parts) };
  for (const { id, transcript } of locomoSessions()?.examples ?? [])
    for (const { text } of transcript) yield { source: `locomo ${id}`, text };
}

const method =
  'Each case is one message of a user, read as an append reads it. Foreign cases cross every planted sentence with every surrounding; a case fails when anything in it becomes a rule, or when one of three rules that hold is lost by it. The grammar was written with cases like these at hand: the figures are of a development set.';

export const rules: Evaluation = {
  name: 'rules',
  title: 'Whose words become a rule',
  async run({ warn }) {
    const missed = trueCases.filter((one) => !setsRule(one));
    const wrong = [...foreignCases, ...ordinaryCases].filter(setsRule);
    const lost = [...foreignCases.map(({ text }) => text), ...noRevocations].filter(
      (text) => revokedBy(text).length > 0,
    );
    const notUnderstood = revocations.filter(({ rule, said }) => revokedBy(said, [rule]).length === 0);
    for (const { text } of missed) warn(`missed: ${text}`);
    for (const { kind, text } of wrong) warn(`wrong (${kind}): ${text}`);
    for (const text of lost) warn(`revokes: ${text}`);
    for (const { said } of notUnderstood) warn(`revokes nothing: ${said}`);
    const found = trueCases.length - missed.length;
    const head = (name: string, good: string) => [
      `| ${name} | cases | ${good} | share |`,
      '| --- | ---: | ---: | ---: |',
    ];
    const real: string[] = [];
    let messages = 0;
    for (const { source, text } of userTexts()) {
      messages += 1;
      for (const rule of rulesOf(text.slice(0, 20_000))) real.push(`${source}: ${rule}`);
    }
    if (messages === 0) warn('No recorded sessions in the data folder (EVERTHREAD_DATA).');
    if (process.env.EVERTHREAD_EVAL_DETAILS === '1') for (const line of real) console.error(line);
    return [
      method,
      `Recall ${((100 * found) / trueCases.length).toFixed(1)} % of ${trueCases.length} true instructions; precision ${((100 * found) / Math.max(1, found + wrong.length)).toFixed(1)} % with ${foreignCases.length + ordinaryCases.length} other messages; ${revocations.length - notUnderstood.length} of ${revocations.length} revocations understood, ${lost.length} of ${foreignCases.length + noRevocations.length} false ones.`,
      [...head('true instructions', 'found'), ...rowsBy(trueCases, setsRule)].join('\n'),
      [
        ...head('foreign material', 'no rule, none revoked'),
        ...rowsBy(foreignCases, (one) => !setsRule(one) && revokedBy(one.text).length === 0),
      ].join('\n'),
      [...head('ordinary talk', 'no rule'), ...rowsBy(ordinaryCases, (one) => !setsRule(one))].join('\n'),
      `In ${messages.toLocaleString('en-US')} user messages of recorded sessions and dialogues ${real.length} sentences became rules.`,
    ].join('\n\n');
  },
};
