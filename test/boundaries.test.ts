import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesLoading, folderRings, type House, readModules, violations } from './boundaries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|suite)\.ts$/.test(file));
const read = (file: string) => readFileSync(root + file, 'utf8');
const modules = readModules(sources.map((file) => [file, read(file)]));

/** The layers of the code, lowest first: each imports only from those before it (docs/architecture.md). */
const house: House = {
  parts: [
    ...['errors.ts', 'version.ts', 'input', 'runtime.ts'],
    ...['text', 'cost', 'message', 'tokens', 'redaction', 'records', 'facts', 'work', 'transcripts'],
    ...['strategy.ts', 'search-index.ts', 'profile-index.ts', 'summarizer.ts'],
    ...['embedder.ts', 'result-cache.ts', 'store.ts', 'events.ts'],
    ...['context', 'strategies', 'summarizers', 'workers', 'embedders', 'compaction-limits.ts', 'options.ts'],
    ...['engine', 'search', 'stores', 'owners', 'editing', 'compaction', 'turn', 'brief', 'verify'],
    ...[
      'thread.ts',
      'threads',
      'connect.ts',
      'everthread.ts',
      'brief-conversation.ts',
      'summarize-conversation.ts',
      'compaction-due.ts',
    ],
    ...['testing', 'integrations', 'stats', 'server', 'client', 'cli'],
    ...[
      'index.ts',
      'sqlite.ts',
      'stores.ts',
      'strategies.ts',
      'transcripts.ts',
      'ai-sdk.ts',
      'mcp.ts',
      'opentelemetry.ts',
      'testing.ts',
      'server.ts',
      'client.ts',
    ],
  ],
  pure: new Set([
    ...['input', 'text', 'cost', 'message', 'tokens', 'redaction', 'records', 'facts', 'work', 'transcripts'],
    ...['context', 'strategies'],
    ...['strategy.ts', 'search-index.ts', 'profile-index.ts', 'summarizer.ts', 'embedder.ts'],
    ...['result-cache.ts', 'store.ts', 'events.ts'],
  ]),
  computingPackages: {
    zod: ['records', 'transcripts'],
    stemmer: ['text'],
    'gpt-tokenizer': ['tokens'],
  },
  timed: new Set([
    ...[
      'summarizers',
      'engine',
      'search',
      'owners',
      'editing',
      'compaction',
      'turn',
      'brief',
      'verify',
      'stats',
    ],
    ...[
      'thread.ts',
      'threads',
      'connect.ts',
      'everthread.ts',
      'brief-conversation.ts',
      'summarize-conversation.ts',
    ],
    ...['compaction-due.ts', 'options.ts', 'client'],
  ]),
  edges: {
    clock: [
      ...['src/runtime.ts', 'src/server/', 'src/cli/', 'src/integrations/opentelemetry/'],
      ...['src/stores/sqlite/', 'src/stores/sql/migrate.ts'],
    ],
    randomness: ['src/runtime.ts', 'src/server/security/keys.ts', 'src/integrations/ai-sdk/record-prompt.ts'],
    'computed import': [
      ...['src/cli/config/module-document.ts', 'src/cli/commands/config.ts', 'src/cli/markdown/highlight.ts'],
    ],
    timer: ['src/runtime.ts', 'src/server/', 'src/cli/', 'src/workers/pool.ts', 'src/stores/sqlite/'],
  },
  closed: [
    {
      part: 'cli',
      to: 'stores',
      but: [
        // These open the file, save a damaged one, and shorten thread details to the limits of a store.
        ...['src/cli/open-everthread.ts', 'src/cli/commands/repair.ts'],
        ...['src/cli/transfer/write-salvaged.ts', 'src/cli/transfer/thread-writer.ts'],
      ],
    },
    { part: 'server', to: 'stores', but: [] },
  ],
};

test('every part imports only from those below it, the pure ones take nothing from outside, the rest no clock', () => {
  expect(violations(modules, house)).toEqual([]);
});

test('no folder, at whatever depth, is in a ring of imports', () => {
  expect(folderRings(modules)).toEqual([]);
});

