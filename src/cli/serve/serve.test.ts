/** `everthread serve` and `everthread keys`, as a user runs them. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../client.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';
import { runServer } from './run-server.ts';

const directory = mkdtempSync(join(tmpdir(), 'everthread-serve-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const secret = 'sk-ant-api03-of-nobody-in-particular';
const env = { EVERTHREAD_PROVIDER: 'none', ANTHROPIC_API_KEY: secret };

async function run(database: string, ...args: string[]) {
  const io = createTestIo({ directory, env: { ...env, EVERTHREAD_DATABASE: join(directory, database) } });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

/** Runs a server for the time of the work. Returns the result of the work and the output. */
async function serving<Result>(database: string, work: (url: string) => Promise<Result>) {
  const io = createTestIo({ directory, env: { ...env, EVERTHREAD_DATABASE: join(directory, database) } });
  let stop: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (stop = resolve));
  const running = runServer({ io, flags: {}, port: 0, demo: false, json: true, level: 'info', until });
  running.catch(() => undefined);
  while (io.written.stdout === '')
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 10))]);
  try {
    const { url } = JSON.parse(io.written.stdout);
    return { result: await work(url), ...io.written };
  } finally {
    stop();
    await running;
  }
}

describe('R-60 everthread serve', () => {
  it('R-59 R-60 answers, imports and tells its settings without any key of a provider', async () => {
    const { result, stderr } = await serving('one.db', async (url) => {
      const client = createClient({ baseUrl: url });
      const { id } = await client.createThread({ id: 'ferry' });
      await client.thread(id).append({ role: 'user', content: 'My ferry leaves at 6:15 from quay 4.' });
      const events = await Array.fromAsync(client.thread(id).chat('When does my ferry leave?'));
      const noted = await Array.fromAsync(client.thread(id).chat('I am Ada, and I get seasick.'));
      const imported = await client.importTranscript({
        name: 'some/where/talk.json',
        text: '[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}]',
      });
      const again = await client
        .importTranscript({ name: 'bad.json', text: 'nothing' })
        .catch((error) => error);
      return { events, noted, imported, again, settings: await client.settings() };
    });
    const { events, noted, imported, again, settings } = result;
    expect(events.map(({ type }) => type)).toEqual(['message', 'recall', 'end']);
    expect(events[1]).toMatchObject({ sources: [{ text: expect.stringContaining('6:15') }] });
    expect(noted.map(({ type }) => type)).toEqual(['message', 'noted', 'end']);
    expect(imported.threads).toEqual([{ threadId: 'talk', added: 2, known: 0 }]);
    expect(again).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(settings.answers).toContain('No model answers');
    expect(settings.settings.find(({ name }) => name === 'database')).toMatchObject({
      value: join(directory, 'one.db'),
      from: 'environment',
      source: 'EVERTHREAD_DATABASE',
    });
    expect(settings.features).toEqual(['answer', 'importTranscript', 'loadDemo', 'settings']);
    expect(JSON.stringify(settings) + stderr).not.toContain(secret);
    // The command line reads the same threads.
    const { stdout } = await run('one.db', 'search', 'ferry', '--thread', 'ferry', '--json');
    expect(stdout).toContain('6:15');
  });

  it('R-64 logs one JSON object a line, and no word of a message', async () => {
    const { stderr } = await serving('logs.db', async (url) => {
      const thread = createClient({ baseUrl: url }).thread('nobody');
      await thread.search('heliotrope').catch(() => undefined);
    });
    const [line] = stderr.trim().split('\n');
    expect(JSON.parse(line!)).toMatchObject({
      level: 'info',
      message: expect.stringContaining('status=404'),
    });
    expect(stderr).not.toContain('heliotrope');
  });

  it('R-63 keys are made, asked for, kept as hashes, and revoked while it runs', async () => {
    const create = async (...args: string[]) =>
      JSON.parse((await run('keyed.db', 'keys', 'create', ...args, '--json')).stdout);
    const own = await create('--name', 'laptop');
    const other = await create('--tenant', 'team-a', '--name', 'ci');
    const path = join(directory, 'keyed.db.keys.json');
    expect(readFileSync(path, 'utf8')).not.toContain(own.key.slice('et_000000000000_'.length));
    expect(statSync(path).mode & 0o077).toBe(0);
    await serving('keyed.db', async (url) => {
      await expect(createClient({ baseUrl: url }).threads()).rejects.toMatchObject({ status: 401 });
      const [mine, theirs] = [own, other].map(({ key }) => createClient({ baseUrl: url, key }));
      await mine!.createThread({ id: 'mine' });
      expect((await theirs!.threads()).threads).toEqual([]);
      await theirs!.createThread({ id: 'theirs' });
      expect((await mine!.threads()).threads.map(({ id }) => id)).toEqual(['mine']);
      expect((await run('keyed.db', 'keys', 'revoke', other.id)).code).toBe(0);
      await expect(theirs!.threads()).rejects.toMatchObject({ status: 401 });
    });
    expect(statSync(join(directory, 'tenants', 'team-a.db')).isFile()).toBe(true);
    const { stdout } = await run('keyed.db', 'keys', 'list');
    expect(stdout).toMatch(new RegExp(`^${own.id}  default  .*  valid  laptop$`, 'mu'));
    expect(stdout).toMatch(new RegExp(`^${other.id}  team-a  .*  revoked .*  ci$`, 'mu'));
    const unknown = await run('keyed.db', 'keys', 'revoke', 'ffffffffffff');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('everthread keys list') });
  });

  it('R-63 elsewhere than on this machine it needs a key', async () => {
    const refused = await run('open.db', 'serve', '--host', '0.0.0.0', '--port', '0');
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('set a key') });
    expect((await run('open.db', 'serve', '--port', 'x')).code).toBe(2);
  });
});
