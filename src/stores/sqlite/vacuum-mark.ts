/**
 * A note in the database that it is being vacuumed, with the latest time at which that ends. Vacuuming a large file
 * takes longer than the usual wait for a lock. A writer that finds this note keeps waiting instead of failing a turn.
 * The note can be read meanwhile, because reading needs no lock. A note left behind by a crash expires.
 */
import type { PreparedStatement } from './handle.ts';

const markKey = 'everthread.vacuum-until';

/** Even slow disks write faster than this. */
const bytesPerSecond = 10_000_000;
const atLeastMs = 10_000;

export function markVacuum(bytes: number): string {
  const until = Date.now() + atLeastMs + Math.ceil((bytes / bytesPerSecond) * 1_000);
  return `insert into store_values (key, value) values ('${markKey}', '${JSON.stringify(String(until))}')
    on conflict (key) do update set value = excluded.value`;
}

export const unmarkVacuum = `delete from store_values where key = '${markKey}'`;

export function isBeingVacuumed(prepare: (sql: string) => PreparedStatement): boolean {
  try {
    const statement = prepare(`select value from store_values where key = '${markKey}'`);
    const [row] = statement.run().rows as { value: string }[];
    return row !== undefined && Number(JSON.parse(row.value)) > Date.now();
  } catch {
    // No such table yet, or the file is unreadable: then no vacuum is known.
    return false;
  }
}
