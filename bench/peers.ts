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
import { budgetTokens, nextPair } from './long-thread.ts';
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
  const figures = new Map<string, (number | string)[]>(libraries.map(({ key }) => [key, []]));
  for (const length of lengths) {
    const input = inputOf(conversation, length);
    for (const { key } of libraries) {
      const result = measure(key, input);
      figures.get(key)!.push(result);
      console.error(
        `  ${count(length)}  ${key}  ${typeof result === 'number' ? milliseconds(result) : result}`,
      );
    }
  }
  return report(heading, figures);
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
  const said = (texts: readonly { content: string; role: string }[]) =>
    texts.map(({ role, content }) => ({ role, text: content }));
  const messages = Array.from({ length: length / 2 }, () => said(nextPair(conversation))).flat();
  return {
    system: conversation.system,
    budgetTokens,
    messages,
    warmUp,
    turns: Array.from({ length: turns + warmUp }, (_, index) => {
      const [talk, answer] = nextPair(conversation);
      const isQuestion = index % 3 === 0;
      return {
        text: isQuestion ? conversation.question() : talk.content,
        isQuestion,
        answer: answer.content,
      };
    }),
  };
}

/** The median time of a turn, or the reason why there is none. */
function measure(library: string, input: object): number | string {
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
    return quantile(
      times.sort((a, b) => a - b),
      0.5,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(heading: string, figures: ReadonlyMap<string, readonly (number | string)[]>): string {
  const longest = (key: string) => figures.get(key)!.at(-1)!;
  const best = Math.min(...rivals.map(longest).filter((figure) => typeof figure === 'number'));
  const searching = longest(searchingRival);
  const share = (key: string, of: number | string) => {
    const figure = longest(key);
    const areMeasured = typeof figure === 'number' && typeof of === 'number';
    return areMeasured ? (figure / of).toFixed(2) : 'not measured';
  };
  const { dependencies } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
    dependencies: { [name: string]: string };
  };
  return [
    heading,
    '',
    `A turn (store what is said, put together what is sent, store the answer) in a conversation of so many messages, p50 of ${turns} turns, a third of them questions about something said before; budget ${count(budgetTokens)} tokens. Each library in a process of its own, one after the other in the same run, with its own storage on a file, all of them so that a power cut may take the last moments (\`synchronous: normal\`, which the others set), and the same scripted answers and summaries. What a library does after a turn in the background is awaited and not counted. Mastra's newest messages are made into a prompt and brought into the budget by its own limiter, as its agents do it. ${Object.entries(
      dependencies,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    table(
      ['library', ...lengths.map((length) => `${count(length)} messages`)],
      libraries.map(({ key, name }) => [
        name,
        ...figures.get(key)!.map((figure) => (typeof figure === 'number' ? milliseconds(figure) : figure)),
      ]),
    ),
    '',
    `At ${count(lengths.at(-1)!)} messages, of the best other library that stores the conversation: without recall ${share('everthread', best)} (at most ${limits.plain} is asked for), with recall ${share('everthread-recall', best)} (below ${limits.recall}). With recall, of the other library that searches: ${share('everthread-recall', searching)}.`,
    '',
  ].join('\n');
}
