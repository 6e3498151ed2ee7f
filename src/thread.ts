/** One conversation as its user sees it. Holds an id and no state, so that a million of them cost nothing. */

import { type Brief, type BriefOptions, checkBriefOptions } from './brief/brief.ts';
import { briefThread } from './brief/thread-brief.ts';
import type { Background } from './compaction/background.ts';
import {
  type CompactOptions,
  type CompactResult,
  checkCompactOptions,
  compactOnDemand,
} from './compaction/on-demand.ts';
import { type Context, createContext } from './context/render.ts';
import type { FoundCopies } from './editing/copies.ts';
import { correctFact } from './editing/correct-fact.ts';
import { type EditReceipt, editMessage } from './editing/edit-message.ts';
import { editSummary, pinSummary } from './editing/edit-summaries.ts';
import {
  copiesOf,
  type ErasureReceipt,
  type ForgetOptions,
  forgetMessages,
} from './editing/forget-messages.ts';
import { listOf, type MessageSelector } from './editing/named-messages.ts';
import { checkStatuses, namedSummary } from './editing/named-summary.ts';
import { removeRule } from './editing/remove-rule.ts';
import type { Engine } from './engine/engine.ts';
import { readKnownThread } from './engine/known-thread.ts';
import type { ModelRatios } from './engine/model-ratios.ts';
import type { RequestLog } from './engine/request-log.ts';
import { type ThreadEvent, threadEvents } from './engine/thread-events.ts';
import { checkSettings, type SettingsChange, storeSettings } from './engine/thread-settings.ts';
import { invalidInput } from './errors.ts';
import type { EverthreadEvents } from './events.ts';
import type { KnownFact } from './facts/corrections.ts';
import { type Rule, withPinIds } from './facts/pins.ts';
import { guardMethods, readGiven } from './input/foreign-values.ts';
import { checkAfter, checkSeq } from './input/numbers.ts';
import { checkSignal, untilAborted } from './input/signals.ts';
import type { Message } from './message/message.ts';
import type { MessageInput } from './message/normalize.ts';
import { updateDetails } from './owners/owned-threads.ts';
import { withMadeTitle } from './owners/titles.ts';
import type { AuditEntry } from './records/audit-entry.ts';
import type { ConversationEnd } from './records/conversation-end.ts';
import type { StoredRequest } from './records/request.ts';
import type { Receipt, SummaryRecord, SummaryStatus } from './records/summary.ts';
import type { DetailsChange } from './records/thread-list.ts';
import type { ThreadState } from './records/thread-state.ts';
import { describeThread } from './search/describe-thread.ts';
import {
  type ExpandOptions,
  type Expansion,
  expandSummary,
  type HistoryOptions,
  readHistory,
} from './search/read-archive.ts';
import type { SearchOptions, SearchPage, ThreadDescription } from './search/results.ts';
import { searchMessages } from './search/search-messages.ts';
import { threadFacts } from './search/thread-facts.ts';
import type { Strata, StrataReader } from './search/thread-strata.ts';
import type { Summarizer } from './summarizer.ts';
import { type ContextOptions, checkContextOptions } from './turn/context-options.ts';
import { type Explanation, explainTurn } from './turn/explain.ts';
import type { Turn } from './turn/turn.ts';
import { measureWhole, type WholeHistoryOptions } from './turn/whole-history.ts';

