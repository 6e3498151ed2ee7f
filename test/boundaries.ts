/**
 * Checks what modules import and use against the architecture. It reads no files: the test passes it the real sources,
 * and invented ones with one violation each.
 */
import { dirname, join, normalize } from 'node:path';
import { type GlobalUse, type ModuleCode, readModule } from './module-code.ts';

export type House = {
  /** Folders and single files of `src`, lowest first. Each may import only from those before it. */
  parts: readonly string[];
  /** Parts that use no clock, randomness, timer, file or network. */
  pure: ReadonlySet<string>;
  /** Packages that only compute, and the parts that may import them although they are pure. */
  computingPackages: { readonly [name: string]: readonly string[] };
  /** Parts that may do I/O, but take time and randomness only from `Runtime`. */
  timed: ReadonlySet<string>;
  /** For each rule, the only files and folders of the other parts that may break it. */
  edges: { readonly [rule: string]: readonly string[] };
  /** Parts that may use the library only through its public entries, and the files that are excepted. */
  closed: readonly { part: string; to: string; but: readonly string[] }[];
};

export type Violation = { file: string; rule: string; detail: string };

/** Modules by their files, such as `src/message/units.ts`. */
export type Modules = ReadonlyMap<string, ModuleCode>;

/** Takes files with their text. */
export function readModules(sources: Iterable<readonly [file: string, text: string]>): Modules {
  return new Map(Array.from(sources, ([file, text]) => [file, readModule(file, text)]));
}

type Rule = { name: string; breaks: (use: GlobalUse) => boolean };

const has = (...names: string[]) => {
  const known = new Set(names);
  return ({ path }: GlobalUse) => path.some((name) => known.has(name));
};
/** Whether a global or a module is passed on: its members can then be reached under other names. */
function isPassedOn(name: string, { module, path, use }: GlobalUse): boolean {
  const [member] = module === undefined ? path.slice(1) : path;
  if ((module ?? path[0]) !== name) return false;
  if (member === undefined) return module !== undefined || use === 'named';
  return member === '[…]' || member === 'then';
}

/** `Date` as a type of values may be used everywhere; what it says without being given a time is now. */
function readsTheTime(used: GlobalUse): boolean {
  const { path, use } = used;
  if (path[0] !== 'Date')
    return has('performance', 'hrtime', 'uptime', 'Temporal')(used) || isPassedOn('node:perf_hooks', used);
  if (path.length > 1) return !['parse', 'UTC', 'prototype'].includes(path[1]!);
  return !(use === 'instanceof' || (use === 'new' && used.arguments > 0));
}

const drawsChance = has(
  ...['randomUUID', 'randomBytes', 'randomInt', 'randomFill', 'randomFillSync', 'pseudoRandomBytes'],
  ...['getRandomValues', 'generateKey', 'generateKeySync', 'generateKeyPair', 'generateKeyPairSync'],
);

const clock: Rule = { name: 'clock', breaks: readsTheTime };
const randomness: Rule = {
  name: 'randomness',
  breaks: (used) =>
    drawsChance(used) ||
    (used.path[0] === 'Math' && used.path[1] === 'random') ||
    isPassedOn('Math', used) ||
    isPassedOn('crypto', used) ||
    isPassedOn('node:crypto', used),
};
/** Time passes in these; in the others only what is already waiting goes first. */
const waits = (used: GlobalUse) =>
  has('setTimeout', 'setInterval')(used) ||
  (used.path[0] === 'AbortSignal' && used.path[1] === 'timeout') ||
  ['scheduler.wait', 'Atomics.wait', 'Atomics.waitAsync'].includes(used.path.join('.')) ||
  isPassedOn('node:timers', used) ||
  isPassedOn('node:timers/promises', used);
const yieldsTheLoop = has('setImmediate', 'queueMicrotask', 'nextTick', 'scheduler', 'MessageChannel');
/** By these, everything else could be reached without its name being written. */
const reachesAll: Rule = {
  name: 'all globals',
  breaks: (used) =>
    ['globalThis', 'global', 'self', 'window', 'eval', 'Function'].includes(used.path[0] ?? '') &&
    used.use !== 'instanceof',
};

