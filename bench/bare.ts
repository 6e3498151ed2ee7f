/**
 * The database work of a turn and nothing else, as a baseline for this machine: the same node:sqlite with the same
 * settings, a table with the same messages and an FTS5 table with their words. The results are read and not used.
 */
import { DatabaseSync } from 'node:sqlite';
import type { Message } from '../src/index.ts';
import { textOf } from '../src/message/message.ts';

export type Bare = {
  add(messages: readonly Message[]): void;
  /** Two committed inserts and one read of the newest 100 rows. */
  turn(messages: readonly [Message, Message]): void;
  /** Two committed inserts, one FTS5 query for the best 50, one read of 300 rows by key. */
  turnWithSearch(messages: readonly [Message, Message], question: string): void;
  close(): void;
};

const tailRows = 100;
const foundRows = 50;
const readRows = 300;

export function bareDatabase(path: string): Bare {
  const database = new DatabaseSync(path);
  // The settings of src/stores/sqlite/open-file.ts.
  for (const pragma of [
    'foreign_keys = on',
    'secure_delete = on',
    'busy_timeout = 5',
    'journal_mode = wal',
    'synchronous = full',
    'cache_size = -16000',
    'journal_size_limit = 67108864',
  ])
    database.exec(`pragma ${pragma}`);
  database.exec(`
    create table messages (
      thread text not null, seq integer not null, id text not null, role text not null, created_at text not null,
      tokens integer not null, hash text not null, content text not null, primary key (thread, seq)
    ) without rowid;
    create virtual table words using fts5(text, tokenize = 'porter');
  `);
  const insert = database.prepare('insert into messages values (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertWords = database.prepare('insert into words (rowid, text) values (?, ?)');
  const newest = database.prepare('select * from messages where thread = ? and seq > ? order by seq');
  const find = database.prepare(
    `select rowid from words where words match ? order by rank limit ${foundRows}`,
  );
  const byKey = database.prepare(
    'select * from messages where thread = ? and seq in (select value from json_each(?))',
  );
  let last = 0;
  const store = ({ id, role, createdAt, tokens, hash, parts }: Message) => {
    last += 1;
    insert.run('thread', last, id, role, createdAt, tokens, hash, JSON.stringify(parts));
  };

  return {
    add(messages) {
      database.exec('begin');
      for (const message of messages) {
        store(message);
        insertWords.run(last, textOf(message.parts));
      }
      database.exec('commit');
    },
    turn([asked, answered]) {
      store(asked);
      newest.all('thread', last - tailRows);
      store(answered);
    },
    turnWithSearch([asked, answered], question) {
      store(asked);
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? ['nothing'];
      const found = find.all(words.map((word) => `"${word}"`).join(' OR ')) as { rowid: number }[];
      const keys = new Set(found.map(({ rowid }) => rowid));
      for (let step = 1; keys.size < readRows; step += 1) {
        for (const { rowid } of found) keys.add(rowid + step);
        if (found.length < 10) keys.add(step);
      }
      byKey.all('thread', JSON.stringify([...keys].slice(0, readRows)));
      store(answered);
    },
    close: () => database.close(),
  };
}
