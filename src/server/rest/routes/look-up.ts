import type { SearchOptions } from '../../../search/results.ts';
import { endpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { threadParams } from '../schemas/common.ts';
import {
  auditPage,
  brief,
  briefQuery,
  factCorrection,
  factList,
  factParams,
  noteQuery,
  pageQuery,
  receiptPage,
  rule,
  ruleList,
  ruleParams,
  searchAllQuery,
  searchPage,
  searchQuery,
} from '../schemas/look-up.ts';
import { knownFact } from '../schemas/summary.ts';

const tag = 'Look-up';
const briefTokens = { short: 600, medium: 1_500, detailed: 4_000 };

export const lookUpEndpoints = [
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/search',
    tag,
    summary: 'Finds messages of a thread, best first, each with its neighbours and why it was found.',
    params: threadParams,
    query: searchQuery,
    response: searchPage,
    async run({ caller, params, query: { query, ...options }, signal }) {
      const thread = await knownThread(caller, params.threadId);
      const { hits, next } = await thread.search(query, { ...definedOptions(options), signal });
      return { hits, next: next ?? null };
    },
  }),
  endpoint({
    method: 'get',
    path: '/search',
    tag,
    summary: 'Finds messages in all threads, or in those of an owner.',
    query: searchAllQuery,
    response: searchPage,
    async run({ caller: { everthread }, query: { query, owner, ...options }, signal }) {
      const scope = owner === undefined ? { threadIds: 'all' as const } : { owner };
      const { hits, next } = await everthread.search(query, { ...definedOptions(options), ...scope, signal });
      return { hits, next: next ?? null };
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/brief',
    tag,
    summary: 'A hand-off of the thread in Markdown, to continue from.',
    params: threadParams,
    query: briefQuery,
    response: brief,
    async run({ caller, params, query: { tokens, detail, focus, title }, signal }) {
      const thread = await knownThread(caller, params.threadId);
      const size = tokens ?? (detail === undefined ? undefined : briefTokens[detail]);
      return thread.brief({
        ...(size !== undefined && { tokens: size }),
        ...(focus !== undefined && { focus }),
        ...(title !== undefined && { title }),
        signal,
      });
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/facts',
    tag,
    summary: 'Exact facts, newest value first, each with the values it had before.',
    params: threadParams,
    response: factList,
    run: async ({ caller, params }) => ({
      facts: await (await knownThread(caller, params.threadId)).facts(),
    }),
  }),
  endpoint({
    method: 'patch',
    path: '/threads/{threadId}/facts/{factId}',
    tag,
    summary: 'Corrects a fact for all later contexts. Null removes the correction.',
    params: factParams,
    body: factCorrection,
    response: knownFact,
    async run({ caller, params: { threadId, factId }, body: { value, note } }) {
      const thread = await knownThread(caller, threadId);
      return thread.correctFact(factId, value, note === undefined ? {} : { note });
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/rules',
    tag,
    summary: 'Standing instructions of the user, including ended ones and what ended them.',
    params: threadParams,
    response: ruleList,
    run: async ({ caller, params }) => ({
      rules: await (await knownThread(caller, params.threadId)).rules(),
    }),
  }),
  endpoint({
    method: 'delete',
    path: '/threads/{threadId}/rules/{ruleId}',
    tag,
    summary: 'Ends a rule by hand; it stays on record.',
    params: ruleParams,
    query: noteQuery,
    response: rule,
    async run({ caller, params: { threadId, ruleId }, query: { note } }) {
      const thread = await knownThread(caller, threadId);
      return thread.removeRule(ruleId, note === undefined ? {} : { note });
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/receipts',
    tag,
    summary: 'Receipts of compactions, newest first.',
    params: threadParams,
    query: pageQuery,
    response: receiptPage,
    async run({ caller, params, query }) {
      const receipts = await (await knownThread(caller, params.threadId)).receipts(query);
      return { receipts, next: nextOf(receipts, query.limit) };
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/audit',
    tag,
    summary: 'The audit trail: changes of the past by people, newest first.',
    params: threadParams,
    query: pageQuery,
    response: auditPage,
    async run({ caller, params, query }) {
      const entries = await (await knownThread(caller, params.threadId)).audit(query);
      return { entries, next: nextOf(entries, query.limit) };
    },
  }),
];

function definedOptions(
  options: { [name in keyof SearchOptions]: SearchOptions[name] | undefined },
): SearchOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function nextOf(page: readonly { id: string }[], limit: number): string | null {
  return page.length < limit ? null : (page.at(-1)?.id ?? null);
}
