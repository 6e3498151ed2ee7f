/**
 * A store over any database with a Kysely dialect: combines the queries of this folder, and handles opening, closing
 * and error messages. The database's own folder manages connections.
 */
import type { Kysely } from 'kysely';
import type { Store } from '../../store.ts';
import { storeClosed } from '../rules/checks.ts';
import { readAudit } from './audit.ts';
import { type BacklogWorker, backlogWorker } from './backlog-worker.ts';
import { recordCalls, usageSince } from './calls.ts';
import { commit, readReceipts } from './commit.ts';
import type { SqlContext } from './context.ts';
import { findEnds } from './conversation-ends.ts';
import { deleteOwner, deleteThread } from './deletions.ts';
import type { SqlDialect } from './dialect.ts';
import { readHashes, readThreadProof } from './hashes.ts';
import { acquireLease, releaseLease, renewLease } from './leases.ts';
import { findMessages, readMessages, readMessagesAt, readMetas } from './messages.ts';
import { migrate } from './migrate.ts';
import { unreadThreads, writeNotes } from './profile-notes.ts';
import {
  correctProfile,
  outdatedProfiles,
  readMaterial,
  readProfile,
  writeProfile,
  writeProse,
} from './profiles.ts';
import { readRequests, reportRequests, requestTotals } from './requests.ts';
import { restore } from './restore.ts';
import { dropResults, readResult, writeResult } from './results.ts';
import { rewrite, updatePins, updateSummary } from './rewrite.ts';
import type { Schema } from './schema.ts';
import { findHolding } from './search/holding.ts';
import { type IndexedSlice, rebuildIndex } from './search/indexing.ts';
import { listIndexed } from './search/listed.ts';
import { searchText } from './search/text-search.ts';
import { searchVectors } from './search/vector-search.ts';
import { unembedded, writeVectors } from './search/vectors.ts';
import { shortWriteQueries, type WriteInBackground } from './short-writes.ts';
import { readSummaries, readSummaryHeads } from './summaries.ts';
import { listOwners, listThreads, readThread, updateDetails } from './threads.ts';
import { readValue, writeValue } from './values.ts';