export type Thread = {
  readonly id: string;
  /** One message, or an array as one transaction. Returns them as stored; one already there is not added again. */
  append(message: MessageInput, options?: AppendOptions): Promise<Message>;
  append(messages: readonly MessageInput[], options?: AppendOptions): Promise<Message[]>;
  /** What to send to the model now, inside the budget. */
  context(options?: ContextOptions): Promise<Context>;
  /** What the whole history takes in tokens of a model: for clients that send all of it themselves. */
  measure(options?: WholeHistoryOptions): Promise<{ tokens: number }>;
  /** Compacts on demand. */
  compact(options?: CompactOptions): Promise<CompactResult>;
  /** A hand-off in Markdown at a chosen size, made without a model. */
  brief(options?: BriefOptions): Promise<Brief>;
  /** The originals, read page by page. */
  history(options?: HistoryOptions): AsyncIterable<Message>;
  /** The summaries that are shown; with `statuses`, also those that were replaced or are being prepared. */
  summaries(options?: { statuses?: readonly SummaryStatus[] }): Promise<SummaryRecord[]>;
  /** One summary by its id, whatever became of it. */
  summary(summaryId: string): Promise<SummaryRecord>;
  /** From a summary to the exact messages it stands for (I-9). */
  expand(summaryId: string, options?: ExpandOptions): Promise<Expansion>;
  /** Finds messages of this thread, best first, each with its neighbours and why it was found. */
  search(query: string, options?: SearchOptions): Promise<SearchPage>;
  /** The thread at a glance. */
  describe(): Promise<ThreadDescription>;
  /** What covers what: summaries by level, the tail, and where work was committed; small whatever the length. */
  strata(): Promise<Strata>;
  /** Messages by their ids; those that are not there are left out. */
  find(ids: readonly string[]): Promise<Message[]>;
  /**
   * What was handed out to be sent, in figures, newest first; `before` is the number of the last one seen, `seq` the
   * newest message of their turn.
   */
  requests(options?: { limit?: number; before?: number; seq?: number }): Promise<StoredRequest[]>;
  /** What compactions did, newest first. */
  receipts(options?: { limit?: number; before?: string }): Promise<Receipt[]>;
  /** Changes a message; summaries built on it are made anew. */
  edit(message: MessageSelector, content: MessageInput, options?: { note?: string }): Promise<EditReceipt>;
  /** Erases messages from the log and from everything that was made of them; returns the proof. */
  forget(
    messages: MessageSelector | readonly MessageSelector[],
    options?: ForgetOptions,
  ): Promise<ErasureReceipt>;
  /** Messages by people or models that repeat what these say: what `forget` lists, and erases where asked to. */
  copies(messages: MessageSelector | readonly MessageSelector[]): Promise<FoundCopies>;
  /** Replaces the text of a summary; later compactions keep it. */
  editSummary(summaryId: string, text: string, options?: { note?: string }): Promise<SummaryRecord>;
  /** Keeps the text of a summary through later compactions, or lets it go again. */
  pinSummary(summaryId: string, options?: { pinned?: boolean; note?: string }): Promise<SummaryRecord>;
  /** What people did to the past, newest first. */
  audit(options?: { limit?: number; before?: string }): Promise<AuditEntry[]>;
  /** The context of any past turn, rebuilt, with a reason for each item. `at` is its newest message. */
  explain(options?: ContextOptions & { at?: number }): Promise<ExplainedTurn>;
  /** Exact facts of the whole thread, newest value first, each with the values it had before. */
  facts(): Promise<KnownFact[]>;
  /**
   * Puts a fact right: what was said stays, and every later context tells the right value, through all compactions. Null
   * takes the correction back.
   */
  correctFact(factId: string, value: string | null, options?: { note?: string }): Promise<KnownFact>;
  /** Standing instructions of the user, oldest first; ended ones name the message that revoked or replaced them. */
  rules(): Promise<Rule[]>;
  /** Ends a standing rule by hand; it stays on record and the audit trail says so. */
  removeRule(ruleId: string, options?: { note?: string }): Promise<Rule>;
  /** What happens to this thread, as it happens; ends when the signal aborts. */
  events(options?: { signal?: AbortSignal }): AsyncIterable<ThreadEvent>;
  state(): Promise<ThreadState>;
  /** Its title, owner and labels; a title that is taken off (null) is made from what was asked first. */
  update(details: DetailsChange): Promise<ThreadState>;
  /** This thread's own budget, strategy or metadata; null goes back to the common one. */
  configure(settings: SettingsChange): Promise<ThreadState>;
};

export type AppendOptions = {
  /** Aborted before they are being stored, nothing is; later it has no effect. */
  signal?: AbortSignal;
  /** Where the conversation ended, for `findEnds`: stored with the messages or not at all. */
  ends?: readonly ConversationEnd[];
  /** Only where the thread has exactly so many messages; otherwise `message_conflict`, and nothing is stored. */
  after?: number;
};

export type ExplainedTurn = Omit<Explanation, 'context'> & { context: Context };

/** What the threads of one Everthread share. */
export type ThreadParts = {
  engine: Engine;
  ratios: ModelRatios;
  requests: RequestLog;
  background: Background;
  turn: Turn;
  strata: StrataReader;
  /** False: nothing is compacted unless asked for. */
  automatic: boolean;
  summarizer: Summarizer | undefined;
  /** Opens the store, once. */
  ready(): Promise<void>;
  /** Something was said that has no vector yet. */
  embedLater(): void;
  /** What is known of an owner may have changed. */
  profileLater(): void;
  /** Ends everything. */
  signal: AbortSignal;
};

