/**
 * `make test-agents`: runs unmodified coding agents from the registry, each with a hundred tool steps in a small window
 * and only the base URL changed. They are large and slow to start, so `make test` does not run them.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProxy, startUpstream } from '../../src/server/proxy/loopback.suite.ts';
import type { Answer, Seen } from '../../src/server/proxy/loopback-answers.suite.ts';

type Agent = {
  name: string;
  windowTokens: number;
  tool: string;
  input(step: number): object;
  /** Returns arguments and environment, and writes the agent's configuration below `home`. */
  start(options: { url: string; home: string; task: string }): {
    args: string[];
    env: { [name: string]: string };
  };
};

const steps = 100;
const bin = (name: string) => fileURLToPath(new URL(`./node_modules/.bin/${name}`, import.meta.url));
const line = 'The ledger of the harbour lists what came in, and what went out again. ';

const agents: Agent[] = [
  {
    name: 'pi',
    windowTokens: 16_000,
    tool: 'bash',
    input: (step) => ({ command: `echo step ${step}; cat ledger.txt` }),
    start({ url, home, task }) {
      mkdirSync(join(home, '.pi/agent'), { recursive: true });
      const model = {
        ...{ id: 'local', name: 'local', reasoning: false, input: ['text'], contextWindow: 1_000_000 },
        ...{ maxTokens: 1_000, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
      };
      const provider = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'k', models: [model] };
      writeFileSync(join(home, '.pi/agent/models.json'), JSON.stringify({ providers: { local: provider } }));
      return { args: ['-p', '--provider', 'local', '--model', 'local', task], env: {} };
    },
  },
  {
    name: 'qwen',
    windowTokens: 60_000,
    tool: 'run_shell_command',
    input: (step) => ({
      command: `echo step ${step}; cat ledger.txt`,
      description: 'Reads the ledger.',
      is_background: false,
    }),
    start: ({ url, task }) => ({
      args: ['--yolo', '--auth-type', 'openai', '-p', task],
      env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'local' },
    }),
  },
];

const asked = process.argv.slice(2);
for (const agent of agents) {
  if (asked.length > 0 && !asked.includes(agent.name)) continue;
  await tryAgent(agent);
}

async function tryAgent(agent: Agent): Promise<void> {
  const { windowTokens } = agent;
  const folder = mkdtempSync(join(tmpdir(), 'everthread-agent-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  for (const made of [home, work]) mkdirSync(made);
  writeFileSync(join(work, 'ledger.txt'), line.repeat(40));
  let called = 0;
  const upstream = await startUpstream((seen: Seen): Answer => {
    if (!offers(seen, agent.tool)) return { text: 'A title' };
    called += 1;
    if (called > steps) return { text: `All ${steps} steps are done.` };
    return {
      text: `Step ${called}.`,
      calls: [
        { id: `call_${String(called).padStart(20, '0')}`, name: agent.tool, input: agent.input(called) },
      ],
    };
  });
  const proxy = await startProxy({ upstream: upstream.url, proxy: { windowTokens } });
  const started = performance.now();
  try {
    const { args, env } = agent.start({
      url: proxy.url,
      home,
      task: `Go through the ledger in ${steps} steps.`,
    });
    const output = await run(bin(agent.name), args, { cwd: work, home, env });
    await proxy.everthread.idle();
    assert.match(output, /All 100 steps are done/u);
    const broken = upstream.seen.filter(({ problems }) => problems.length > 0);
    assert.deepEqual(
      broken.map(({ problems }) => problems),
      [],
    );
    const largest = Math.max(...upstream.seen.map(({ tokens }) => tokens));
    assert.ok(largest <= windowTokens, `a request has ${largest} tokens`);
    const threads = await proxy.threads();
    const main = threads.toSorted((a, b) => b.said.length - a.said.length)[0]!;
    const kept = main.said.filter((text) => /^Step \d+\./u.test(text)).length;
    assert.equal(kept, steps);
    assert.deepEqual(proxy.problems, []);
    const totals = await proxy.everthread.requests({ threadId: main.id });
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(
      `${agent.name}: ${upstream.seen.length} requests in ${seconds} s, at most ${largest} of ${windowTokens} tokens, ` +
        `${threads.length} threads, ${steps} steps in the main one; ` +
        `${Math.round((100 * totals.tokens) / totals.historyTokens)} % of the whole history was sent.`,
    );
  } finally {
    await proxy.close();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function offers({ body }: Seen, tool: string): boolean {
  return Array.isArray(body.tools) && JSON.stringify(body.tools).includes(`"${tool}"`);
}

function run(
  file: string,
  args: readonly string[],
  { cwd, home, env }: { cwd: string; home: string; env: { [name: string]: string } },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${file} ended with ${code}:\n${output.slice(-3_000)}`)),
    );
  });
}
