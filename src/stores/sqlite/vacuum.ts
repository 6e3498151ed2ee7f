/**
 * Returns freed pages, so that nothing forgotten is left in the file or its write-ahead log. It only reaches these
 * files, not copies, backups or what the disk keeps internally.
 *
 * Deleted content is overwritten at once (`secure_delete`), but that is not enough: when SQLite moves rows between
 * pages it leaves stale copies in the old page. Only rewriting the file removes those.
 */
import { EverthreadError } from '../../errors.ts';
import { breathe } from '../../runtime.ts';
import { type DatabaseFile, type LongStatements, withLongStatements } from './long-statements.ts';
import { type MergeLimits, termsMerger } from './merge-terms.ts';
import { markVacuum, unmarkVacuum } from './vacuum-mark.ts';

const pauseMs = 10;

export type VacuumOptions = DatabaseFile & { location: string };

export function vacuum(options: VacuumOptions): Promise<void> {
  return withLongStatements(options, async (statements) => {
    await dropRemovedTerms(statements);
    await emptyLog(statements, options);
    const [[size]] = (await statements.run([
      'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
    ])) as [[{ bytes: number }]];
    await statements.run([markVacuum(size.bytes)]);
    try {
      await statements.run(['vacuum']);
    } finally {
      await statements.run([unmarkVacuum]);
    }
    await emptyLog(statements, options);
  });
}

/** Limits of a merged piece, which is one transaction. */
const limits: MergeLimits = { fewestPages: 16, mostPages: 1_024, shortMs: 10, longMs: 25 };

/** Merges the lists of the index into one and drops removed entries, so that no removed word is left in the file. */
async function dropRemovedTerms(statements: LongStatements): Promise<void> {
  const merger = termsMerger({ statements, takesAll: true, limits });
  while ((await merger.next()) !== undefined) await breathe();
}

/**
 * A checkpoint that is blocked by a reader does not fail; it only reports it. This waits for the reader and then gives
 * up with an error, because the remaining log may hold forgotten text.
 */
async function emptyLog(
  statements: LongStatements,
  { busyTimeoutMs, location }: VacuumOptions,
): Promise<void> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    const [rows] = await statements.run<{ busy: number }>(['pragma wal_checkpoint(truncate)']);
    if (!rows?.[0]?.busy) return;
    if (performance.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new EverthreadError({
    code: 'store_failed',
    message: `The log of the database ${location} could not be emptied: another process is reading it and does not let go. What was removed may still be in the file ${location}-wal. End that process, or raise busyTimeoutMs, and try again.`,
    details: { location, sqlite: 'SQLITE_BUSY' },
  });
}
