/**
 * Damages a real database: truncated, with flipped bits and overwritten bytes, with and without its write-ahead log.
 * `verify` must never throw and must name every difference from the stored records. Every message whose row is not
 * damaged must be recovered.
 */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEverthread } from '../src/everthread.ts';
import { canonicalJson } from '../src/message/hash.ts';
import type { Json, Message } from '../src/message/message.ts';
import { openSalvage } from '../src/stores/sqlite/salvage/salvage.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';
import { verifyAll } from '../src/verify/verify-everthread.ts';
import { seededRandom } from './seeded-random.ts';
import { soak } from './soak.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-damage-'));
const healthy = join(folder, 'healthy.db');
const logged = join(folder, 'logged.db');
const hit = join(folder, 'hit.db');
let dumpOfHealthy: string;
let dumpOfLogged: string;
let messages: Message[];

const words = [
  'weir',
  'gravel',
  'ledger',
  'copper',
  'meadow',
  'anchor',
  'violet',
  'harbour',
  'timber',
  'signal',
];
const said = (thread: number, index: number) =>
  `Message ${index} of thread ${thread}: ${words[(index * 7 + thread) % 10]} and ${words[index % 10]} cost ${index * 13} euros on /srv/app/${thread}/${index}.ts. `.repeat(
    index % 17 === 0 ? 60 : 2,
  );

async function fill(path: string): Promise<() => Promise<void>> {
  const everthread = createEverthread({ store: sqliteStore({ path }), budget: { tokens: 1_500 } });
  for (let number = 1; number <= 3; number += 1) {
    const thread = await everthread.thread(`thread ${number}`);
    await thread.append({ role: 'user', content: `Always answer thread ${number} in German.` });
    for (let index = 1; index <= 40; index += 1) {
      await thread.append({ role: index % 2 ? 'user' : 'assistant', content: said(number, index) });
    }
    await thread.append({
      role: 'user',
      content: `Which weir was it in thread ${number}?`,
      origin: { kind: 'lookup', sources: [] },
    });
    await everthread.idle();
    await thread.compact();
    await thread.edit(12, { role: 'user', content: `An edited message about harbour ${number}.` });
    await thread.forget(20, { vacuum: false });
    await thread.configure({ metadata: { title: `Title ${number}` } });
    await everthread.idle();
  }
  return () => everthread.close();
}

/** Everything the store contract reads from a file, or the error of reading it. */
async function dump(path: string): Promise<string> {
  const store = sqliteStore({ path });
  try {
    const threads = await store.listThreads({ limit: 100 });
    const all = [];
    for (const { id: threadId } of threads) {
      all.push({
        state: await store.readThread(threadId),
        messages: await store.readMessages({ threadId }),
        summaries: await store.readSummaries({ threadId }),
        receipts: await store.readReceipts({ threadId, limit: 1_000 }),
        audit: await store.readAudit({ threadId, limit: 1_000 }),
      });
    }
    return canonicalJson(all as unknown as Json);
  } catch (error) {
    return `unreadable: ${(error as Error).message}`;
  } finally {
    await store.close().catch(() => undefined);
  }
}

async function verified(path: string) {
  const store = sqliteStore({ path });
  try {
    return await verifyAll({ store });
  } finally {
    await store.close().catch(() => undefined);
  }
}

function copy(from: string): void {
  for (const end of ['', '-wal', '-shm']) {
    rmSync(`${hit}${end}`, { force: true });
    // `-shm` is the index of the log and belongs to the process that had the file open.
    if (end !== '-shm' && existsSync(`${from}${end}`)) copyFileSync(`${from}${end}`, `${hit}${end}`);
  }
}

function salvaged(path: string): Map<string, Message> {
  const salvage = openSalvage(path);
  try {
    return new Map(
      salvage.threads.flatMap((thread) =>
        thread.seqs.map((seq) => {
          const message = thread.read(seq);
          return [message.id, message] as const;
        }),
      ),
    );
  } finally {
    salvage.close();
  }
}

/** The same numbers in every run. */
function randomly(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}

const same = (found: Message | undefined, wanted: Message) =>
  found !== undefined && canonicalJson(found.parts as Json) === canonicalJson(wanted.parts as Json);

/** Checks that `verify` does not throw and reports every difference. */
async function expectNamed(what: string, dumpBefore: string): Promise<void> {
  const report = await verified(hit);
  const named = report.damages.length + report.fileDamages.length > 0;
  const differs = (await dump(hit)) !== dumpBefore;
  expect({ what, silent: differs && !named }).toEqual({ what, silent: false });
}

