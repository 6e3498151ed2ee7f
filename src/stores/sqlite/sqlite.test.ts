import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Store } from '../../store.ts';
import { describeStore } from '../store.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
const paths = new WeakMap<Store, string>();
let files = 0;
afterAll(() => rmSync(folder, { recursive: true }));

function open(path: string): Store {
  const store = sqliteStore({ path, synchronous: 'normal' });
  paths.set(store, path);
  return store;
}

describeStore({
  name: 'sqlite',
  make: () => open(join(folder, `${++files}.db`)),
  reopen: (store) => open(paths.get(store)!),
});

describeStore({ name: 'sqlite :memory:', make: () => sqliteStore({ path: ':memory:' }) });
