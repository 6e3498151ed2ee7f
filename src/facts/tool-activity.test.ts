import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, Part } from '../message/message.ts';
import { changedPaths, readPatch } from './patch.ts';
import { readShell } from './shell.ts';
import { readToolActivity } from './tool-activity.ts';

function call(name: string, input: Json, callId = `call-${name}`): Part {
  return { type: 'tool-call', callId, name, input };
}

function filesWrittenBy(script: string): string[] {
  return changedPaths(readShell(script).flatMap(({ effects }) => effects));
}

function activity(...parts: Part[]) {
  return readToolActivity([{ seq: 1, role: 'assistant', parts }]);
}

describe('tool activity', () => {
  it.each<[string, Json, string[]]>([
    ['Write', { file_path: '/app/a.ts', content: 'x' }, ['/app/a.ts']],
    ['Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, ['src/a.ts']],
    ['MultiEdit', { file_path: 'src/a.ts', edits: [{ old_string: 'a', new_string: 'b' }] }, ['src/a.ts']],
    ['NotebookEdit', { notebook_path: 'x.ipynb', new_source: '1' }, ['x.ipynb']],
    ['str_replace_editor', { command: 'create', path: '/repo/new.py', file_text: '' }, ['/repo/new.py']],
    ['str_replace_editor', { command: 'view', path: '/repo/new.py' }, []],
    ['str_replace_based_edit_tool', { command: 'insert', path: 'b.md', insert_line: 1 }, ['b.md']],
    ['create_file', { path: 'src/new.ts', content: '' }, ['src/new.ts']],
    ['writeFile', { path: 'lib/x.js', content: '' }, ['lib/x.js']],
    ['write_to_file', { path: 'lib/x.js', content: '' }, ['lib/x.js']],
    ['replace', { file_path: 'style.css', old_string: 'a', new_string: 'b' }, ['style.css']],
    ['mcp__filesystem__write_file', { path: '/data/x.txt', content: '' }, ['/data/x.txt']],
    ['edit_file', '{"target_file":"src/q.ts","code_edit":"…"}', ['src/q.ts']],
    ['move_file', { source: 'a.ts', destination: 'b.ts' }, ['a.ts', 'b.ts']],
    ['delete_file', { target_file: 'old.ts' }, ['old.ts']],
    ['Read', { file_path: 'src/a.ts' }, []],
    ['Grep', { pattern: 'write', path: 'src' }, []],
    ['search_flights', { path: 'MUC-LIS', file: 'none' }, []],
  ])('R-10 reads the files %s writes from its input (%j)', (name, input, files) => {
    expect(activity(call(name, input)).filesModified).toEqual(files);
  });

  it('R-10 reads patch headers, whatever shape the patch comes in', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: src/a.ts',
      '@@',
      '-x',
      '+y',
      '*** Add File: src/b.ts',
      '+z',
      '*** Delete File: old.ts',
      '*** Update File: c.ts',
      '*** Move to: d.ts',
      '*** End Patch',
    ].join('\n');
    const files = ['src/a.ts', 'src/b.ts', 'old.ts', 'c.ts', 'd.ts'];
    expect(activity(call('apply_patch', patch)).filesModified).toEqual(files);
    expect(activity(call('apply_patch', { input: patch })).filesModified).toEqual(files);
    expect(activity(call('shell', { command: ['apply_patch', patch] })).filesModified).toEqual(files);
    expect(
      activity(call('shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] }))
        .filesModified,
    ).toEqual(files);
    const unified =
      'diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n--- not a header\n+y\n--- a/gone.c\n+++ /dev/null\n--- /dev/null\n+++ b/new.c\n';
    expect(changedPaths(readPatch(unified))).toEqual(['x.c', 'gone.c', 'new.c']);
  });

  it.each<[string, string[]]>([
    ['echo hi > out.txt', ['out.txt']],
    ['echo hi >> "my file.txt" 2>&1', ['my file.txt']],
    ['make 2> err.log 1>/dev/null', ['err.log']],
    ['npm test &> all.log', ['all.log']],
    ['cat <<EOF > src/a.ts\nrm b.ts > c.ts\nEOF\ntouch d.ts', ['src/a.ts', 'd.ts']],
    ["cat > x.py <<'PY'\nprint('>')\nPY", ['x.py']],
    ['ls | tee -a log.txt | grep x', ['log.txt']],
    ["sed -i 's/a/b/' one.ts two.ts", ['one.ts', 'two.ts']],
    ["sed -i '' -e 's/a/b/' one.ts", ['one.ts']],
    ["sed 's/a/b/' one.ts", []],
    ["perl -pi -e 's/a/b/' q.pl", ['q.pl']],
    ['mv a.ts b.ts', ['a.ts', 'b.ts']],
    ['mv a.ts b.ts lib/', ['a.ts', 'b.ts', 'lib/a.ts', 'lib/b.ts']],
    ['cp -r src/a dist/', ['dist/a']],
    ['cp ../x.pdf .', ['x.pdf']],
    ['rm -rf build dist', ['build', 'dist']],
    ['rm *.o', []],
    ['touch "$FILE" real.txt', ['real.txt']],
    ['mkdir -p a/b && touch a/b/c', ['a/b/c']],
    ['git mv old.ts new.ts', ['old.ts', 'new.ts']],
    ['git -C repo rm x.ts', ['x.ts']],
    ['git checkout -- src/a.ts', ['src/a.ts']],
    ['git checkout main', []],
    ['cd packages/core && echo 1 > v.txt', ['packages/core/v.txt']],
    ['cd /srv/app; touch ../x', ['/srv/x']],
    ['cd "$DIR" && touch a', []],
    ['sudo tee /etc/hosts < hosts', ['/etc/hosts']],
    ['FOO=1 env BAR=2 touch z', ['z']],
    ['bash -c "echo hi > inner.txt"', ['inner.txt']],
    ['if true; then touch a; else touch b; fi', ['a', 'b']],
    ['curl -sL https://x.test/a -o a.tgz', ['a.tgz']],
    ['echo "a > b" # > c', []],
    ['test 1 -gt 0 && echo $((1>0))', []],
    ['diff <(ls a) <(ls b) > d.txt', ['d.txt']],
    ['grep x file.txt', []],
  ])('R-10 reads what a shell line writes and guesses nothing: %s', (script, files) => {
    expect(filesWrittenBy(script)).toEqual(files);
  });

  it('R-10 takes commands as strings, argument vectors and wrapped shells', () => {
    const { commands, commandsRun, filesModified } = activity(
      call('Bash', { command: 'npm test' }),
      call('shell', { command: ['bash', '-lc', 'echo 1 > a.txt'], workdir: '/repo' }),
      call('local_shell', { action: { type: 'exec', command: ['touch', 'b > c.txt'] } }),
      call('run_terminal_cmd', '{"command":"npm test"}'),
    );
    expect(commandsRun).toBe(4);
    expect(commands).toEqual(['npm test', 'echo 1 > a.txt', 'touch b > c.txt']);
    expect(filesModified).toEqual(['/repo/a.txt', 'b > c.txt']);
  });

  it('R-10 counts tools, names at most three notable uses, and leaves out edits that failed', () => {
    const reads = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'd.ts'].map((path, index) =>
      call('Read', { file_path: path }, `r${index}`),
    );
    const result = readToolActivity([
      {
        seq: 1,
        role: 'assistant',
        parts: [
          ...reads,
          call('Edit', { file_path: 'bad.ts' }, 'e1'),
          call('Edit', { file_path: 'good.ts' }, 'e2'),
        ],
      },
      {
        seq: 2,
        role: 'tool',
        parts: [
          { type: 'tool-result', callId: 'e1', output: 'no match', isError: true },
          { type: 'tool-result', callId: 'e2', output: 'ok' },
        ],
      },
    ]);
    expect(result.filesModified).toEqual(['good.ts']);
    expect(result.toolsUsed).toEqual([
      { name: 'Read', count: 5, notable: ['d.ts', 'a.ts', 'b.ts'] },
      { name: 'Edit', count: 2, notable: ['bad.ts', 'good.ts'] },
    ]);
  });

  it('I-10 covers secrets in commands and notes', () => {
    const { commands, toolsUsed } = activity(call('Bash', { command: 'mysql --password=hunter22 app' }));
    expect(JSON.stringify({ commands, toolsUsed })).not.toContain('hunter22');
  });

  it('R-10 never fails, whatever the input is', () => {
    const names = fc.constantFrom('Bash', 'Write', 'apply_patch', 'shell', 'Edit', 'move_file', 'x');
    fc.assert(
      fc.property(names, fc.jsonValue(), fc.string(), (name, input, script) => {
        expect(
          activity(call(name, input as Json), call('Bash', { command: script })).toolsUsed.length,
        ).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
    for (const piece of ['"', "'", '<<EOF ', '> ', '\\', '$(', 'a b ', ';', '('])
      expect(filesWrittenBy(piece.repeat(20_000))).toBeInstanceOf(Array);
  });
});
