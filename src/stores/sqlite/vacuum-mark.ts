/**
 * A note in the database that it is being vacuumed, and until when at most. A large file takes longer than anybody
 * waits for a lock: who finds this note goes on waiting, instead of failing a turn that can be stored in a moment. The
 * note can be read meanwhile, because reading needs no lock. One that was left behind by a crash ends by itself.
 */
import type { PreparedStatement } from './handle.ts';

const markKey = 'everthread.vacuum-until';

/** Slow disks write faster than this. */
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
    // No such table yet, or no reading either: then nobody is known to be at work.
    return false;
  }
}
