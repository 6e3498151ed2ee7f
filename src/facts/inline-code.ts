/**
 * The files that a short script in a programming language writes, moves and removes, as far as its text names them:
 * `open('a', 'w')`, `Path('a').write_text(…)`, `fs.writeFileSync('a', …)`, `File.write('a', …)`. A name may also be in a
 * variable that the script sets to a text, or in a list that it goes through. Names that are computed are left out.
 */
import { maskTexts } from './mask-texts.ts';
import type { FileAction, FileEffect } from './patch.ts';

const longestCode = 100_000;
const longestPath = 300;

/** An argument, with at most one call inside: `path`, `'a/b'`, `Path('a') / 'b'`, `os.path.join(a, 'b')`. */
const argument = String.raw`([^,()\n]{0,300}(?:\([^()\n]{0,300}\))?[^,()\n]{0,300})`;
const form = (head: string, rest = '') => new RegExp(`${head}\\(\\s{0,20}${argument}${rest}`, 'g');
const receiver = String.raw`(?<![\w$.])((?:[A-Za-z_.]{0,40}Path\([^()\n]{0,300}\)|\([^()\n]{0,300}\)|[A-Za-z_$][\w$]{0,60}))`;

type Form = {
  pattern: RegExp;
  action: FileAction;
  /** Which group names the file. Default: the first. */
  group?: number;
};

