/** Types of the API, derived from the schemas that the server checks with. They are types only: no schema is loaded. */
import type { z } from '@hono/zod-openapi';
import type * as context from '../server/rest/schemas/context.ts';
import type * as figures from '../server/rest/schemas/figures.ts';
import type * as lookUp from '../server/rest/schemas/look-up.ts';
import type * as message from '../server/rest/schemas/message.ts';
import type * as summary from '../server/rest/schemas/summary.ts';
import type * as thread from '../server/rest/schemas/thread.ts';

/** Query parameters as values; those with a default on the server are optional. */
type Query<Schema extends z.ZodType> = Partial<z.output<Schema>>;

export type Thread = z.output<typeof thread.thread>;
export type ThreadPage = z.output<typeof thread.threadPage>;
export type ThreadQuery = Query<typeof thread.threadQuery>;
export type NewThread = z.input<typeof thread.newThread>;
export type ThreadChange = z.input<typeof thread.threadChange>;
export type DeletedThread = z.output<typeof thread.deletedThread>;

export type Message = z.output<typeof message.message>;
export type MessagePage = z.output<typeof message.messagePage>;
export type MessageQuery = Query<typeof message.messageQuery>;
export type MessageEdit = z.input<typeof message.messageEdit>;
export type EditReceipt = z.output<typeof message.editReceipt>;
export type ForgetOptions = Query<typeof message.forgetQuery>;
export type ForgetMany = z.input<typeof message.forgetBody>;
export type ErasureReceipt = z.output<typeof message.erasureReceipt>;
export type FoundCopies = z.output<typeof message.foundCopies>;

export type Strata = z.output<typeof summary.strata>;
export type Summary = z.output<typeof summary.summary>;
export type SummaryList = z.output<typeof summary.summaryList>;
export type SummaryQuery = Query<typeof summary.summaryQuery>;
export type WholeSummary = z.output<typeof summary.wholeSummary>;
export type SummaryChange = z.input<typeof summary.summaryChange>;
export type Expansion = z.output<typeof summary.expansion>;
export type ExpansionQuery = Query<typeof summary.expansionQuery>;
export type CompactOptions = z.input<typeof summary.compactBody>;
export type CompactResult = z.output<typeof summary.compactResult>;

export type Context = z.output<typeof context.context>;
export type ContextQuery = Query<typeof context.contextQuery>;
export type ContextOptions = z.input<typeof context.contextBody>;
export type Explanation = z.output<typeof context.explanation>;
export type RequestPage = z.output<typeof context.requestPage>;

export type SearchPage = z.output<typeof lookUp.searchPage>;
export type SearchOptions = Omit<Query<typeof lookUp.searchQuery>, 'query'>;
export type SearchAllOptions = Omit<Query<typeof lookUp.searchAllQuery>, 'query'>;
export type Brief = z.output<typeof lookUp.brief>;
export type BriefOptions = Query<typeof lookUp.briefQuery>;
export type Fact = z.output<typeof summary.knownFact>;
export type FactCorrection = z.input<typeof lookUp.factCorrection>;
export type FactList = z.output<typeof lookUp.factList>;
export type Rule = z.output<typeof lookUp.rule>;
export type RuleList = z.output<typeof lookUp.ruleList>;
export type PageQuery = Query<typeof lookUp.pageQuery>;
export type ReceiptPage = z.output<typeof lookUp.receiptPage>;
export type AuditPage = z.output<typeof lookUp.auditPage>;
export type OwnerPage = z.output<typeof lookUp.ownerPage>;
export type OwnerQuery = Query<typeof lookUp.ownerQuery>;
export type Profile = z.output<typeof lookUp.profile>;
export type ProfileEntry = z.output<typeof lookUp.profileEntry>;
export type OwnerErasure = z.output<typeof lookUp.ownerErasure>;

export type Stats = z.output<typeof figures.stats>;
export type StatsQuery = Query<typeof figures.statsQuery>;
export type AllStats = z.output<typeof figures.allStats>;
export type Settings = z.output<typeof figures.settings>;
export type ServerEvent = z.output<typeof figures.event>;
export type ChatEvent = z.output<typeof figures.chatEvent>;
export type ImportBody = z.input<typeof figures.importBody>;
export type Imported = z.output<typeof figures.imported>;
export type Demo = z.output<typeof figures.demo>;
