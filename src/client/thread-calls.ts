/** Calls for a single thread over HTTP. */
import type { CallOptions, Send } from './request.ts';
import type * as api from './types.ts';

export type ThreadCalls = ReturnType<typeof createThreadCalls>;

export function createThreadCalls(send: Send, id: string) {
  const at = (...rest: string[]) => ['threads', id, ...rest];
  return {
    id,
    get: (options?: CallOptions) => send.json<api.Thread>('GET', at(), options),
    update: (body: api.ThreadChange, options?: CallOptions) =>
      send.json<api.Thread>('PATCH', at(), { ...options, body }),
    delete: (options?: CallOptions) => send.json<api.DeletedThread>('DELETE', at(), options),

    messages: (query?: api.MessageQuery, options?: CallOptions) =>
      send.json<api.MessagePage>('GET', at('messages'), { ...options, ...(query && { query }) }),
    /** Messages in the shape of any usual client. A message whose id is already stored is not added again. */
    append: (messages: object | readonly object[], options?: CallOptions) =>
      send.json<{ messages: api.Message[] }>('POST', at('messages'), {
        ...options,
        body: { messages: Array.isArray(messages) ? messages : [messages] },
      }),
    message: (seq: number, options?: CallOptions) =>
      send.json<api.Message>('GET', at('messages', String(seq)), options),
    editMessage: (seq: number, body: api.MessageEdit, options?: CallOptions) =>
      send.json<api.EditReceipt>('PATCH', at('messages', String(seq)), { ...options, body }),
    forgetMessage: (seq: number, query?: api.ForgetOptions, options?: CallOptions) =>
      send.json<api.ErasureReceipt>('DELETE', at('messages', String(seq)), {
        ...options,
        ...(query && { query }),
      }),
    copies: (seq: number, options?: CallOptions) =>
      send.json<api.FoundCopies>('GET', at('messages', String(seq), 'copies'), options),
    forget: (body: api.ForgetMany, options?: CallOptions) =>
      send.json<api.ErasureReceipt>('POST', at('forget'), { ...options, body }),

    strata: (options?: CallOptions) => send.json<api.Strata>('GET', at('strata'), options),
    compact: (body: api.CompactOptions = {}, options?: CallOptions) =>
      send.json<api.CompactResult>('POST', at('compact'), { ...options, body }),
    summaries: (query?: api.SummaryQuery, options?: CallOptions) =>
      send.json<api.SummaryList>('GET', at('summaries'), { ...options, ...(query && { query }) }),
    summary: (summaryId: string, options?: CallOptions) =>
      send.json<api.WholeSummary>('GET', at('summaries', summaryId), options),
    updateSummary: (summaryId: string, body: api.SummaryChange, options?: CallOptions) =>
      send.json<api.Summary>('PATCH', at('summaries', summaryId), { ...options, body }),
    expand: (summaryId: string, query?: api.ExpansionQuery, options?: CallOptions) =>
      send.json<api.Expansion>('GET', at('summaries', summaryId, 'messages'), {
        ...options,
        ...(query && { query }),
      }),

    /** The context to send to a model now. */
    context: (body: api.ContextOptions = {}, options?: CallOptions) =>
      send.json<api.Context>('POST', at('context'), { ...options, body }),
    /** The same context without recording it as sent. With `at`, the context of a past turn. */
    lookAtContext: (query?: api.ContextQuery, options?: CallOptions) =>
      send.json<api.Context>('GET', at('context'), { ...options, ...(query && { query }) }),
    explain: (query?: api.ContextQuery, options?: CallOptions) =>
      send.json<api.Explanation>('GET', at('explain'), { ...options, ...(query && { query }) }),
    requests: (query?: api.PageQuery, options?: CallOptions) =>
      send.json<api.RequestPage>('GET', at('requests'), { ...options, ...(query && { query }) }),

    search: (query: string, search?: api.SearchOptions, options?: CallOptions) =>
      send.json<api.SearchPage>('GET', at('search'), { ...options, query: { ...search, query } }),
    brief: (query?: api.BriefOptions, options?: CallOptions) =>
      send.json<api.Brief>('GET', at('brief'), { ...options, ...(query && { query }) }),
    facts: (options?: CallOptions) => send.json<api.FactList>('GET', at('facts'), options),
    correctFact: (factId: string, body: api.FactCorrection, options?: CallOptions) =>
      send.json<api.Fact>('PATCH', at('facts', factId), { ...options, body }),
    rules: (options?: CallOptions) => send.json<api.RuleList>('GET', at('rules'), options),
    endRule: (ruleId: string, query?: { note?: string }, options?: CallOptions) =>
      send.json<api.Rule>('DELETE', at('rules', ruleId), { ...options, ...(query && { query }) }),
    receipts: (query?: api.PageQuery, options?: CallOptions) =>
      send.json<api.ReceiptPage>('GET', at('receipts'), { ...options, ...(query && { query }) }),
    audit: (query?: api.PageQuery, options?: CallOptions) =>
      send.json<api.AuditPage>('GET', at('audit'), { ...options, ...(query && { query }) }),
    stats: (query?: api.StatsQuery, options?: CallOptions) =>
      send.json<api.Stats>('GET', at('stats'), { ...options, ...(query && { query }) }),

    /** Events of the thread as they happen; resolves when the stream is open. */
    events: (options?: CallOptions & { lastEventId?: string }) =>
      send.events<api.ServerEvent>('GET', at('events'), options),
    /** Sends a message and yields the answer piece by piece. */
    async *chat(text: string, options?: CallOptions): AsyncGenerator<api.ChatEvent> {
      const events = await send.events<api.ChatEvent>('POST', at('chat'), { ...options, body: { text } });
      for await (const { data } of events) yield data;
    },
  };
}
