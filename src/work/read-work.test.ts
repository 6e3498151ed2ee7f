import { describe, expect, it } from 'vitest';
import type { Json } from '../message/message.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { readWork } from './read-work.ts';
import { bash, called, edited, numbered, said, type Unit } from './samples.suite.ts';

function work(...units: Unit[]): WorkRecord {
  return readWork(numbered(units))!;
}

const codexOutput = (output: string, exit: number) =>
  JSON.stringify({ output, metadata: { exit_code: exit, duration_seconds: 0.1 } });

const patch = [
  '*** Begin Patch',
  '*** Add File: src/new.ts',
  '+export function shiny(size: number): string {',
  '+}',
  '*** Update File: src/old.ts',
  '@@',
  '-x',
  '+y',
  '*** Delete File: gone.ts',
  '*** End Patch',
].join('\n');

describe('what tool calls did, in the shapes of many clients', () => {
  it.each<[string, Json, { changed?: string[]; read?: string[]; deleted?: string[] }]>([
    ['Write', { file_path: '/app/a.ts', content: 'x' }, { changed: ['/app/a.ts'] }],
    ['Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, { changed: ['a.ts'] }],
    ['Read', { file_path: 'a.ts' }, { read: ['a.ts'] }],
    ['edit', { path: 'a.ts', oldText: 'a', newText: 'b' }, { changed: ['a.ts'] }],
    ['read', { path: 'a.ts' }, { read: ['a.ts'] }],
    ['write_file', { file_path: 'a.css', content: 'b {}' }, { changed: ['a.css'] }],
    ['replace', { file_path: 'a.css', old_string: 'a', new_string: 'b' }, { changed: ['a.css'] }],
    ['read_many_files', { path: 'a.css' }, { read: ['a.css'] }],
    ['apply_patch', patch, { changed: ['src/new.ts', 'src/old.ts', 'gone.ts'], deleted: ['gone.ts'] }],
    ['mcp__workspace__update_file', { filePath: 'b.rs', content: 'x' }, { changed: ['b.rs'] }],
    ['fs-append_to_file', { path: 'notes.md', content: 'x' }, { changed: ['notes.md'] }],
    ['str_replace_based_edit_tool', { command: 'view', path: 'c.py' }, { read: ['c.py'] }],
    [
      'str_replace_based_edit_tool',
      { command: 'create', path: 'c.py', file_text: '' },
      { changed: ['c.py'] },
    ],
    ['functions.edit_file', '{"target_file":"q.ts","code_edit":"…"}', { changed: ['q.ts'] }],
    ['remove_file', { path: 'old.ts' }, { changed: ['old.ts'], deleted: ['old.ts'] }],
    [
      'shell',
      { command: ['bash', '-lc', 'sed -i s/a/b/ x.ts && rm y.ts'] },
      { changed: ['x.ts', 'y.ts'], deleted: ['y.ts'] },
    ],
    ['exec_command', { cmd: 'cat > made.sh <<EOF\necho 1\nEOF' }, { changed: ['made.sh'] }],
    [
      'terminal-run_command',
      { command: 'git mv a.ts b.ts' },
      { changed: ['a.ts', 'b.ts'], deleted: ['a.ts'] },
    ],
    ['local_shell', { action: { type: 'exec', command: ['cat', 'log.txt'] } }, { read: ['log.txt'] }],
    ['create_issue', { path: 'a.ts', content: 'a title' }, {}],
    ['update_reservation', { file: 'none', text: 'seat' }, {}],
    ['grep_search', { path: 'src', pattern: 'write' }, {}],
  ])('R-66 %s %j', (name, input, { changed = [], read = [], deleted = [] }) => {
    const { files } = work(called(name, input));
    const paths = (kept: (file: WorkRecord['files'][number]) => boolean) =>
      files.filter(kept).map(({ path }) => path);
    expect(paths((file) => file.changed > 0)).toEqual(changed);
    expect(paths((file) => file.read > 0)).toEqual(read);
    expect(paths((file) => file.deleted > 0)).toEqual(deleted);
  });

  it('R-66 counts changes, and recognizes created files and failed calls', () => {
    const { files } = work(
      called('Write', { file_path: 'a.ts', content: 'x' }, 'File created successfully at: a.ts'),
      edited('a.ts'),
      called('Edit', { file_path: 'b.ts', old_string: 'q' }, 'String not found', { isError: true }),
      called('Write', { file_path: 'c.ts', content: 'x' }, 'The file c.ts has been updated.'),
    );
    expect(files).toMatchObject([
      { path: 'a.ts', changes: 2, created: 1, changed: 3 },
      { path: 'c.ts', changes: 1, created: 0, changed: 7 },
    ]);
  });

  it.each<[string, Unit, Partial<WorkRecord['commands'][number]>]>([
    [
      'a test that fails',
      bash('npm test', 'Tests  1 failed | 12 passed (13)', true),
      { purpose: 'test', ok: false, figures: ['Tests  1 failed | 12 passed (13)'] },
    ],
    [
      'one whose exit a pipe hides',
      bash('cargo test 2>&1 | tail -3', 'test result: FAILED. 3 passed; 2 failed'),
      { purpose: 'test', line: 'cargo test', ok: false },
    ],
    [
      'one that passes',
      bash('python3 -m pytest -q', '14 passed in 0.31s'),
      { purpose: 'test', ok: true, figures: ['14 passed in 0.31s'] },
    ],
    [
      'one of Codex',
      called('shell', { command: ['go', 'test', './...'] }, codexOutput('ok  \tapp\t0.2s', 0)),
      { purpose: 'test', ok: true },
    ],
    [
      'one of Codex that fails',
      called('shell', { command: ['go', 'vet'] }, codexOutput('boom', 2)),
      { purpose: 'lint', ok: false, figures: ['exit code 2'] },
    ],
    [
      'a build',
      called('run_shell_command', { command: 'cd build && make -j$(nproc)' }, 'make: *** [all] Error 2'),
      { purpose: 'build', line: 'make -j$(nproc)', ok: false },
    ],
    [
      'types',
      called(
        'terminal-run_command',
        { command: 'npx tsc --noEmit' },
        "a.ts(1,2): error TS2304: Cannot find name 'x'.",
      ),
      { purpose: 'types', ok: false },
    ],
    ['a linter', bash('ruff check .', 'All checks passed!'), { purpose: 'lint', ok: true }],
    [
      'an install',
      bash('pip install requests', 'Successfully installed requests-2.32'),
      { purpose: 'install', ok: true },
    ],
    ['a deployment', bash('npm run deploy', 'Done in 3s'), { purpose: 'deploy', ok: true }],
    ['a script', bash('./run.sh --fast', 'hello'), { purpose: 'run', line: './run.sh --fast', ok: true }],
  ])('R-66 tells the outcome of %s', (_what, unit, expected) => {
    expect(work(unit).commands).toMatchObject([expected]);
  });

  it.each([
    ['systemctl restart nginx', 'Job for nginx.service failed because the process exited.', 'Job for nginx'],
    ['mysql -e "drop table berths"', "ERROR 1051 (42S02): Unknown table 'berths'", "Unknown table 'berths'"],
    [
      'curl -sf http://localhost:3000/health',
      'curl: (7) Failed to connect to localhost',
      'Failed to connect',
    ],
  ])('R-66 tells that `%s` failed, though it is no test and no build', (line, output, reason) => {
    const [step] = work(bash(line, output, true)).steps;
    expect(step?.text).toContain(`ran \`${line}\`: `);
    expect(step?.text).toContain(reason);
    expect(work(bash(line, 'ok')).steps[0]?.text).toBe(`ran \`${line}\``);
  });

  it('R-66 leaves out commands that only look around', () => {
    expect(
      work(bash('ls -la src'), bash('grep -rn "error: x" .', 'a.ts:1: error: x'), bash('git status'))
        .commands,
    ).toEqual([]);
  });

  it('R-66 recognizes commits with their files, the branch and pull requests', () => {
    const record = work(
      edited('src/a.ts'),
      edited('src/b.ts'),
      bash('git checkout -b feature/x'),
      bash('git add src/a.ts'),
      bash('git commit -m "Add a"', '[feature/x 1a2b3c4] Add a\n 1 file changed'),
      bash('gh pr create --title "Add a" --body x', 'https://github.com/o/r/pull/7'),
    );
    expect(record.commits).toMatchObject([
      { subject: 'Add a', hash: '1a2b3c4', branch: 'feature/x', paths: ['src/a.ts'] },
    ]);
    expect(record.branch?.text).toBe('feature/x');
    expect(record.pulls[0]?.text).toContain('https://github.com/o/r/pull/7');
  });

  it('R-66 distinguishes a commit that a hook refused from one that was made', () => {
    const { commits, problems } = work(
      bash(
        'git commit -am "Try"',
        "src/a.ts(3,1): error TS1005: ';' expected.\nhusky - pre-commit hook exited with code 2",
        true,
      ),
    );
    expect(commits).toEqual([]);
    expect(problems).toMatchObject([{ line: 'git commit -am "Try"' }]);
    expect(problems[0]?.text).toContain('TS1005');
  });
});

describe('plans', () => {
  it.each<[string, Unit[], [string, string][]]>([
    [
      'a list that is written anew',
      [
        called('TodoWrite', {
          todos: [
            { content: 'Old', status: 'pending' },
            { content: 'Read', status: 'completed' },
          ],
        }),
        called('TodoWrite', {
          todos: [
            { content: 'Write', status: 'in_progress' },
            { content: 'Test', status: 'pending' },
          ],
        }),
      ],
      [
        ['Read', 'done'],
        ['Write', 'in progress'],
        ['Test', 'to do'],
      ],
    ],
    [
      'of Codex',
      [called('update_plan', { plan: [{ step: 'Build', status: 'in_progress' }] })],
      [['Build', 'in progress']],
    ],
    [
      'of Gemini',
      [called('write_todos', { todos: [{ description: 'Build', status: 'blocked' }] })],
      [['Build', 'blocked']],
    ],
    [
      'tasks one by one',
      [
        called('TaskCreate', { subject: 'Mend the parser' }, 'Task #1 created successfully: Mend the parser'),
        called('TaskUpdate', { taskId: '1', status: 'in_progress' }),
      ],
      [['Mend the parser', 'in progress']],
    ],
    [
      'a tracker in the shell',
      [
        bash('bd create "Wire the cache" -p 1', 'Created issue: app-12'),
        bash('bd create "Drop the old one"', 'Created issue: app-13'),
        bash('bd update app-12 --status in_progress'),
        bash('bd close app-13 --reason done'),
      ],
      [
        ['Drop the old one', 'done'],
        ['Wire the cache', 'in progress'],
      ],
    ],
    [
      'a check list in talk',
      [said('assistant', 'Left:\n- [x] parser\n- [ ] printer')],
      [
        ['parser', 'done'],
        ['printer', 'to do'],
      ],
    ],
  ])('R-66 %s', (_what, units, expected) => {
    const items = work(...units).plan.map(({ text, state }) => [text, state]);
    expect(items.sort()).toEqual(expected.sort());
  });
});

describe('names that the next change needs', () => {
  const namesOf = (...units: Unit[]) => work(...units).names.map(({ text }) => text);

  it.each<[string, Unit]>([
    ['a file that was read', called('Read', { file_path: 'a.c' }, 'ring_buffer_push(queue_head);')],
    ['a file shown in the shell', bash('cat a.c', 'ring_buffer_push(queue_head);')],
    ['a search', called('Grep', { pattern: 'push' }, 'a.c:3: ring_buffer_push(queue_head);')],
    ['a search in the shell', bash('cd app && rg push', 'a.c:3: ring_buffer_push(queue_head);')],
    [
      'all that a failed build complains about',
      bash(
        'make',
        [
          ...Array.from({ length: 9 }, (_, index) => `a.c:${index}: undefined reference to 'other_${index}'`),
          "a.c:10: undefined reference to 'ring_buffer_push'; in function 'queue_head'",
        ].join('\n'),
        true,
      ),
    ],
  ])('R-66 are taken from %s', (_what, unit) => {
    expect(namesOf(unit)).toEqual(expect.arrayContaining(['ring_buffer_push', 'queue_head']));
  });

  it.each<[string, Unit]>([
    ['what a program printed', bash('make', 'linking ring_buffer_push')],
    ['a listing', called('LS', { path: 'src' }, 'ring_buffer_push queue_head')],
  ])('R-66 are not taken from %s', (_what, unit) => {
    expect(namesOf(unit)).not.toContain('ring_buffer_push');
  });

  it('R-66 are recognized on both sides of a slash, and when they are short', () => {
    const names = namesOf(said('assistant', 'Compared with cuBLAS/cuFFT and CuPy, on CPU/GPU and and/or.'));
    expect(names).toEqual(expect.arrayContaining(['cuBLAS', 'cuFFT', 'CuPy']));
    expect(names.join()).not.toMatch(/CPU|and/);
  });

  it('R-66 count once per message: a name used in many messages comes before one listed in one', () => {
    const list = Array.from({ length: 9 }, () => 'listed_once();').join('\n');
    const names = namesOf(
      edited('list.h', 'a', `void listed_once(void);\n${list}`),
      ...['a.c', 'b.c', 'c.c', 'd.c', 'e.c', 'f.c', 'g.c'].map((path) =>
        edited(path, 'a', 'used_in_many();'),
      ),
    );
    expect(names.indexOf('used_in_many')).toBeLessThan(names.indexOf('listed_once'));
  });
});
