import { describe, expect, it } from 'vitest';
import { readInlineCode } from './inline-code.ts';
import { readShell } from './shell.ts';
import { readToolCall } from './tool-call.ts';

const told = (code: string) =>
  readInlineCode(code).map(({ action, path, to }) => `${action} ${path}${to === undefined ? '' : ` ${to}`}`);
const byShell = (script: string) =>
  readShell(script).flatMap(({ effects }) => effects.map(({ action, path }) => `${action} ${path}`));

describe('files that a script in a language writes', () => {
  it.each<[string, string[]]>([
    ["open('a.txt', 'w').write('x')", ['write a.txt']],
    ["p = 'src/a.py'\ns = open(p).read()\nopen(p, 'w').write(s)", ['write src/a.py']],
    ["p = 'a'\nopen(p, 'w')\np = 'b'\nopen(p, mode='a')", ['write a', 'write b']],
    ["from pathlib import Path\np = Path('t/F.cs')\np.write_text(p.read_text())", ['write t/F.cs']],
    ["base = Path('src')\n(base / 'x.py').write_text('')", ['write src/x.py']],
    ["for f in ['a.py', 'b.py']:\n    Path(f).write_text('')", ['write a.py', 'write b.py']],
    [
      "for f, old in [('a.py', 'x'), ('b.py', 'y')]:\n    p = Path(f)\n    p.write_text(old)",
      ['write a.py', 'write b.py'],
    ],
    ["root = os.path.join('a', 'b')\nopen(os.path.join(root, 'c.txt'), 'w')", ['write a/b/c.txt']],
    ["with open('in.csv') as f, open('out.csv', 'w') as g: pass", ['write out.csv']],
    ["df.to_csv('clean.csv', index=False)", ['write clean.csv']],
    ["os.rename('a', 'b'); os.remove('c')", ['delete c', 'rename a b']],
    ["const p = 'a.ts'; fs.writeFileSync(p, fs.readFileSync(p, 'utf8'))", ['write a.ts']],
    ["await writeFile('a/b.txt', text)", ['write a/b.txt']],
    ['File.write("x.rb", File.read("x.rb").gsub(/a/, "b"))', ['write x.rb']],
    ["<?php file_put_contents('x.php', $s);", ['write x.php']],
  ])('R-10 %s', (code, expected) => {
    expect(told(code)).toEqual(expected);
  });

  it.each([
    "print(open('a').read())",
    "for f in glob('*.py'):\n    open(f, 'w')",
    "f = f'{name}.txt'\nopen(f, 'w')",
    'path = sys.argv[1]\nopen(path, "w")',
    "const p = name + '.json'; fs.writeFileSync(p, s)",
    's = s.replace("open(\'a\', \'w\')", "b")',
    "# open('a', 'w')",
    'p.write_text("x")',
  ])('R-10 guesses nothing: %s', (code) => {
    expect(told(code)).toEqual([]);
  });

  it.each(['open(', 'a', '\n', '(', '(a=', 'for x in [', "'", '`', 'Path(', 'a, '])(
    'R-48 no run of %j holds it up: a square of this length would take minutes',
    (piece) => {
      expect(told(piece.repeat(90_000 / piece.length))).toEqual([]);
    },
  );

  it('R-10 what stands in a text of the script is not done', () => {
    expect(told('open("o.md", "w").write("""open(\'inner.txt\', \'w\')""")')).toEqual(['write o.md']);
  });

  it.each<[string, string[]]>([
    ["python3 - <<'EOF'\nopen('a', 'w')\nEOF", ['write a']],
    ["cd app && uv run python -c \"open('b.txt', 'w')\"", ['write app/b.txt']],
    ["node --input-type=module -e \"fs.writeFileSync('c.json', '')\"", ['write c.json']],
    ['perl -e \'open(my $f, ">", "z.txt")\'', ['write z.txt']],
    ["docker compose exec app python -c \"open('b.txt', 'w')\"", []],
    ['python -m pytest -c x.cfg', []],
    [
      "cat > a.txt <<'EOF'\nopen('wrong', 'w')\nEOF\npython3 - <<'PY'\nopen('b.txt', 'w')\nPY",
      ['write a.txt', 'write b.txt'],
    ],
    ["cat <<'EOF' | python -\nopen('a', 'w')\nEOF", ['write a']],
    ["bash -s <<'EOF'\ntouch a\nEOF", ['write a']],
    ["yq -i '.a = 1' values.yaml", ['change values.yaml']],
    ['mkdir -p a/b && touch a/b/c', ['write a/b/c']],
    ["git apply <<'EOF'\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\nEOF", ['change x.py']],
  ])('R-10 in a command: %s', (script, expected) => {
    expect(byShell(script)).toEqual(expected);
  });

  it('R-10 code is no script of a shell', () => {
    const code = "if len(x) > 3:\n    print('a' > 'b')\nopen('out/report.md', 'w')";
    const changed = (name: string, input: { [key: string]: string }) =>
      readToolCall({ name, input }).filesModified;
    expect(changed('execute_python', { code })).toEqual(['out/report.md']);
    expect(changed('code_execution', { code })).toEqual(['out/report.md']);
    expect(changed('run_code', { language: 'javascript', code: 'if (a > b) f();' })).toEqual([]);
    expect(changed('run_shell', { code: 'echo x > y.txt' })).toEqual(['y.txt']);
  });
});
