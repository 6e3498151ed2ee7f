/**
 * Runs the same conversation in other libraries, each in a process of its own, one after the other in the same run.
 * Answers and summaries are scripted, so that no model's time is measured. The libraries are installed on demand into
 * the private workspace bench/peers/, whose lockfile fixes the versions.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Conversation, realConversation } from './conversation.ts';
import { budgetTokens, nextPair, nextTurn } from './long-thread.ts';
import { count, milliseconds, quantile, table } from './measure.ts';

const workspace = fileURLToPath(new URL('./peers/', import.meta.url));
const lengths = [100, 1_000, 10_000];
const turns = 60;
const warmUp = 15;
/** A library that takes longer for one length is stopped. */
const timeoutMs = 15 * 60_000;
const limits = { plain: 0.25, recall: 1 };

const libraries = [
  { key: 'everthread', name: 'Everthread, without recall' },
  { key: 'everthread-recall', name: 'Everthread, with recall' },
  { key: 'langchain-summarized', name: '`summarizationMiddleware`, SQLite checkpointer' },
  { key: 'langchain-trimmed', name: '`trimMessages`, SQLite checkpointer' },
  { key: 'langchain-trim-alone', name: '`trimMessages` alone, history in memory, nothing stored' },
  { key: 'mastra', name: 'Mastra memory, LibSQL, newest 100 messages, `TokenLimiter`' },
  { key: 'mastra-recall', name: 'Mastra memory, LibSQL, semantic recall, `TokenLimiter`' },
];
/** Libraries that store the conversation and make a context without a search. */
const rivals = ['langchain-summarized', 'langchain-trimmed', 'mastra'];
/** The one that searches, too. */
const searchingRival = 'mastra-recall';

export async function peers(): Promise<string> {
  const heading = '## Beside other libraries';
  const conversation = realConversation();
  if (conversation === undefined)
    return `${heading}\n\nNot measured: the public conversations are not there.\n`;
  install();
  const figures = new Map<string, (Measured | string)[]>(libraries.map(({ key }) => [key, []]));
  for (const length of lengths) {
    const input = inputOf(conversation, length);
    for (const { key } of libraries) {
      const result = measure(key, input);
      figures.get(key)!.push(result);
      console.error(`  ${count(length)}  ${key}  ${written(result)}`);
    }
  }
  return report(heading, figures);
}

function written(figure: Measured | string): string {
  return typeof figure === 'string' ? figure : milliseconds(figure.all);
}

function install(): void {
  if (existsSync(join(workspace, 'node_modules/.package-lock.json'))) return;
  console.error('  installing bench/peers …');
  // Native modules are built for this Node; its headers are beside it, or in the npm package it came in.
  const home = dirname(dirname(realpathSync(process.execPath)));
  const packed = join(home, `node_modules/node-${process.platform}-${process.arch}`);
  const folder = [home, packed].find((one) => existsSync(join(one, 'include/node')));
  const headers = folder === undefined ? {} : { npm_config_nodedir: folder };
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved'], {
    cwd: workspace,
    env: { ...process.env, ...headers },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Only messages of two people, because every library has its own form for tool results. */
function inputOf(conversation: Conversation, length: number) {
  const toMessages = (texts: readonly { content: string; role: string }[]) =>
    texts.map(({ role, content }) => ({ role, text: content }));
  const messages = Array.from({ length: length / 2 }, () => toMessages(nextPair(conversation))).flat();
  return {
    system: conversation.system,
    budgetTokens,
    messages,
    warmUp,
    turns: Array.from({ length: turns + warmUp }, (_, index) => {
      const isQuestion = index % 3 === 0;
      const { message, answer } = nextTurn(conversation, isQuestion ? conversation.question() : undefined);
      return { text: message.content, isQuestion, answer: answer.content };
    }),
  };
}

/** Median times: of a turn, and of those that ask about something said before. */
type Measured = { all: number; questions: number };

/** The reason, if nothing could be measured. */
function measure(library: string, input: ReturnType<typeof inputOf>): Measured | string {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-peer-'));
  try {
    mkdirSync(join(folder, 'data'));
    const file = join(folder, 'input.json');
    writeFileSync(file, JSON.stringify({ ...input, folder: join(folder, 'data') }));
    const run = spawnSync(process.execPath, [join(workspace, 'measure-peer.ts'), library, file], {
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: 1e8,
    });
    if (run.error !== undefined) return `over ${timeoutMs / 60_000} minutes`;
    // Native modules may crash when the process ends. By then everything is measured.
    const last = run.stdout.trim().split('\n').at(-1)!;
    if (!last.startsWith('[')) {
      console.error(run.stderr.slice(-2_000));
      return 'failed';
    }
    const times = JSON.parse(last) as number[];
    const asking = input.turns.slice(warmUp).map(({ isQuestion }) => isQuestion);
    return { all: median(times), questions: median(times.filter((_, index) => asking[index])) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function median(times: readonly number[]): number {
  return quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}

type Figures = ReadonlyMap<string, readonly (Measured | string)[]>;

function report(heading: string, figures: Figures): string {
  const longest = (key: string, of: keyof Measured = 'all') => {
    const figure = figures.get(key)!.at(-1)!;
    return typeof figure === 'string' ? Number.NaN : figure[of];
  };
  const best = Math.min(...rivals.map((key) => longest(key)).filter((figure) => !Number.isNaN(figure)));
  const share = (figure: number, of: number) =>
    Number.isFinite(figure / of) ? (figure / of).toFixed(2) : 'not measured';
  const [ours, theirs] = ['everthread-recall', searchingRival].map((key) => longest(key, 'questions')) as [
    number,
    number,
  ];
  const { dependencies } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
    dependencies: { [name: string]: string };
  };
  return [
    heading,
    '',
    `A turn (store what is said, put together what is sent, store the answer) in a conversation of so many messages, p50 of ${turns} turns, a third of them questions about something said before, the others messages that ask nothing; budget ${count(budgetTokens)} tokens. Each library in a process of its own, one after the other in the same run, with its own storage on a file, all of them so that a power cut may take the last moments (\`synchronous: normal\`, which the others set), and the same scripted answers and summaries. What a library does after a turn in the background is awaited and not counted. Mastra's newest messages are made into a prompt and brought into the budget by its own limiter, as its agents do it. ${Object.entries(
      dependencies,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    table(
      ['library', ...lengths.map((length) => `${count(length)} messages`)],
      libraries.map(({ key, name }) => [name, ...figures.get(key)!.map(written)]),
    ),
    '',
    `At ${count(lengths.at(-1)!)} messages, of the best other library that stores the conversation: without recall ${share(longest('everthread'), best)} (at most ${limits.plain} is asked for), with recall ${share(longest('everthread-recall'), best)} (below ${limits.recall}). Of the other library that searches: ${share(longest('everthread-recall'), longest(searchingRival))}. Questions alone, with recall: ${milliseconds(ours)}, which is ${share(ours, best)} of the best other without a search, and ${share(ours, theirs)} of the one that searches (${milliseconds(theirs)}).`,
    '',
  ].join('\n');
}