describe('the check finds', () => {
  const planted: [what: string, file: string, text: string, rule: string][] = [
    ['an import of a higher folder', 'src/facts/a.ts', "import { b } from '../engine/b.ts';", 'arrow'],
    ['one of types alone', 'src/facts/a.ts', "import type { B } from '../turn/b.ts';", 'arrow'],
    ['one that is passed on', 'src/records/a.ts', "export { b } from '../facts/b.ts';", 'arrow'],
    ['one over several lines', 'src/message/a.ts', "import {\n  b,\n} from '../stores/b.ts';", 'arrow'],
    ['a dynamic import', 'src/context/a.ts', "const b = await import('../cli/b.ts');", 'arrow'],
    ['a worker of a higher folder', 'src/tokens/a.ts', "new URL('../engine/b.ts', import.meta.url)", 'arrow'],
    ['an import of a loose file', 'src/stores/a.ts', "import { b } from '../everthread.ts';", 'arrow'],
    ['a loose file that imports upwards', 'src/store.ts', "import { b } from './turn/b.ts';", 'arrow'],
    ['a ring of two folders', 'src/editing/a.ts', "import { b } from '../compaction/b.ts';", 'arrow'],
    ['a folder without a place', 'src/misc/a.ts', 'export const a = 1;', 'plan'],
    ['a loose file without a place', 'src/misc.ts', 'export const a = 1;', 'plan'],
    ['an import that is computed', 'src/facts/a.ts', 'await import(name);', 'computed import'],
    ['a clock', 'src/facts/a.ts', 'const at = Date.now();', 'clock'],
    ['a date of now', 'src/context/a.ts', 'new Date()', 'clock'],
    ['randomness', 'src/strategies/a.ts', 'const id = randomUUID();', 'randomness'],
    ['chance', 'src/facts/a.ts', 'const side = Math.random();', 'randomness'],
    ['a clock in the engine', 'src/engine/a.ts', 'const at = Date.now();', 'clock'],
    ['chance in a compaction', 'src/compaction/a.ts', 'if (Math.random() > 0.5) go();', 'randomness'],
    ['a timer in a turn', 'src/turn/a.ts', 'setTimeout(go, 10);', 'timer'],
    ['a timer in a loose file', 'src/thread.ts', 'setInterval(go, 10);', 'timer'],
    ['a timer', 'src/message/a.ts', 'setTimeout(go, 10);', 'timer'],
    ['a timer in a store', 'src/stores/memory/a.ts', 'setTimeout(go, 10);', 'timer'],
    ['a clock in a store', 'src/stores/rules/a.ts', 'const at = new Date();', 'clock'],
    ['chance in a server', 'src/server/a.ts', 'const id = randomUUID();', 'randomness'],
    ['a command that opens a store', 'src/cli/a.ts', "import { b } from '../stores/sql/b.ts';", 'reach'],
    ['one that does so late', 'src/cli/a.ts', "await import('../stores/sql/b.ts');", 'reach'],
    ['a file', 'src/records/a.ts', "import { readFileSync } from 'node:fs';", 'module'],
    ['the network', 'src/transcripts/a.ts', "await fetch('x');", 'network'],
    ['the environment', 'src/tokens/a.ts', 'process.env.HOME', 'environment'],
    ['a type imported in its place', 'src/facts/a.ts', "type B = import('../turn/b.ts').B;", 'arrow'],
    ['everything passed on', 'src/records/a.ts', "export * from '../facts/b.ts';", 'arrow'],
    ['an import in a template', 'src/context/a.ts', 'await import(`../cli/b.ts`);', 'arrow'],
    ['one with a value in it', 'src/context/a.ts', `await import(\`../cli/\${name}.ts\`);`, 'arrow'],
    [
      'an import with a comment in it',
      'src/context/a.ts',
      "await import(/* late */ '../cli/b.ts');",
      'arrow',
    ],
    ['an import by the name of the package', 'src/facts/a.ts', "import { b } from 'everthread';", 'arrow'],
    ['an import from the tests', 'src/engine/a.ts', "import { b } from '../../test/b.ts';", 'arrow'],
    ['a file that is required', 'src/facts/a.ts', "createRequire(import.meta.url)('../cli/b.ts');", 'arrow'],
    ['an import that is computed elsewhere', 'src/engine/a.ts', 'await import(name);', 'computed import'],
    ['a package that does more than compute', 'src/text/a.ts', "import { b } from 'undici';", 'module'],
    ['a module of Node without its prefix', 'src/text/a.ts', "import { b } from 'fs';", 'module'],
    ['a clock of the global object', 'src/facts/a.ts', 'const at = globalThis.Date.now();', 'clock'],
    ['a clock by a name in brackets', 'src/facts/a.ts', "const at = Date['now']();", 'clock'],
    ['a clock under another name', 'src/engine/a.ts', 'const { now } = Date;', 'clock'],
    ['a clock that is passed on', 'src/engine/a.ts', 'const clock = { now: Date.now };', 'clock'],
    ['a clock in a template', 'src/facts/a.ts', `const id = \`a\${Date.now()}\`;`, 'clock'],
    ['a clock by default', 'src/turn/a.ts', 'export function a(now = Date.now) {}', 'clock'],
    ['a date without parentheses', 'src/turn/a.ts', 'const at = +new Date;', 'clock'],
    ['the class of dates', 'src/turn/a.ts', 'const Clock = Date;', 'clock'],
    ['time since the start', 'src/turn/a.ts', 'process.hrtime.bigint();', 'clock'],
    [
      'a clock of a module',
      'src/turn/a.ts',
      "import { performance as p } from 'node:perf_hooks';\np.now();",
      'clock',
    ],
    [
      'chance of a module',
      'src/turn/a.ts',
      "import * as c from 'node:crypto';\nc.randomUUID();",
      'randomness',
    ],
    [
      'chance of a module loaded late',
      'src/turn/a.ts',
      "const { randomInt } = await import('node:crypto');",
      'randomness',
    ],
    ['all of mathematics', 'src/facts/a.ts', 'const { random: side } = Math;', 'randomness'],
    [
      'a promise of a timer',
      'src/engine/a.ts',
      "import * as t from 'node:timers/promises';\nuse(t);",
      'timer',
    ],
    ['a timer of a signal', 'src/engine/a.ts', 'const signal = AbortSignal.timeout(5);', 'timer'],
    ['a later turn of the loop', 'src/text/a.ts', 'process.nextTick(go);', 'timer,environment'],
    ['all globals by a computed name', 'src/engine/a.ts', 'globalThis[name]();', 'all globals'],
    ['words on the terminal', 'src/strategies/a.ts', "console.log('planned');", 'environment'],
  ];
  test.each(planted)('%s', (_what, file, text, rule) => {
    const tree = readModules([[file, text]]);
    expect(
      violations(tree, house)
        .map((found) => found.rule)
        .join(),
    ).toBe(rule);
  });

  test('nothing in words and comments', () => {
    const text = "// Date.now() is not called\nexport const about = 'setTimeout(…) and process.env';\n";
    expect(violations(readModules([['src/facts/a.ts', text]]), house)).toEqual([]);
  });

  test('a ring of three folders in one of its imports at least', () => {
    const ring = readModules([
      ['src/editing/a.ts', "import { b } from '../search/b.ts';"],
      ['src/search/b.ts', "import { c } from '../turn/c.ts';"],
      ['src/turn/c.ts', "import { a } from '../editing/a.ts';"],
    ]);
    expect(violations(ring, house)).toMatchObject([{ file: 'src/search/b.ts', rule: 'arrow' }]);
  });

  test('a ring of folders within one folder, over a file beside them', () => {
    const ring = readModules([
      ['src/cli/views/a.ts', "import type { B } from '../../cli/chat/deep/b.ts';"],
      ['src/cli/chat/deep/b.ts', "import { c } from '../../io.ts';"],
      ['src/cli/io.ts', "export { a } from './views/a.ts';"],
      ['src/cli/paths.ts', "import { a } from './views/a.ts';"],
    ]);
    expect(folderRings(ring)).toEqual(['src/cli/views', 'src/cli/chat']);
  });

  test('nothing where names of globals mean something else', () => {
    const text = [
      'export type Runtime = { now(): number; fetch: typeof fetch; Date: Date };',
      'export const wait = (runtime: Runtime, fetch: () => Date) => runtime.now() + fetch().getTime();',
      "export const timer = { setTimeout: 10, 'Date.now': 1 };",
      'export const day = (text: unknown) => (text instanceof Date ? text : new Date(Date.parse(String(text))));',
    ].join('\n');
    expect(violations(readModules([['src/facts/a.ts', text]]), house)).toEqual([]);
  });
});

