/** The embedding models, each with a numeric key. */
import { sql } from 'kysely';
import type { SqlContext, SqlTransaction } from '../context.ts';

export async function modelKey({ db }: SqlContext, name: string): Promise<number | undefined> {
  const row = await db.selectFrom('vector_models').select('key').where('name', '=', name).executeTakeFirst();
  return row?.key;
}

/** Adds a model if it is new. All existing threads then still have to be embedded by it. */
export async function addModel({ db }: SqlTransaction, name: string): Promise<number> {
  await db
    .insertInto('vector_models')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { key } = await db
    .selectFrom('vector_models')
    .select('key')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await sql`
    insert into vector_progress (thread_key, model_key, pending)
    select key, cast(${key} as integer), 1 from threads where true on conflict do nothing`.execute(db);
  return key;
}
