import type { z } from '@hono/zod-openapi';
import { invalidInput } from '../../../errors.ts';
import type { Everthread } from '../../../everthread.ts';
import type { ThreadPlace } from '../../../records/thread-list.ts';
import { contextTokens, type ThreadState } from '../../../records/thread-state.ts';
import { isoTime, systemRuntime } from '../../../runtime.ts';
import { unknownThread } from '../../problem.ts';
import { endpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { threadParams } from '../schemas/common.ts';
import {
  deletedThread,
  newThread,
  threadChange,
  threadPage,
  threadQuery,
  thread as threadSchema,
} from '../schemas/thread.ts';

type ThreadView = z.input<typeof threadSchema>;
type Page = z.input<typeof threadPage>;
type Query = z.output<typeof threadQuery>;

const tag = 'Threads';
/** Search hits looked at to find threads by their content. */
const mostHits = 100;

export const threadEndpoints = [
  endpoint({
    method: 'get',
    path: '/threads',
    tag,
    summary: 'Lists threads, newest first, filtered by owner, label, title, time or content.',
    query: threadQuery,
    response: threadPage,
    run: ({ caller: { everthread }, query }) =>
      query.query === undefined
        ? listThreads(everthread, query)
        : findThreads(everthread, query, query.query),
  }),
  endpoint({
    method: 'post',
    path: '/threads',
    tag,
    summary: 'Creates a thread, or returns the existing one unchanged.',
    body: newThread,
    response: threadSchema,
    status: 201,
    async run({ caller: { everthread }, body: { id = systemRuntime.newId('thread'), ...details } }) {
      return viewOf(await (await everthread.thread(id, details)).state());
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}',
    tag,
    summary: 'A thread in figures.',
    params: threadParams,
    response: threadSchema,
    run: async ({ caller, params }) => viewOf(await (await knownThread(caller, params.threadId)).state()),
  }),
  endpoint({
    method: 'patch',
    path: '/threads/{threadId}',
    tag,
    summary: 'Changes title, owner, labels, budget, strategy or metadata. Null removes a value.',
    params: threadParams,
    body: threadChange,
    response: threadSchema,
    async run({ caller, params, body }) {
      const thread = await knownThread(caller, params.threadId);
      const { title, owner, labels, ...settings } = body;
      // Settings first: they may be refused, and then nothing is changed.
      if (Object.keys(settings).length > 0)
        await thread.configure(settings as Parameters<typeof thread.configure>[0]);
      if (title !== undefined || owner !== undefined || labels !== undefined)
        await thread.update({
          ...(title !== undefined && { title }),
          ...(owner !== undefined && { owner }),
          ...(labels !== undefined && { labels }),
        });
      return viewOf(await thread.state());
    },
  }),
  endpoint({
    method: 'delete',
    path: '/threads/{threadId}',
    tag,
    summary: 'Deletes a thread with all its data.',
    params: threadParams,
    response: deletedThread,
    async run({ caller, params: { threadId } }) {
      const { messages, liveSummaries } = await (await knownThread(caller, threadId)).state();
      const deleted = await caller.everthread.deleteThread(threadId);
      if (!deleted) throw unknownThread(threadId);
      return {
        threadId,
        deleted,
        messages,
        summaries: liveSummaries,
        at: isoTime(systemRuntime.now()),
      };
    },
  }),
];

function viewOf(state: ThreadState): ThreadView {
  const { id, title, owner, labels, createdAt, updatedAt, messages, tokens, coveredTo } = state;
  const { liveSummaries, summaryTokens, tailTokens, compactions, revision, settings } = state;
  return {
    id,
    title: title ?? null,
    owner: owner ?? null,
    labels: labels ?? [],
    ...{
      createdAt,
      updatedAt,
      messages,
      tokens,
      coveredTo,
      summaryTokens,
      tailTokens,
      compactions,
      revision,
    },
    summaries: liveSummaries,
    contextTokens: contextTokens(state),
    budgetTokens: settings.budgetTokens ?? null,
    strategy: settings.strategy ?? null,
    metadata: settings.metadata ?? null,
  };
}

async function listThreads(everthread: Everthread, query: Query): Promise<Page> {
  const { owner, label, title, updatedAfter, updatedBefore, order, limit, cursor } = query;
  if (order !== 'updated' && (updatedAfter !== undefined || updatedBefore !== undefined))
    throw invalidInput('order', 'updated where a time is asked for', order);
  const since = updatedAfter === undefined ? undefined : isoTime(Date.parse(updatedAfter));
  const after = cursor === undefined ? placeAt(updatedBefore) : readCursor(cursor);
  const states = await everthread.threads({
    order,
    limit,
    ...(after && { after }),
    ...(owner !== undefined && { owner }),
    ...(label !== undefined && { label }),
    ...(title !== undefined && { titleContains: title }),
  });
  const matching = since === undefined ? states : states.filter(({ updatedAt }) => updatedAt > since);
  const last = matching.at(-1);
  const isOver = states.length < limit || matching.length < states.length || last === undefined;
  return { threads: matching.map(viewOf), next: isOver ? null : cursorOf(last) };
}

async function findThreads(everthread: Everthread, query: Query, text: string): Promise<Page> {
  const { owner, label, title, updatedAfter, updatedBefore, limit } = query;
  const scope = owner === undefined ? { threadIds: 'all' as const } : { owner };
  const { hits } = await everthread.search(text, { ...scope, limit: mostHits, neighbours: 0 });
  const ids = [...new Set(hits.map(({ threadId }) => threadId))];
  const found = await Promise.all(
    ids.map(async (id) => (await everthread.findThread(id))?.state().catch(() => undefined)),
  );
  const after = updatedAfter === undefined ? -Infinity : Date.parse(updatedAfter);
  const before = updatedBefore === undefined ? Infinity : Date.parse(updatedBefore);
  const matching = found.filter((state): state is ThreadState => {
    if (state === undefined) return false;
    const at = Date.parse(state.updatedAt);
    const isTitled = title === undefined || state.title?.toLowerCase().includes(title.toLowerCase()) === true;
    return (
      isTitled && at > after && at < before && (label === undefined || state.labels?.includes(label) === true)
    );
  });
  return { threads: matching.slice(0, limit).map(viewOf), next: null };
}

/** A cursor before every thread that was updated earlier than this time, and after all others. */
function placeAt(updatedBefore: string | undefined): ThreadPlace | undefined {
  if (updatedBefore === undefined) return undefined;
  const at = isoTime(Date.parse(updatedBefore));
  return { id: '\u0001', createdAt: at, updatedAt: at };
}

function cursorOf({ id, createdAt, updatedAt, title }: ThreadPlace): string {
  return Buffer.from(JSON.stringify([id, createdAt, updatedAt, title ?? null])).toString('base64url');
}

function readCursor(cursor: string): ThreadPlace {
  try {
    const [id, createdAt, updatedAt, title] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if ([id, createdAt, updatedAt].every((member) => typeof member === 'string'))
      return { id, createdAt, updatedAt, ...(typeof title === 'string' && { title }) };
  } catch {
    // Reported below.
  }
  throw invalidInput('cursor', '`next` of the page before', cursor);
}