test('there are no barrel files but the published entry points', () => {
  const published = [
    'index',
    'sqlite',
    'ai-sdk',
    'mcp',
    'opentelemetry',
    'server',
    'client',
    'testing',
    'stores',
    'strategies',
    'transcripts',
    'testing/contracts',
  ];
  const entries = published.map((name) => `src/${name}.ts`);
  const barrels = [...modules].filter(([, { isBarrel }]) => isBarrel).map(([file]) => file);
  expect(barrels.filter((file) => !entries.includes(file))).toEqual([]);
});

test('only the wiring knows the whole engine: every path names the ports it uses', () => {
  const knowing = filesLoading(modules, 'src/engine/engine.ts');
  expect(knowing).toEqual(['src/engine/create-engine.ts', 'src/threads/thread-access.ts']);
});

test('I-10 events, stores and views of messages are reached through redaction only', () => {
  const using = (name: string, module: string) =>
    filesLoading(modules, module).filter((file) => new RegExp(`\\b${name}\\b`, 'u').test(read(file)));
  expect(using('createEmitter', 'src/engine/emitter.ts')).toEqual(['src/connect.ts']);
  expect(using('createContentRedactor', 'src/redaction/redact-content.ts')).toEqual([
    'src/redaction/views.ts',
  ]);
  expect(using('createViews', 'src/redaction/views.ts')).toEqual([
    'src/engine/redaction.ts',
    'src/workers/tools.ts',
  ]);
  expect(filesLoading(modules, 'src/engine/redacting-emitter.ts')).toEqual(['src/engine/create-engine.ts']);
  // For summarizers and for embedders, one place makes the text of messages, from the redacted view.
  const rendering = using('renderMessageText', 'src/message/text.ts').filter((file) =>
    /^src\/(?:compaction|summarizers|workers)\//.test(file),
  );
  expect(rendering).toEqual(['src/workers/tasks/page.ts']);
});
