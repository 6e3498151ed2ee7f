/** Messages, summaries and receipts for the contract suite. Named like a suite to be left out of the build. */
import { hashMessage } from '../../message/hash.ts';
import { type MessageContent, type PreparedMessage, textOf } from '../../message/message.ts';
import type { Origin } from '../../message/origin.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { Receipt, SummaryRecord } from '../../records/summary.ts';
import type { CompactionCommit, Lease, MessageChange, Store, UpdatePins } from '../../store.ts';
import { emptyWork } from '../../work/empty-work.ts';

export const someTime = Date.UTC(2026, 0, 2, 3, 4, 5);
export const later = (seconds: number) => someTime + seconds * 1000;
export const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

export function message(
  id: string,
  content: Partial<MessageContent> & { tokens?: number; createdAt?: string; origin?: Origin } = {},
): PreparedMessage {
  const { tokens = 10, createdAt = iso(someTime), ...rest } = content;
  const said: MessageContent = { role: 'user', parts: [{ type: 'text', text: `text of ${id}` }], ...rest };
  return { ...said, id, tokens, createdAt, hash: hashMessage(said) };
}

export const messages = (count: number, prefix = 'm'): PreparedMessage[] =>
  Array.from({ length: count }, (_, index) => message(`${prefix}${index + 1}`));

export const call = (id: string, ...callIds: string[]): PreparedMessage =>
  message(id, {
    role: 'assistant',
    parts: callIds.map((callId) => ({ type: 'tool-call', callId, name: 'look', input: {} })),
  });

export const answer = (id: string, ...callIds: string[]): PreparedMessage =>
  message(id, {
    role: 'tool',
    parts: callIds.map((callId) => ({ type: 'tool-result', callId, output: 'seen' })),
  });

/** A message that `readRules` understands as a rule. */
export const rule = (id: string, text: string): PreparedMessage =>
  message(id, { parts: [{ type: 'text', text }] });

/** A text that begins with “Always” is a rule; “Never mind.” revokes all rules. */
export const readRules: UpdatePins = (pins, said) => {
  let current = [...pins];
  for (const { seq, createdAt, parts } of said) {
    const text = textOf(parts);
    if (text.startsWith('Always')) current.push({ text, seq, at: createdAt, subject: 'rules' });
    if (text !== 'Never mind.') continue;
    current = current.map((pin) => (pin.revokedBy === undefined ? { ...pin, revokedBy: seq } : pin));
  }
  return current;
};

/** A summary of messages `m<from>` … `m<to>` of `messages()`. */
export function summary(
  id: string,
  from: number,
  to: number,
  other: Partial<SummaryRecord> = {},
): SummaryRecord {
  return {
    id,
    threadId: 't',
    status: 'live',
    from,
    to,
    messagesCovered: to - from + 1,
    startMessageId: `m${from}`,
    endMessageId: `m${to}`,
    level: 'leaf',
    tier: 0,
    depth: 0,
    parentId: null,
    sourceIds: [],
    readFrom: from,
    readTo: to,
    sourceHash: `hash of ${from} to ${to}`,
    shape: 'plain',
    text: `what ${from} to ${to} said`,
    tokens: 5,
    sourceTokens: 10 * (to - from + 1),
    record: {
      summary: 'all',
      keyPoints: ['one'],
      context: {
        participants: ['Ada'],
        decisions: [],
        actionItems: [{ owner: 'Ada', task: 'write', due: '' }],
        unresolved: [],
        domainEntities: [],
      },
    },
    originals: [{ id: `m${from}`, hash: 'abc' }],
    segment: {
      keyDecisions: ['do it'],
      filesModified: ['a.ts'],
      toolsUsed: [{ name: 'look', count: 1, notable: [] }],
      commandsRun: 0,
      topics: [],
    },
    work: { ...emptyWork(from, to), statement: { seq: to, text: `work of ${from} to ${to}` } },
    facts: [
      { kind: 'path', value: '/etc/hosts', seq: from, role: 'user', at: iso(someTime), importance: 0.75 },
    ],
    rewrites: 1,
    strategy: 'eternal',
    model: 'extractive',
    rung: 'extractive',
    promptVersion: '1',
    survival: 0.9,
    fidelity: 1,
    createdAt: iso(someTime),
    ...other,
  };
}

/** A summary as it is read back: with the message counts at which it was made, shown and replaced. */
export function asStored(
  given: SummaryRecord,
  times: Pick<SummaryRecord, 'madeAt' | 'liveAt' | 'replacedAt'>,
): SummaryRecord {
  return { ...given, ...times };
}

export function receipt(id: string, other: Partial<Receipt> = {}): Receipt {
  return {
    id,
    threadId: 't',
    createdAt: iso(someTime),
    strategy: 'eternal',
    trigger: 'append',
    reason: 'it was time',
    summaryIds: ['s1'],
    replacedIds: [],
    from: 1,
    to: 5,
    messagesCompressed: 5,
    tokensBefore: 100,
    tokensAfter: 50,
    messagesBefore: 10,
    messagesAfter: 6,
    calls: 1,
    inputTokens: 60,
    outputTokens: 5,
    costUsd: 0.001,
    milliseconds: 12,
    models: ['extractive'],
    rungs: ['extractive'],
    depth: 0,
    factsKept: 3,
    survival: 0.9,
    fidelity: 1,
    segment: null,
    ...other,
  };
}

export function commitOf(lease: Lease, other: Partial<CompactionCommit> = {}): CompactionCommit {
  return {
    lease,
    revision: 0,
    now: later(60),
    insert: [],
    replaces: [],
    activates: [],
    coverTo: 0,
    checkpoint: null,
    receipt: null,
    ...other,
  };
}

export function audit(id: string, other: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    threadId: 't',
    at: iso(later(90)),
    action: 'edit-message',
    from: 1,
    to: 1_000_000,
    summaryId: null,
    note: 'by Ada',
    before: null,
    ...other,
  };
}

export function edit(seq: number, text: string, tokens = 10): MessageChange {
  const content: MessageContent = { role: 'user', parts: [{ type: 'text', text }] };
  return { kind: 'edit', seq, content, tokens, hash: hashMessage(content) };
}

export function removal(kind: 'forget' | 'delete', seq: number, tokens = 0): MessageChange {
  return { kind, seq, tokens, hash: hashMessage({ role: 'user', parts: [] }) };
}

/** A thread `t` with this many messages, and a lease to compact it. */
export async function leasedThread(store: Store, count: number): Promise<Lease> {
  await store.ensureThread({ threadId: 't', now: someTime });
  await store.append({ threadId: 't', messages: messages(count), now: someTime });
  return (await store.acquireLease({ threadId: 't', owner: 'worker', now: someTime, ttlMs: 60_000 }))!;
}

/** Everything a store holds about a thread, for comparing before and after. */
export async function snapshot(store: Store, threadId = 't') {
  return {
    state: await store.readThread(threadId),
    messages: await store.readMessages({ threadId }),
    summaries: await store.readSummaries({ threadId }),
    receipts: await store.readReceipts({ threadId, limit: 1_000 }),
    audit: await store.readAudit({ threadId, limit: 1_000 }),
  };
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'no error';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