const forms: readonly Form[] = [
  // open(a, 'w'), File.open(a, 'a'), fopen(a, 'w'), open(my $f, '>', a)
  {
    pattern: form(
      String.raw`\bf?open`,
      String.raw`\s{0,20},\s{0,20}(?:mode\s{0,9}=\s{0,9})?§\d+§<[rb]*[wax+][^>]*>`,
    ),
    action: 'write',
  },
  { pattern: /\bopen\(\s*my\s+\$\w+\s*,\s*§\d+§<>{1,2}[^>]*>\s*,\s*([^,()\n]{1,300})/g, action: 'write' },
  { pattern: new RegExp(String.raw`${receiver}\.(?:write_text|write_bytes|touch)\(`, 'g'), action: 'write' },
  {
    pattern: new RegExp(
      String.raw`${receiver}\.open\(\s{0,20}(?:mode\s{0,9}=\s{0,9})?§\d+§<[rb]*[wax+][^>]*>`,
      'g',
    ),
    action: 'write',
  },
  {
    pattern: form(
      String.raw`\b(?:(?:write|append|output|copy)File|writeTextFile|writeJson|outputJson|writeJSON|outputJSON)(?:Sync)?`,
    ),
    action: 'write',
  },
  { pattern: form(String.raw`\b(?:File|IO)\.(?:bin)?write`), action: 'write' },
  {
    pattern: form(String.raw`\b(?:file_put_contents|Bun\.write|savefig|ggsave|spit|np\.savez?)`),
    action: 'write',
  },
  {
    pattern: form(String.raw`\.to_(?:csv|parquet|json|excel|pickle|html|feather|markdown|latex)`),
    action: 'write',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:joblib\.dump|torch\.save|write\.csv|writeLines|saveRDS)\([^,()\n]{1,300},\s*${argument}`,
      'g',
    ),
    action: 'write',
  },
  {
    pattern: form(
      String.raw`\b(?:os\.(?:remove|unlink)|shutil\.rmtree|(?:unlink|rm)(?:Sync)|File\.delete|unlink)`,
    ),
    action: 'delete',
  },
  { pattern: new RegExp(String.raw`${receiver}\.unlink\(`, 'g'), action: 'delete' },
  {
    pattern: form(
      String.raw`\b(?:os\.(?:rename|replace)|shutil\.move|rename(?:Sync)|File\.rename|FileUtils\.mv)`,
      String.raw`\s*,\s*${argument}`,
    ),
    action: 'rename',
  },
  {
    pattern: form(
      String.raw`\b(?:shutil\.copy\w*|copyFileSync|cpSync|FileUtils\.cp\w*)`,
      String.raw`\s*,\s*${argument}`,
    ),
    action: 'write',
    group: 2,
  },
];

/** What a variable holds from a place of the script on. */
type Value = { from: number; name: string; paths: string[] };

export function readInlineCode(code: string): FileEffect[] {
  if (code.length > longestCode) return [];
  const { masked, texts } = maskTexts(code);
  const values = valuesIn(masked, texts);
  const effects = new Map<string, FileEffect>();
  for (const { pattern, action, group = 1 } of forms) {
    for (const match of masked.matchAll(pattern)) {
      const resolve = (expression: string) => pathsOf(expression, texts, values, match.index);
      const paths = resolve(match[group]!);
      const [to] = action === 'rename' ? resolve(match[2]!) : [];
      for (const path of paths) {
        const kind = action === 'rename' && to === undefined ? 'delete' : action;
        effects.set(`${kind} ${path}`, { path, action: kind, ...(to !== undefined && { to }) });
      }
    }
  }
  return [...effects.values()];
}

const assigned =
  /(?:^|[;{}\n(])[ \t]{0,40}(?:(?:const|let|var|my|our)[ \t]{1,20})?\$?([A-Za-z_]\w*)[ \t]{0,40}(?::[ \t]{0,40}\w+[ \t]{0,40})?(?:=(?!=)|<-)[ \t]{0,40}([^;\n]{0,600})/g;
const walked =
  /\bfor(?:each)?[ \t]{0,40}\(?[ \t]{0,40}(?:const[ \t]+|let[ \t]+)?[[(]?((?:\$?[A-Za-z_]\w*[ \t]{0,40},[ \t]{0,40}){0,12}\$?[A-Za-z_]\w*)[\])]?[ \t]{1,20}(?:in|of)\s{1,20}([[(](?:[^[\]()]|[[(][^[\]()]{0,2000}[\])]){0,4000}[\])])/g;

/** `p = 'a'`, `const p = "a"`, `p = Path('a')`, `for p in ['a', 'b']`. */
function valuesIn(masked: string, texts: readonly (string | null)[]): Value[] {
  const values = valuesOfLoops(masked, texts);
  for (const match of masked.matchAll(assigned))
    values.push({
      from: match.index,
      name: match[1]!,
      paths: pathsOf(match[2]!, texts, values, match.index),
    });
  return values.sort((a, b) => a.from - b.from);
}

/** `for p in ['a', 'b']`, and `for p, old, new in [('a', …), ('b', …)]`, where each name has a place of its own. */
function valuesOfLoops(masked: string, texts: readonly (string | null)[]): Value[] {
  return [...masked.matchAll(walked)].flatMap((match) => {
    const names = match[1]!.split(',').map((name) => name.trim().replace(/^\$/, ''));
    const rows =
      names.length === 1 ? [match[2]!] : [...match[2]!.matchAll(/[([]([^()[\]]+)[)\]]/g)].map(([row]) => row);
    return names.map((name, index) => {
      const places = rows.flatMap((row) => {
        const found = [...row.matchAll(/§(\d+)§/g)].map(([, place]) => Number(place));
        return names.length === 1 ? found : found.slice(index, index + 1);
      });
      return { from: match.index, name, paths: places.flatMap((place) => clean(texts[place])) };
    });
  });
}

/** The paths that an expression stands for; none if a part of it is computed. */
function pathsOf(
  expression: string,
  texts: readonly (string | null)[],
  values: readonly Value[],
  at: number,
): string[] {
  const inner = expression
    .replace(/<[^>]*>/g, '')
    .trim()
    .replace(/^(?:(?:pathlib\.)?Path|str|os\.path\.join|path\.join)?\(([^()]*)\)$/, '$1')
    .replace(/^(?:(?:pathlib\.)?Path|os\.path\.join|path\.join)\(([^()]*)\)\s*(\/.*)?$/, '$1$2');
  const known = inner.split(/\s*(?:\/|,)\s*/).map((part) => {
    const text = /^§(\d+)§$/.exec(part.trim())?.[1];
    if (text !== undefined) return clean(texts[Number(text)]);
    const name = part.trim().replace(/^\$/, '');
    return values.findLast((value) => value.name === name && value.from < at)?.paths ?? [];
  });
  if (known.some((paths) => paths.length === 0)) return [];
  return known.length === 1 ? known[0]! : [known.map(([first]) => first!.replace(/\/$/, '')).join('/')];
}

function clean(text: string | null | undefined): string[] {
  if (text === null || text === undefined || text.length > longestPath) return [];
  return /^[\w.~/@+-][^\n*?<>|"]*$/.test(text) && !/^\w+:\/\/|^\/dev\//.test(text) ? [text] : [];
}
