/** What `verify` says about a damaged SQLite file: each finding once, and without advice for other calls. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { type VerifyReport, verifyAll } from './verify-everthread.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-verify-'));
  path = join(folder, 'file.db');
  const ever = createEverthread({ store: sqliteStore({ path }), automatic: false });
  for (const id of ['mill', 'quay']) {
    const thread = await ever.thread(id, { owner: 'ada' });
    const line = `The lamp of the ${id} was lit at seven.`;
    await thread.append(
      Array.from({ length: 40 }, (_, index) => ({ role: 'user' as const, content: `${index} ${line}` })),
    );
    await thread.compact();
  }
  await ever.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function verified(): Promise<VerifyReport> {
  const store = sqliteStore({ path });
  try {
    return await verifyAll({ store });
  } finally {
    await store.close();
  }
}

function change(statement: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(statement);
  database.close();
}

describe('R-62 verify of a damaged file', () => {
  it('R-62 counts rows that belong to nothing instead of naming the same for each', async () => {
    change('delete from threads');
    const { fileDamages } = await verified();
    expect(fileDamages).toContain('80 rows of messages belong to no row of threads');
    expect(new Set(fileDamages).size).toBe(fileDamages.length);
  });

  it('R-62 says why a table cannot be read, without what only other calls need to know', async () => {
    change('drop table receipts');
    const { damages } = await verified();
    const expected = 'SQLite refused to read it: no such table: receipts. The rest of it was not checked.';
    expect(damages.map(({ threadId, message }) => [threadId, message])).toEqual([
      ['mill', expected],
      ['quay', expected],
    ]);
  });

  it('R-62 says no sentence twice, whichever page is lost', async () => {
    const bytes = readFileSync(path);
    for (let start = 4_096; start < bytes.length; start += 4_096) {
      const damaged = Buffer.from(bytes);
      damaged.fill(0, start, start + 4_096);
      writeFileSync(path, damaged);
      const { fileDamages, damages } = await verified();
      expect(new Set(fileDamages).size, `page at ${start}`).toBe(fileDamages.length);
      for (const { message } of damages)
        expect(message).not.toMatch(/everthread verify|Nothing of this call/u);
    }
  });
});
