import { describe, expect, it } from 'vitest';
import { renderLedger } from '../facts/ledger.ts';
import type { Fact, FactKind } from '../records/fact.ts';
import { readWork } from '../work/read-work.ts';
import { bash, edited, numbered, said } from '../work/samples.suite.ts';
import { showLedger } from './ledger.ts';
import { counter } from './samples.suite.ts';

const work = readWork(
  numbered([
    said('user', 'Port the reader to the new format.'),
    edited('src/reader.ts', '', 'export function readAll(): void {'),
    bash('npm test', '3 passed'),
  ]),
);

function fact(kind: FactKind, value: string, importance: number, role = 'assistant'): Fact {
  return { kind, value, importance, role, seq: 1, at: '' };
}

const facts = [
  ...Array.from({ length: 60 }, (_, index) => fact('command', `mkdir -p build/stage-${index}`, 60)),
  ...Array.from({ length: 60 }, (_, index) => fact('path', `lib/listed-${index}.ts`, 50)),
  ...Array.from({ length: 60 }, (_, index) => fact('quantity', `${index + 100} files`, 48, 'tool')),
  fact('url', 'https://example.org/format', 44, 'user'),
  fact('version', '4.2.1-rc7', 46),
];

const many = Array.from({ length: 600 }, (_, index) =>
  fact('quantity', `${index + 1_000} crates`, 48, 'user'),
);
const longWork = readWork(
  numbered(
    Array.from({ length: 120 }, (_, index) => [
      said('user', `Port part ${index} of the reader to the new format, and tell me what changed there.`),
      edited(`src/reader-${index}.ts`, '', `export function readPart${index}(): void {`),
      bash(`npm test part-${index}`, '3 passed'),
    ]).flat(),
  ),
);

describe('the ledger beside a work record', () => {
  it('R-66 of a hand-off shows facts missing in the record before files, commands and tool output', () => {
    const show = (handOff: boolean) =>
      showLedger({ facts, work, renderLedger, counter, limit: 500, handOff })!.text;
    expect(show(true)).toContain('https://example.org/format');
    expect(show(true)).toContain('4.2.1-rc7');
    // At the thread's own budget the most important facts come first, whatever their kind.
    expect(show(false)).not.toContain('https://example.org/format');
    expect(show(false)).toContain('build/stage-');
  });

  it('R-66 R-44 leaves the record most of the section; facts get a larger share where it is small, and where there is room', () => {
    const factTokens = (limit: number) => {
      const { text } = showLedger({ facts: many, work: longWork, renderLedger, counter, limit })!;
      return counter.count(text.slice(text.indexOf('<exact-facts'))) / limit;
    };
    const [small, medium, large] = [600, 1_800, 5_000].map(factTokens);
    expect(small).toBeGreaterThan(medium! + 0.1);
    expect(large).toBeGreaterThan(medium! + 0.05);
    expect(medium).toBeLessThan(0.4);
  });

  it('R-44 where not even the shortest record fits, shows the facts that do', () => {
    for (const limit of [0, 5, 10, 20, 40]) {
      const shown = showLedger({ facts, work, renderLedger, counter, limit });
      expect(shown?.tokens ?? 0).toBeLessThanOrEqual(limit);
      expect(shown?.work).toBeUndefined();
    }
  });

  it('R-66 of a hand-off without a record shows facts as in any other context', () => {
    const show = (handOff: boolean) => showLedger({ facts, renderLedger, counter, limit: 500, handOff });
    expect(show(true)).toEqual(show(false));
  });
});
