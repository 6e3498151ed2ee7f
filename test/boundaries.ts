/**
 * Finds imports and forbidden globals in source text and checks them against the architecture. It reads no files: the
 * test passes it the real sources, and invented ones with one violation each.
 */
import { dirname, join, normalize } from 'node:path';

export type House = {
  /** Folders and single files of `src`, lowest first. Each may import only from those before it. */
  parts: readonly string[];
  /** Parts that use no clock, randomness, timer, file or network. */
  pure: ReadonlySet<string>;
  /** Parts that may do I/O, but take time and randomness only from `Runtime`. */
  timed: ReadonlySet<string>;
  /** For each rule, the only files and folders of the other parts that may break it. */
  edges: { readonly [rule: string]: readonly string[] };
  /** Parts that may use the library only through its public entries, and the files that are excepted. */
  closed: readonly { part: string; to: string; but: readonly string[] }[];
};

export type Violation = { file: string; rule: string; detail: string };

/** File names below `src`, such as `src/message/units.ts`, with their text. */
export type Sources = ReadonlyMap<string, string>;

const specifier =
  /(?:\bfrom|\bimport)\s*\(?\s*(['"])(?<path>[^'"\n]+)\1|\bnew URL\(\s*(['"`])(?<url>\.[^'"`\n]+)\3/g;
const computedImport = /\bimport\s*\(\s*(?!['"]|\/\*)[^)\s]/;

const impure: readonly [rule: string, pattern: RegExp][] = [
  ['clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\.now\b|\bprocess\.hrtime\b/],
  ['randomness', /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b|\bgetRandomValues\b/],
  ['timer', /\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b|\bscheduler\.(?:wait|yield)\b/],
  ['network', /\bfetch\s*\(|\bnew WebSocket\b/],
  ['environment', /\bprocess\.(?:env|cwd|argv|stdin|stdout|stderr)\b/],
];
/** Rules about time. `setImmediate` is allowed, because no time passes in it. */
const untimed: readonly [rule: string, pattern: RegExp][] = [
  ...impure.filter(([rule]) => rule === 'clock' || rule === 'randomness'),
  ['timer', /\bset(?:Timeout|Interval)\b|\bscheduler\.wait\b/],
];
/** Modules of Node that only compute. */
const computingModules = new Set([
  'node:crypto',
  'node:path',
  'node:util',
  'node:buffer',
  'node:url',
  'node:module',
]);

export function violations(sources: Sources, { parts, pure, timed, edges, closed }: House): Violation[] {
  const order = new Map(parts.map((part, index) => [part, index]));
  const found: Violation[] = [];
  for (const [file, text] of sources) {
    const part = partOf(file);
    const place = order.get(part);
    if (place === undefined) {
      found.push({ file, rule: 'plan', detail: `${part} has no place in the plan` });
      continue;
    }
    const code = withoutComments(text);
    const imported = importsOf(code);
    for (const path of imported) {
      if (!path.startsWith('.')) {
        if (pure.has(part) && path.startsWith('node:') && !computingModules.has(path)) {
          found.push({ file, rule: 'module', detail: path });
        }
        continue;
      }
      const target = normalize(join(dirname(file), path));
      if (!target.startsWith('src/')) continue;
      const other = partOf(target);
      if (other !== part && (order.get(other) ?? Number.POSITIVE_INFINITY) > place) {
        found.push({ file, rule: 'arrow', detail: `${part} imports ${other}` });
      }
      if (closed.some(({ part: from, to, but }) => part === from && other === to && !but.includes(file)))
        found.push({ file, rule: 'reach', detail: `${part} reaches into ${other}` });
    }
    if (pure.has(part) && computedImport.test(code))
      found.push({ file, rule: 'computed import', detail: 'import(…)' });
    for (const [rule, pattern] of pure.has(part) ? impure : untimed) {
      const match = pattern.exec(withoutStrings(code));
      const isEdge = !pure.has(part) && !timed.has(part) && edges[rule]?.some((edge) => isWithin(file, edge));
      if (match && !isEdge) found.push({ file, rule, detail: match[0] });
    }
  }
  return found;
}

function isWithin(file: string, edge: string): boolean {
  return edge.endsWith('/') ? file.startsWith(edge) : file === edge;
}

function partOf(file: string): string {
  return file.split('/')[1]!;
}

function importsOf(code: string): string[] {
  return [...code.matchAll(specifier)].map(({ groups }) => (groups?.path ?? groups?.url)!);
}

/** Removes comments. `//` counts only at the start of a line or after a blank, because strings may contain it. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function withoutStrings(code: string): string {
  return code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
