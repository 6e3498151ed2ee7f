import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { sqliteStore } from '../sqlite/sqlite-store.ts';

it('R-48 a row that another process changed is noticed, although this process has cached it', async () => {
  const database = new DatabaseSync(':memory:');
  const ever = createEverthread({ store: sqliteStore({ database }), automatic: false });
  const thread = await ever.thread('t');
  for (const content of ['one', 'two', 'three']) await thread.append({ role: 'user', content });
  expect((await ever.verify()).damages).toEqual([]);
  database.exec("update threads set created_at = '2020-01-01T00:00:00.000Z'");
  await thread.append({ role: 'user', content: 'four' });
  expect((await ever.verify()).damages).not.toEqual([]);
  await ever.close();
  database.close();
});