export function sqlStore(options: {
  name: string;
  capabilities: Store['capabilities'];
  dialect: SqlDialect;
  /** Name of the database in messages. */
  location: string;
  connect(): Promise<{ db: Kysely<Schema>; readOnly: boolean }>;
  /** Returns freed space and overwrites it. */
  vacuum(db: Kysely<Schema>): Promise<void>;
  /** Indexes the next slice of waiting messages without using this connection; undefined if that is not possible. */
  indexInBackground?(): Promise<IndexedSlice | undefined>;
  /**
   * Merges a small piece of the full-text index for faster search, without using this connection. Returns the
   * milliseconds it took; undefined if nothing is left to do.
   */
  mergeInBackground?(): Promise<number | undefined>;
  /** Makes a short write on another connection; undefined if that is not possible or would take longer. */
  writeInBackground?: WriteInBackground;
  /** Translates the database's errors to ours; unknown errors are returned unchanged. */
  translateError(error: unknown): unknown;
}): Store {
  const { name, capabilities, dialect, location, connect, vacuum, translateError } = options;
  const { indexInBackground, mergeInBackground } = options;
  const writes = shortWriteQueries(options.writeInBackground);
  let opening: Promise<SqlContext> | undefined;
  /** Set once the store is open, so that later calls need not await `opening`. */
  let open: SqlContext | undefined;
  let backlog: BacklogWorker | undefined;
  let closed = false;
  let running = 0;
  const idleWaiters: (() => void)[] = [];

  async function connected(): Promise<SqlContext> {
    const { db, readOnly } = await connect();
    try {
      await migrate({ db, dialect, location, readOnly });
      if (readOnly) return { db, dialect };
      backlog = backlogWorker(
        { db, dialect },
        { vacuum: () => vacuum(db), indexInBackground, mergeInBackground },
      );
      await backlog.start();
      open = { db, dialect, indexLater: backlog.indexLater };
      return open;
    } catch (error) {
      await db.destroy();
      throw error;
    }
  }

  function opened(): Promise<SqlContext> {
    if (closed) throw storeClosed(name);
    opening ??= connected().catch((error) => {
      // The next call tries again, because a locked or full disk may be free by then.
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw translateError(error);
    }
  }

  const method =
    <Arguments extends unknown[], Result>(
      query: (context: SqlContext, ...parameters: Arguments) => Promise<Result>,
    ) =>
    async (...parameters: Arguments): Promise<Result> => {
      running += 1;
      try {
        const context = closed ? undefined : open;
        return await query(context ?? (await opened()), ...parameters);
      } catch (error) {
        throw translateError(error);
      } finally {
        running -= 1;
        if (running === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      }
    };

  /** Waits for methods in progress, because their callers expect their data to be stored. */
  async function methodsEnded(): Promise<void> {
    if (running === 0) return;
    await new Promise<void>((resolve) => {
      idleWaiters.push(resolve);
    });
  }

  return {
    name,
    capabilities,
    search: {
      text: method(searchText),
      holding: method(findHolding),
      vectors: method(searchVectors),
      unembedded: method(unembedded),
      writeVectors: method(writeVectors),
      listed: method(listIndexed),
      rebuild: method(rebuildIndex),
    },
    profiles: {
      unread: method(unreadThreads),
      writeNotes: method(writeNotes),
      outdated: method(outdatedProfiles),
      readMaterial: method(readMaterial),
      writeProfile: method(writeProfile),
      writeProse: method(writeProse),
      readProfile: method(readProfile),
      correct: method(correctProfile),
    },
    results: { read: method(readResult), write: method(writeResult), drop: method(dropResults) },
    open: () =>
      translated(async () => {
        await opened();
      }),
    close: () =>
      translated(async () => {
        closed = true;
        await methodsEnded();
        const context = await opening?.catch(() => undefined);
        await backlog?.stop();
        opening = undefined;
        open = undefined;
        await context?.db.destroy();
      }),
    ensureThread: method(writes.ensureThread),
    readThread: method(readThread),
    listThreads: method(listThreads),
    updateDetails: method(updateDetails),
    makeTitle: method(writes.makeTitle),
    updateSettings: method(writes.updateSettings),
    listOwners: method(listOwners),
    deleteThread: method(deleteThread),
    deleteOwner: method(deleteOwner),
    append: method(writes.append),
    readMessages: method(readMessages),
    readMessagesAt: method(readMessagesAt),
    readMetas: method(readMetas),
    findMessages: method(findMessages),
    rewrite: method(rewrite),
    restore: method(restore),
    updateSummary: method(updateSummary),
    updatePins: method(updatePins),
    readAudit: method(readAudit),
    vacuum: method(({ db }) => vacuum(db)),
    readSummaries: method(readSummaries),
    readSummaryHeads: method(readSummaryHeads),
    acquireLease: method(acquireLease),
    renewLease: method(renewLease),
    releaseLease: method(releaseLease),
    commit: method(async (context, options: Parameters<Store['commit']>[0]) => {
      const committed = await commit(context, options);
      // Recall will search the messages that were just compacted.
      backlog?.indexSoon();
      return committed;
    }),
    readThreadProof: method(readThreadProof),
    readHashes: method(readHashes),
    readReceipts: method(readReceipts),
    recordCalls: method(recordCalls),
    usageSince: method(usageSince),
    recordRequests: method(writes.recordRequests),
    reportRequests: method(reportRequests),
    readRequests: method(readRequests),
    requestTotals: method(requestTotals),
    recordEnds: method(writes.recordEnds),
    findEnds: method(findEnds),
    readValue: method(readValue),
    writeValue: method(writeValue),
  };
}
