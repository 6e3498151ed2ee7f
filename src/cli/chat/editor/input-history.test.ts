import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInputHistory } from './input-history.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everthread-inputs-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('openInputHistory', () => {
  it('R-58 keeps what was typed across runs, for its owner alone, lines and all', async () => {
    const path = join(folder, 'history');
    const first = await openInputHistory(path);
    await first.add('one');
    await first.add('two\nlines');
    await first.add('two\nlines');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await openInputHistory(path)).entries()).toEqual(['one', 'two\nlines']);
  });

  it('R-58 is capped, and skips lines that are damaged', async () => {
    const path = join(folder, 'history');
    const lines = Array.from({ length: 2_500 }, (_, index) => JSON.stringify(`entry ${index}`));
    await writeFile(path, `${lines.join('\n')}\n{"not": "a string"}\nhalf a li`);
    const history = await openInputHistory(path);
    expect(history.entries()).toHaveLength(1_000);
    expect(history.entries().at(-1)).toBe('entry 2499');
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(1_001);
  });

  it('R-41 an entry can be taken out again', async () => {
    const path = join(folder, 'history');
    const history = await openInputHistory(path);
    await history.add('my password is swordfish');
    await history.add('hello');
    await history.remove((text) => text.includes('swordfish'));
    expect(history.entries()).toEqual(['hello']);
    expect(await readFile(path, 'utf8')).not.toContain('swordfish');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('R-58 a folder that cannot be written costs the history, not the chat', async () => {
    const history = await openInputHistory(join(folder, 'missing', 'history'));
    await history.add('hello');
    expect(history.entries()).toEqual(['hello']);
  });
});
