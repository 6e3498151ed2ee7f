/** Sample data for tests of the views: a small invented thread with everything a real one has. */

import type { Message, Part } from '../../message/message.ts';
import type { Fact } from '../../records/fact.ts';
import type { Receipt, SegmentDetails } from '../../records/summary.ts';
import type { SearchPage } from '../../search/results.ts';
import type { MeteredContext } from './context-meter.ts';
import type { DatedSummary } from './summaries-view.ts';

export const sampleStart = Date.UTC(2026, 2, 2, 9, 12);

export function sampleMessage(
  seq: number,
  role: Message['role'],
  parts: Part[] | string,
  extra: Partial<Message> = {},
): Message {
  return {
    threadId: 'harbour',
    id: `msg_${seq}`,
    seq,
    role,
    parts: typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts,
    createdAt: new Date(sampleStart + (seq - 1) * 37 * 60_000).toISOString(),
    tokens: 40,
    hash: String(seq).padStart(64, '0'),
    unitStart: seq,
    tokensBefore: (seq - 1) * 40,
    ...extra,
  };
}

export const sampleMessages: Message[] = [
  sampleMessage(
    181,
    'user',
    'The tide table is off by an hour since Sunday. Can you look at tides/parse.ts?',
  ),
  sampleMessage(182, 'assistant', [
    { type: 'reasoning', text: 'The clocks changed on Sunday: the parser may take local times for UTC.' },
    { type: 'text', text: 'Since the clocks changed, I suspect. I read the parser and its tests first.' },
    { type: 'tool-call', callId: 'c1', name: 'read_file', input: { path: 'tides/parse.ts' } },
  ]),
  sampleMessage(183, 'tool', [
    {
      type: 'tool-result',
      callId: 'c1',
      output: 'export function parseTide(line: string) {\n  const [time, metres] = line.split(";");\n  …\n}',
    },
  ]),
  sampleMessage(184, 'assistant', [
    {
      type: 'text',
      text: 'Found it: the file has local times, and line 41 reads them as UTC. I set the zone to Europe/Copenhagen and run the tests.',
    },
    {
      type: 'tool-call',
      callId: 'c2',
      name: 'bash',
      input: { command: 'npm test -- tides --run --reporter dot' },
    },
  ]),
  sampleMessage(185, 'tool', [
    {
      type: 'tool-result',
      callId: 'c2',
      name: 'bash',
      output: '1 failed: expects 05:40, got 06:40\nat tides/parse.test.ts:12',
      isError: true,
    },
  ]),
  sampleMessage(186, 'user', '港の時刻表も直してください。✅ 🦦 naïve café', { name: 'Hanako' }),
  sampleMessage(
    187,
    'assistant',
    `${'A long answer that goes on and on about tides and times. '.repeat(14)}End.`,
  ),
  sampleMessage(188, 'user', 'Who sent \u001b[31mthis\u001b[0m\u0007 to the harbour\u202e master?', {
    editedAt: '2026-03-08T10:00:00.000Z',
  }),
  sampleMessage(189, 'user', [], { removed: 'forgotten' }),
];

const details: SegmentDetails = {
  keyDecisions: ['We decided on SQLite for the berth list.', 'Fees are charged by the metre.'],
  filesModified: ['berths/schema.sql', 'berths/fees.ts', 'tides/parse.ts'],
  toolsUsed: [
    { name: 'bash', count: 14, notable: ['npm test'] },
    { name: 'edit', count: 6, notable: ['berths/fees.ts'] },
  ],
  commandsRun: 14,
  topics: ['berth list', 'tide table', 'mooring fees', 'SQLite', 'harbour master'],
};

const fact: Fact = {
  kind: 'path',
  value: 'berths/schema.sql',
  seq: 12,
  role: 'assistant',
  at: '2026-03-02T10:00:00.000Z',
  importance: 0.8,
};

function sampleSummary(
  options: Partial<DatedSummary> & { id: string; from: number; to: number },
): DatedSummary {
  return {
    threadId: 'harbour',
    status: 'live',
    messagesCovered: options.to - options.from + 1,
    startMessageId: `msg_${options.from}`,
    endMessageId: `msg_${options.to}`,
    level: 'leaf',
    tier: 0,
    depth: 0,
    parentId: null,
    sourceIds: [],
    readFrom: options.from,
    readTo: options.to,
    sourceHash: '0'.repeat(64),
    shape: 'plain',
    text: 'The harbour master asked for a list of free berths.',
    tokens: 120,
    sourceTokens: (options.to - options.from + 1) * 40,
    record: null,
    originals: [],
    segment: details,
    facts: Array.from({ length: 12 }, () => fact),
    rewrites: 1,
    strategy: 'eternal',
    model: 'extractive',
    rung: 'extractive',
    promptVersion: 'extractive-1',
    survival: 0.97,
    fidelity: 1,
    createdAt: '2026-03-06T18:30:00.000Z',
    ...options,
  };
}

