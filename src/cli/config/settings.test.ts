import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EverthreadError, isEverthreadError } from '../../errors.ts';
import { strategyNames } from '../../strategies/registry.ts';
import { declarations, strategyChoices } from './declarations.ts';
import { isTrusted } from './find-file.ts';
import { resolveSettings } from './settings.ts';

let home: string;
let folder: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'everthread-config-')));
  folder = join(home, 'projects', 'one');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function resolve(options: Partial<Parameters<typeof resolveSettings>[0]> = {}) {
  return resolveSettings({ flags: {}, env: { HOME: home }, directory: folder, ...options });
}

async function refused(
  options: Partial<Parameters<typeof resolveSettings>[0]> = {},
): Promise<EverthreadError> {
  const error = await resolve(options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isEverthreadError(error, 'invalid_option'))
    throw new Error('It was not refused as an invalid option.');
  return error;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('order', () => {
  it('R-58 flags go before the environment, that before the file, that before defaults', async () => {
    const file = write(
      'everthread.config.json',
      '{\n  "budget": 3000,\n  "model": "from-file",\n  "thread": "t"\n}',
    );
    const { values, sources } = await resolve({
      flags: { budget: '1000' },
      env: { HOME: home, EVERTHREAD_BUDGET: '2000', EVERTHREAD_MODEL: 'from-env' },
    });
    expect(values).toMatchObject({ budget: 1000, model: 'from-env', thread: 't', recall: true });
    expect(sources.budget).toEqual({ from: 'flag', name: '--budget' });
    expect(sources.model).toEqual({ from: 'environment', name: 'EVERTHREAD_MODEL' });
    expect(sources.thread).toEqual({ from: 'file', name: file, line: 4 });
    expect(sources.recall).toEqual({ from: 'default', name: 'default' });
  });

  it('R-58 every setting can be given as a flag, in the environment and in a file', async () => {
    const texts: { [name: string]: string } = {
      budget: '4_000',
      strategy: 'rolling',
      summarizer: 'extractive',
      provider: 'none',
      baseUrl: 'http://localhost:1/v1',
      recall: 'false',
      embedder: 'minilm',
      personalData: 'true',
      database: join(home, 'x.db'),
      prompts: join(home, 'prompts'),
    };
    const textOf = (name: string) => texts[name] ?? `some ${name}`;
    const env = Object.fromEntries(declarations.map(({ name, environment }) => [environment, textOf(name)]));
    const fromEnvironment = await resolve({ env: { HOME: home, ...env } });
    const flags = Object.fromEntries(
      declarations.map(({ name, flag, kind }) => [
        flag,
        kind === 'switch' ? textOf(name) === 'true' : textOf(name),
      ]),
    );
    const fromFlags = await resolve({ flags });
    write('everthread.config.json', JSON.stringify({ ...fromFlags.values, strategy: 'rolling' }));
    const fromFile = await resolve();
    expect(fromEnvironment.values).toEqual(fromFlags.values);
    expect(fromFile.values).toEqual(fromFlags.values);
    for (const [resolved, from] of [
      [fromEnvironment, 'environment'],
      [fromFlags, 'flag'],
      [fromFile, 'file'],
    ] as const) {
      expect(new Set(Object.values(resolved.sources).map((source) => source.from))).toEqual(new Set([from]));
    }
  });

  it('R-58 keys come from the environment, empty variables count as none', async () => {
    const env = {
      HOME: home,
      ANTHROPIC_API_KEY: 'a',
      OPENAI_API_KEY: '',
      EVERTHREAD_MODEL: '',
      OLLAMA_HOST: 'box',
    };
    const { keys, endpoints, values } = await resolve({ env });
    expect(keys).toEqual({ anthropic: 'a', openai: undefined });
    expect(endpoints.ollama).toBe('box');
    expect(values.model).toBeUndefined();
  });

  it('R-58 the database is in the folder for data by default, and relative to what names it', async () => {
    expect((await resolve()).values.database).toBe(join(home, '.local/share/everthread/everthread.db'));
    const env = { HOME: home, XDG_DATA_HOME: '/data' };
    expect((await resolve({ env })).values.database).toBe('/data/everthread/everthread.db');
    expect((await resolve({ flags: { database: 'a.db' } })).values.database).toBe(join(folder, 'a.db'));
    expect((await resolve({ flags: { database: '~/a.db' } })).values.database).toBe(join(home, 'a.db'));
    expect((await resolve({ flags: { database: ':memory:' } })).values.database).toBe(':memory:');
    writeFileSync(join(home, 'everthread.config.yaml'), 'database: mine/b.db\n');
    expect((await resolve()).values.database).toBe(join(home, 'mine/b.db'));
  });
});

describe('the file', () => {
  it('R-58 is found in the folder, in a parent up to the home, or with the user’s configuration', async () => {
    expect((await resolve()).file).toBeUndefined();
    mkdirSync(join(home, '.config/everthread'), { recursive: true });
    const own = join(home, '.config/everthread/everthread.config.json');
    writeFileSync(own, '{"budget": 1001}');
    expect((await resolve()).file).toBe(own);
    const above = join(home, 'everthread.config.json');
    writeFileSync(above, '{"budget": 1002}');
    expect((await resolve()).file).toBe(above);
    const here = write('everthread.config.yml', 'budget: 1003');
    expect((await resolve()).file).toBe(here);
    expect((await resolve({ directory: home, home: folder })).file).toBe(above);
    // If the home folder is no parent of the working directory, all parents up to the root are searched.
    expect((await resolve({ home: join(home, 'projects') })).file).toBe(here);
    rmSync(here);
    expect((await resolve({ home: join(home, 'projects') })).file).toBeUndefined();
  });

  it('R-58 is the one that --config or EVERTHREAD_CONFIG names', async () => {
    write('everthread.config.json', '{"budget": 1001}');
    write('other.yaml', 'budget: 1002');
    expect((await resolve({ flags: { config: 'other.yaml' } })).values.budget).toBe(1002);
    const env = { HOME: home, EVERTHREAD_CONFIG: 'other.yaml' };
    expect((await resolve({ env })).values.budget).toBe(1002);
    expect((await refused({ flags: { config: 'none.yaml' } })).message).toBe(
      `none.yaml: there is no such file, but --config names it.`,
    );
    write('other.toml', 'budget = 3');
    expect((await refused({ flags: { config: 'other.toml' } })).message).toMatch(/must end in \.ts, \.js/u);
  });

  it('R-58 two of them in one folder are refused by name', async () => {
    write('everthread.config.json', '{}');
    write('everthread.config.yaml', '');
    expect((await refused()).message).toContain(
      'everthread.config.json and everthread.config.yaml are in one folder',
    );
  });

  it('R-58 another user’s file in a parent is not used unless it is named', () => {
    expect(isTrusted({ file: 1000, directory: 0, user: 1000 })).toBe(true);
    expect(isTrusted({ file: 0, directory: 1000, user: 1000 })).toBe(true);
    expect(isTrusted({ file: 1001, directory: 1001, user: 1000 })).toBe(true);
    expect(isTrusted({ file: 1001, directory: 1000, user: 1000 })).toBe(false);
    expect(isTrusted({ file: 1001, directory: 0, user: 0 })).toBe(false);
  });

  it.each([
    ['everthread.config.js', 'export default { budget: 500 + 500, model: "m" };'],
    ['everthread.config.mjs', 'const budget = 1000;\nexport default { budget, model: "m" };'],
    ['everthread.config.json', '\ufeff{"budget": 1000, "model": "m"}'],
    ['everthread.config.yaml', '# mine\nbudget: 1000\nmodel: m\n'],
  ])('R-58 %s is read', async (name, text) => {
    write('package.json', '{"type": "module"}');
    const file = write(name, text);
    const { values, sources } = await resolve();
    expect(values).toMatchObject({ budget: 1000, model: 'm' });
    expect(sources.model.name).toBe(file);
  });

  it('R-58 a strategy can have options, checked with the others', async () => {
    write('everthread.config.json', '{"strategy": {"name": "rolling", "messages": 30}}');
    expect((await resolve()).values.strategy).toEqual({ name: 'rolling', messages: 30 });
    const flags = { strategy: '{"name": "chain", "minMessages": 7}' };
    expect((await resolve({ flags })).values.strategy).toEqual({ name: 'chain', minMessages: 7 });
  });

  it('R-20 the section summarization of a YAML file sets up the tiered strategy', async () => {
    const file = write(
      'everthread.config.yaml',
      [
        'budget: 5000',
        'summarization:',
        '  enabled: true',
        '  recent_count: 10',
        '  condensed_count: 30',
        '  auto_summarize: false',
        '  auto_threshold: 60',
      ].join('\n'),
    );
    const { values, sources } = await resolve();
    expect(values.strategy).toEqual({
      name: 'tiered',
      enabled: true,
      recentCount: 10,
      condensedCount: 30,
      autoSummarize: false,
      autoThreshold: 60,
    });
    expect(sources.strategy).toEqual({ from: 'file', name: file, line: 2 });
  });

  it('R-20 a file of another program lends its section, and keeps its other keys to itself', async () => {
    write('app.yaml', 'server:\n  port: 80\ndatabase:\n  host: x\nsummarization:\n  recent_count: 7\n');
    expect((await resolve({ flags: { config: 'app.yaml' } })).values.strategy).toEqual({
      name: 'tiered',
      recentCount: 7,
    });
    write('other.yaml', 'server:\n  port: 80\n');
    expect((await refused({ flags: { config: 'other.yaml' } })).message).toContain(
      'other.yaml:1: "server" is no setting',
    );
  });
});

describe('what is wrong', () => {
  it.each([
    [
      'everthread.config.yaml',
      'model: m\nbudget: much',
      2,
      'budget',
      'budget must be a whole number of at least 200, but got "much".',
    ],
    ['everthread.config.yaml', '\nbugdet: 3', 2, 'bugdet', '"bugdet" is no setting. Did you mean budget?'],
    ['everthread.config.yaml', 'base_url: x', 1, 'base_url', 'Did you mean baseUrl?'],
    ['everthread.config.yaml', 'budget: 500\nbudget: 600', 2, undefined, 'budget is there twice.'],
    ['everthread.config.yaml', 'recall: yes', 1, 'recall', 'recall must be true or false, but got "yes".'],
    ['everthread.config.yaml', 'model: [a', 1, undefined, ''],
    [
      'everthread.config.yaml',
      'summarization:\n  recent_cuont: 3',
      2,
      'summarization.recent_cuont',
      'Did you mean recent_count?',
    ],
    [
      'everthread.config.yaml',
      'summarization:\n  enabled: true\n  recent_count: 0',
      3,
      'summarization.recent_count',
      'must be a whole number from 1 to 1000, but got 0.',
    ],
    [
      'everthread.config.yaml',
      'strategy: rolling\nsummarization: {}',
      2,
      'summarization',
      'Keep one of them.',
    ],
    ['everthread.config.yaml', '- budget', undefined, undefined, 'it must hold settings by name'],
    ['everthread.config.yaml', 'a: &a [x]\nb: [*c]', undefined, undefined, ''],
    [
      'everthread.config.json',
      '{\n  "provider": "opnai"\n}',
      2,
      'provider',
      'but got "opnai". Did you mean openai?',
    ],
    [
      'everthread.config.json',
      '{\n  "strategy": {\n    "name": "rolling",\n    "mesages": 3\n  }\n}',
      4,
      'strategy.mesages',
      'Did you mean messages?',
    ],
    [
      'everthread.config.json',
      '{\n  "strategy": {"name": "roling"}\n}',
      2,
      'strategy.name',
      'Did you mean rolling?',
    ],
    ['everthread.config.json', '{\n  "budget": 3000,\n  "budget": 4000\n}', 3, undefined, 'is there twice.'],
    ['everthread.config.json', '{\n  // mine\n}', 2, '// mine', 'is no setting'],
    ['everthread.config.json', '{\n  "budget": 3000\n', 3, undefined, 'Flow map'],
    [
      'everthread.config.json',
      '{\n  "apiKey": "sk-1"\n}',
      2,
      'apiKey',
      'keys of providers are read from the environment alone',
    ],
    [
      'everthread.config.js',
      'export default {\n  budget: 1000,\n  modle: "x",\n};',
      3,
      'modle',
      'Did you mean model?',
    ],
    ['everthread.config.js', 'export const budget = 3;', undefined, undefined, 'it has no default export'],
  ])('R-58 R-20 %s with %j is refused with file, line and key', async (name, text, line, key, says) => {
    const file = write(name, text);
    const error = await refused();
    expect(error.message).toContain(`${name}:${line === undefined ? '' : `${line}:`}`);
    expect(error.message).toContain(says);
    expect(error.message).not.toContain('sk-1');
    expect(error.details).toMatchObject({ file, ...(line === undefined ? {} : { line }) });
    expect(error.field).toBe(key ?? 'config');
  });

  it.each([
    [{ flags: { budget: 'much' } }, '--budget must be a whole number of at least 200, but got "much".'],
    [{ flags: { budget: '12' } }, '--budget must be a whole number of at least 200, but got 12.'],
    [
      { env: { EVERTHREAD_RECALL: 'perhaps' } },
      'EVERTHREAD_RECALL must be true or false, but got "perhaps".',
    ],
    [
      { env: { EVERTHREAD_BASE_URL: 'ftp://x' } },
      'EVERTHREAD_BASE_URL must be an address that begins with http://',
    ],
    [
      { flags: { strategy: 'hope' } },
      '--strategy must be one of eternal, rolling, session, tiered, chain, running',
    ],
    [
      { flags: { strategy: '{"name": ' } },
      '--strategy must be the name of a strategy, or its options as a JSON object',
    ],
    [
      { flags: { strategy: '{"name": "rolling", "messages": 0}' } },
      '--strategy: strategy.messages must be a whole number',
    ],
    [{ flags: { thread: ' ' } }, '--thread must be a text that is not empty'],
  ])('R-58 %j is refused with what is accepted', async (given, says) => {
    expect((await refused({ env: { HOME: home }, ...given })).message).toContain(says);
  });
});

it('R-58 the strategies named without loading them are those there are', () => {
  expect([...strategyChoices]).toEqual(strategyNames);
});
