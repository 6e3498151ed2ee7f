/** What the tests of this folder build their input from: threads without a store, summaries without a model. */
import type { Message, MessageContent, Part, Role } from '../message/message.ts';
import { answeredCalls, openedCalls, type UnitNeighbour, unitStartOf } from '../message/units.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { Strategy } from '../strategy.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { standInSample } from './stand-in.ts';

export const counter = createTokenCounter();

export const plainStrategy: Pick<Strategy, 'present' | 'sectionOrder' | 'emptyText'> = {
  sectionOrder: ['system', 'profile', 'pinned', 'summaries', 'ledger', 'tail', 'resources', 'recall'],
  emptyText: '(nothing was said)',
  present: ({ summaries }) =>
    summaries.map(({ id, from, to, text }) => ({
      role: 'system',
      text: `Earlier: ${text}`,
      body: text,
      summaryId: id,
      from,
      to,
    })),
};

export function say(role: Role, text: string): MessageContent {
  return { role, parts: [{ type: 'text', text }] };
}

export function call(
  callId: string,
  name = 'lookup',
  input: { [key: string]: string } = { query: 'x' },
): Part {
  return { type: 'tool-call', callId, name, input };
}

export function result(callId: string, output = 'found', name?: string): Part {
  return { type: 'tool-result', callId, output, ...(name !== undefined && { name }) };
}

/** Numbered the way an append does it. */
export function threadOf(contents: readonly MessageContent[]): Message[] {
  const calls = new Map<string, UnitNeighbour>();
  let previous: UnitNeighbour | undefined;
  let tokensBefore = 0;
  return contents.map((content, index) => {
    const seq = index + 1;
    const opened = answeredCalls(content).flatMap((callId) => calls.get(callId) ?? []);
    const unitStart = unitStartOf({ seq, calls: opened, previous });
    for (const callId of openedCalls(content)) calls.set(callId, { seq, unitStart });
    previous = { seq, unitStart };
    const tokens = counter.message(content);
    const message: Message = {
      ...content,
      id: `m${seq}`,
      threadId: 't',
      seq,
      unitStart,
      tokens,
      tokensBefore,
      hash: `hash${seq}`,
      createdAt: new Date(1_700_000_000_000 + seq * 60_000).toISOString(),
    };
    tokensBefore += tokens;
    return message;
  });
}

export function chatOf(messages: number, words = 60): Message[] {
  return threadOf(
    Array.from({ length: messages }, (_, index) =>
      say(
        index % 2 === 0 ? 'user' : 'assistant',
        `Turn ${index + 1}. ${'some words about the plan '.repeat(words / 5)}`,
      ),
    ),
  );
}

/** The tail as far as `tokens` reach, and a sample of what is older. */
export function readBack(
  messages: readonly Message[],
  { coveredTo = 0, tokens = Number.POSITIVE_INFINITY } = {},
) {
  const open = messages.filter(({ seq }) => seq > coveredTo);
  let start = open.length;
  for (let read = 0; start > 0 && read <= tokens; read += open[start]!.tokens) start -= 1;
  const older = open.slice(0, start);
  const { first, last } = standInSample;
  const unread =
    older.length === 0
      ? null
      : {
          from: older[0]!.seq,
          to: older.at(-1)!.seq,
          tokens: older.reduce((sum, message) => sum + message.tokens, 0),
          messages: older.filter((_, index) => index < first || index >= older.length - last),
        };
  return { tail: open.slice(start), unread };
}

export function summaryOf(options: {
  messages: readonly Message[];
  from: number;
  to: number;
  text: string;
  status?: SummaryRecord['status'];
  level?: string;
}): SummaryRecord {
  const { messages, from, to, text, status = 'live', level = 'leaf' } = options;
  const covered = messages.slice(from - 1, to);
  return {
    id: `s${from}-${to}`,
    threadId: 't',
    status,
    from,
    to,
    messagesCovered: to - from + 1,
    startMessageId: covered[0]!.id,
    endMessageId: covered.at(-1)!.id,
    level,
    tier: 0,
    depth: 0,
    parentId: null,
    sourceIds: [],
    readFrom: from,
    readTo: to,
    sourceHash: 'hash',
    shape: 'plain',
    text,
    tokens: counter.count(text),
    sourceTokens: covered.reduce((sum, message) => sum + message.tokens, 0),
    record: null,
    originals: [],
    segment: null,
    facts: [],
    rewrites: 1,
    strategy: 'plain',
    model: 'none',
    rung: 'extractive',
    promptVersion: '1',
    survival: 1,
    fidelity: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}
