import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkRecord } from '../records/work-record.ts';
import { emptyWork } from './empty-work.ts';
import { mergeWork } from './merge-work.ts';
import { readWork } from './read-work.ts';
import { bash, called, edited, numbered, said, type Unit } from './samples.suite.ts';

const name = fc.constantFrom('alpha', 'beta', 'gamma', 'delta');
const text = fc.constantFrom('parser', 'printer', 'cache', 'index');
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'blocked');

/** Events of sessions, in any order. */
const unit: fc.Arbitrary<Unit> = fc.oneof(
  text.map((word) => said('user', `Please mend the ${word} and always run the tests.`)),
  fc.constant(said('user', '[Request interrupted by user]')),
  text.map((word) =>
    said('assistant', `We decided to use \`${word}_new\` because it is small. Let me go on.`),
  ),
  text.map((word) => said('assistant', `Should I keep the ${word}?\n- [ ] ${word}`)),
  name.map((word) => edited(`src/${word}.ts`, '', `export function ${word}Made(): void {`)),
  name.map((word) =>
    called('Write', { file_path: `${word}.md`, content: '# x' }, 'File created successfully'),
  ),
  name.map((word) => called('Read', { file_path: `src/${word}.ts` })),
  fc.tuple(name, name).map(([from, to]) => bash(`git mv ${from}.md ${to}.md`)),
  fc
    .tuple(name, fc.boolean())
    .map(([word, ok]) => bash(`npm test ${word}`, ok ? '3 passed' : '1 failed, 2 passed', !ok)),
  fc.boolean().map((ok) => bash('npm run build', ok ? 'done' : "error: cannot find 'x'", !ok)),
  name.map((word) => bash(`git add src/${word}.ts`)),
  name.map((word) => bash(`git commit -m "Mend ${word}"`, `[main abcdef1] Mend ${word}`)),
  fc
    .array(fc.record({ content: text, status }), { maxLength: 3 })
    .map((todos) => called('TodoWrite', { todos })),
  fc.tuple(name, status).map(([word, state]) => bash(`bd update ${word}-1 --status ${state}`)),
  name.map((word) => bash(`bd create "Mend ${word}"`, `Created issue: ${word}-1`)),
);

type Tree = { leaf: number } | { left: Tree; right: Tree };

/** A way of grouping this many neighbours. */
function grouping(from: number, to: number, cuts: () => number): Tree {
  if (to - from === 1) return { leaf: from };
  const middle = from + 1 + (cuts() % (to - from - 1));
  return { left: grouping(from, middle, cuts), right: grouping(middle, to, cuts) };
}

function fold(tree: Tree, records: readonly WorkRecord[]): WorkRecord {
  return 'leaf' in tree
    ? records[tree.leaf]!
    : mergeWork(fold(tree.left, records), fold(tree.right, records));
}

describe('merging work records', () => {
  it('R-66 any grouping of neighbouring ranges gives what one reading of the whole gives', () => {
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 40 }),
        fc.infiniteStream(fc.nat({ max: 1_000 })),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (units, stream, ends) => {
          const ranges: Unit[][] = [[]];
          for (const [index, one] of units.entries()) {
            ranges.at(-1)!.push(one);
            if (ends[index] && index < units.length - 1) ranges.push([]);
          }
          let next = 1;
          const records = ranges.map((range) => {
            const messages = numbered(range, next);
            next += messages.length;
            return readWork(messages)!;
          });
          const cuts = () => stream.next().value as number;
          expect(fold(grouping(0, records.length, cuts), records)).toEqual(readWork(numbered(units)));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('R-66 a range read twice counts nothing twice', () => {
    const record = readWork(numbered([said('user', 'go'), edited('a.ts'), bash('npm test', '1 passed')]))!;
    expect(mergeWork(record, record)).toEqual(record);
  });

  it('R-66 after a hundred compactions the request it began with, the files and the last outcome are there', () => {
    const units = (index: number) => [
      said('user', index === 0 ? 'Port the engine to Rust.' : `step ${index}, please do as we said before`),
      edited(`src/part-${index % 40}.rs`),
      bash('cargo test', `test result: ok. ${index} passed; 0 failed`),
    ];
    let record = emptyWork(1, 0);
    let next = 1;
    for (let index = 0; index < 300; index += 1) {
      const messages = numbered(units(index), next);
      next += messages.length;
      record = mergeWork(record, readWork(messages)!);
    }
    expect(record.turns[0]?.request?.text).toBe('Port the engine to Rust.');
    expect(record.turns.at(-1)?.request?.text).toContain('step 299');
    expect(record.files).toHaveLength(40);
    expect(record.commands).toMatchObject([
      { runs: 300, figures: ['test result: ok. 299 passed; 0 failed'] },
    ]);
    expect(JSON.stringify(record).length).toBeLessThan(120_000);
  });

  it('R-66 a limited record keeps changed files rather than files that were only read', () => {
    const reads = Array.from({ length: 400 }, (_, index) => called('Read', { file_path: `lib/${index}.ts` }));
    const { files } = readWork(numbered([edited('src/mine.ts'), ...reads]))!;
    expect(files.length).toBeLessThan(400);
    expect(files[0]?.path).toBe('src/mine.ts');
  });
});
