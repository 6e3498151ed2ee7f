/** Types of the server's routes: those of the published client, and names for their parts. */
import type {
  AuditPage,
  Context,
  Message,
  ReceiptPage,
  RequestPage,
  SearchPage,
  Strata,
} from 'everthread/client';

export type {
  AllStats,
  ChatEvent,
  CompactResult,
  Context,
  ErasureReceipt,
  Expansion,
  Explanation,
  Fact,
  Imported,
  Message,
  MessagePage,
  Rule,
  ServerEvent,
  Settings,
  Stats,
  Strata,
  Summary,
  Thread,
  WholeSummary,
} from 'everthread/client';

export type Part = Message['parts'][number];
export type Stratum = Strata['summaries'][number];
export type ContextItem = Context['items'][number];
export type SentRequest = RequestPage['requests'][number];
export type Hit = SearchPage['hits'][number];
export type Receipt = ReceiptPage['receipts'][number];
export type AuditEntry = AuditPage['entries'][number];