beforeAll(async () => {
  await (await fill(healthy))();
  const close = await fill(logged);
  // A killed process leaves its last writes only in the log.
  for (const end of ['', '-wal']) copyFileSync(`${logged}${end}`, join(folder, `copy.db${end}`));
  await close();
  for (const end of ['', '-wal']) copyFileSync(join(folder, `copy.db${end}`), `${logged}${end}`);
  dumpOfHealthy = await dump(healthy);
  copy(logged);
  dumpOfLogged = await dump(hit);
  const store = sqliteStore({ path: healthy });
  messages = (
    await Promise.all([1, 2, 3].map((number) => store.readMessages({ threadId: `thread ${number}` })))
  ).flat();
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a healthy file', () => {
  it('R-62 has no damage, and every message is got out as it is, also from the log', async () => {
    for (const [file, before] of [
      [healthy, dumpOfHealthy],
      [logged, dumpOfLogged],
    ] as const) {
      copy(file);
      const found = salvaged(hit);
      const wanted = JSON.parse(before).flatMap((thread: { messages: Message[] }) => thread.messages);
      expect(found.size).toBe(wanted.length);
      for (const message of wanted) expect(found.get(message.id)).toEqual({ ...message, intact: true });
      expect(await verified(hit)).toMatchObject({ threads: 3, damages: [], fileDamages: [] });
      expect(await dump(hit)).toBe(before);
    }
  });
});

describe('truncated', () => {
  it('R-62 at forty sizes: the damage is named, and what was not cut off is got out', async () => {
    const bytes = readFileSync(healthy);
    const random = randomly(7);
    for (let round = 0; round < 40; round += 1) {
      const size = round < 5 ? [0, 1, 99, 4_096, 8_191][round]! : random(bytes.length);
      copy(healthy);
      truncateSync(hit, size);
      const found = salvaged(hit);
      for (const message of messages) {
        const { parts, name, extra } = message;
        // Uses the last place: a page that was split may still hold remains of a row that has moved.
        const content = JSON.stringify({ parts, name, extra });
        const place = bytes.lastIndexOf(content);
        // A hash and a mark follow the content. Long rows are stored in several pieces.
        if (message.removed || place === -1 || place + content.length + 200 > size) continue;
        expect({ size, seq: message.seq, saved: same(found.get(message.id), message) }).toMatchObject({
          saved: true,
        });
      }
      await expectNamed(`cut at ${size}`, dumpOfHealthy);
    }
  });
});

describe('flipped bits', () => {
  const flips = (rounds: number, seed: number) => async () => {
    const bytes = readFileSync(healthy);
    const random = randomly(seed);
    for (let round = 0; round < rounds; round += 1) {
      copy(healthy);
      // Every tenth flip hits the header or the first pages, where damage is worst.
      const position = random(round % 10 === 0 ? 5_000 : bytes.length);
      const changed = Buffer.from(bytes);
      changed[position]! ^= 1 << random(8);
      writeFileSync(hit, changed);
      const found = salvaged(hit);
      const lost = messages.filter((message) => !same(found.get(message.id), message));
      expect({ position, lost: lost.length <= 1 }).toEqual({ position, lost: true });
      await expectNamed(`bit at ${position}`, dumpOfHealthy);
    }
  };
  it(
    'R-62 flipped bits are named wherever they matter, and at most the message that was hit is lost',
    flips(soak ? 160 : 30, 1),
  );
  it('R-62 flipped bits at other places are named, too', flips(soak ? 160 : 30, 2));
});

describe('overwritten bytes', () => {
  it('R-62 overwritten bytes are named wherever they matter', async () => {
    const bytes = readFileSync(healthy);
    const random = randomly(3);
    for (let round = 0; round < (soak ? 60 : 20); round += 1) {
      copy(healthy);
      const position = random(bytes.length);
      const changed = Buffer.from(bytes);
      for (let index = 0; index < 1 + random(40); index += 1) changed[position + index] = random(256);
      writeFileSync(hit, changed.subarray(0, bytes.length));
      const found = salvaged(hit);
      const lost = messages.filter((message) => !same(found.get(message.id), message));
      expect({ position, lost: lost.length <= 3 }).toEqual({ position, lost: true });
      await expectNamed(`bytes at ${position}`, dumpOfHealthy);
    }
  });

  it('R-62 overwritten bytes are named also with a log beside the file, in either of them', async () => {
    const random = randomly(4);
    for (let round = 0; round < (soak ? 60 : 20); round += 1) {
      copy(logged);
      const file = round % 2 === 0 ? hit : `${hit}-wal`;
      const bytes = readFileSync(file);
      const position = random(bytes.length);
      bytes[position]! ^= 1 << random(8);
      writeFileSync(file, bytes);
      expect(salvaged(hit).size).toBeGreaterThan(0);
      const report = await verified(hit);
      if (file !== hit) continue;
      const named = report.damages.length + report.fileDamages.length > 0;
      const differs = (await dump(hit)) !== dumpOfLogged;
      expect({ position, silent: differs && !named }).toEqual({ position, silent: false });
    }
  });
});
