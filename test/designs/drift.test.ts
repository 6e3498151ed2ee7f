/** A technical term said once and never again, under a model that forgets half of what it reads. */

import { expect, it } from 'vitest';
import { createEverthread, type Summarizer } from '../../src/index.ts';
import { recordOfProse } from '../../src/records/summary.ts';
import { strategyNames } from '../../src/strategies/registry.ts';
import { soak } from '../soak.ts';
import { testRuntime } from '../test-runtime.ts';

const terms = ['PGBOUNCER_MAX_CLIENT_CONN', 'deploy/pgbouncer.ini', '4,096 connections'];
/** These two strategies read a long past again and again: a hundred compactions take minutes. */
const marksOf = (strategy: string) =>
  !soak && ['chain', 'tiered'].includes(strategy) ? [2, 10, 25] : [2, 10, 100];

/** Summarizes with the beginning of each source, so that the gate accepts it, but leaves out all exact facts. */
function forgetful(): Summarizer {
  return {
    name: 'forgetful',
    maxInputTokens: 8_000,
    async summarize(request) {
      const words = [...request.previous, ...request.transcript]
        .flatMap(({ text }) => text.split(/\s+/u).slice(0, 12))
        .filter((word) => /^[a-zA-Z]+[.,]?$/u.test(word))
        // A summary that repeats itself would be refused.
        .filter((word, index, all) => all.indexOf(word) === index)
        .slice(0, Math.max(20, Math.floor(request.limits.targetTokens / 3)));
      const text = `${words.join(' ')}.`;
      return {
        text,
        record: request.shape === 'record' ? recordOfProse(text) : null,
        model: 'forgetful',
        rung: 'model',
        promptVersion: 'forgetful@1',
        calls: [],
      };
    },
  };
}

const subjects = ['the crane', 'the berth list', 'the ferry ramp', 'the fuel pump', 'the tide table'];
const talk = (turn: number) =>
  Array.from({ length: 8 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `We looked at ${subjects[(turn + index) % subjects.length]} again this morning and it works as it should, so nothing has to change there for now, and the next look is after the weekend.`,
  }));

it.each(strategyNames)(
  'R-28 is in the context after the second, the tenth and a much later compaction: %s',
  async (strategy) => {
    const marks = marksOf(strategy);
    const runtime = testRuntime();
    const ever = createEverthread({ strategy, summarizer: forgetful(), runtime, budget: { tokens: 3_000 } });
    const thread = await ever.thread('t');
    await thread.append({
      role: 'user',
      content: `The pool is set with ${terms[0]} in ${terms[1]}, to ${terms[2]}.`,
    });
    const lost: string[] = [];
    let reached = 0;
    for (let turn = 0; reached < marks.at(-1)!; turn += 1) {
      await thread.append(talk(turn));
      await ever.idle();
      await thread.compact();
      const { compactions } = await thread.state();
      for (const mark of marks.filter((each) => each > reached && each <= compactions)) {
        // Without recall and without the verbatim message, its summary or ledger must hold the term.
        const context = await thread.context({ recall: false });
        expect(context.items.some(({ kind, from }) => kind === 'verbatim' && from === 1)).toBe(false);
        const text = context.toText();
        lost.push(...terms.filter((term) => !text.includes(term)).map((term) => `${term} at ${mark}`));
      }
      reached = compactions;
    }
    expect(lost).toEqual([]);
    const shown = await thread.summaries();
    expect(shown.map(({ rung }) => rung)).toEqual(shown.map(() => 'model'));
    expect(shown.every(({ text }) => !text.includes(terms[0]!))).toBe(true);
    await ever.close();
  },
);
