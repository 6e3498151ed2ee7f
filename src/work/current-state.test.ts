import { describe, expect, it } from 'vitest';
import { currentState, openProblems } from './current-state.ts';
import { readWork } from './read-work.ts';
import { bash, called, edited, numbered, type Unit } from './samples.suite.ts';

const stands = (...units: Unit[]) =>
  currentState(readWork(numbered(units))!, { tokens: 900, numbers: false }, ({ text }) => text).map(
    ({ text }) => text,
  );
const created = called(
  'write_file',
  { file_path: '/app/spec/new_spec.rb', content: 'x' },
  'Created the file.',
);

it('R-66 a file that was created and removed again is not listed as uncommitted', () => {
  expect(stands(edited('/app/a.rb'), created)).toEqual(['nothing was committed; changed: new_spec.rb, a.rb']);
  expect(stands(edited('/app/a.rb'), created, bash('rm spec/new_spec.rb'))).toEqual([
    'nothing was committed; changed: a.rb',
  ]);
  expect(stands(edited('/app/a.rb'), bash('rm a.rb'))).toEqual(['nothing was committed; changed: a.rb']);
});

it('R-66 a file named by two paths is listed once', () => {
  expect(stands(edited('/app/src/a.ts'), bash("sed -i 's/a/b/' src/a.ts"))).toEqual([
    'nothing was committed; changed: a.ts',
  ]);
});

it('R-66 a file that was only ever written here and removed again leaves nothing to commit', () => {
  const scratch = bash("cat > try.rb <<'EOF'\nputs 1\nEOF");
  expect(stands(edited('/app/a.rb'), scratch, bash('ruby try.rb'), bash('rm try.rb'))).toEqual([
    'nothing was committed; changed: a.rb',
  ]);
  const read = called('read_file', { path: 'old.rb' }, 'puts 2');
  const written = called('write_file', { path: 'old.rb', content: 'x' }, 'ok');
  expect(stands(read, written, bash('rm old.rb'))).toEqual(['nothing was committed; changed: old.rb']);
  const commit = bash('git add -A && git commit -m "Try"', '[main abc1234] Try\n 1 file changed');
  expect(stands(scratch, commit, bash('rm try.rb'))).toEqual(['not committed: try.rb']);
});

const problems = (...units: Unit[]) =>
  openProblems(readWork(numbered(units))!).map(({ state, problem }) => `${state}: ${problem.text}`);

describe('problems that return', () => {
  const fails = bash(
    'pytest -q',
    'E   TimeoutError: slow\nFAILED test_a - TimeoutError: slow\n1 failed',
    true,
  );
  const shorter = bash('pytest -q', 'FAILED test_a - TimeoutError: slow\n1 failed', true);
  const passes = bash('pytest -q', '5 passed');

  it('R-66 a test that fails, passes and fails again without a change comes and goes, and was never fixed', () => {
    expect(problems(fails, passes, shorter)).toEqual([
      'open, comes and goes: FAILED test_a - TimeoutError: slow',
    ]);
    expect(problems(fails, edited('/app/a.py'), passes, shorter)).toEqual([
      'open: FAILED test_a - TimeoutError: slow',
    ]);
    expect(problems(fails, edited('/app/a.py'), passes)).toEqual([
      expect.stringMatching(/^fixed by a\.py: E {3}TimeoutError: slow/),
    ]);
  });

  it('R-66 a program that nobody knows can fail too, and its problem is closed when it works', () => {
    const broken = bash('quarto render report.qmd', 'ERROR: figure 2 not found', true);
    expect(problems(broken)).toEqual(['open: ERROR: figure 2 not found']);
    expect(problems(broken, bash('quarto render report.qmd', 'done'))).toEqual([
      'fixed: ERROR: figure 2 not found',
    ]);
    expect(problems(bash('quarto render report.qmd', 'error: is a word of the report'))).toEqual([]);
  });

  it('R-66 what another agent found is no problem of the call that asked it', () => {
    const report = 'Report: parser.c:2 reads without a check. Tests: 40 passed, 2 failed.';
    expect(problems(called('Agent', { prompt: 'Look for unchecked reads.' }, report))).toEqual([]);
    expect(problems(called('reserve_seat', { seat: 4 }, 'Error: seat 4 is not free'))).toEqual([
      'open: Error: seat 4 is not free',
    ]);
  });

  it('R-66 a complaint of a linter is told, not only how many there are', () => {
    const output = "docs/a.md\n 4:1  error  'organize' is American  Spelling\n\n✖ 1 error in 5 files.";
    expect(problems(bash('npx eslint docs', output, true))).toEqual([
      "open: 4:1  error  'organize' is American  Spelling | ✖ 1 error in 5 files.",
    ]);
  });
});
