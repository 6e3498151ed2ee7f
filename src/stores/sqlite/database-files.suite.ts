/** For tests on database files: a folder for them; everything opened is closed after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

export function useDatabaseFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
  const opened: { close(): unknown }[] = [];
  let count = 0;
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    newPath: () => join(folder, `${++count}.db`),
    closing: <Closable extends { close(): unknown }>(closable: Closable): Closable => {
      opened.push(closable);
      return closable;
    },
  };
}
