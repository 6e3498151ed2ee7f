import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWork } from './read-work.ts';
import { renderWork } from './render-work.ts';
import { bash, called, edited, numbered, said, type Unit } from './samples.suite.ts';

const count = (text: string) => Math.ceil(text.length / 4);

function shown(units: readonly Unit[], tokens = 2_000, numbers = false): string {
  return renderWork(readWork(numbered(units))!, { tokens, count, numbers }).text;
}

const session: Unit[] = [
  said('user', 'Make the importer skip empty rows. Never touch legacy/.'),
  called('TodoWrite', {
    todos: [
      { content: 'Read the importer', status: 'completed' },
      { content: 'Skip empty rows', status: 'in_progress' },
      { content: 'Write a test', status: 'pending' },
    ],
  }),
  called(
    'Glob',
    { pattern: '**/*.beam' },
    '_build/dev/lib/a.beam\nnode_modules/x/index.js\n_build/dev/lib/b.beam',
  ),
  edited('/repo/src/import.ts', '', 'export function skipEmpty(rows: Row[]): Row[] {'),
  bash('npm test', 'Tests  1 failed | 12 passed (13)', true),
  edited('/repo/src/import.ts'),
  bash(
    'git add -A && git commit -m "Skip empty rows"',
    'src/import.ts(4,2): error TS2345: wrong type\nhusky - pre-commit hook exited with code 1',
    true,
  ),
  said('assistant', 'The hook refuses the commit because of a type. Let me mend the type of `Row`.'),
];

describe('the work record as it is shown', () => {
  it('R-66 begins with the request and says what blocks the work', () => {
    const text = shown(session);
    const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, title]) => title);
    expect(headings.slice(0, 3)).toEqual(['Requests, newest last', 'Where it stands', 'Plan']);
    expect(text).toContain('- Make the importer skip empty rows. Never touch legacy/.');
    expect(text).toContain('not committed: import.ts');
    expect(text).toMatch(/open[^\n]*TS2345/);
    expect(text).toContain('[in progress] Skip empty rows');
    expect(text).toContain('[to do] Write a test');
    expect(text).toContain('Tests  1 failed | 12 passed (13)');
    expect(text).toContain('export function skipEmpty(rows: Row[]): Row[]');
    expect(text).not.toMatch(/beam|node_modules/);
  });

  it('R-66 shows that a fixed failure is fixed, and which files a commit contains', () => {
    const text = shown([
      ...session,
      edited('/repo/src/row.ts'),
      bash('npm test', 'Tests  13 passed (13)'),
      bash('git add -A && git commit -m "Skip empty rows"', '[main 1234567] Skip empty rows'),
      edited('/repo/src/late.ts'),
    ]);
    expect(text).toContain('1234567 Skip empty rows');
    expect(text).toContain('not committed: late.ts');
    expect(text).toMatch(/fixed[^\n]*1 failed|fixed[^\n]*TS2345/);
    expect(text).not.toContain('import.ts(4,2)');
    expect(text).not.toMatch(/open problem/);
  });

  it('R-66 in a small budget, names come before the outcomes of older requests and earlier errors', () => {
    const turns = Array.from({ length: 12 }, (_, index) => [
      said('user', `Step ${index}, please`),
      edited(`src/part-${index}.ts`, '', `export function handle_part_${index}(): void {`),
      bash('npm run build', `src/part-${index}.ts(1,1): error TS2300: duplicate`, true),
      said('assistant', `Outcome ${index}: the part is written, and it is as long as such things are.`),
    ]).flat();
    const small = shown(turns, 520);
    for (let index = 0; index < 12; index += 1) expect(small).toContain(`handle_part_${index}`);
    expect(small).toContain('Outcome 0');
    expect(small).toContain('Outcome 10');
    expect(small).not.toContain('Outcome 5');
    expect(small).not.toContain('before that');
    const large = shown(turns, 4_000);
    expect(large).toContain('Outcome 5');
    expect(large).toContain('before that');
  });

  it('R-66 of equally important names, the one used last comes first', () => {
    const units = ['early_name', 'middle_name', 'newest_name'].map((name) =>
      edited('src/a.c', 'a', `${name}();`),
    );
    const names = /## Names\n(.*)/.exec(shown(units))?.[1];
    expect(names).toBe('newest_name, middle_name, early_name');
  });

  it('R-66 gives message numbers if asked to', () => {
    expect(shown(session, 2_000, true)).toContain('Never touch legacy/. (#1)');
    expect(shown(session)).not.toContain('(#1)');
  });

  it('R-66 stays within any budget, and always shows the newest request first', () => {
    const long = [
      ...session,
      ...Array.from({ length: 30 }, (_, index) => said('user', `and then step ${index} of the plan`)),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_500 }), (tokens) => {
        const { text, tokens: size } = renderWork(readWork(numbered(long))!, { tokens, count });
        expect(count(text)).toBeLessThanOrEqual(tokens);
        expect(size).toBe(count(text));
        if (text !== '') expect(text).toContain('step 29');
      }),
      { numRuns: 60 },
    );
  });
});

describe('R-68 how it is worded for readers', () => {
  it('R-68 a log pasted without comment is marked as such, and shown from its first error', () => {
    const log = [
      ...Array.from({ length: 40 }, (_, index) => `Reading package list ${index}... Done`),
      'E: Unable to correct problems, you have held broken packages: libwidget2 is not installable',
    ].join('\n');
    const text = shown([said('user', log), bash('make', 'ok')]);
    expect(text).toContain('pasted without a word: E: Unable to correct problems');
    expect(text).not.toContain('Reading package list 0');
  });

  it('R-68 removes marks of emphasis, and leaves code as it was written', () => {
    const text = shown([
      said('user', 'Square it, please'),
      bash('make', 'ok'),
      said('assistant', '## ✅ Done\n**Squared** by `x ** 2 ** 1`.'),
    ]);
    expect(text).toContain('last said: Done Squared by `x ** 2 ** 1`.');
  });

  it('R-68 a run listed under the commands is not repeated as a step', () => {
    const text = shown([said('user', 'Build it'), bash('make all', 'ok'), edited('src/a.c')]);
    expect(text.match(/make all/g)).toHaveLength(1);
    expect(text).toContain('edited src/a.c');
  });

  it('R-66 a failure is fixed by what ran the same or more, not by another of its kind', () => {
    const failed = bash('pytest tests/test_a.py', '1 failed in 0.2s', true);
    const other = shown([said('user', 'Test.'), failed, bash('pytest tests/test_b.py', '5 passed in 0.2s')]);
    expect(other).toContain('open: 1 failed');
    const whole = shown([said('user', 'Test.'), failed, bash('pytest -q', '6 passed in 0.3s')]);
    expect(whole).toContain('fixed: 1 failed');
  });

  it('R-66 an edit whose output says that it was refused changed nothing', () => {
    const refused = called(
      'replace',
      { file_path: 'y.ts', old_string: 'a', new_string: 'b' },
      'Failed to edit, 0 occurrences found.',
    );
    const text = shown([said('user', 'Replace it.'), refused, edited('/repo/z.ts')]);
    expect(text).toContain('z.ts');
    expect(text).not.toContain('y.ts');
  });
});
