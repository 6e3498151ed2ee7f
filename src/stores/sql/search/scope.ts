/** The scope of a search: as words of the index, and as a final check of the messages themselves. */
import { sql } from 'kysely';
import type { Role } from '../../../message/message.ts';
import type { SearchScope } from '../../../search-index.ts';
import { periodTokens, roleToken, toolToken } from '../../rules/index-entry.ts';
import type { SqlContext } from '../context.ts';
import type { SqlDialect } from '../dialect.ts';
import { type MessageRow, messageColumns } from '../message-rows.ts';
import { statement } from '../statement.ts';
import type { Place, ScopeThread, TextMatch } from '../text-index.ts';
import { waitingOf, withWaiting } from './waiting-messages.ts';

export async function threadsOf(
  { db, dialect }: SqlContext,
  threadIds: readonly string[],
): Promise<ScopeThread[]> {
  if (threadIds.length === 0) return [];
  return db
    .selectFrom('threads')
    .leftJoin('search_backlog', 'search_backlog.thread_key', 'threads.key')
    .select(['key', 'id', 'messages', 'next_seq as unindexed'])
    .where('id', 'in', dialect.list([...new Set(threadIds)]))
    .execute();
}

/** The words that the index holds for a message of the scope: one word of each group. Empty if there is no filter. */
export function scopeWords({ roles, tools, after, before }: SearchScope): string[][] {
  const words: string[][] = [];
  if (roles) words.push(roles.map(roleToken));
  if (tools) words.push(tools.map(toolToken));
  const periods = periodTokens({ after, before });
  if (periods) words.push(periods);
  return words;
}

/** Whether nothing can be in the scope: an empty list, or a time span that ends before it begins. */
export function isEmptyScope(scope: SearchScope): boolean {
  return scope.threadIds.length === 0 || scopeWords(scope).some((words) => words.length === 0);
}

export type FoundMessage = Place & {
  threadId: string;
  tokens: number;
  /** Set if the scope filters by role or time. */
  role?: Role;
  createdAt?: string;
  /** The whole row, set if the query reads what it finds. */
  row?: MessageRow;
};

/** The messages at these places with the columns that the scopes need. Leaves out messages whose content was removed. */
export async function messagesAt(
  { db, dialect }: SqlContext,
  places: readonly Place[],
  scopes: readonly (SearchScope & { reads?: boolean })[],
): Promise<FoundMessage[]> {
  if (places.length === 0) return [];
  const needsColumns = scopes.some(({ roles, after, before }) => (roles ?? after ?? before) !== undefined);
  const columns = needsColumns ? sql`, message.role, message.created_at as "createdAt"` : sql``;
  const [{ threadKey }] = places as readonly [Place];
  if (places.every((place) => place.threadKey === threadKey)) {
    if (scopes.some(({ reads }) => reads)) return wholeMessagesAt({ db, dialect }, places, scopes);
    const { rows } = await sql<Omit<FoundMessage, 'threadKey' | 'threadId'> & { threadId?: string }>`
      select message.seq, message.tokens${columns} from messages as message
      where message.thread_key = ${threadKey} and message.removed is null
        and message.seq in ${dialect.list(places.map(({ seq }) => seq))}`.execute(db);
    const threadId = await readThreadId({ db, dialect }, scopes, threadKey);
    for (const row of rows) Object.assign(row, { threadKey, threadId });
    return rows as FoundMessage[];
  }
  const { rows } = await sql<FoundMessage>`
    select message.thread_key as "threadKey", message.seq, threads.id as "threadId", message.tokens${columns}
    from ${dialect.places(places.map(({ threadKey: thread, seq }) => ({ thread, seq })))} as wanted
    cross join messages as message
    cross join threads
    where message.thread_key = wanted.thread and message.seq = wanted.seq and message.removed is null
      and threads.key = message.thread_key`.execute(db);
  return rows;
}

/** All places must be in one thread. */
async function wholeMessagesAt(
  { db, dialect }: SqlContext,
  places: readonly Place[],
  scopes: readonly SearchScope[],
): Promise<FoundMessage[]> {
  const { threadKey } = places[0]!;
  const { listed } = dialect;
  const seqs = JSON.stringify(places.map(({ seq }) => seq));
  const rows = await selectWhole(db, { listed, threadKey, seqs });
  const threadId = await readThreadId({ db, dialect }, scopes, threadKey);
  return rows.map((row) => {
    const { seq, tokens, role, created_at: createdAt } = row;
    return { threadKey, threadId, seq, tokens, role, createdAt, row };
  });
}

const selectWhole = statement(
  (db, { listed, threadKey, seqs }: { listed: SqlDialect['listed']; threadKey: number; seqs: string }) =>
    db
      .selectFrom('messages')
      .select(messageColumns)
      .where('thread_key', '=', threadKey)
      .where('removed', 'is', null)
      .where('seq', 'in', listed<number>(seqs)),
);

/** Taken from the scopes if they name a single thread; otherwise read. */
async function readThreadId(
  { db }: SqlContext,
  scopes: readonly SearchScope[],
  threadKey: number,
): Promise<string> {
  const named = new Set(
    scopes.flatMap(({ threadIds }): readonly string[] => (threadIds === 'all' ? [] : threadIds)),
  );
  const [only] = named;
  if (named.size === 1 && only !== undefined && scopes.every(({ threadIds }) => threadIds !== 'all'))
    return only;
  const row = await db.selectFrom('threads').select('id').where('key', '=', threadKey).executeTakeFirst();
  return row?.id ?? '';
}

/** Checks everything but tools, which only the index knows. */
export function passesScope(message: FoundMessage, { roles, after, before, upTo }: SearchScope): boolean {
  if (upTo !== undefined && message.seq > upTo) return false;
  if (roles && !roles.includes(message.role!)) return false;
  if (after !== undefined && message.createdAt! < after) return false;
  return before === undefined || message.createdAt! < before;
}

/** The messages that pass the whole scope, tools included. */
export async function filterScope(
  context: SqlContext,
  scope: SearchScope,
  places: readonly Place[],
): Promise<FoundMessage[]> {
  const messages = (await messagesAt(context, places, [scope])).filter((message) =>
    passesScope(message, scope),
  );
  if (!scope.tools) return messages;
  const match: TextMatch = [scope.tools.map(toolToken)];
  const threads = await threadsOf(
    context,
    messages.map(({ threadId }) => threadId),
  );
  const { db, dialect } = await withWaiting(context, waitingOf(threads));
  const fitting = await dialect.textIndex.filter(db, { places: messages, match });
  const known = new Set(fitting.map(placeKey));
  return messages.filter((message) => known.has(placeKey(message)));
}

export function placeKey({ threadKey, seq }: Place): string {
  return `${threadKey}.${seq}`;
}
