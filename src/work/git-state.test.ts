import { describe, expect, it } from 'vitest';
import { gitState } from './git-state.ts';
import { mergeWork } from './merge-work.ts';
import { readWork } from './read-work.ts';
import { bash, called, edited, numbered, type Unit } from './samples.suite.ts';

const made = (subject: string, hash: string) => `[main ${hash}] ${subject}\n 1 file changed`;
const commit = (subject: string, hash: string) => bash(`git commit -am "${subject}"`, made(subject, hash));

/** Equal results from one reading and from two merged records, wherever they are divided. */
function told(units: readonly Unit[]) {
  const states = units.map((_, cut) => {
    const before = numbered(units.slice(0, cut));
    const after = numbered(units.slice(cut), before.length + 1);
    const record = cut === 0 ? readWork(after)! : mergeWork(readWork(before)!, readWork(after)!);
    const { commits, takenBack, stateOf } = gitState(record);
    return {
      commits: commits.map(({ subject }) => subject),
      takenBack: takenBack.map(({ subject }) => subject),
      files: Object.fromEntries(
        record.files.filter(({ changed }) => changed > 0).map((file) => [file.path, stateOf(file)]),
      ),
    };
  });
  for (const state of states) expect(state).toEqual(states[0]);
  return states[0]!;
}

describe('undone work does not count as done', () => {
  it.each([
    ['git reset --soft HEAD~1', 'loose'],
    ['git reset HEAD^', 'loose'],
    ['git reset --hard HEAD~', 'discarded'],
    ['git reset --hard 1111111', 'discarded'],
    ['git reset "HEAD@{1}"', 'loose'],
  ])('R-66 a commit by `%s`', (command, state) => {
    const units = [
      edited('/w/a.ts'),
      commit('First', '1111111'),
      edited('/w/b.ts'),
      commit('Second', '2222222'),
      bash(command),
    ];
    expect(told(units)).toEqual({
      commits: ['First'],
      takenBack: ['Second'],
      files: { '/w/a.ts': 'committed', '/w/b.ts': state },
    });
  });

  it.each([
    ['git checkout -- b.ts', 'discarded'],
    ['git restore b.ts', 'discarded'],
    ['git stash push -- b.ts', 'stashed'],
  ])('R-66 a file taken back by `%s` is not in the commit after it', (command, state) => {
    const units = [edited('/w/a.ts'), edited('/w/b.ts'), bash(command), commit('First', '1111111')];
    expect(told(units)).toEqual({
      commits: ['First'],
      takenBack: [],
      files: { '/w/a.ts': 'committed', '/w/b.ts': state },
    });
    const again = [...units, edited('/w/b.ts'), commit('Second', '2222222')];
    expect(told(again).files).toEqual({ '/w/a.ts': 'committed', '/w/b.ts': 'committed' });
  });

  it('R-66 changes taken out of the stash are in the next commit, not in the one before', () => {
    const [put, back] = [bash('git stash'), bash('git stash pop')];
    const units = [edited('/w/a.ts'), put, commit('First', '1111111'), back];
    expect(told(units).files).toEqual({ '/w/a.ts': 'loose' });
    expect(told([...units, commit('Second', '2222222')]).files).toEqual({ '/w/a.ts': 'committed' });
  });

  it('R-66 one command line squashes several commits into one', () => {
    const squash = bash('git reset --soft HEAD~2 && git commit -m "Both"', made('Both', '3333333'));
    const units = [edited('/w/a.ts'), commit('First', '1111111'), commit('Second', '2222222'), squash];
    expect(told(units)).toMatchObject({ commits: ['Both'], files: { '/w/a.ts': 'committed' } });
  });

  it('R-66 an amended commit replaces the one before', () => {
    const amended = bash('git add b.ts && git commit --amend -m "Both"', made('Both', '2222222'));
    const first = bash('git add a.ts && git commit -m "First"', made('First', '1111111'));
    expect(told([edited('/w/a.ts'), first, edited('/w/b.ts'), amended])).toEqual({
      commits: ['Both'],
      takenBack: [],
      files: { '/w/a.ts': 'committed', '/w/b.ts': 'committed' },
    });
  });

  it.each([
    'git checkout -- z.ts',
    'git checkout z.ts',
    'git restore z.ts',
    'git reset --hard',
    'git checkout .',
  ])('R-66 a change by `%s`', (command) => {
    expect(told([edited('/w/z.ts'), bash(command)]).files).toEqual({ '/w/z.ts': 'discarded' });
    const again = told([edited('/w/z.ts'), bash(command), edited('/w/z.ts')]);
    expect(again.files).toEqual({ '/w/z.ts': 'loose' });
    const safe = told([edited('/w/z.ts'), commit('Z', '1111111'), bash(command)]);
    expect(safe.files).toEqual({ '/w/z.ts': 'committed' });
  });

  it.each(['git revert --no-edit 2222222', 'git revert HEAD --no-edit'])(
    'R-66 what `%s` undid',
    (command) => {
      const units = [
        edited('/w/a.ts'),
        commit('First', '1111111'),
        edited('/w/b.ts'),
        commit('Second', '2222222'),
        bash(command, made('Revert "Second"', '3333333')),
      ];
      const reverted = {
        commits: ['First', 'Revert "Second"'],
        takenBack: ['Second'],
        files: { '/w/a.ts': 'committed', '/w/b.ts': 'discarded' },
      };
      expect(told(units)).toEqual(reverted);
      const again = bash('git revert 3333333', made('Revert "Revert "Second""', '4444444'));
      expect(told([...units, again])).toMatchObject({
        takenBack: ['Revert "Second"'],
        files: { '/w/b.ts': 'committed' },
      });
    },
  );

  it('R-66 restoring another version of a file is a change, and a failed command undoes nothing', () => {
    const other = told([edited('/w/z.ts'), commit('Z', '1111111'), bash('git checkout main -- /w/z.ts')]);
    expect(other.files).toMatchObject({ '/w/z.ts': 'loose' });
    const failed = bash('git reset --hard HEAD~1', 'fatal: ambiguous argument', true);
    expect(told([edited('/w/z.ts'), commit('Z', '1111111'), failed]).commits).toEqual(['Z']);
  });

  it('R-66 stashed changes are listed as stashed until they are taken out', () => {
    const stash = bash('git stash', 'Saved working directory and index state WIP on main');
    expect(told([edited('/w/z.ts'), stash]).files).toEqual({ '/w/z.ts': 'stashed' });
    expect(told([edited('/w/z.ts'), stash, bash('git stash pop')]).files).toEqual({ '/w/z.ts': 'loose' });
  });

  it('R-66 unstaged files are not in the commit', () => {
    const units = [
      edited('/w/a.ts'),
      edited('/w/.env.local'),
      bash('git add -A && git reset .env.local && git commit -m "A"', made('A', '1111111')),
    ];
    expect(told(units).files).toEqual({ '/w/a.ts': 'committed', '/w/.env.local': 'loose' });
  });
});