export function createThread(id: string, parts: ThreadParts): Thread {
  const { engine, ratios, requests, background, turn } = parts;
  const { store, redaction, runtime, emitter } = engine;

  const readState = async (): Promise<ThreadState> => {
    await parts.ready();
    return readKnownThread(engine, id);
  };
  const readSummary = async (summaryId: string): Promise<SummaryRecord> => {
    await readState();
    return namedSummary(store, id, summaryId);
  };
  const until = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, parts.signal]) : parts.signal;
  const rebuildLater = (summaries: readonly string[]): void => {
    if (parts.automatic && summaries.length > 0) background.schedule(id, { trigger: 'append' });
  };

  const tell = (change: Omit<EverthreadEvents['change'], 'threadId'>): void =>
    emitter.emit('change', { threadId: id, ...change });
  const tellMessages = (kind: 'append' | 'edit' | 'forget', messages: readonly { seq: number }[]): void => {
    const seqs = messages.map(({ seq }) => seq);
    if (seqs.length > 0) tell({ kind, from: Math.min(...seqs), to: Math.max(...seqs) });
  };
  const tellSummary = (summary: SummaryRecord): SummaryRecord => {
    tell({ kind: 'summary', from: summary.from, to: summary.to });
    return summary;
  };

  const retitle = async (): Promise<ThreadState> => {
    parts.profileLater();
    return withMadeTitle(engine, await readState());
  };

  async function append(message: MessageInput, options?: AppendOptions): Promise<Message>;
  async function append(messages: readonly MessageInput[], options?: AppendOptions): Promise<Message[]>;
  async function append(
    input: MessageInput | readonly MessageInput[],
    { signal, ends, after }: AppendOptions = {},
  ): Promise<Message | Message[]> {
    checkSignal(signal);
    const isList = readGiven('messages', () => Array.isArray(input));
    await parts.ready();
    if (after !== undefined) checkAfter(after);
    const stored = await turn.append(id, input, {
      ...(signal && { signal }),
      ...(ends && { ends }),
      ...(after !== undefined && { after }),
    });
    parts.embedLater();
    tellMessages('append', stored);
    return isList ? stored : stored[0]!;
  }

  async function* history({ from = 1, to, ...options }: HistoryOptions = {}): AsyncGenerator<Message> {
    checkSeq('from', from);
    if (to !== undefined) checkSeq('to', to);
    const range = { threadId: id, from, to: to ?? (await readState()).messages };
    yield* readHistory({ store, redaction }, range, options);
  }

  const methods: Thread = {
    id,
    append,
    history,
    async context(options = {}) {
      checkContextOptions(options);
      return untilAborted(options.signal, async () =>
        createContext(await turn.context(await readState(), options)),
      );
    },
    async measure(asked = {}) {
      const state = asked.state ?? (await readState());
      return measureWhole({ ports: { ratios, requests, runtime }, state, asked });
    },
    async compact(options = {}) {
      checkCompactOptions(options);
      await readState();
      const signal = until(options.signal);
      return compactOnDemand({ ...options, ports: { ...engine, background }, threadId: id, signal });
    },
    async brief(options = {}) {
      checkBriefOptions(options);
      return briefThread({
        ...options,
        ports: engine,
        state: await readState(),
        signal: until(options.signal),
      });
    },
    async summaries({ statuses = ['live'] }: { statuses?: readonly SummaryStatus[] } = {}) {
      checkStatuses(statuses);
      await readState();
      return store.readSummaries({ threadId: id, statuses });
    },
    summary: readSummary,
    async expand(summaryId, options = {}) {
      if (options.limit !== undefined) checkSeq('limit', options.limit);
      if (options.after !== undefined) checkAfter(options.after);
      return expandSummary({ store, redaction }, await readSummary(summaryId), options);
    },
    async search(query, { signal, ...search } = {}) {
      checkSignal(signal);
      return untilAborted(signal, async () => {
        await readState();
        const { recallPort: port } = engine;
        return searchMessages({ port, redaction, threadIds: [id], query, search, now: runtime.now() });
      });
    },
    strata: async () => structuredClone(await parts.strata(engine, await readState())),
    describe: async () => describeThread({ store, state: await readState() }),
    async find(ids) {
      if (!Array.isArray(ids)) throw invalidInput('ids', 'a list of message ids', ids);
      await readState();
      return store.findMessages({ threadId: id, ids });
    },
    async requests({ limit = 50, before, seq } = {}) {
      checkSeq('limit', limit);
      if (before !== undefined) checkSeq('before', before);
      if (seq !== undefined) checkSeq('seq', seq);
      await readState();
      await parts.requests.flush({ all: true });
      const place = { ...(before !== undefined && { before }), ...(seq !== undefined && { seq }) };
      return store.readRequests({ threadId: id, limit, ...place });
    },
    async receipts({ limit = 50, before } = {}) {
      checkSeq('limit', limit);
      await readState();
      return store.readReceipts({ threadId: id, limit, ...(before !== undefined && { before }) });
    },
    async edit(selector, input, { note = '' } = {}) {
      await readState();
      const receipt = await editMessage({ ports: engine, threadId: id, selector, input, note });
      rebuildLater(receipt.invalidatedSummaryIds);
      parts.embedLater();
      await retitle();
      tellMessages('edit', [receipt.message]);
      return receipt;
    },
    async forget(messages, options = {}) {
      await readState();
      const selectors = listOf(messages);
      const receipt = await forgetMessages({ ...options, ports: engine, threadId: id, selectors });
      rebuildLater(receipt.erasedSummaryIds);
      await retitle();
      tellMessages('forget', [...receipt.messages, ...receipt.derived]);
      return receipt;
    },
    async copies(messages) {
      await readState();
      return copiesOf({ ports: engine, threadId: id, selectors: listOf(messages) });
    },
    editSummary: async (summaryId, text, { note = '' } = {}) =>
      tellSummary(await editSummary({ ports: engine, summary: await readSummary(summaryId), text, note })),
    pinSummary: async (summaryId, { pinned = true, note = '' } = {}) =>
      tellSummary(await pinSummary({ ports: engine, summary: await readSummary(summaryId), pinned, note })),
    async audit({ limit = 50, before } = {}) {
      checkSeq('limit', limit);
      await readState();
      return store.readAudit({ threadId: id, limit, ...(before !== undefined && { before }) });
    },
    async explain({ at, ...contextOptions } = {}) {
      checkContextOptions(contextOptions);
      const state = await readState();
      const ports = { ...engine, ratios, requests };
      const explained = await explainTurn({ ports, state, at: at ?? state.messages, contextOptions });
      return { ...explained, context: createContext(explained.context) };
    },
    facts: async () => threadFacts({ ports: engine, state: await readState() }),
    async correctFact(factId, value, { note = '' } = {}) {
      const fact = await correctFact({ ports: engine, state: await readState(), factId, value, note });
      tell({ kind: 'fact', from: fact.seq, to: fact.seq });
      return fact;
    },
    rules: async () => withPinIds((await readState()).pins).filter(({ corrects }) => corrects === undefined),
    async removeRule(ruleId, { note = '' } = {}) {
      await readState();
      const rule = await removeRule({ ports: engine, threadId: id, ruleId, note }).finally(
        parts.profileLater,
      );
      tell({ kind: 'rule', from: rule.seq, to: rule.seq });
      return rule;
    },
    events: ({ signal } = {}) => threadEvents({ emitter, threadId: id, signal: until(signal) }),
    state: readState,
    async update(details) {
      await readState();
      await updateDetails(engine, { threadId: id, details });
      const state = await retitle();
      tell({ kind: 'details' });
      return state;
    },
    async configure(settings) {
      checkSettings(settings, engine.ownStrategies);
      await readState();
      const state = await storeSettings({
        ports: engine,
        threadId: id,
        settings,
        summarizer: parts.summarizer,
      });
      tell({ kind: 'settings' });
      return state;
    },
  };
  return guardMethods(methods, parameters, { direct: ['history', 'events'] });
}

/** What is given besides messages, which are copied where they are read. */
const parameters = {
  append: [null, 'options'],
  context: ['options'],
  measure: ['options'],
  compact: ['options'],
  brief: ['options'],
  history: ['options'],
  summaries: ['options'],
  summary: ['summaryId'],
  expand: ['summaryId', 'options'],
  search: ['query', 'options'],
  find: ['ids'],
  requests: ['options'],
  receipts: ['options'],
  edit: ['message', null, 'options'],
  forget: ['messages', 'options'],
  editSummary: ['summaryId', 'text', 'options'],
  pinSummary: ['summaryId', 'options'],
  correctFact: ['factId', 'value', 'options'],
  audit: ['options'],
  explain: ['options'],
  events: ['options'],
  configure: ['settings'],
  update: ['details'],
} as const;
