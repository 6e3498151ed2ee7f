/**
 * Every setting of the command changes something when it is given as a flag, over real HTTP if it concerns a model. The
 * settings are those in docs/configuration.md; a setting without a proof fails.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { declarations, type SettingName } from '../../src/cli/config/declarations.ts';
import { resolveSettings } from '../../src/cli/config/settings.ts';
import { openEverthread } from '../../src/cli/open-everthread.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { createTestIo } from '../../src/cli/test-io.suite.ts';
import { harbourMessages } from '../faults/harbour-provider.ts';
import { type LoopbackProvider, openLoopbackProvider } from '../loopback-provider.ts';

let directory: string;
let provider: LoopbackProvider;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-settings-'));
  provider = await openLoopbackProvider();
  provider.always(({ body }) => ({
    kind: 'reply',
    pieces: [body.stream === true ? 'Noted.' : 'Ada checked the crane in the morning.'],
  }));
});
afterEach(async () => {
  await provider.close();
  rmSync(directory, { recursive: true, force: true });
});

async function run(args: string[], input = '') {
  const io = createTestIo({
    directory,
    input,
    env: { OLLAMA_HOST: 'http://127.0.0.1:9', EVERTHREAD_DATABASE: join(directory, 'usual.db') },
  });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

const lines = harbourMessages(40).map(({ parts }) => (parts[0] as { text: string }).text);
const withModel = () => ['--base-url', provider.url, '--model', 'loopback-1'];
const chat = (flags: string[], said: readonly string[] = ['hello']) =>
  run(['chat', '--json', ...flags], `${said.join('\n')}\n`);
const filled = async (flags: string[] = []) => {
  await chat(['--provider', 'none', ...flags], lines);
};
const context = async (flags: string[]) =>
  (await run(['context', '--json', '--thread', 'main', ...flags])).stdout;

/** Each proof runs with and without the flag; runs that store something have separate folders. */
const proofs: { [name in SettingName]: () => Promise<void> } = {
  async database() {
    const path = join(directory, 'other.db');
    await chat(['--provider', 'none', '--database', path]);
    expect([existsSync(path), existsSync(join(directory, 'usual.db'))]).toEqual([true, false]);
  },
  async thread() {
    await chat(['--provider', 'none', '--thread', 'elsewhere']);
    expect((await run(['threads', '--ids'])).stdout).toContain('elsewhere');
  },
  async budget() {
    await filled();
    expect(await context(['--budget', '600'])).not.toBe(await context([]));
  },
  async strategy() {
    await filled(['--strategy', '{"name":"rolling","messages":6,"verbatimExchanges":2}']);
    const rolled = await run(['summaries', '--json', '--thread', 'main']);
    expect(rolled.stdout).toContain('"rolling"');
  },
  async summarizer() {
    const strategy = ['--strategy', '{"name":"rolling","messages":2,"verbatimExchanges":1}'];
    const asked = async (kind: string) => {
      await chat(
        [...withModel(), ...strategy, '--summarizer', kind, '--thread', kind],
        [...lines.slice(0, 6), '/summarize'],
      );
      return provider.requests.splice(0).some(({ body }) => body.stream !== true);
    };
    expect([await asked('extractive'), await asked('model')]).toEqual([false, true]);
  },
  async provider() {
    const protocol = async (name: string) => {
      await chat([...withModel(), '--provider', name]);
      return provider.requests.splice(0)[0]?.protocol;
    };
    expect([await protocol('anthropic'), await protocol('openai-compatible')]).toEqual([
      'anthropic',
      'openai',
    ]);
  },
  async model() {
    await chat(['--base-url', provider.url, '--model', 'another']);
    expect(provider.requests[0]!.body.model).toBe('another');
  },
  async summarizerModel() {
    const strategy = ['--strategy', '{"name":"rolling","messages":2,"verbatimExchanges":1}'];
    await chat(
      [...withModel(), ...strategy, '--summarizer-model', 'tiny'],
      [...lines.slice(0, 6), '/summarize'],
    );
    const models = provider.requests.map(({ body }) => [body.stream === true, body.model]);
    expect(models).toContainEqual([true, 'loopback-1']);
    expect(models).toContainEqual([false, 'tiny']);
  },
  async prompts() {
    const folder = join(directory, 'prompts');
    const strategy = ['--strategy', '{"name":"rolling","messages":2,"verbatimExchanges":1}'];
    const said = [...lines.slice(0, 6), '/summarize'];
    const refused = await chat([...withModel(), '--prompts', folder], said);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('prompts')]);
    mkdirSync(folder);
    expect((await chat([...withModel(), '--prompts', folder], said)).stderr).toContain('plain.md');
    writeFileSync(join(folder, 'plain.md'), 'Tell it like a harbour master. {{wrods}}');
    expect((await chat([...withModel(), '--prompts', folder], said)).stderr).toContain('{{wrods}}');
    writeFileSync(join(folder, 'plain.md'), 'Tell it like a harbour master.');
    provider.requests.splice(0);
    await chat([...withModel(), ...strategy, '--prompts', folder], said);
    const asked = provider.requests.filter(({ body }) => body.stream !== true);
    expect(asked[0]!.system).toContain('Tell it like a harbour master.');
  },
  async baseUrl() {
    const other = await openLoopbackProvider();
    await chat(['--base-url', other.url, '--model', 'loopback-1']);
    expect([other.requests.length, provider.requests.length]).toEqual([1, 0]);
    await other.close();
  },
  async system() {
    await chat([...withModel(), '--system', 'You are a harbour master.']);
    expect(provider.requests[0]!.system).toContain('You are a harbour master.');
  },
  async recall() {
    await filled(['--budget', '900']);
    await chat(['--provider', 'none', '--budget', '900'], ['What did Chiara check in note 2?']);
    expect(await context(['--budget', '900', '--no-recall'])).not.toBe(await context(['--budget', '900']));
  },
  async embedder() {
    const checkHits = async (embedder: string, check: (hits: number) => void) => {
      const flags = { database: ':memory:', embedder };
      const settings = await resolveSettings({ flags, env: { HOME: directory }, directory });
      const opened = await openEverthread({ settings });
      const thread = await opened.everthread.thread('main');
      await thread.append({ role: 'user', content: 'The sailors found their way at night by the stars.' });
      await thread.append({ role: 'user', content: 'The bus was late.' });
      // Vectors are made in the background.
      await opened.everthread.idle();
      // A search does not wait for a slow embedder; a repeated search finds the vector of the question.
      await vi.waitFor(
        async () => check((await thread.search('mariners and their celestial navigation')).hits.length),
        { timeout: 300_000, interval: 200 },
      );
      await opened.close();
    };
    await checkHits('none', (hits) => expect(hits).toBe(0));
    await checkHits('minilm', (hits) => expect(hits).toBeGreaterThan(0));
  },
  async personalData() {
    const summaryOf = async (flags: string[]) => {
      const input = [
        'Write to ada.harbour@example.com about the berth.',
        ...lines.slice(0, 20),
        '/summarize',
      ];
      const strategy = ['--strategy', '{"name":"rolling","messages":2,"verbatimExchanges":1}'];
      await chat(['--provider', 'none', ...strategy, ...flags], input);
      return (await run(['summaries', '--json', '--thread', flags.at(-1)!])).stdout;
    };
    expect(await summaryOf(['--thread', 'open'])).toContain('ada.harbour@example.com');
    expect(await summaryOf(['--personal-data', '--thread', 'closed'])).not.toContain(
      'ada.harbour@example.com',
    );
  },
};

describe('settings', () => {
  it('R-58 every setting has a test that shows its effect', () => {
    expect(declarations.map(({ name }) => name).toSorted()).toEqual(Object.keys(proofs).toSorted());
  });

  it.each(declarations.map(({ name }) => name))('R-58 %s changes something', (name) => proofs[name]());
});

it('R-9 R-21 a strategy may name another model of the same provider', async () => {
  const strategy = '{"name":"chain","summarizerModelPreference":["tiny","large"]}';
  provider.always(({ body }) =>
    body.stream === true ? { kind: 'reply', pieces: ['Noted.'] } : { kind: 'status', status: 404 },
  );
  await chat([...withModel(), '--strategy', strategy], [...lines.slice(0, 20), '/summarize']);
  const models = provider.requests.filter(({ body }) => body.stream !== true).map(({ body }) => body.model);
  expect(models.slice(0, 2)).toEqual(['tiny', 'large']);
});