export const sampleSummaries: DatedSummary[] = [
  sampleSummary({
    id: 'sum_0m4k2a',
    from: 1,
    to: 128,
    level: 'merge-1',
    since: '2026-03-02T09:12:00.000Z',
    until: '2026-03-05T15:31:00.000Z',
    text: 'The harbour moves its berth list from a spreadsheet to SQLite: 214 berths, 31 of them for guests. Fees are charged by the metre from 1 April, 3.20 € in summer and 1.10 € in winter. Oluwaseun, the harbour master, wants to see on one page which berths are free tonight.\n\nOpen: who is told when a berth is free again?',
    tokens: 310,
  }),
  sampleSummary({
    id: 'sum_0m51bq',
    from: 129,
    to: 180,
    model: 'claude-haiku-4-5',
    rung: 'model',
    since: '2026-03-05T16:08:00.000Z',
    until: '2026-03-06T23:35:00.000Z',
    pinned: true,
    text: '- Goal: show tides beside the berths.\n- The table of the port authority is read every night at 03:10.\n- Decision: times are shown in local time, never in UTC.',
    tokens: 96,
    survival: 1,
  }),
];

export const sampleReceipt: Receipt = {
  id: 'rcp_1',
  threadId: 'harbour',
  createdAt: '2026-03-06T23:36:00.000Z',
  strategy: 'eternal',
  trigger: 'manual',
  reason: 'asked for',
  summaryIds: ['sum_0m51bq'],
  replacedIds: [],
  from: 129,
  to: 180,
  messagesCompressed: 52,
  tokensBefore: 9_410,
  tokensAfter: 2_870,
  messagesBefore: 62,
  messagesAfter: 11,
  calls: 1,
  inputTokens: 2_312,
  outputTokens: 140,
  costUsd: 0.0031,
  milliseconds: 1_840,
  models: ['claude-haiku-4-5'],
  rungs: ['model'],
  depth: 0,
  factsKept: 12,
  survival: 0.97,
  fidelity: 1,
  segment: details,
};

export const sampleContext: MeteredContext = {
  tokens: 3_014,
  budget: { tokens: 8_000, responseTokens: 777 },
  forced: false,
  sections: {
    system: { tokens: 210, budget: 1_100 },
    profile: { tokens: 88, budget: 600 },
    pinned: { tokens: 64, budget: 500 },
    summaries: { tokens: 406, budget: 400 },
    ledger: { tokens: 512, budget: 1_000 },
    tail: { tokens: 1_130, budget: 2_300 },
    recall: { tokens: 384, budget: 1_100 },
    resources: { tokens: 220, budget: 0 },
  },
  items: [
    item('system', 'fixed', 210, 'system prompt, given by the caller'),
    item('profile', 'fixed', 88, 'profile of the user, given by the caller'),
    item('pinned', 'verbatim', 64, 'standing rules of the user, word for word'),
    item('summaries', 'summary', 310, 'summary of messages #1–128', 1, 128),
    item('summaries', 'summary', 96, 'summary of messages #129–180', 129, 180),
    item('ledger', 'shortened', 512, 'the 41 most important of 63 exact facts; the others do not fit'),
    item('tail', 'verbatim', 140, 'recent message, not summarized yet', 181, 181),
    item(
      'tail',
      'shortened',
      930,
      'recent message, not summarized yet, shortened because it is too large for this budget',
      182,
      182,
    ),
    item('tail', 'verbatim', 60, 'newest message', 183, 183),
    item('recall', 'recalled', 384, 'matches berth, fee; next to #40'),
    item('resources', 'fixed', 220, 'resource tides-2026, given for this turn'),
  ],
};

function item(
  section: MeteredContext['items'][number]['section'],
  kind: MeteredContext['items'][number]['kind'],
  tokens: number,
  reason: string,
  from: number | null = null,
  to: number | null = null,
): MeteredContext['items'][number] {
  const messageIds = section === 'tail' ? [`msg_${from}`] : [];
  return { section, kind, tokens, reason, from, to, messageIds, summaryId: null };
}

export const sampleSearch: { query: string; page: SearchPage } = {
  query: 'berth fees by the metre',
  page: {
    hits: [
      {
        threadId: 'harbour',
        before: [sampleMessage(39, 'user', 'How do other harbours do it?')],
        message: sampleMessage(
          40,
          'assistant',
          'Most charge fees by the metre, some by the berth. With 214 berths of nine lengths, metres are fairer: a boat of 8.50 m pays 27.20 € a night in summer.',
        ),
        after: [sampleMessage(41, 'user', 'By the metre then. From 1 April.')],
        score: 12.4,
        reasons: ['matches berth, fee, metre', 'next to #41'],
        foundBy: ['words', 'neighbour'],
      },
      {
        threadId: 'harbour',
        before: [],
        message: sampleMessage(52, 'tool', [
          { type: 'tool-result', callId: 'c9', name: 'bash', output: 'berths/fees.ts: 3 passed' },
        ]),
        after: [],
        score: 7.1,
        reasons: ['matches berth, fee'],
        foundBy: ['words'],
      },
    ],
    next: 'c_20',
  },
};
