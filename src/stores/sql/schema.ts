/**
 * The tables, as queries see them; migrations.ts creates them. All rows of a thread refer to its numeric key, not to
 * its id: should ids become unique only within a tenant, then only the table `threads` changes. JSON is stored as text,
 * because it escapes NUL and lone surrogates, which databases do not accept.
 */
import type { Generated } from 'kysely';
import type { Message, Role } from '../../message/message.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { RecordShape, SummaryRung, SummaryStatus } from '../../records/summary.ts';
import type { DerivedKind } from '../rules/derivations.ts';
import type { ProfileNotesTable, ProfilesTable } from './profile-tables.ts';
import type {
  MessageVectorsTable,
  SearchBacklogTable,
  VectorMissingTable,
  VectorModelsTable,
  VectorProgressTable,
} from './search-tables.ts';

export type ThreadsTable = {
  key: Generated<number>;
  id: string;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
  messages: Generated<number>;
  tokens: Generated<number>;
  covered_to: Generated<number>;
  tail_tokens: Generated<number>;
  summary_tokens: Generated<number>;
  live_summaries: Generated<number>;
  checkpoint: Generated<number>;
  compactions: Generated<number>;
  tokens_after_compaction: Generated<number>;
  fixed_tokens: Generated<number>;
  /** JSON; null before the first request. */
  sent: string | null;
  /** JSON */
  pins: Generated<string>;
  /** JSON */
  settings: string;
  /** Number of records ever made, which numbers the next one. */
  summaries_made: Generated<number>;
  receipts_made: Generated<number>;
  audit_entries_made: Generated<number>;
  lease_owner: string | null;
  lease_expires_at: Generated<number>;
  fence: number;
  /** See records/record-hash.ts; null in rows of an earlier version that are not hashed yet. */
  record_hash: string | null;
  title: string | null;
  title_from: number | null;
  owner: string | null;
  /** JSON */
  labels: string | null;
  /** Sort key of the title. */
  title_key: Generated<string>;
  /** Number of messages already read for notes about the owner. */
  profiled_to: Generated<number>;
};

/** The labels of threads as rows, to find threads by them. */
export type ThreadLabelsTable = { thread_key: number; label: string };

export type MessagesTable = {
  thread_key: number;
  seq: number;
  id: string;
  role: Role;
  created_at: string;
  tokens: number;
  hash: string;
  unit_start: number;
  tokens_before: number;
  edited_at: string | null;
  removed: NonNullable<Message['removed']> | null;
  /** JSON of parts, name and extra. Placed after the small columns, so that reading those does not touch its pages. */
  content: string;
  /** JSON; null for messages without an origin. */
  origin: string | null;
  /** See records/record-hash.ts; null in rows of an earlier version that are not hashed yet. */
  record_hash: string | null;
};

/** Records written from a message, by the message's id: see rules/derivations.ts. */
export type DerivationsTable = { thread_key: number; source_id: string; kind: DerivedKind; key: string };

export type ToolCallsTable = {
  thread_key: number;
  /** The call's id in storable form: see `callKey`. */
  call_key: string;
  seq: number;
  unit_start: number;
  name: string;
};

export type SummariesTable = {
  thread_key: number;
  /** 1, 2, 3 … in its thread, in order of creation. */
  number: number;
  id: string;
  status: SummaryStatus;
  from_seq: number;
  to_seq: number;
  messages_covered: number;
  start_message_id: string;
  end_message_id: string;
  level: string;
  tier: number;
  depth: number;
  parent_id: string | null;
  /** JSON */
  source_ids: string;
  read_from: number | null;
  read_to: number | null;
  source_hash: string;
  shape: RecordShape;
  tokens: number;
  source_tokens: number;
  rewrites: number;
  strategy: string;
  model: string;
  rung: SummaryRung;
  prompt_version: string;
  survival: number;
  fidelity: number;
  created_at: string;
  /** 0 or 1, because not every database has a boolean type. */
  stale: number;
  edited_at: string | null;
  edited_version: number | null;
  /** 0 or 1 */
  pinned: number;
  made_at: number | null;
  live_at: number | null;
  replaced_at: number | null;
  /** Readable in SQL. If characters had to be replaced for that, `body` holds the exact text. */
  text: string;
  /** JSON of record, raw answer, originals, segment, work, facts and kept texts. */
  body: string;
  /** See records/record-hash.ts; null in rows of an earlier version that are not hashed yet. */
  record_hash: string | null;
};

