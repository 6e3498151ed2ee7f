/** What the server's routes give, as far as the page shows it: /openapi.json has all of it. */

export type Thread = {
  id: string;
  title: string | null;
  owner: string | null;
  labels: string[];
  createdAt: string;
  updatedAt: string;
  messages: number;
  tokens: number;
  coveredTo: number;
  summaries: number;
  contextTokens: number;
  compactions: number;
  budgetTokens: number | null;
  strategy: { name: string } | null;
};

export type Part =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool-call'; callId: string; name: string; input: unknown }
  | { type: 'tool-result'; callId: string; name?: string; output: unknown; isError?: boolean }
  | { type: 'file'; mediaType: string; filename?: string; url?: string }
  | { type: 'resource'; id: string; name: string; note?: string }
  | { type: 'opaque'; format: string; value: unknown };

export type Message = {
  threadId: string;
  seq: number;
  id: string;
  role: string;
  name?: string;
  parts: Part[];
  createdAt: string;
  tokens: number;
  editedAt?: string;
  removed?: 'forgotten' | 'deleted';
};

export type MessagePage = { messages: Message[]; total: number; before: number | null; after: number | null };

export type Stratum = {
  id: string;
  level: string;
  tier: number;
  from: number;
  to: number;
  tokens: number;
  sourceTokens: number;
  model: string;
  rung: string;
  survival: number;
  fidelity: number;
  createdAt: string;
  messages: number;
  facts: number;
  stale: boolean;
  edited: boolean;
  pinned: boolean;
};

export type WorkMark = { kind: 'commit' | 'plan'; seq: number; text: string; state?: string };

export type Strata = {
  messages: number;
  tokens: number;
  summaries: Stratum[];
  prepared: Stratum[];
  tail: { from: number; to: number; messages: number; tokens: number };
  marks: WorkMark[];
};

export type Fact = {
  kind: string;
  value: string;
  seq: number;
  at: string;
  importance: number;
  subject?: string;
  context?: string;
  valueHistory?: { value: string; seq: number; at: string }[];
};

export type Summary = Omit<Stratum, 'facts' | 'edited'> & {
  status: string;
  text: string;
  rewrites: number;
  strategy: string;
  promptVersion: string;
  sourceIds: string[];
  factCount: number;
  edited: { at: string; version: number } | null;
};

export type WholeSummary = Summary & {
  facts: (Fact & { survivesIn: 'prose' | 'ledger' })[];
  versions: { at: string; action: string; note: string; before: string | null }[];
};

export type Expansion = { summaryId: string; messages: Message[]; next: number | null };

export type Rule = { id: string; text: string; seq: number; at: string; revokedBy?: number; ended?: string };

export type ContextItem = {
  section: string;
  kind: string;
  reason: string;
  messageIds: string[];
  summaryId: string | null;
  from: number | null;
  to: number | null;
  tokens: number;
};

export type SentRequest = {
  number: number;
  at: string;
  seq: number;
  model: string | null;
  tokens: number;
  historyTokens: number;
  cache: {
    readTokens: number;
    writtenTokens: number;
    newTokens: number;
    historyReadTokens: number;
    historyWrittenTokens: number;
  } | null;
  costUsd: { sent: number; history: number } | null;
};

export type Context = {
  threadId: string;
  at: number;
  tokens: number;
  budget: { tokens: number; responseTokens: number };
  sections: { name: string; tokens: number; budget: number }[];
  items: ContextItem[];
  content: { role: string; name?: string; parts: Part[]; tokens: number }[];
  stable: number;
  forced: boolean;
  request: SentRequest | null;
};

export type Explanation = {
  at: number;
  ranges: {
    from: number;
    to: number;
    fate: string;
    reason: string;
    summary?: { id: string; level: string };
  }[];
  context: Context;
};

export type Hit = {
  threadId: string;
  message: Message;
  before: Message[];
  after: Message[];
  score: number;
  reasons: string[];
};

export type Receipt = {
  id: string;
  createdAt: string;
  strategy: string;
  trigger: string;
  reason: string;
  from: number;
  to: number;
  messagesCompressed: number;
  tokensBefore: number;
  tokensAfter: number;
  calls: number;
  costUsd: number;
  milliseconds: number;
  models: string[];
  rungs: string[];
  factsKept: number;
  survival: number;
};

export type AuditEntry = { id: string; at: string; action: string; from: number; to: number; note: string };

type Side = { historyUsd: number; sentUsd: number; savedUsd: number };

export type Stats = {
  messages: number;
  tokens: number;
  strategy: string;
  budgetTokens: number;
  points: { seq: number; at: string; historyTokens: number; tokens: number }[];
  sent: { requests: number; tokens: number; historyTokens: number };
  cost: { uncached: Side; cached: Side | null; summarizerUsd: number | null } | null;
  spend: { calls: number; inputTokens: number; outputTokens: number; costUsd: number };
};

export type AllStats = {
  sent: { requests: number; tokens: number; historyTokens: number };
  spend: { calls: number; inputTokens: number; outputTokens: number; costUsd: number };
  days: { day: string; requests: number; tokens: number; historyTokens: number }[];
  threads: { id: string; title: string | null; messages: number; tokens: number }[];
};

export type Settings = {
  version: string;
  tenant: string;
  file: string | null;
  answers: string;
  settings: { name: string; value: unknown; from: string; source: string; about: string }[];
  features: string[];
};

export type ErasureReceipt = {
  id: string;
  at: string;
  messages: { id: string; seq: number }[];
  derived: { id: string; seq: number }[];
  copies: { id: string; seq: number }[];
  copiesForgotten: boolean;
  erasedSummaryIds: string[];
  vacuumed: boolean;
};

export type Imported = {
  threads: { threadId: string; title?: string; added: number; known: number }[];
  skipped: Record<string, number>;
  problems: string[];
};

export type ServerEvent = { name: string; event: { threadId: string | null } & Record<string, unknown> };

export type ChatEvent =
  | { type: 'message'; seq: number }
  | { type: 'asking'; model: string }
  | { type: 'text'; text: string }
  | {
      type: 'reply';
      seq: number | null;
      model: string;
      end: 'complete' | 'cut' | 'interrupted' | 'failed';
      text: string;
    }
  | {
      type: 'recall';
      sources: { seq: number; role: string; text: string; at: string }[];
      /** Words of the question that nothing quoted speaks of. */
      unmatched: string[];
    }
  | { type: 'overview'; text: string }
  | { type: 'noted'; seq: number }
  | { type: 'problem'; problem: string; next: string }
  | { type: 'waiting'; reason: string; milliseconds: number }
  | { type: 'end' };
