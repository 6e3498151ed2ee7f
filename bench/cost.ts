/**
 * What the input of recorded coding sessions costs under prompt caching: Everthread beside full history, a sliding window
 * and a fold at 80 % that keeps 20 %, all billed by the simulated cache of `src/cost`. Summaries are written by code, so
 * that summarizing costs nothing here; the fold pays for its calls by what they read, as it does with a model.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dataPath } from '../evals/data.ts';
import { pricesFor } from '../src/cost/model-prices.ts';
import { inputCost } from '../src/cost/prices.ts';
import { createPromptCache, type PromptBlock } from '../src/cost/prompt-cache.ts';
import { createEverthread, type MessageInput } from '../src/index.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { table } from './measure.ts';

const folder = 'sessions/claude-code';
const budgets = [16_000, 32_000, 200_000];
const responseTokens = 1_000;
const mostMessages = 300;
const summaryTokens = 800;
const secondsBetween = 20;
const system = `You are a coding agent. ${Array.from(
  { length: 260 },
  (_, index) => `Rule ${index}: use tool ${index % 17} with care and report what it said.`,
).join(' ')}`;

type Block = PromptBlock & { kind: 'system' | 'said' | 'result' };
type Policy = { requests: Block[][]; calls: number };

const counter = createTokenCounter();
const prices = pricesFor('claude-sonnet-4-5');

export async function cost(): Promise<string> {
  const heading = '## What the input costs';
  const path = dataPath(folder);
  if (!existsSync(path)) return `${heading}\n\nNot measured: the recorded sessions are not there.\n`;
  const rows: string[][] = [];
  for (const file of readdirSync(path).filter((name) => name.endsWith('.jsonl'))) {
    const log = readSession(`${path}/${file}`);
    const { requests: full } = await sentBy(log, 20_000_000);
    const whole = billed({ requests: full, calls: 0 });
    for (const budget of budgets) {
      const ours = await sentBy(log, budget);
      rows.push([
        `${file.slice(0, 8)}, ${log.length}`,
        String(budget),
        ratio(billed(window(full, budget)) / whole),
        ratio(billed(fold(full, budget)) / whole),
        ratio(billed(ours) / whole),
        `${Math.round(100 * appendsOf(ours.requests))} %`,
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const columns = [
    'session, messages',
    'budget',
    'sliding window',
    'fold at 80 %',
    'Everthread',
    'only append',
  ];
  return `${heading}\n\nBilled input relative to sending the full history with caching, at Anthropic's prices (writing 1.25, reading 0.1), recorded coding sessions of at most ${mostMessages} messages, \`context().toAnthropic()\` with the default settings, no model. "Only append": requests that begin with all of the one before.\n\n${table(columns, rows)}\n`;
}

function ratio(value: number): string {
  return value.toFixed(2);
}

function readSession(file: string): MessageInput[] {
  type Line = {
    type?: string;
    isSidechain?: boolean;
    isMeta?: boolean;
    isCompactSummary?: boolean;
    timestamp?: string;
    message?: {
      id?: string;
      role: 'user' | 'assistant';
      content: string | { type: string; text?: string }[];
    };
  };
  const log: { role: 'user' | 'assistant'; content: object[]; createdAt?: string }[] = [];
  let last: string | undefined;
  for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const line = JSON.parse(text) as Line;
    const { message } = line;
    if ((line.type !== 'user' && line.type !== 'assistant') || line.isSidechain || line.isMeta) continue;
    if (line.isCompactSummary || !message?.content) continue;
    const given =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
    const content = given.filter(
      ({ type, text: said }) => type !== 'thinking' && !(type === 'text' && !said?.trim()),
    );
    if (content.length === 0) continue;
    // One answer may be written in several lines.
    if (message.id !== undefined && message.id === last) log.at(-1)!.content.push(...content);
    else
      log.push({
        role: message.role,
        content: [...content],
        ...(line.timestamp && { createdAt: line.timestamp }),
      });
    last = message.id;
    if (log.length === mostMessages) break;
  }
  return log as unknown as MessageInput[];
}

async function sentBy(log: readonly MessageInput[], tokens: number): Promise<Policy> {
  const isWhole = tokens > 1_000_000;
  const ever = createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    budget: { tokens, responseTokens },
    ...(isWhole && { automatic: false, recall: false }),
  });
  const thread = await ever.thread('session');
  const requests: Block[][] = [];
  let waits = false;
  for (const message of log) {
    const { role } = message as { role: string };
    if (role === 'assistant' && waits) {
      requests.push(blocksOf((await thread.context({ system })).toAnthropic()));
      waits = false;
    }
    await thread.append(message);
    if (role !== 'assistant') waits = true;
    else await ever.idle();
  }
  await ever.close();
  return { requests, calls: 0 };
}

function blocksOf({
  system: own,
  messages,
}: {
  system?: unknown;
  messages: readonly { role: string; content: unknown }[];
}): Block[] {
  const listed = (content: unknown) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])) as {
      type: string;
      text?: string;
      cache_control?: unknown;
    }[];
  const blockOf = (block: ReturnType<typeof listed>[number], role: string): Block => {
    const { cache_control, ...bare } = block;
    const text = bare.type === 'text' ? (bare.text ?? '') : JSON.stringify(bare, withoutFiles);
    const kind = role === 'system' ? 'system' : bare.type === 'tool_result' ? 'result' : 'said';
    return {
      key: role + JSON.stringify(bare),
      tokens: counter.count(text) + 2,
      kind,
      mark: cache_control !== undefined,
    };
  };
  return [
    ...listed(own).map((block) => blockOf(block, 'system')),
    ...messages.flatMap(({ role, content }) => listed(content).map((block) => blockOf(block, role))),
  ];
}

/** A picture costs the same whatever its bytes; here it counts nothing for anybody. */
function withoutFiles(key: string, value: unknown): unknown {
  return key === 'data' && typeof value === 'string' ? '' : value;
}

