/** Entry `everthread/sqlite`. */
export type { SqliteHandle, SqliteStatement } from './stores/sqlite/handle.ts';
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './stores/sqlite/sqlite-store.ts';
