import { describe, expect, it } from 'vitest';
import { readOutcome } from './outcome.ts';
import { readWork } from './read-work.ts';
import { bash, called, numbered, type Unit } from './samples.suite.ts';

const gemini = (output: string, exit: number) =>
  `Command: git commit -am x\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${exit}\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 12`;
const codex = (state: string, output: string) =>
  `Chunk ID: a1\nWall time: 1.0 seconds\nProcess ${state}\nOriginal token count: 9\nOutput:\n${output}`;
const work = (...units: Unit[]) => readWork(numbered(units))!;
const outcomes = (...units: Unit[]) => work(...units).commands.map(({ ok, runs }) => [ok, runs]);

describe('what clients write around an output', () => {
  it('R-66 labels of the client are not part of the output', () => {
    expect(readOutcome(gemini('All good', 0))).toMatchObject({ ok: true, errors: [] });
    expect(readOutcome(gemini('x is unused', 1))).toMatchObject({ ok: false, errors: ['x is unused'] });
    const { commits } = work(bash('git commit -am x', gemini('[main 77aa01f] x\n 1 file changed', 0)));
    expect(commits).toMatchObject([{ hash: '77aa01f', subject: 'x' }]);
  });

  it.each([
    ['exit code: 2', 'exit code 2'],
    ['Command exited with code 2', 'exit code 2'],
    [codex('exited with code 2', 'E  assert'), 'exit code 2'],
    ['{"output":"E  assert","metadata":{"exit_code":2}}', 'exit code 2'],
  ])('R-66 tells the exit code of %j, and not as an error', (output, figure) => {
    const { ok, figures, errors } = readOutcome(`${output}`);
    expect(ok).toBe(false);
    expect(figures).toContain(figure);
    expect(errors.join()).not.toMatch(/exited|code 2/i);
  });

  it.each<[string, boolean | null]>([
    ['Command timed out after 120 seconds', false],
    ['Compiling foo\nKilled', false],
    [' RUN v1\n^C', null],
    ['Command running in background with ID: b1', null],
    [codex('running with session ID 42', 'Starting'), null],
    ['  ✓ waits until the request timed out (2 ms)\nTests  4 passed (4)', true],
  ])('R-66 what did not come to its end did not work: %j', (output, ok) => {
    expect(readOutcome(output).ok).toBe(ok);
  });

  it('R-66 a failed test is recognized whatever the spacing of its counts', () => {
    expect(readOutcome('Failed!  - Failed:     3, Passed:    57').ok).toBe(false);
    expect(readOutcome('Passed!  - Failed:     0, Passed:    60').ok).toBe(true);
    expect(readOutcome('error: could not compile `cache` due to 1 previous error').ok).toBe(false);
    expect(readOutcome('Executed 31 tests, with 2 expected failures').ok).toBe(true);
  });

  it('R-66 reports the error itself, not that make gave up or where to read more', () => {
    const [first] = readOutcome('--- FAIL: TestA\n  a.go:3: refused\nmake: *** [test] Error 1', true).errors;
    expect(first).toBe('--- FAIL: TestA a.go:3: refused');
    expect(readOutcome('a.go:3:6: Load should have a comment\n1 issues:\n* revive: 1', true).errors[0]).toBe(
      'a.go:3:6: Load should have a comment',
    );
    expect(
      readOutcome('go vet ./...\na.go:9: package x/api is not in std\nmake: *** Error 1', true).errors[0],
    ).toBe('a.go:9: package x/api is not in std');
    expect(
      readOutcome('L: 1 | AM04 | A query of any number of columns.\nAll Finished!', true).errors,
    ).toEqual(['L: 1 | AM04 | A query of any number of columns.']);
    const panic =
      "thread 'main' panicked at src/a.rs:4:5:\nindex out of range\nnote: run with `RUST_BACKTRACE=1`";
    expect(readOutcome(panic, true).errors).toEqual([
      "thread 'main' panicked at src/a.rs:4:5: index out of range",
    ]);
  });

  it('R-66 a program in the background has the outcome that a later call reports', () => {
    const start = called('Bash', { command: 'npm test' }, 'Command running in background with ID: b1');
    const poll = (text: string) => called('BashOutput', { bash_id: 'b1' }, text);
    const failed = poll(
      '<status>failed</status>\n<exit_code>1</exit_code>\n<stdout>Tests: 2 failed</stdout>',
    );
    expect(outcomes(start)).toEqual([[null, 1]]);
    expect(outcomes(start, poll('<status>running</status>\n<stdout>3 passed</stdout>'))).toEqual([[null, 1]]);
    expect(outcomes(start, failed)).toEqual([[false, 1]]);
    expect(outcomes(start, called('KillShell', { shell_id: 'b1' }, 'Successfully killed shell: b1'))).toEqual(
      [[null, 1]],
    );
    const exec = called('exec_command', { cmd: 'dotnet test' }, codex('running with session ID 42', ''));
    const stdin = called(
      'write_stdin',
      { session_id: 42, chars: '' },
      codex('exited with code 0', '3 passed'),
    );
    expect(outcomes(exec, stdin)).toEqual([[true, 1]]);
    const commit = called(
      'exec_command',
      { cmd: 'git commit -qam x' },
      codex('running with session ID 7', ''),
    );
    expect(work(commit).commits).toEqual([]);
  });
});