const pureRules: readonly Rule[] = [
  clock,
  randomness,
  { name: 'timer', breaks: (used) => waits(used) || yieldsTheLoop(used) },
  { name: 'network', breaks: has('fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest') },
  { name: 'environment', breaks: ({ path }) => ['process', 'console', 'navigator'].includes(path[0] ?? '') },
  reachesAll,
];
const otherRules: readonly Rule[] = [clock, randomness, { name: 'timer', breaks: waits }, reachesAll];

/** Modules of Node that only compute. */
const computingModules = new Set([
  'node:crypto',
  'node:path',
  'node:util',
  'node:buffer',
  'node:url',
  'node:module',
]);

export function violations(modules: Modules, house: House): Violation[] {
  const order = new Map(house.parts.map((part, index) => [part, index]));
  return [...modules].flatMap(([file, code]) => {
    const part = partOf(file);
    if (!order.has(part)) return [{ file, rule: 'plan', detail: `${part} has no place in the plan` }];
    const found = code.imports.flatMap((path) => importViolations({ file, part, path, order, house }));
    if (code.computedImports.length > 0 && !mayBreak('computed import', { file, part, house }))
      found.push({ rule: 'computed import', detail: code.computedImports.join(', ') });
    for (const { name, breaks } of house.pure.has(part) ? pureRules : otherRules) {
      const broken = code.globals.find(breaks);
      if (broken && !mayBreak(name, { file, part, house }))
        found.push({ rule: name, detail: broken.path.join('.') });
    }
    return found.map((violation) => ({ file, ...violation }));
  });
}

/** Folders that import each other in a ring, at any depth, a file beside a folder counting like a folder. */
export function folderRings(modules: Modules): string[] {
  const imports = [...modules].flatMap(([file, code]) =>
    code.imports.flatMap((path) => {
      const target = targetOf(file, path);
      return target === undefined ? [] : [[file, target] as const];
    }),
  );
  const folders = new Set([...modules.keys()].flatMap(foldersOf));
  return [...folders].flatMap((folder) => {
    const inside = (file: string) =>
      file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined;
    const below = new Map<string, Set<string>>();
    for (const [from, to] of imports.map((pair) => pair.map(inside)))
      if (from && to && from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
    const rings = [...below.keys()].filter((entry) => !entry.endsWith('.ts') && reaches(below, entry, entry));
    return rings.map((entry) => `${folder}/${entry}`);
  });
}

function foldersOf(file: string): string[] {
  const names = dirname(file).split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function reaches(below: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (const entry of open)
    for (const next of below.get(entry) ?? []) {
      if (next === to) return true;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  return false;
}

type Checked = { file: string; part: string; house: House };

function importViolations({
  file,
  part,
  path,
  order,
  house,
}: Checked & { path: string; order: ReadonlyMap<string, number> }): Omit<Violation, 'file'>[] {
  const target = targetOf(file, path);
  if (target === undefined) {
    const computes = computingModules.has(path) || house.computingPackages[packageOf(path)]?.includes(part);
    return house.pure.has(part) && !computes ? [{ rule: 'module', detail: path }] : [];
  }
  const found: Omit<Violation, 'file'>[] = [];
  const other = partOf(target);
  if (other !== part && (order.get(other) ?? Number.POSITIVE_INFINITY) > order.get(part)!)
    found.push({ rule: 'arrow', detail: `${part} imports ${other}` });
  if (house.closed.some(({ part: from, to, but }) => part === from && other === to && !but.includes(file)))
    found.push({ rule: 'reach', detail: `${part} reaches into ${other}` });
  return found;
}

/** Files that load a module, in whatever way. */
export function filesLoading(modules: Modules, module: string): string[] {
  return [...modules]
    .filter(([file, { imports }]) => imports.some((path) => targetOf(file, path) === module))
    .map(([file]) => file)
    .sort();
}

/** The file an import leads to, or undefined if it is a package of somebody else's. */
function targetOf(file: string, path: string): string | undefined {
  if (path.startsWith('.')) return normalize(join(dirname(file), path));
  if (packageOf(path) === 'everthread') return `src/${path.slice('everthread/'.length) || 'index'}.ts`;
  return undefined;
}

function packageOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}

function mayBreak(rule: string, { file, part, house }: Checked): boolean {
  if (house.pure.has(part) || house.timed.has(part)) return false;
  return (
    house.edges[rule]?.some((edge) => (edge.endsWith('/') ? file.startsWith(edge) : file === edge)) ?? false
  );
}

function partOf(file: string): string {
  const [folder, part] = file.split('/');
  return folder === 'src' ? part! : file;
}
