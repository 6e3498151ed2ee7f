/** The server's routes as the views call them. */
import { at, json, type Query } from './request.ts';
import type {
  AllStats,
  AuditEntry,
  CompactResult,
  Context,
  ErasureReceipt,
  Expansion,
  Explanation,
  Fact,
  Hit,
  Imported,
  Message,
  MessagePage,
  Receipt,
  Rule,
  SentRequest,
  Settings,
  Stats,
  Strata,
  Summary,
  Thread,
  WholeSummary,
} from './types.ts';

type Signal = { signal?: AbortSignal };

export const api = {
  threads: (query: Query, { signal }: Signal = {}) =>
    json<{ threads: Thread[]; next: string | null }>('/threads', { query, signal }),
  thread: (id: string, { signal }: Signal = {}) => json<Thread>(at`/threads/${id}`, { signal }),
  newThread: (body: { title?: string }) => json<Thread>('/threads', { method: 'POST', body }),
  updateThread: (id: string, body: { title?: string | null; owner?: string | null; labels?: string[] }) =>
    json<Thread>(at`/threads/${id}`, { method: 'PATCH', body }),
  deleteThread: (id: string) =>
    json<{ messages: number; at: string }>(at`/threads/${id}`, { method: 'DELETE' }),
  messages: (id: string, query: Query, { signal }: Signal = {}) =>
    json<MessagePage>(at`/threads/${id}/messages`, { query, signal }),
  editMessage: (id: string, seq: number, message: object) =>
    json<{ message: Message }>(at`/threads/${id}/messages/${seq}`, { method: 'PATCH', body: { message } }),
  forget: (id: string, seq: number, copies: boolean) =>
    json<ErasureReceipt>(at`/threads/${id}/messages/${seq}`, { method: 'DELETE', query: { copies } }),
  strata: (id: string, { signal }: Signal = {}) => json<Strata>(at`/threads/${id}/strata`, { signal }),
  context: (id: string, query: Query, { signal }: Signal = {}) =>
    json<Context>(at`/threads/${id}/context`, { query, signal }),
  explain: (id: string, query: Query, { signal }: Signal = {}) =>
    json<Explanation>(at`/threads/${id}/explain`, { query, signal }),
  requests: (id: string, query: Query, { signal }: Signal = {}) =>
    json<{ requests: SentRequest[]; next: number | null }>(at`/threads/${id}/requests`, { query, signal }),
  compact: (id: string, body: { focus?: string; refresh?: boolean } = {}) =>
    json<CompactResult>(at`/threads/${id}/compact`, { method: 'POST', body }),
  summaries: (id: string, query: Query, { signal }: Signal = {}) =>
    json<{ summaries: Summary[] }>(at`/threads/${id}/summaries`, { query, signal }),
  summary: (id: string, summaryId: string, { signal }: Signal = {}) =>
    json<WholeSummary>(at`/threads/${id}/summaries/${summaryId}`, { signal }),
  changeSummary: (id: string, summaryId: string, body: { text?: string; pinned?: boolean; note?: string }) =>
    json<WholeSummary>(at`/threads/${id}/summaries/${summaryId}`, { method: 'PATCH', body }),
  expand: (id: string, summaryId: string, query: Query, { signal }: Signal = {}) =>
    json<Expansion>(at`/threads/${id}/summaries/${summaryId}/messages`, { query, signal }),
  facts: (id: string, { signal }: Signal = {}) =>
    json<{ facts: Fact[] }>(at`/threads/${id}/facts`, { signal }),
  correctFact: (id: string, factId: string, body: { value: string | null }) =>
    json<Fact>(at`/threads/${id}/facts/${factId}`, { method: 'PATCH', body }),
  rules: (id: string, { signal }: Signal = {}) =>
    json<{ rules: Rule[] }>(at`/threads/${id}/rules`, { signal }),
  removeRule: (id: string, ruleId: string) =>
    json<Rule>(at`/threads/${id}/rules/${ruleId}`, { method: 'DELETE' }),
  search: (id: string | undefined, query: Query, { signal }: Signal = {}) =>
    json<{ hits: Hit[]; next: string | null }>(id === undefined ? '/search' : at`/threads/${id}/search`, {
      query,
      signal,
    }),
  brief: (id: string, query: Query, { signal }: Signal = {}) =>
    json<{ text: string; tokens: number; kind: string }>(at`/threads/${id}/brief`, { query, signal }),
  receipts: (id: string, { signal }: Signal = {}) =>
    json<{ receipts: Receipt[] }>(at`/threads/${id}/receipts`, { query: { limit: 100 }, signal }),
  audit: (id: string, { signal }: Signal = {}) =>
    json<{ entries: AuditEntry[] }>(at`/threads/${id}/audit`, { query: { limit: 100 }, signal }),
  stats: (id: string, { signal }: Signal = {}) => json<Stats>(at`/threads/${id}/stats`, { signal }),
  allStats: ({ signal }: Signal = {}) => json<AllStats>('/stats', { signal }),
  settings: ({ signal }: Signal = {}) => json<Settings>('/settings', { signal }),
  importFile: (body: { text: string; name: string }) => json<Imported>('/import', { method: 'POST', body }),
  demo: () => json<{ threadId: string; messages: number }>('/demo', { method: 'POST' }),
};
