/** The built program as a user runs it: a process of its own, with its output in a pipe. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DemoReport } from '../src/cli/demo/report.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { createTestIo } from '../src/cli/test-io.suite.ts';
import { childEnvironment } from './child-environment.ts';
import { sampleOf } from './soak.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const decision =
  'It is settled: we decided on PostgreSQL, not MySQL, because a failed migration rolls back as a whole there, and because its full-text search lets us cancel the search service that costs us 189 € a month.';

function everthread(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...childEnvironment, FORCE_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

/** Runs in this process, for tests that do not depend on the process. */
async function inProcess(...args: string[]) {
  const io = createTestIo({ directory: tmpdir() });
  return { status: await runCli(args, io), ...io.written };
}

beforeAll(() => {
  if (!existsSync(program))
    throw new Error('dist is missing. Run `make build`, or `make test`, which builds first.');
});

describe('help and version', () => {
  it.each([['--help'], ['-h'], ['help'], []])(
    'R-58 help lists commands, options and examples (%s)',
    (...args) => {
      const { status, stdout, stderr } = everthread(...args);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('everthread <command> [options]');
      expect(stdout).toMatch(/^ {2}demo {2}/mu);
      expect(stdout).toMatch(/^ {2}everthread demo$/mu);
    },
  );

  it.each([
    ['demo', '--help'],
    ['help', 'demo'],
  ])('R-58 a command has a page of its own (%s %s)', (...args) => {
    const { status, stdout } = everthread(...args);
    expect(status).toBe(0);
    expect(stdout).toContain('everthread demo [--strategy <name>]');
    expect(stdout).toContain('--budget <tokens>');
    expect(stdout).toContain('everthread demo --json --budget 2000');
  });

  it('R-58 --version prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(everthread('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('wrong input', () => {
  it.each([
    { args: ['dmeo'], says: 'There is no command "dmeo". Did you mean demo? Commands: chat, demo, ' },
    { args: ['help', 'nothing'], says: 'There is no command "nothing". Commands: chat, demo, ' },
    { args: ['\u001b[2Jdemo'], says: 'There is no command "␛[2Jdemo".' },
    { args: ['demo', '--colour'], says: 'There is no option --colour of demo.' },
    { args: ['demo', 'extra'], says: 'Unexpected argument "extra": demo takes no arguments.' },
    {
      args: ['demo', '--strategy', 'hope'],
      says: '--strategy must be one of eternal, rolling, session, tiered, chain, running, but got "hope".',
    },
    {
      args: ['demo', '--budget', 'much'],
      says: '--budget must be a whole number of at least 500, but got "much".',
    },
    {
      args: ['demo', '--budget', '12'],
      says: '--budget must be a whole number of at least 500, but got "12".',
    },
  ])('R-58 is named with what is accepted, exit code 2 ($args)', ({ args, says }) => {
    const { status, stdout, stderr } = everthread(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain('\u001b');
  });
});

describe('demo', () => {
  it('R-14 R-58 R-59 in a pipe it is plain lines with plausible figures, without a key', () => {
    const { status, stdout, stderr } = everthread('demo');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\r');
    const progress = [
      ...stdout.matchAll(/^message (\d+)\/200: full history ([\d,]+) tokens, context ([\d,]+)/gmu),
    ];
    expect(progress.map(([, number]) => Number(number))).toEqual([
      20, 40, 60, 80, 100, 120, 140, 160, 180, 200,
    ]);
    for (const [, , , context] of progress) expect(toNumber(context!)).toBeLessThanOrEqual(4_000);
    const notices = stdout.match(
      /^↻ compacted messages \d+–\d+ .*[\d,]+ → [\d,]+ tokens, \d+ facts? kept, .*$/gmu,
    );
    expect(notices?.length).toBeGreaterThanOrEqual(5);
    // Notices also name kept topics and files, including those of prepared summaries.
    expect(stdout).toMatch(/^↻ compacted .*prepared ahead\n {2}kept topics \S/mu);
    expect(stdout).toMatch(/^ {2}kept topics .*files \S+\.(?:sql|ts)/mu);
    expect(stdout).toContain('none above the budget');
    expect(stdout.replaceAll(/\n│? ?/gu, ' ')).toContain(decision);
    expect(stdout).not.toContain('otterpaws1887');
  });

  it('R-58 I-1 I-3 I-9 --json prints one object: every context fits, the decision is still there word for word', async () => {
    const { status, stdout, stderr } = await inProcess('demo', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(stdout) as DemoReport;
    expect(report).toMatchObject({ strategy: 'eternal', budgetTokens: 4_000, messages: 200 });
    expect(report.historyTokens).toBeGreaterThan(8_000);
    expect(report.contextTokens).toBeLessThan(report.historyTokens / 2.5);
    expect(report.share).toBeCloseTo(report.contextTokens / report.historyTokens);
    expect(report.turns.contexts).toBeGreaterThanOrEqual(200);
    expect(report.turns.overBudget).toBe(0);
    expect(report.turns.largestContextTokens).toBeLessThanOrEqual(4_000 - report.responseTokens);
    expect(report.recalled).toMatchObject({ seq: 3, text: decision, identical: true });
    expect(report.summary).toMatchObject({ id: report.recalled.summaryId, from: 1 });
    expect(report.facts.examples).toHaveLength(5);
    expect(report.facts.examples.map(({ kind }) => kind)).toContain('rule');
    expect(tiles(report)).toBe(true);
  });

  it.each(sampleOf(['rolling', 'running'], { every: 2 }))(
    'R-58 I-2 I-3 I-10 under %s it fits too, covers everything once, and repeats no password',
    async (strategy) => {
      const { status, stdout } = await inProcess(
        'demo',
        '--json',
        '--strategy',
        strategy,
        '--budget',
        '2500',
      );
      expect(status).toBe(0);
      const report = JSON.parse(stdout) as DemoReport;
      expect(report).toMatchObject({ strategy, budgetTokens: 2_500, messages: 200 });
      expect(report.turns.overBudget).toBe(0);
      expect(report.recalled).toMatchObject({ text: decision, identical: true });
      expect(tiles(report)).toBe(true);
      expect(stdout).not.toContain('otterpaws1887');
    },
  );
});

/** Whether the strata cover messages 1 to 200, each exactly once. */
function tiles({ strata, messages }: DemoReport): boolean {
  let next = 1;
  for (const { from, to } of strata) {
    if (from !== next || to < from) return false;
    next = to + 1;
  }
  return next === messages + 1;
}

describe('a disk that is full', () => {
  it.runIf(existsSync('/dev/full'))('R-58 output that cannot be written is reported', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [program, 'help', 'import'], {
      encoding: 'utf8',
      env: childEnvironment,
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^everthread: The output could not be written: ENOSPC/u);
  });

  it.skipIf(process.platform === 'win32')(
    'R-58 an import that ends early says that the same command adds the rest, and it does',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'everthread-full-'));
      const database = join(folder, 'small.db');
      const messages = Array.from({ length: 6_000 }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `Boat ${index} lies at berth ${index * 3}. ${'It rains. '.repeat(60)}`,
      }));
      writeFileSync(join(folder, 'talk.json'), JSON.stringify(messages));
      const args = [program, 'import', join(folder, 'talk.json'), '--thread', 'talk', '--database', database];
      // Files of this shell may grow to about two megabytes.
      const limited = spawnSync('sh', ['-c', 'ulimit -f 4000; exec "$@"', 'sh', process.execPath, ...args], {
        encoding: 'utf8',
        env: { ...childEnvironment, NODE_DISABLE_COMPILE_CACHE: '1' },
      });
      expect(limited.status).toBe(1);
      expect(limited.stderr).toMatch(
        /^everthread: A part of it is stored\. The same command again adds the rest\.\neverthread: The database /mu,
      );
      const { status, stdout } = everthread(...args.slice(1), '--json');
      expect(status).toBe(0);
      const { totals } = JSON.parse(stdout) as { totals: { added: number; already: number } };
      expect(totals.already).toBeGreaterThan(0);
      expect(totals.added + totals.already).toBe(6_000);
      rmSync(folder, { recursive: true, force: true });
    },
  );
});

function toNumber(figure: string): number {
  return Number(figure.replaceAll(',', ''));
}