export type ReceiptsTable = {
  thread_key: number;
  number: number;
  id: string;
  created_at: string;
  from_seq: number;
  to_seq: number;
  /** JSON */
  body: string;
  /** See records/record-hash.ts; null in rows of an earlier version that are not hashed yet. */
  record_hash: string | null;
};

export type AuditEntriesTable = {
  thread_key: number;
  /** 1, 2, 3 … in its thread. */
  number: number;
  id: string;
  at: string;
  action: AuditEntry['action'];
  from_seq: number;
  to_seq: number;
  summary_id: string | null;
  /** JSON */
  note: string;
  /** JSON; null if there was nothing to keep or it was forgotten. */
  before: string | null;
  /** See records/record-hash.ts; null in rows of an earlier version that are not hashed yet. */
  record_hash: string | null;
};

export type CallsTable = {
  key: Generated<number>;
  /** Null once the thread is deleted; the cost is kept. */
  thread_key: number | null;
  at: string;
  model: string;
  rung: SummaryRung;
  outcome: 'ok' | 'rejected' | 'failed';
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  milliseconds: number;
  detail: string | null;
};

export type RequestsTable = {
  key: Generated<number>;
  /** Null once the thread is deleted; the figures are kept. */
  thread_key: number | null;
  at: string;
  seq: number;
  model: string | null;
  ratio: number;
  tokens: number;
  history_tokens: number;
  /** JSON */
  summary_ids: string;
  /** JSON */
  prepared_ids: string;
  /** JSON; null in rows of an earlier version, like the five columns below. */
  recalled: string | null;
  /** JSON */
  arrangement: string | null;
  read_tokens: number | null;
  written_tokens: number | null;
  history_read_tokens: number | null;
  history_written_tokens: number | null;
  /** Null until the provider has reported usage, like the three columns below. */
  input_tokens: number | null;
  cached_tokens: number | null;
  cache_write_tokens: number | null;
  output_tokens: number | null;
};

/** See records/conversation-end.ts. */
export type ConversationEndsTable = {
  key: Generated<number>;
  thread_key: number;
  end_key: string;
  seq: number;
  length: number;
};

export type StoreValuesTable = {
  key: string;
  /** JSON */
  value: string;
};

/** Answers of summarizers that are not yet part of a committed summary. */
export type CachedResultsTable = {
  thread_key: number;
  key: string;
  at: string;
  /** 0 or 1: whether its cost is recorded in `calls`. */
  accounted: number;
  /** JSON */
  result: string;
};

/** Progress of hashing rows of an earlier version: one row for each table that is not finished. */
export type HashBacklogTable = {
  table_name: string;
  after_key: Generated<number>;
  after_number: Generated<number>;
};

/** Deleted threads with rows still to clear: see deletions.ts. */
export type DeletedThreadsTable = { thread_key: number };

export type MigrationsTable = { name: string; applied_at: string };

export type Schema = {
  threads: ThreadsTable;
  messages: MessagesTable;
  thread_labels: ThreadLabelsTable;
  profile_notes: ProfileNotesTable;
  profiles: ProfilesTable;
  derivations: DerivationsTable;
  tool_calls: ToolCallsTable;
  summaries: SummariesTable;
  receipts: ReceiptsTable;
  audit_entries: AuditEntriesTable;
  calls: CallsTable;
  cached_results: CachedResultsTable;
  requests: RequestsTable;
  conversation_ends: ConversationEndsTable;
  store_values: StoreValuesTable;
  search_backlog: SearchBacklogTable;
  vector_models: VectorModelsTable;
  vector_progress: VectorProgressTable;
  vector_missing: VectorMissingTable;
  message_vectors: MessageVectorsTable;
  hash_backlog: HashBacklogTable;
  deleted_threads: DeletedThreadsTable;
  everthread_migrations: MigrationsTable;
};
