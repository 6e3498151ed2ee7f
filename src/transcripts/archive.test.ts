import { describe, expect, it } from 'vitest';
import { hashMessage } from '../message/hash.ts';
import type { Message } from '../message/message.ts';
import type { ThreadState } from '../records/thread-state.ts';
import {
  audit as sampleAudit,
  receipt as sampleReceipt,
  summary as sampleSummary,
} from '../stores/suite/samples.suite.ts';
import { auditLine, endLine, headerLine, messageLine, receiptLine, summaryLine } from './archive.ts';
import type { TranscriptEvent } from './transcript.ts';
import { createTranscriptReader } from './transcript-reader.ts';

const state: ThreadState = {
  id: 't',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  revision: 3,
  messages: 2,
  tokens: 8,
  coveredTo: 1,
  tailTokens: 4,
  summaryTokens: 5,
  liveSummaries: 1,
  checkpoint: 2,
  compactions: 1,
  tokensAfterCompaction: 9,
  fixedTokens: 0,
  pins: [{ text: 'Always say please.', seq: 1, at: '2026-01-01T00:00:00.000Z', subject: 'please' }],
  settings: {
    budgetTokens: 5_000,
    strategy: { name: 'rolling', messages: 4 },
    metadata: { title: 'T', nested: { a: [1] } },
  },
};

function message(seq: number, other: Partial<Message> = {}): Message {
  const content = { role: 'user' as const, parts: [{ type: 'text' as const, text: `said ${seq}` }] };
  return {
    ...content,
    id: `m${seq}`,
    threadId: 't',
    seq,
    createdAt: '2026-01-01T00:00:00.000Z',
    tokens: 4,
    hash: hashMessage({ ...content, ...other }),
    unitStart: seq,
    tokensBefore: 4 * (seq - 1),
    ...other,
  };
}

const summary = sampleSummary('s1', 1, 1, {
  edited: { at: '2026-01-01T00:00:00.000Z', version: 2 },
  pinned: true,
  madeAt: 2,
  liveAt: 2,
});
const receipt = sampleReceipt('r1');
const entry = sampleAudit('a1', { before: 'earlier' });

const file = [
  headerLine(state),
  messageLine(message(1, { editedAt: '2026-01-01T00:00:01.000Z' })),
  messageLine(message(2, { parts: [], removed: 'deleted', hash: 'a'.repeat(64) })),
  summaryLine(summary),
  receiptLine(receipt),
  auditLine(entry),
  endLine({ messages: 2, summaries: 1, receipts: 1, audit: 1 }),
];

function read(lines: readonly string[], lenient = false): TranscriptEvent[] {
  const reader = createTranscriptReader({ lenient });
  return [...reader.push(lines.join('')), ...reader.end()];
}

const changed = (index: number, change: (line: Record<string, unknown>) => void): string[] => {
  const line = JSON.parse(file[index]!);
  change(line);
  return file.with(index, `${JSON.stringify(line)}\n`);
};

describe("Everthread's own files", () => {
  it('R-58 everything comes back as it was written', () => {
    const events = read(file);
    expect(events.map(({ kind }) => kind)).toEqual([
      'conversation',
      'message',
      'message',
      'record',
      'record',
      'record',
      'record',
    ]);
    expect(events[0]).toMatchObject({ format: 'everthread', id: 't', header: { version: 1, thread: state } });
    expect(events[1]).toMatchObject({
      message: { id: 'm1', role: 'user', createdAt: '2026-01-01T00:00:00.000Z' },
      stored: { seq: 1, hash: message(1).hash, unitStart: 1, editedAt: '2026-01-01T00:00:01.000Z' },
    });
    expect(events[2]).toMatchObject({
      message: { parts: [] },
      stored: { removed: 'deleted', hash: 'a'.repeat(64) },
    });
    expect(events.slice(3)).toMatchObject([
      { record: { type: 'summary', summary } },
      { record: { type: 'receipt', receipt } },
      { record: { type: 'audit', entry } },
      { record: { type: 'end' } },
    ]);
  });

  it('R-58 one file holds several threads', () => {
    const second = [
      headerLine({ ...state, id: 'u', messages: 0 }),
      endLine({ messages: 0, summaries: 0, receipts: 0, audit: 0 }),
    ];
    const conversations = read([...file, ...second]).filter(({ kind }) => kind === 'conversation');
    expect(conversations).toMatchObject([{ id: 't' }, { id: 'u' }]);
  });

  it.each<[string, readonly string[]]>([
    [
      'line 2.hash must be the hash of the message',
      changed(1, (line) => (line.parts = [{ type: 'text', text: 'forged' }])),
    ],
    ['line 2.seq', changed(1, (line) => (line.seq = -1))],
    [
      'line 3.hash must be that of a message without parts',
      changed(2, (line) => (line.parts = [{ type: 'text', text: 'x' }])),
    ],
    ['line 4.status', changed(3, (line) => (line.status = 'shown'))],
    ['line 4.facts[0].kind', changed(3, (line) => ((line.facts as { kind: string }[])[0]!.kind = 'lie'))],
    ['line 4.survival', changed(3, (line) => (line.survival = 7))],
    ['line 5.id', changed(4, (line) => (line.id = 'a\0'))],
    ['line 6.action', changed(5, (line) => (line.action = 'drop-table'))],
    ['line 7.messages must be 2', changed(6, (line) => (line.messages = 3))],
    ['line 1.version', changed(0, (line) => (line.version = 99))],
    [
      'line 1.thread.coveredTo',
      changed(0, (line) => ((line.thread as { coveredTo: number }).coveredTo = -4)),
    ],
    ['The file was cut off', file.slice(0, -1)],
    ['line 8.type must be "everthread"', [...file, file[1]!]],
    ['line 2.type must be one of', changed(1, (line) => (line.type = 'note'))],
  ])('§8 is refused: %s', (words, lines) => {
    expect(() => read(lines)).toThrow(words);
    expect(() => read(lines, true)).not.toThrow();
    expect(read(lines, true).some(({ kind }) => kind === 'problem')).toBe(true);
  });
});
