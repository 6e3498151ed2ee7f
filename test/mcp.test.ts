/** Starts `everthread mcp` in a separate process and talks to it with the official client SDK. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEverthread } from '../src/everthread.ts';
import { connect, eras, fillArchive, holdSession, textOf } from '../src/integrations/mcp/session.suite.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { childEnvironment } from './child-environment.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
let directory: string;
let database: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'everthread-mcp-'));
  database = join(directory, 'archive.db');
  const everthread = createEverthread({
    store: sqliteStore({ path: database }),
    budget: { tokens: 1_500 },
    automatic: false,
  });
  await fillArchive(everthread);
  await everthread.close();
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

afterAll(() => rm(directory, { recursive: true }));

const env = () => ({ ...childEnvironment, HOME: directory });
const args = (...more: string[]) => [program, 'mcp', '--database', database, ...more];

function start(more: string[], extraEnv: { [name: string]: string } = {}): ChildProcess {
  const child = spawn(process.execPath, args(...more), { env: { ...env(), ...extraEnv }, cwd: directory });
  children.push(child);
  return child;
}

/** The first line on standard error, which the server writes when it is ready. */
async function greeting(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text;
}

/** A hash of the stored threads. The file itself may differ in pages that the database uses internally. */
async function fingerprint(): Promise<string> {
  const everthread = createEverthread({ store: sqliteStore({ path: database }), automatic: false });
  const hash = createHash('sha256');
  for (const { id } of await everthread.threads()) {
    const thread = await everthread.thread(id);
    hash.update(JSON.stringify([await thread.state(), await thread.summaries()]));
    for await (const message of thread.history()) hash.update(JSON.stringify(message));
  }
  await everthread.close();
  return hash.digest('hex');
}

describe('everthread mcp on standard input and output', () => {
  it.each(eras)('R-51 passes a session with the official client (%s) and changes nothing', async (era) => {
    const before = await fingerprint();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: args('--thread', 'work'),
      env: env(),
      cwd: directory,
      stderr: 'pipe',
    });
    let said = '';
    transport.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const client = await connect(transport, era);
    await holdSession(client);
    await client.close();
    expect(said).toBe(`everthread mcp: work of ${database}, read-only, on standard input and output.\n`);
    expect(await fingerprint()).toBe(before);
  });

  it('R-51 shows every thread unless told otherwise', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: args('--max-tokens', '600'),
      env: env(),
      cwd: directory,
      stderr: 'ignore',
    });
    const client = await connect(transport, 'auto');
    const listed = await client.callTool({ name: 'describe', arguments: {} });
    expect(listed.structuredContent).toMatchObject({ threads: [{ thread: 'private' }, { thread: 'work' }] });
    const found = await client.callTool({ name: 'search', arguments: { query: 'private house' } });
    expect(textOf(found)).toContain('999999');
    await client.close();
  });

  it('R-51 writes nothing but protocol, and ends when its input does', async () => {
    const child = start([]);
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    await greeting(child);
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    await expect.poll(() => output).toContain('\n');
    child.stdin!.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    for (const line of output.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0', id: 1 });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('R-51 the server ends on %s', async (signal) => {
    const child = start([]);
    await greeting(child);
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(signal === 'SIGTERM' ? 0 : 130);
  });
});

describe('everthread mcp --http', () => {
  it.each(eras)('R-51 passes a session with the official client (%s), and ends on SIGTERM', async (era) => {
    const child = start(['--http', '--port', '0', '--thread', 'work']);
    const url = /http:\S+\/mcp/u.exec(await greeting(child))![0];
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)), era);
    await holdSession(client);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await client.close();
  });

  it('R-63 listens elsewhere only with a key, which is never shown', async () => {
    const refused = spawnSync(process.execPath, args('--http', '--port', '0', '--host', '0.0.0.0'), {
      env: env(),
      cwd: directory,
      encoding: 'utf8',
    });
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('set a key');
    const key = 'a-key-of-sixteen-characters';
    const child = start(['--http', '--port', '0', '--host', '0.0.0.0'], { EVERTHREAD_MCP_KEY: key });
    const said = await greeting(child);
    expect(said).toContain('EVERTHREAD_MCP_KEY');
    expect(said).not.toContain(key);
    const port = /:(\d+)\/mcp/u.exec(said)![1];
    expect((await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST' })).status).toBe(401);
  });
});

describe('everthread mcp, wrong', () => {
  it.each([
    [['--port', '80'], '--port and --host go with --http.'],
    [['--http', '--port', 'eighty'], '--port must be a whole number.'],
    [['--max-tokens', '10'], 'maxTokens must be a whole number of at least 500'],
    [['--threads', 'x'], '--thread'],
    [['extra'], 'extra'],
  ])('R-51 %j is refused', (more, says) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args(...more), {
      env: env(),
      cwd: directory,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('R-58 has a page of help', () => {
    const { stdout } = spawnSync(process.execPath, [program, 'mcp', '--help'], {
      env: env(),
      cwd: directory,
      encoding: 'utf8',
    });
    expect(stdout).toContain('everthread mcp [--thread <id>]…');
  });
});
