/** Three processes use one thread of one file at the same time (I-5). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { databaseFolder, threadId } from '../faults/crash-engine.ts';
import { checkStored } from '../properties/invariants.ts';
import { soak } from '../soak.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const worker = fileURLToPath(new URL('./race-worker.ts', import.meta.url));
const names = ['a', 'b', 'c'];
const turns = soak ? 60 : 16;

function start(...parameters: string[]) {
  const child = spawn(process.execPath, [worker, ...parameters], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'close'), once(output, 'close')]).then(([[code]]) => code);
  const ready = async () => {
    while (lines.length === 0) await once(output, 'line');
  };
  return { child, lines, ended, ready };
}

it.each(soak ? ['eternal', 'rolling', 'chain'] : ['eternal', 'chain'])(
  'I-5 three processes compact one thread one after the other and lose nothing: %s',
  async (strategy) => {
    const path = newPath();
    const notes = `${path}.notes`;
    const store = sqliteStore({ path });
    await store.open();
    const workers = names.map((name) => start(path, notes, strategy, name, String(turns)));
    await Promise.all(workers.map(({ ready }) => ready()));
    for (const { child } of workers) child.stdin.write('go\n');
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0]);

    const found = await store.readMessages({ threadId });
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: 3 * turns }, (_, index) => index + 1));
    for (const name of names) {
      const own = found.filter(({ id }) => id.startsWith(`${name}-`)).map(({ id }) => id);
      expect(own).toEqual(Array.from({ length: turns }, (_, turn) => `${name}-${turn}`));
    }
    await checkStored(store, threadId);
    expect(await store.findDamage()).toEqual([]);

    const inside: string[] = [];
    const crowds: string[][] = [];
    const visitors = new Set<string>();
    for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
      const [event, name] = line.split(' ') as [string, string];
      visitors.add(name);
      if (event === 'enter') inside.push(name);
      else inside.splice(inside.indexOf(name), 1);
      if (new Set(inside).size > 1) crowds.push([...inside]);
    }
    expect(crowds, 'never two processes inside the summarizer').toEqual([]);
    expect([...visitors].toSorted()).toEqual(names);

    const reports = workers.map(
      ({ lines }) => JSON.parse(lines.at(-1)!) as { compactions: number; told: string[] },
    );
    expect(reports.flatMap(({ told }) => told)).toEqual([]);
    const receipts = await store.readReceipts({ threadId, limit: 10_000 });
    expect(receipts.length).toBe(reports.reduce((sum, { compactions }) => sum + compactions, 0));
    await store.close();
  },
);
