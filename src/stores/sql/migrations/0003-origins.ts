/** Origins of messages that Everthread wrote, and their sources. */
import type { SqlDialect } from '../dialect.ts';
import type { PastDatabase } from './migration.ts';

export async function createOrigins(
  db: PastDatabase,
  { generatedKey, binaryText }: SqlDialect,
): Promise<void> {
  await db.schema.alterTable('messages').addColumn('origin', 'text').execute();
  await db.schema
    .createTable('derivations')
    .addColumn('thread_key', generatedKey.type, (column) =>
      column.notNull().references('threads.key').onDelete('cascade'),
    )
    .addColumn('source_id', binaryText, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', binaryText, (column) => column.notNull())
    .addPrimaryKeyConstraint('derivations_by_source', ['thread_key', 'source_id', 'kind', 'key'])
    .execute();
  await markEmbeddedReplies(db);
}

/**
 * Marks answers of the embedded chat that were stored before origins existed; they were stored under a name and quoted
 * messages by number. They and their questions keep their token counts, so that no sum in the file changes.
 */
async function markEmbeddedReplies(db: PastDatabase): Promise<void> {
  const replies: { thread_key: number; seq: number; id: string; content: string }[] = await db
    .selectFrom('messages')
    .select(['thread_key', 'seq', 'id', 'content'])
    .where('role', '=', 'assistant')
    .where('content', 'like', '%"name":"everthread"%')
    .execute();
  for (const { thread_key, seq, id, content } of replies) {
    if (!/no model is configured|No model is configured/u.test(content)) continue;
    // JSON escapes line breaks.
    const quoted = [...content.matchAll(/(?:\\n|")Message (\d{1,15}) \(/gu)].map(([, number]) =>
      Number(number),
    );
    const places: { seq: number; id: string; role: string; content: string }[] = await db
      .selectFrom('messages')
      .select(['seq', 'id', 'role', 'content'])
      .where('thread_key', '=', thread_key)
      .where('seq', 'in', [seq - 1, ...quoted])
      .execute();
    const sources = places.map((place) => place.id);
    const mark = (of: number, origin: object) =>
      db
        .updateTable('messages')
        .set({ origin: JSON.stringify(origin) })
        .where('thread_key', '=', thread_key)
        .where('seq', '=', of)
        .execute();
    await mark(seq, { kind: 'embedded-reply', sources });
    if (sources.length > 0) {
      await db
        .insertInto('derivations')
        .values(sources.map((source_id) => ({ thread_key, source_id, kind: 'message', key: id })))
        .execute();
    }
    // One short sentence before an answer is a question; a longer text may contain something else too.
    const asked = places.find((place) => place.seq === seq - 1 && place.role === 'user')?.content;
    if (asked !== undefined && asked.length < 260 && !/[.!。！]\s+\S|\\n/u.test(asked)) {
      await mark(seq - 1, { kind: 'lookup', sources: [] });
    }
  }
}