describe('whether a commit was made', () => {
  it('R-66 a commit that git printed was made, although the push after it failed', () => {
    const output = `${made('K', 'abc1234')}\n ! [rejected] main -> main\nerror: failed to push some refs`;
    const units = [edited('/w/k.ts'), bash('git commit -am "K" && git push', output, true)];
    expect(told(units)).toMatchObject({ commits: ['K'], files: { '/w/k.ts': 'committed' } });
  });

  it.each([
    ['git commit -am "K" || true', 'On branch main\nnothing to commit, working tree clean'],
    [
      'git commit -m "K" 2>&1 | tail -3',
      'eslint found 2 problems\nhusky - pre-commit script failed (code 1)',
    ],
    ['git commit -m "K" --dry-run', 'Changes to be committed:\n\tmodified: k.ts'],
  ])('R-66 none by `%s`', (command, output) => {
    expect(told([edited('/w/k.ts'), bash(command, output)])).toMatchObject({
      commits: [],
      files: { '/w/k.ts': 'loose' },
    });
  });

  it('R-66 with -a a commit has tracked and staged files, but no file created since', () => {
    const written = (path: string) =>
      called('Write', { file_path: path, content: 'x' }, `File created successfully at: ${path}`);
    const units = [written('/w/new.ts'), edited('/w/old.ts'), commit('Old', '1111111')];
    expect(told(units).files).toEqual({ '/w/new.ts': 'loose', '/w/old.ts': 'committed' });
    const added = [...units.slice(0, 2), bash('git add new.ts'), commit('Both', '1111111')];
    expect(told(added).files).toEqual({ '/w/new.ts': 'committed', '/w/old.ts': 'committed' });
    const known = [...added, edited('/w/new.ts'), commit('Again', '2222222')];
    expect(told(known).files).toEqual({ '/w/new.ts': 'committed', '/w/old.ts': 'committed' });
  });

  it.each(['git -C /w/lib commit -am "Lib"', 'cd /w/lib && git add -A && git commit -m "Lib"'])(
    'R-66 in another folder it takes no more than git counted: `%s`',
    (command) => {
      const units = [edited('/w/lib/a.ts'), edited('/w/app/b.ts'), bash(command, made('Lib', '1111111'))];
      expect(told(units).files).toEqual({ '/w/lib/a.ts': 'committed', '/w/app/b.ts': 'loose' });
      const both = bash(command, '[main 1111111] Lib\n 2 files changed');
      expect(told([...units.slice(0, 2), both]).files).toMatchObject({ '/w/app/b.ts': 'committed' });
    },
  );

  it('R-66 a revert is a commit that contains no uncommitted changes', () => {
    const revert = bash('git revert --no-edit HEAD', made('Revert "Release 2"', '7777777'));
    expect(told([edited('/w/a.ts'), revert])).toMatchObject({
      commits: ['Revert "Release 2"'],
      files: { '/w/a.ts': 'loose' },
    });
  });

  it('R-66 two commits of one line have their own hashes', () => {
    const output = `${made('One', '1111111')}\n${made('Two', '2222222')}`;
    const record = readWork(numbered([bash('git commit -m One a.ts; git commit -m Two b.ts', output)]))!;
    expect(record.commits.map(({ hash, subject }) => [hash, subject])).toEqual([
      ['1111111', 'One'],
      ['2222222', 'Two'],
    ]);
  });
});

