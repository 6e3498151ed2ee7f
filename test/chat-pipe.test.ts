/** The chat without a terminal: lines in, plain text or JSON out. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../src/cli/chat/chat-event.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { createTestIo } from '../src/cli/test-io.suite.ts';
import { childEnvironment } from './child-environment.ts';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider.ts';
import { program } from './pty.ts';

let directory: string;
let provider: LoopbackProvider | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-pipe-'));
});
afterEach(async () => {
  await provider?.close();
  provider = undefined;
  rmSync(directory, { recursive: true, force: true });
});

function start(args: readonly string[], env: { [name: string]: string } = {}) {
  const child = spawn(
    process.execPath,
    [program, 'chat', '--database', join(directory, 'chat.db'), ...args],
    {
      cwd: directory,
      env: { ...childEnvironment, HOME: directory, TZ: 'UTC', EVERTHREAD_PROVIDER: 'none', ...env },
    },
  );
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, ...output }));
  });
  return { child, output, ended };
}

/** Runs in a separate process, as people start it. */
async function runProgram(lines: readonly string[], args: readonly string[] = []) {
  const { child, ended } = start(args);
  child.stdin.end(textOf(lines));
  return ended;
}

/** Runs in this process, which is faster; most output of a chat does not depend on the process. */
async function run(
  lines: readonly string[],
  args: readonly string[] = [],
  env: { [name: string]: string } = {},
) {
  const io = createTestIo({
    directory,
    env: { EVERTHREAD_PROVIDER: 'none', ...env },
    input: textOf(lines),
  });
  const status = await runCli(['chat', '--database', join(directory, 'chat.db'), ...args], io);
  return { status, ...io.written };
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const withModel = async () => {
  provider = await openLoopbackProvider();
  const args = ['--base-url', provider.url, '--model', 'loopback-1', '--summarizer', 'extractive'];
  return { args, env: { EVERTHREAD_PROVIDER: 'auto' } };
};

describe('in a pipe', () => {
  it('R-58 R-59 one message a line; answers on stdout, no prompt, no control character', async () => {
    const { status, stdout, stderr } = await runProgram([
      '/demo',
      'what did we decide about the database?',
      '',
      'The lamps came \u001b[31mtwice.',
      '/history',
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^#3 user 2026-03-02 08:43\n│ It is settled: we decided on PostgreSQL/mu);
    expect(stdout).toContain('Noted as #203.');
    expect(stdout).toContain('␛[31mtwice.');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there.
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
    expect(stdout).not.toContain('›');
    expect(stderr).toContain('no model is configured');
  });

  it('R-58 --json is one object a line: everything that happens, and only that', async () => {
    const { status, stdout } = await runProgram(
      [
        '/demo',
        'what did we decide about the database?',
        'Noted, thanks.',
        '/context',
        '/nonsense',
        '/exit',
        'never read',
      ],
      ['--json'],
    );
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ChatEvent);
    expect(events.filter(({ type }) => type !== 'compaction').map(({ type }) => type)).toEqual([
      ...['thread', 'thread', 'command'],
      ...['message', 'recall', 'message', 'noted'],
      ...['command', 'problem', 'command'],
    ]);
    expect(events.find(({ type }) => type === 'recall')).toMatchObject({
      seq: 202,
      sources: [{ seq: 3, role: 'user' }, {}, {}],
    });
    const context = events.find((event) => event.type === 'command' && event.command === 'context');
    expect(context).toMatchObject({ data: { budget: { tokens: 10_300 } } });
    expect(context).not.toHaveProperty('text');
    expect(status).toBe(1);
  });

  it('R-58 a message as an argument gets one answer, and the thread goes on with the next one', async () => {
    expect((await run([], ['The port is 8443.'])).stdout).toContain('Noted as #1.');
    const { status, stdout } = await run([], ['which port is it?', '--thread', 'main']);
    expect(status).toBe(0);
    expect(stdout).toContain('│ The port is 8443.');
  });

  it('R-58 streams a reply as it comes, and reports a failure with an exit code', async () => {
    const { args, env } = await withModel();
    provider!.script(
      {
        kind: 'reply',
        pieces: [
          'A line that is longer than any terminal is wide, for a pipe has no width at all: ',
          'so it stays whole, one line.',
        ],
      },
      { kind: 'status', status: 401 },
    );
    const { status, stdout, stderr } = await run(['hello', 'and now?'], args, env);
    expect(stdout).toBe(
      'A line that is longer than any terminal is wide, for a pipe has no width at all: so it stays whole, one line.\n',
    );
    expect(stderr).toContain('refused the key (HTTP 401).');
    expect(status).toBe(1);
  });

  it('R-58 a question and what is piped in are one message', async () => {
    const { args, env } = await withModel();
    const child = { ...childEnvironment, HOME: directory, ...env };
    const command = [process.execPath, program, 'chat', '--database', 'chat.db', ...args, 'explain'];
    const line = `printf 'port = 8443\\n' | ${command.map((word) => `'${word}'`).join(' ')}`;
    const { promise, resolve } = Promise.withResolvers<string>();
    execFile('sh', ['-c', line], { cwd: directory, env: child }, (_error, stdout) => resolve(stdout));
    expect(await promise).toBe('ok\n');
    expect(provider!.requests[0]!.messages).toEqual([{ role: 'user', text: 'explain\n\nport = 8443' }]);
  });

  it('R-58 a question that gets no answer leaves nothing behind', async () => {
    const { args, env } = await withModel();
    provider!.script({ kind: 'status', status: 401 });
    expect((await run([], ['lost?', ...args], env)).status).toBe(1);
    expect((await run(['/threads', '/history'])).stdout).not.toContain('lost?');
    expect((await run(['/search lost'])).stdout).toContain('Nothing');

    await run(['The port is 8443.']);
    provider!.script({ kind: 'drop', pieces: ['It is 8', '4'] });
    const broken = await run([], ['which port?', ...args], env);
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain('It is 84');
    expect((await run([], ['which port again?', ...args], env)).status).toBe(0);
    const sent = provider!.requests
      .at(-1)!
      .messages.map(({ text }) => text)
      .join('\n');
    expect(sent).toContain('The port is 8443.');
    expect(sent).not.toContain('which port?');
    expect(sent).not.toContain('It is 84');
  });

  it('R-58 a reply that was cut off is told where the output goes into a file', async () => {
    const { args, env } = await withModel();
    provider!.script({ kind: 'reply', pieces: ['One, ', 'two'], cut: true });
    const { status, stdout, stderr } = await run([], ['count', ...args], env);
    expect(stdout).toBe('One, two\n');
    expect(stderr).toContain('The reply is cut off: the model reached the most it may write (2 tokens).');
    expect(status).toBe(0);
  });

  it('R-58 /thread of a name that is not there begins nothing unasked', async () => {
    const refused = await run(['The port is 8443.', '/thread mian']);
    expect(refused.stderr).toContain('There is no thread "mian" (nearest: main).');
    expect((await run(['/thread garden --new'])).status).toBe(0);
  });

  it('R-58 the events of a model: asked, text, reply with its usage', async () => {
    const { args, env } = await withModel();
    provider!.script({ kind: 'reply', pieces: ['one ', 'two'], inputTokens: 77 });
    const { stdout } = await run(['hello'], [...args, '--json'], env);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ChatEvent);
    expect(events.slice(1)).toMatchObject([
      { type: 'message', seq: 1, role: 'user' },
      { type: 'asking', seq: 1, model: 'loopback-1' },
      { type: 'text', text: 'one ' },
      { type: 'text', text: 'two' },
      {
        type: 'reply',
        seq: 2,
        end: 'complete',
        text: 'one two',
        usage: { inputTokens: 77, outputTokens: 2 },
      },
    ]);
  });

  it('R-58 an interrupt keeps what came, and then ends the program', async () => {
    const { args, env } = await withModel();
    provider!.script({
      kind: 'reply',
      pieces: ['Half of ', 'it', ' and'],
      hold: new Promise(() => undefined),
    });
    const { child, output, ended } = start([...args, 'tell me'], env);
    await new Promise<void>((resolve) => {
      child.stdout.on('data', () => {
        if (output.stdout.includes('Half')) resolve();
      });
    });
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    const { stdout } = await run(['/history']);
    expect(stdout).toMatch(/Half of it[\s\S]*\[interrupted\]/u);
  });

  it('R-58 wrong arguments: told with what is accepted, exit code 2', async () => {
    for (const [args, says] of [
      [['--timeout', 'long'], '--timeout must be a number of seconds above 0, but got "long".'],
      [['one', 'two'], 'chat takes one message'],
      [['--strategy', 'hope'], '--strategy must be one of eternal'],
    ] as const) {
      const { status, stdout, stderr } = await run([], args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(says);
    }
  });
});