const sizeOf = (blocks: readonly Block[]) => blocks.reduce((sum, { tokens }) => sum + tokens, 0);
const headOf = (blocks: readonly Block[]) => blocks.filter(({ kind }) => kind === 'system').length;

/** The first block of the newest ones that fit, never a result without its call. */
function newest(blocks: readonly Block[], room: number, from = 0): number {
  let start = blocks.length;
  let left = room;
  while (start > from && left >= blocks[start - 1]!.tokens) {
    start -= 1;
    left -= blocks[start]!.tokens;
  }
  while (start < blocks.length && blocks[start]!.kind === 'result') start += 1;
  return start;
}

function window(full: readonly Block[][], budget: number): Policy {
  const requests = full.map((blocks) => {
    const head = blocks.slice(0, headOf(blocks));
    const rest = blocks.slice(head.length);
    return [...head, ...rest.slice(newest(rest, budget - responseTokens - sizeOf(head)))];
  });
  return { requests, calls: 0 };
}

/** As LangChain's middleware does: at 80 % everything but the newest 20 % becomes one summary. */
function fold(full: readonly Block[][], budget: number): Policy {
  const room = budget - responseTokens;
  let cut = 0;
  let calls = 0;
  let summary: Block[] = [];
  const requests = full.map((blocks) => {
    const head = blocks.slice(0, headOf(blocks));
    const rest = blocks.slice(head.length);
    const now = () => [...head, ...summary, ...rest.slice(cut)];
    if (sizeOf(now()) > 0.8 * room) {
      const start = newest(rest, 0.2 * room, cut);
      if (start > cut) {
        calls += sizeOf(rest.slice(cut, start)) + summaryTokens + 300;
        cut = start;
        summary = [{ key: `summary ${cut}`, tokens: summaryTokens, kind: 'said' }];
      }
    }
    return now();
  });
  return { requests, calls };
}

/** Marks: those that are set, or else the end of the system prompt and the last block. */
function billed({ requests, calls }: Policy): number {
  const cache = createPromptCache(prices.cache);
  const sum = requests.reduce((total, blocks, index) => {
    const ownMarks = blocks.some(({ mark }) => mark);
    const ends = new Set([headOf(blocks) - 1, blocks.length - 1]);
    const marked = ownMarks ? blocks : blocks.map((block, place) => ({ ...block, mark: ends.has(place) }));
    return total + inputCost(cache.send(marked, index * secondsBetween * 1_000), prices);
  }, 0);
  return sum + inputCost({ readTokens: 0, writtenTokens: 0, plainTokens: calls }, prices);
}

function appendsOf(requests: readonly Block[][]): number {
  const pairs = requests
    .slice(1)
    .map((blocks, index) => requests[index]!.every(({ key }, place) => blocks[place]?.key === key));
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}