describe('what was changed after it was staged', () => {
  const plain = (subject: string) => bash(`git commit -m "${subject}"`, made(subject, '1111111'));
  it.each<[string, Unit[], string]>([
    ['is not in the commit', [bash('git add a.ts'), edited('/w/a.ts'), plain('A')], 'loose'],
    ['nor after a move', [bash('git mv b.ts a.ts'), edited('a.ts'), plain('A')], 'loose'],
    [
      'nor in one that is amended',
      [
        bash('git add a.ts'),
        plain('A'),
        edited('/w/a.ts'),
        bash('git commit --amend --no-edit', made('A', '2222222')),
      ],
      'loose',
    ],
    [
      'is when it is staged again',
      [bash('git add .'), edited('/w/a.ts'), bash('git add .'), plain('A')],
      'committed',
    ],
    ['is in a commit of all', [bash('git add a.ts'), edited('/w/a.ts'), commit('A', '1111111')], 'committed'],
    [
      'is in a commit that names the file',
      [bash('git add a.ts'), edited('/w/a.ts'), bash('git commit -m "A" a.ts', made('A', '1111111'))],
      'committed',
    ],
    ['is where nothing was seen of staging', [plain('A')], 'committed'],
  ])('R-66 %s', (_what, units, state) => {
    const { files } = told([edited('/w/a.ts'), ...units]);
    expect(files['a.ts'] ?? files['/w/a.ts']).toBe(state);
  });
});

describe('what remains of a change', () => {
  it('R-66 a commit without output was made if the push after it was refused', () => {
    const rejected =
      'To host:a.git\n ! [rejected] main -> main (fetch first)\nerror: failed to push some refs';
    const line = 'git add -A && git commit -qm "Quiet" && git push';
    expect(told([edited('/w/a.ts'), bash(line, rejected)])).toMatchObject({
      commits: ['Quiet'],
      files: { '/w/a.ts': 'committed' },
    });
  });

  it('R-66 a dropped stash and a cleaned file are gone', () => {
    const dropped = [edited('/w/a.ts'), bash('git stash'), edited('/w/b.ts'), bash('git stash drop')];
    expect(told(dropped).files).toEqual({ '/w/a.ts': 'discarded', '/w/b.ts': 'loose' });
    const cleaned = [
      called('Write', { file_path: 'new.py', content: 'x' }),
      bash('git clean -fd', 'Removing new.py'),
    ];
    expect(told(cleaned).files).toEqual({ 'new.py': 'discarded' });
  });

  it('R-66 a tool of git stages and commits as its command does', () => {
    const units = [
      edited('/w/a.ts'),
      edited('/w/b.ts'),
      called('mcp__git__git_add', { repo_path: '/w', files: ['a.ts'] }, 'Files staged successfully'),
      called(
        'mcp__git__git_commit',
        { repo_path: '/w', message: 'By tool' },
        'committed with hash 5d0c11e2a9',
      ),
    ];
    expect(told(units)).toMatchObject({
      commits: ['By tool'],
      files: { '/w/a.ts': 'committed', '/w/b.ts': 'loose' },
    });
    const refused = called('git_commit', { message: 'X' }, 'Error: nothing to commit');
    expect(told([edited('/w/a.ts'), refused]).commits).toEqual([]);
  });

  it.each(['hg commit -m "H"', 'svn commit -m "H"', 'jj commit -m "H"'])('R-66 `%s` commits', (line) => {
    expect(told([edited('/w/a.ts'), bash(line)])).toMatchObject({
      commits: ['H'],
      files: { '/w/a.ts': 'committed' },
    });
  });
});
