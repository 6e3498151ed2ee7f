import { describe, expect, it } from 'vitest';
import { currentState, openProblems } from './current-state.ts';
import { readWork } from './read-work.ts';
import { bash, edited, numbered, type Unit } from './samples.suite.ts';

const work = (...units: Unit[]) => readWork(numbered(units))!;
const told = (...units: Unit[]) =>
  work(...units)
    .commands.map(({ line, ok }) => [line, ok])
    .sort();
const lint = '✖ 1 problem (1 error, 0 warnings)';
const rejected = ' ! [rejected] main -> main (fetch first)\nerror: failed to push some refs';

describe('one outcome for several commands', () => {
  it.each<[string, Unit, [string, boolean | null][]]>([
    [
      'a check that failed before the tests began',
      bash('npm run lint && npm test', lint, true),
      [['npm run lint && npm test', false]],
    ],
    [
      'tests that passed before a push was refused',
      bash('pytest -q && git push', `12 passed in 0.3s\n${rejected}`, true),
      [
        ['git push', false],
        ['pytest -q', true],
      ],
    ],
    [
      'tests that failed, so that nothing was pushed',
      bash('npm run lint && npm test && git push', 'Tests: 2 failed, 3 passed', true),
      [
        ['npm run lint', true],
        ['npm test', false],
      ],
    ],
    [
      'a linter in front of tests that ran all the same',
      bash('npm run lint; npm test', `${lint}\n\nTests: 12 passed, 12 total`),
      [
        ['npm run lint', false],
        ['npm test', true],
      ],
    ],
    [
      'a program of unknown purpose, which may be the one that failed',
      bash('npm test && vale docs', 'docs/a.md\n 4:1  error  wrong word', true),
      [['npm test && vale docs', false]],
    ],
    [
      'a hook that refused the commit',
      bash('npm run lint && git commit -m A', 'husky - pre-commit hook exited with code 1 (error)', true),
      [
        ['git commit -m A', false],
        ['npm run lint', true],
      ],
    ],
    [
      'a program that the error names',
      bash('make -j4 && ctest', 'a.c:3:1: error: unknown type name foo\nmake: *** [all] Error 1', true),
      [['make -j4', false]],
    ],
    [
      'a commit that was made before the push',
      bash('npm test && git commit -m A && git push', `Tests: 3 passed\n[main abc1234] A\n${rejected}`, true),
      [
        ['git push', false],
        ['npm test', true],
      ],
    ],
    [
      'a commit that was not made, so that there was no push',
      bash('git commit -am A && git push', 'nothing to commit, working tree clean', true),
      [['git commit -am A && git push', false]],
    ],
    ['a server left running', bash('npm run dev > dev.log 2>&1 &'), [['npm run dev', null]]],
    [
      'a server left running, and a request that failed',
      bash('python app.py & sleep 2; curl -sf localhost:8000', 'curl: (22) error: 500', true),
      [['python app.py', null]],
    ],
    [
      'a script that stops at the first failure',
      bash(
        'set -euo pipefail\nnpm run build\nnpm test\nnpm publish',
        'Tests: 12 passed\nnpm error 403',
        true,
      ),
      [
        ['npm publish', false],
        ['npm run build', true],
        ['npm test', true],
      ],
    ],
    [
      'tests that ran beside a linter',
      bash('npm test & npm run lint; wait', 'Tests: 1 failed'),
      [
        ['npm run lint', null],
        ['npm test', null],
      ],
    ],
    ['a check that may fail', bash('npm run lint || true', ''), [['npm run lint', null]]],
    [
      'all of them',
      bash('npm run lint && npm test', 'Tests: 12 passed'),
      [
        ['npm run lint', true],
        ['npm test', true],
      ],
    ],
  ])('R-66 tells %s', (_what, unit, expected) => {
    expect(told(unit)).toEqual(expected);
  });

  it('R-66 is fixed when each command that may have failed has worked since', () => {
    const failing = [edited('a.ts'), bash('npm run lint && npm test', lint, true)];
    const open = (...units: Unit[]) =>
      openProblems(work(...failing, ...units)).filter(({ open }) => open).length;
    expect(open()).toBe(1);
    expect(open(bash('npm test', 'Tests: 12 passed'))).toBe(1);
    expect(open(bash('npm test', 'Tests: 12 passed'), bash('npm run lint'))).toBe(0);
    expect(open(bash('npm run lint && npm test', 'Tests: 12 passed'))).toBe(0);
  });

  it('R-66 the failure of an unlisted command is reported even if its line has a listed one', () => {
    const { steps } = work(
      bash('npm run dev & curl -sf localhost:8000', 'curl: (7) Failed to connect', true),
    );
    expect(steps.map(({ text }) => text)).toEqual([
      'ran `curl -sf localhost:8000`: curl: (7) Failed to connect',
    ]);
  });

  it('R-66 a command that gives up, or only shows something, fixes nothing', () => {
    const openAfter = (failing: Unit, ...units: Unit[]) =>
      openProblems(work(failing, ...units)).filter(({ open }) => open).length;
    const conflict = bash('git rebase main', 'error: could not apply 2222222... Mine', true);
    const states = (unit: Unit) => openProblems(work(conflict, unit)).map(({ state }) => state);
    expect(states(bash('git rebase --abort'))).toEqual(['given up']);
    expect(states(bash('git rebase --continue'))).toEqual(['fixed']);
    const failing = bash('pytest', '1 failed, 3 passed in 1.2s\nE   assert 3 == 4', true);
    expect(openAfter(failing, bash('pytest --collect-only -q', '4 tests collected'))).toBe(1);
    expect(openAfter(failing, bash('pytest -q', '4 passed'))).toBe(0);
  });

  it('R-66 names no problem where a line only showed something', () => {
    const record = work(edited('a.ts'), bash('cat log.txt && git status', 'error: old', false));
    expect(
      currentState(record, { tokens: 900 } as never, ({ text }) => text).map(({ text }) => text),
    ).toEqual(['nothing was committed; changed: a.ts']);
  });
});
