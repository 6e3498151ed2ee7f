/**
 * Hashes the rows of an earlier version in the background, a slice at a time. The rest to do is kept in `hash_backlog`,
 * so that any process can go on with it. What such a row was earlier is unknown: its hash proves it from now on.
 */
import { sql } from 'kysely';
import { inTransaction, type SqlContext, type SqlTransaction } from './context.ts';
import { rowHashes } from './hashes.ts';

/** A slice is one transaction, kept small so that others do not wait long. */
const sliceRows = 256;

const places = {
  threads: { key: 'key', number: undefined },
  messages: { key: 'thread_key', number: 'seq' },
  summaries: { key: 'thread_key', number: 'number' },
  receipts: { key: 'thread_key', number: 'number' },
  audit_entries: { key: 'thread_key', number: 'number' },
} as const;
type Table = keyof typeof places;

export async function hashesDue({ db }: SqlContext): Promise<boolean> {
  return (await db.selectFrom('hash_backlog').select('table_name').limit(1).executeTakeFirst()) !== undefined;
}

/** Hashes the next slice and returns the number of rows; 0 if nothing is left. */
export function hashSlice(context: SqlContext): Promise<number> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    const next = await db.selectFrom('hash_backlog').selectAll().limit(1).executeTakeFirst();
    if (!next) return 0;
    const table = next.table_name as Table;
    const rows = await rowsAfter(transaction, table, next);
    for (const row of rows) await hashRow(transaction, table, row);
    const last = rows.at(-1);
    const backlog = { db, table_name: next.table_name };
    if (last === undefined || rows.length < sliceRows) await leaveBacklog(backlog);
    else await moveOn(backlog, placeOf(table, last));
    return Math.max(1, rows.length);
  });
}

type Row = { [column: string]: unknown; record_hash: string | null };
type Place = { after_key: number; after_number: number };

async function rowsAfter({ db }: SqlTransaction, table: Table, after: Place): Promise<Row[]> {
  const { key, number } = places[table];
  const follows =
    number === undefined
      ? sql`${sql.ref(key)} > ${after.after_key}`
      : sql`(${sql.ref(key)}, ${sql.ref(number)}) > (${after.after_key}, ${after.after_number})`;
  const order = number === undefined ? sql`${sql.ref(key)}` : sql`${sql.ref(key)}, ${sql.ref(number)}`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${follows} order by ${order} limit ${sliceRows}`.execute(db);
  return rows;
}

function placeOf(table: Table, row: Row): Place {
  const { key, number } = places[table];
  return { after_key: Number(row[key]), after_number: number === undefined ? 0 : Number(row[number]) };
}

async function hashRow({ db }: SqlTransaction, table: Table, row: Row): Promise<void> {
  if (row.record_hash !== null) return;
  let hash: string;
  try {
    hash = (rowHashes[table] as (row: unknown) => string)(row);
  } catch {
    // The row is already damaged. Without a hash it is reported as such once all other rows have theirs.
    return;
  }
  const { after_key, after_number } = placeOf(table, row);
  const { key, number } = places[table];
  const at = number === undefined ? sql`` : sql` and ${sql.ref(number)} = ${after_number}`;
  await sql`update ${sql.table(table)} set record_hash = ${hash} where ${sql.ref(key)} = ${after_key}${at}`.execute(
    db,
  );
}

type Backlog = Pick<SqlTransaction, 'db'> & { table_name: string };

async function leaveBacklog({ db, table_name }: Backlog): Promise<void> {
  await db.deleteFrom('hash_backlog').where('table_name', '=', table_name).execute();
}

async function moveOn({ db, table_name }: Backlog, place: Place): Promise<void> {
  await db.updateTable('hash_backlog').set(place).where('table_name', '=', table_name).execute();
}
