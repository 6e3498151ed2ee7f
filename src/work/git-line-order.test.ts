import { describe, expect, it } from 'vitest';
import { gitState } from './git-state.ts';
import { readWork } from './read-work.ts';
import { renderWork } from './render-work.ts';
import { bash, called, edited, numbered, type Unit } from './samples.suite.ts';

const states = (...units: Unit[]) => {
  const record = readWork(numbered(units))!;
  const { stateOf } = gitState(record);
  return Object.fromEntries(
    record.files.filter(({ changed }) => changed > 0).map((file) => [file.path, stateOf(file)]),
  );
};

describe('git in the middle of a line', () => {
  it('R-66 what was restored and then changed in the same line is a change', () => {
    expect(states(edited('a.yaml'), bash("git checkout -- a.yaml && sed -i 's/1/2/' a.yaml"))).toEqual({
      'a.yaml': 'loose',
    });
    expect(states(edited('a.yaml'), bash("sed -i 's/1/2/' a.yaml && git checkout -- a.yaml"))).toEqual({
      'a.yaml': 'discarded',
    });
  });

  it.each([
    ['git stash push a.ts', 'stashed', 'loose'],
    ['git stash push -m "wip b.ts" -- a.ts', 'stashed', 'loose'],
    ['git stash push -m b.ts a.ts', 'stashed', 'loose'],
    ['git stash save a.ts', 'stashed', 'stashed'],
    ['git stash', 'stashed', 'stashed'],
  ])('R-66 `%s` puts away the files it names', (line, a, b) => {
    expect(states(edited('a.ts'), edited('b.ts'), bash(line))).toEqual({ 'a.ts': a, 'b.ts': b });
  });

  it('R-66 a file added by a patch is not in a commit of tracked files', () => {
    const patch =
      '*** Begin Patch\n*** Update File: old.rs\n@@\n-a\n+b\n*** Add File: new.rs\n+c\n*** End Patch';
    const commit = bash('git commit -am "Fix"', '[main abc1234] Fix\n 1 file changed');
    expect(states(called('shell', { command: ['apply_patch', patch] }), commit)).toEqual({
      'old.rs': 'committed',
      'new.rs': 'loose',
    });
  });
});

it('R-66 code of a change that was taken back is not shown', () => {
  const edit = called(
    'Edit',
    { file_path: 'a.py', old_string: 'x', new_string: 'LIMIT = 5' },
    'The file was updated.',
  );
  const shown = (...units: Unit[]) =>
    renderWork(readWork(numbered(units))!, { tokens: 600, count: (text) => text.length / 4 }).text;
  expect(shown(edit)).toContain('LIMIT = 5');
  expect(shown(edit, bash('git checkout a.py'))).not.toContain('LIMIT = 5');
  expect(shown(edit, bash('rm a.py'))).not.toContain('LIMIT = 5');
});
