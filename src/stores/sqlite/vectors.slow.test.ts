import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/seeded-random.ts';
import type { EmbeddedMessage } from '../../search-index.ts';
import { messages, someTime } from '../suite/samples.suite.ts';
import type { SqliteHandle } from './handle.ts';
import { sqliteStore } from './sqlite-store.ts';

const dimensions = 24;

function randomNumbers(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random() - 0.5;
}

/** A handle that counts the vectors read. */
function countingHandle(database: DatabaseSync): { handle: SqliteHandle; read(): number } {
  let read = 0;
  const handle: SqliteHandle = {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => statement.run(...(values as string[])),
        all: (...values) => {
          const rows = statement.all(...(values as string[])) as object[];
          read += rows.filter((row) => 'vector' in row).length;
          return rows;
        },
      };
    },
  };
  return { handle, read: () => read };
}

describe('vectors of a long thread', () => {
  it('R-48 R-49 a search reads a bounded number of them and still finds the nearest', async () => {
    const { handle, read } = countingHandle(new DatabaseSync(':memory:'));
    const store = sqliteStore({ database: handle });
    const random = randomNumbers(3);
    const vectorOf = () => Float32Array.from({ length: dimensions }, random);
    const [total, batch] = [30_000, 5_000];
    const vectors = Array.from({ length: total }, vectorOf);
    await store.ensureThread({ threadId: 't', now: someTime });
    for (let start = 0; start < total; start += batch) {
      const added = await store.append({
        threadId: 't',
        messages: messages(batch, `b${start}-`),
        now: someTime,
      });
      const embedded = added.messages.map(({ seq, hash }): EmbeddedMessage => {
        return { threadId: 't', seq, hash, vectors: [vectors[seq - 1]!] };
      });
      await store.search.writeVectors({ model: 'm', messages: embedded });
    }
    for (const threadIds of [['t'], 'all'] as const) {
      let found = 0;
      for (let round = 0; round < 10; round += 1) {
        const seq = 1 + round * 2_777;
        const vector = vectors[seq - 1]!.map((value) => value + 0.2 * random());
        const before = read();
        const query = { threadIds, model: 'm', vector, limit: 3 };
        const hits = await store.search.vectors(query);
        expect(read() - before).toBeLessThanOrEqual(20_000);
        if (hits[0]?.seq === seq) found += 1;
        if (round === 0) expect(await store.search.vectors(query)).toEqual(hits);
      }
      expect(found).toBeGreaterThanOrEqual(9);
    }
    await store.close();
  });

  it('R-49 asking for messages to embed is cheap if there are none', async () => {
    let statements = 0;
    const store = sqliteStore({ path: ':memory:', onStatement: () => (statements += 1) });
    for (const threadId of Array.from({ length: 50 }, (_, index) => `t${index}`)) {
      await store.ensureThread({ threadId, now: someTime });
      await store.append({ threadId, messages: messages(3), now: someTime });
    }
    for (;;) {
      const left = await store.search.unembedded({ model: 'm', limit: 40 });
      if (left.length === 0) break;
      const embedded = left.map((message) => ({ ...message, vectors: [Float32Array.of(1, 2)] }));
      await store.search.writeVectors({ model: 'm', messages: embedded });
    }
    statements = 0;
    expect(await store.search.unembedded({ model: 'm', limit: 40 })).toEqual([]);
    expect(statements).toBe(2);
    await store.close();
  });
});
