/** Writes a thread as text, piece by piece. It is read in pages, so that its length does not matter. */
import { EverthreadError } from '../../errors.ts';
import { toModelMessages } from '../../message/ai-sdk.ts';
import { toAnthropic } from '../../message/anthropic.ts';
import type { Message } from '../../message/message.ts';
import { toOpenAIChat } from '../../message/openai-chat.ts';
import { isAside } from '../../message/origin.ts';
import { calledTools } from '../../message/tool-messages.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import { type Receipt, type SummaryRecord, summaryStatuses } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { Thread } from '../../thread.ts';
import {
  auditLine,
  endLine,
  headerLine,
  messageLine,
  receiptLine,
  summaryLine,
} from '../../transcripts/archive.ts';
import { markdownHeading, markdownMessage, plainMessage } from './readable-messages.ts';

export const exportFormats = ['everthread', 'openai', 'anthropic', 'ai-sdk', 'markdown', 'text'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportOptions = {
  thread: Thread;
  format: ExportFormat;
  /** Messages from … to; all of them when left out. */
  from?: number;
  to?: number;
  onProgress?: (progress: { messages: number; total: number }) => void;
};

const pageSize = 200;
/** Summaries, receipts and audit entries are read again if the thread changed meanwhile, at most this often. */
const attempts = 5;

export async function* exportThread(options: ExportOptions): AsyncGenerator<string> {
  const state = await options.thread.state();
  const pieces = options.format === 'everthread' ? archive(options) : converted(options, state);
  yield* pieces;
}

async function* archive({ thread, onProgress }: ExportOptions): AsyncGenerator<string> {
  const { state, summaries, receipts, audit } = await readPast(thread);
  yield headerLine(state);
  let messages = 0;
  for await (const message of thread.history({ to: Math.max(1, state.messages) })) {
    yield messageLine(message);
    messages += 1;
    onProgress?.({ messages, total: state.messages });
  }
  for (const summary of summaries) yield summaryLine(summary);
  for (const receipt of receipts) yield receiptLine(receipt);
  for (const entry of audit) yield auditLine(entry);
  // Messages only change by edits, and an edit changes the revision.
  if ((await thread.state()).revision !== state.revision) throw changed(thread.id);
  yield endLine({ messages, summaries: summaries.length, receipts: receipts.length, audit: audit.length });
}

type Past = { state: ThreadState; summaries: SummaryRecord[]; receipts: Receipt[]; audit: AuditEntry[] };

/** Reads all records at the same revision, oldest first. */
async function readPast(thread: Thread): Promise<Past> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const state = await thread.state();
    const summaries = await thread.summaries({ statuses: summaryStatuses });
    const receipts = await newestFirst((before) => thread.receipts({ limit: pageSize, ...before }));
    const audit = await newestFirst((before) => thread.audit({ limit: pageSize, ...before }));
    if ((await thread.state()).revision !== state.revision) continue;
    const byCreation = summaries.toSorted((first, second) =>
      first.createdAt < second.createdAt ? -1 : first.createdAt > second.createdAt ? 1 : 0,
    );
    return { state, summaries: byCreation, receipts: receipts.reverse(), audit: audit.reverse() };
  }
  throw changed(thread.id);
}

async function newestFirst<Item extends { id: string }>(
  read: (page: { before?: string }) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const last = items.at(-1);
    const page = await read(last === undefined ? {} : { before: last.id });
    items.push(...page);
    if (page.length < pageSize) return items;
  }
}

async function* converted(options: ExportOptions, state: ThreadState): AsyncGenerator<string> {
  const { thread, format, from = 1, onProgress } = options;
  const to = Math.min(options.to ?? state.messages, state.messages);
  const writer = writers[format as Exclude<ExportFormat, 'everthread'>](state);
  let messages = 0;
  yield writer.begin;
  if (from <= to) {
    const readable = format === 'markdown' || format === 'text';
    for await (const turn of turns(thread.history({ from, to }), { asides: readable })) {
      yield writer.turn(turn);
      messages += turn.length;
      onProgress?.({ messages, total: to - from + 1 });
    }
  }
  yield writer.end();
}

/**
 * Groups messages that are converted together. A new group begins where the assistant answers another role, because
 * formats never join messages across that point (parallel calls with their results, neighbours of one role).
 */
async function* turns(
  history: AsyncIterable<Message>,
  /** Whether to include asides. People may read them, but a model would take these quotations for conversation. */
  { asides }: { asides: boolean },
): AsyncGenerator<Message[]> {
  let turn: Message[] = [];
  for await (const message of history) {
    if (message.removed !== undefined || (isAside(message) && !asides)) continue;
    const last = turn.at(-1);
    if (message.role === 'assistant' && last !== undefined && last.role !== 'assistant') {
      yield turn;
      turn = [];
    }
    turn.push(message);
  }
  if (turn.length > 0) yield turn;
}

type Writer = { begin: string; turn(messages: readonly Message[]): string; end(): string };

const writers: { [format in Exclude<ExportFormat, 'everthread'>]: (state: ThreadState) => Writer } = {
  openai: () => listWriter(toOpenAIChat),
  'ai-sdk': () => listWriter(toModelMessages),
  anthropic: () => anthropicWriter(),
  markdown: (state) => ({
    begin: markdownHeading(state),
    turn: (messages) => readableTurn(messages, markdownMessage),
    end: () => '',
  }),
  text: () => ({
    begin: '',
    turn: (messages) => readableTurn(messages, plainMessage),
    end: () => '',
  }),
};

function readableTurn(messages: readonly Message[], write: typeof plainMessage): string {
  const toolNames = calledTools(messages);
  return messages.map((message) => write(message, toolNames)).join('');
}

function listWriter(convert: (messages: readonly Message[]) => readonly unknown[]): Writer {
  const list = createList();
  return { begin: '[', turn: (messages) => list.add(convert(messages)), end: () => `${list.end}]\n` };
}

/** Writes a request body. The system text stands apart and can only come from the first messages. */
function anthropicWriter(): Writer {
  const list = createList();
  let started = false;
  const start = (system: unknown): string => {
    if (started) return '';
    started = true;
    return `{${system === undefined ? '' : `"system": ${JSON.stringify(system)},\n`}"messages": [`;
  };
  return {
    begin: '',
    turn(messages) {
      const prompt = toAnthropic(messages);
      return start(prompt.system) + list.add(prompt.messages);
    },
    end: () => `${start(undefined)}${list.end}]}\n`,
  };
}

/** The elements of a JSON array, one a line. */
function createList(): { add(values: readonly unknown[]): string; readonly end: string } {
  let count = 0;
  return {
    add(values) {
      return values
        .map((value) => {
          count += 1;
          return `${count === 1 ? '' : ','}\n${JSON.stringify(value)}`;
        })
        .join('');
    },
    get end() {
      return count === 0 ? '' : '\n';
    },
  };
}

function changed(threadId: string): EverthreadError {
  return new EverthreadError({
    code: 'store_failed',
    message: `Thread ${JSON.stringify(threadId)} was changed while it was exported. Export it again.`,
  });
}
