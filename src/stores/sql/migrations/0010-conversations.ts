/** A view of conversations for reading with SQL, beside `conversation_summaries`. */
import { sql } from 'kysely';
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

/** `summary` is the text of a conversation's live summaries, oldest first. */
export async function createConversations(db: PastDatabase, { name }: SqlDialect): Promise<void> {
  const joined = sql.raw(name === 'sqlite' ? 'group_concat' : 'string_agg');
  await db.schema
    .createView('conversations')
    .as(
      db.selectFrom('threads').select([
        'threads.id as id',
        'threads.title as title',
        sql`(select ${joined}(shown.text, ${sql.lit('\n\n')}) from (
          select text from summaries
          where summaries.thread_key = threads.key and summaries.status = 'live' and summaries.stale = 0
          order by summaries.from_seq, summaries.number) as shown)`.as('summary'),
        sql`(select messages.id from messages
          where messages.thread_key = threads.key and messages.seq = threads.covered_to)`.as(
          'last_summarized_msg_id',
        ),
        'threads.created_at as created_at',
        'threads.updated_at as updated_at',
      ]),
    )
    .execute();
}
