import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { prepareStatement, type SqliteHandle } from './handle.ts';

function withTable(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(
    "create table things (name text, size integer); insert into things values ('a', 1), ('b', null)",
  );
  return database;
}

describe('a prepared statement', () => {
  it('R-48 reads columns that were added after it was prepared', () => {
    const database = withTable();
    const all = prepareStatement(database as SqliteHandle, 'select * from things order by name');
    expect(all.run().rows).toEqual([
      { name: 'a', size: 1 },
      { name: 'b', size: null },
    ]);
    database.exec("alter table things add column color text default 'red'");
    expect(all.run().rows[1]).toEqual({ name: 'b', size: null, color: 'red' });
  });

  it('R-48 returns the same rows and changes with either driver', () => {
    const database = withTable();
    const plain: SqliteHandle = {
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          all: (...parameters) => statement.all(...(parameters as string[])),
          run: (...parameters) => statement.run(...(parameters as string[])),
        };
      },
      close: () => database.close(),
    };
    const named = prepareStatement(plain, 'select size from things where name = ?');
    expect({ ...(named.run(['a']).rows[0] as object) }).toEqual({ size: 1 });
    const erase = prepareStatement(plain, 'delete from things');
    expect({ ...erase.run(), writes: erase.writes, commits: erase.commits }).toEqual({
      rows: [],
      changes: 2,
      writes: true,
      commits: false,
    });
  });
});
