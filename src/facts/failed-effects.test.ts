import { describe, expect, it } from 'vitest';
import { readWork } from '../work/read-work.ts';
import { bash, numbered } from '../work/samples.suite.ts';
import { doneEffects } from './failed-effects.ts';
import { readShell } from './shell.ts';
import { readToolActivity } from './tool-activity.ts';

const changed = (script: string, output: string) =>
  doneEffects(readShell(script), output).map(({ action, path }) => `${action} ${path}`);

describe('what a script did to files after all', () => {
  it.each<[string, string, string[]]>([
    ['rm -r build', "rm: cannot remove 'build': Permission denied", []],
    ['rm a.txt b.txt', "rm: cannot remove 'b.txt': No such file or directory", ['delete a.txt']],
    ["sed -i 's/a/b/' nope.txt", "sed: can't read nope.txt: No such file or directory", []],
    ['mv a.txt b.txt && touch c.txt', "mv: cannot stat 'a.txt': No such file or directory", []],
    ['mv a.txt b.txt; touch c.txt', "mv: cannot stat 'a.txt': No such file or directory", ['write c.txt']],
    ['cp a.txt out/a.txt || touch c.txt', 'cp: a.txt: No such file or directory', ['write c.txt']],
    ['cat c.txt && rm c.txt', 'cat: c.txt: No such file or directory', []],
    ['git mv a.py b.py', 'fatal: bad source, source=a.py, destination=b.py', []],
    ['echo hi > out/x.txt', 'bash: out/x.txt: No such file or directory', []],
    ['cat a.txt > b.txt', 'cat: a.txt: No such file or directory', ['write b.txt']],
    ['rm old.txt', '', ['delete old.txt']],
    ["go get a.b/c && sed -i 's/a/c/' d.go", 'go: added a.b/c v1.2.0', ['change d.go']],
    ["go get a.b/c && sed -i 's/a/c/' d.go", 'go: a.b/c: no such module', []],
    ['touch a.txt && npm test', 'error: a.txt is empty', ['write a.txt']],
    ['tar cf a.tar /x && rm b.txt', "tar: Removing leading `/' from member names", ['delete b.txt']],
  ])('R-66 %s: %s', (script, output, expected) => {
    expect(changed(script, output)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    [
      "python3 - <<'EOF'\np = 'a.py'\nassert 'x' in open(p).read()\nopen(p, 'w')\nEOF",
      'Traceback (most recent call last):\nAssertionError',
      [],
    ],
    [
      "patch -p1 <<'EOF'\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\nEOF",
      'patching file x.py\nHunk #1 FAILED at 1.\n1 out of 1 hunk FAILED -- saving rejects to file x.py.rej',
      [],
    ],
    [
      "git apply <<'EOF'\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\nEOF",
      'error: x.py: patch does not apply',
      [],
    ],
  ])('R-66 a patch or a script that failed wrote nothing: %s', (script, output, expected) => {
    expect(changed(script, output)).toEqual(expected);
  });

  it('R-66 of a line that failed, its only command changed nothing', () => {
    const patch =
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch\nEOF";
    const done = (script: string, hasFailed: boolean) =>
      doneEffects(readShell(script), '', { hasFailed }).length;
    expect(done(patch, false)).toBe(1);
    expect(done(patch, true)).toBe(0);
    expect(done(`cd app && ${patch}`, true)).toBe(0);
    expect(done(`${patch}\npytest`, true)).toBe(1);
    expect(done('pytest > out.txt', true)).toBe(1);
  });

  it('R-66 what follows a failed check is not done, unless a pipe hid the failure', () => {
    const deleted = (script: string) =>
      readWork(numbered([bash(script, 'Tests: 1 failed, 3 passed', true)]))!.files.map(({ path }) => path);
    expect(deleted('npm test && rm -r old')).toEqual([]);
    expect(deleted('npm test; rm -r old')).toEqual(['old']);
    expect(deleted('npm test | tail -3 && rm -r old')).toEqual(['old']);
  });

  it('R-10 files of a segment are those that were modified', () => {
    const messages = numbered([bash('rm -r build', "rm: cannot remove 'build': Permission denied", true)]);
    expect(readToolActivity(messages).filesModified).toEqual([]);
  });
});
