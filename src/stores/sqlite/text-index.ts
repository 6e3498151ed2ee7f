/**
 * The full-text index in SQLite: an FTS5 table without content, which stores for each word only the messages that
 * contain it. A row id is made of the thread's key and the message's number. So a thread is one range of every list,
 * and the newest messages of a thread come first, however long the list is.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { statement } from '../sql/statement.ts';
import type { Place, PlaceList, TextIndex, TextMatch, TextRange } from '../sql/text-index.ts';

/** Terms arrive ready-made: every character except the space between them belongs to a term. */
const tokenizer = `ascii tokenchars '!""#$%&''''()*+,-./:;<=>?@[\\]^_\`{|}~'`;

/** Row id, for a JSON list of lists that begin with the thread's key and the message's number. */
const listedRow = sql<number>`((value ->> 0) << 32) + (value ->> 1)`;

const insertTerms = statement((db, { values }: { values: string }) => ({
  compile: () =>
    sql`
      insert into message_terms (rowid, terms)
      select ${listedRow}, value ->> 2 from json_each(${values})`.compile(db),
}));

const deleteTerms = statement((db, { values }: { values: string }) => ({
  compile: () =>
    sql`
      delete from message_terms where rowid in (select ${listedRow} from json_each(${values}))`.compile(db),
}));

export const sqliteTextIndex: TextIndex = {
  async create(db) {
    await sql`
      create virtual table message_terms using fts5(
        terms, content='', contentless_delete=1, detail='none', tokenize=${sql.raw(`"${tokenizer}"`)}
      )`.execute(db);
    await sql`
      create trigger messages_leave_terms after delete on messages begin
        delete from message_terms where rowid = (old.thread_key << 32) + old.seq;
      end`.execute(db);
  },

  async deferRemovals(db) {
    // By default, a list with a tenth of its entries removed is rewritten at once by the next commit.
    await sql`insert into message_terms (message_terms, rank) values ('deletemerge', 0)`.execute(db);
  },

  async add(db, rows) {
    if (rows.length === 0) return;
    const values = rows.map(({ threadKey, seq, tokens }) => [threadKey, seq, tokens.join(' ')]);
    await insertTerms(db, { values: JSON.stringify(values) });
  },

  async remove(db, removed) {
    if (removed.length === 0) return;
    const values = removed.map(({ threadKey, seq }) => [threadKey, seq]);
    await deleteTerms(db, { values: JSON.stringify(values) });
  },

  async clear(db) {
    await sql`insert into message_terms (message_terms) values ('delete-all')`.execute(db);
  },

  async find(db, lookups) {
    const found = lookups.map(({ matches }) => matches.map((): PlaceList => ({ threadKeys: [], seqs: [] })));
    const wanted = lookups.flatMap((lookup, index) => (lookup.matches.length > 0 ? [{ lookup, index }] : []));
    for (let start = 0; start < wanted.length; start += lookupsPerStatement) {
      const piece = wanted.slice(start, start + lookupsPerStatement);
      const rows = await runLookups(
        db,
        piece.map(({ lookup }, number) => lookupQuery({ ...lookup, ...rangeOf(lookup.range) }, number)),
      );
      for (const row of rows) {
        const { lookup, index } = piece[row.look]!;
        found[index]![row.position] = placesIn(row.found, lookup.range);
      }
    }
    return found;
  },

  async findIn(db, threadId, lookups) {
    const key = sql`(select key from threads where id = ${threadId})`;
    const queries = lookups.map(({ upTo = lastSeq, ...lookup }, number) =>
      lookupQuery({ ...lookup, place: placeInThread, within: between(key, upTo) }, number),
    );
    const ofThread = sql`
      select -1 as look, threads.key as position, messages || ',' || coalesce(next_seq, 'null') as found
      from threads left join search_backlog on thread_key = threads.key where id = ${threadId}`;
    const [row, ...rows] = await runLookups(db, [ofThread, ...queries]);
    if (row === undefined) return undefined;
    const { position: threadKey } = row;
    const [messages, unindexed] = JSON.parse(`[${row.found}]`) as [number, number | null];
    const found = lookups.map(({ matches }) =>
      matches.map((): PlaceList => ({ threadKeys: threadKey, seqs: [] })),
    );
    for (const one of rows)
      found[one.look]![one.position] = { threadKeys: threadKey, seqs: numbersIn(one.found) };
    return { thread: { key: threadKey, id: threadId, messages, unindexed }, found };
  },

  async filter(db, { places: given, match }) {
    if (given.length === 0) return [];
    const { rows } = await sql<Place>`
      select wanted.value ->> 0 as "threadKey", wanted.value ->> 1 as seq
      from json_each(${JSON.stringify(given.map(({ threadKey, seq }) => [threadKey, seq]))}) as wanted
      cross join message_terms
      where message_terms match ${expression(match)}
        and message_terms.rowid = ((wanted.value ->> 0) << 32) + (wanted.value ->> 1)`.execute(db);
    return rows;
  },

  async frequencies(db, { matches, limit }) {
    if (matches.length === 0) return [];
    const { rows } = await sql<{ frequency: number }>`
      select (
        select count(*) from (
          select rowid from message_terms where message_terms match wanted.value limit ${limit}
        )
      ) as frequency
      from json_each(${expressions(matches)}) as wanted order by wanted.key`.execute(db);
    return rows.map(({ frequency }) => frequency);
  },

  async listed(db, { threadKey, from, limit }) {
    const { rows } = await sql<{ seq: number }>`
      select id & 4294967295 as seq from message_terms_docsize
      where id >= ${rowNumber(sql`${threadKey}`, sql`${from}`)} and id < ${rowNumber(sql`${threadKey}`, sql`4294967296`)}
      order by id limit ${limit}`.execute(db);
    return rows.map(({ seq }) => seq);
  },
};

/** Far below the number of statements that SQLite can combine. */
const lookupsPerStatement = 64;

const lastSeq = 2 ** 32 - 1;
const placeInThread = sql`rowid & 4294967295`;
const placeAnywhere = sql`(rowid >> 32) || ',' || (rowid & 4294967295)`;

type Range = { place: RawBuilder<unknown>; within: RawBuilder<unknown> };

function lookupQuery(
  { place, within, matches, limit }: Range & { matches: readonly TextMatch[]; limit: number },
  number: number,
): RawBuilder<unknown> {
  return sql`
    select ${sql.lit(number)} as look, wanted.key as position, (
      select group_concat(place) from (
        select ${place} as place from message_terms
        where message_terms match wanted.value ${within}
        order by rowid desc limit ${limit}
      )
    ) as found
    from json_each(${expressions(matches)}) as wanted`;
}

async function runLookups(db: Kysely<Schema>, queries: readonly RawBuilder<unknown>[]) {
  const all = sql.join(queries, sql` union all `);
  const { rows } = await sql<{ look: number; position: number; found: string | null }>`${all}`.execute(db);
  return rows;
}

/**
 * Merges a piece of the lists, of about this many pages, and drops removed entries from them. The first call starts a
 * merge of all lists; the following calls continue it until nothing is left to do.
 */
export function mergeTerms(pages: number, isFirst: boolean): string {
  return `insert into message_terms (message_terms, rank) values ('merge', ${isFirst ? -pages : pages})`;
}

/** Makes requested merges join two lists of one size instead of four. The setting is kept in the file. */
export const mergeTwo = `
  insert into message_terms (message_terms, rank)
  select 'usermerge', 2 where not exists (select 1 from message_terms_config where k = 'usermerge' and v = 2)`;

/** JavaScript numbers arrive as floating point, which FTS5 does not accept as bounds. */
function rowNumber(threadKey: RawBuilder<unknown>, seq: RawBuilder<unknown>): RawBuilder<number> {
  return sql`((${threadKey} << 32) + cast(${seq} as integer))`;
}

function rangeOf(range: TextRange): Range {
  if (range === 'all') return { place: placeAnywhere, within: sql`` };
  return { place: placeInThread, within: between(sql`${range.threadKey}`, range.upTo) };
}

function between(threadKey: RawBuilder<unknown>, upTo: number): RawBuilder<unknown> {
  return sql`and rowid between ${rowNumber(threadKey, sql`0`)} and ${rowNumber(threadKey, sql`${upTo}`)}`;
}

function expressions(matches: readonly TextMatch[]): string {
  return JSON.stringify(matches.map(expression));
}

function expression(match: TextMatch): string {
  return match
    .map((words) => `(${words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')})`)
    .join(' AND ');
}

/** For a search over all threads, each message number follows the key of its thread. */
function placesIn(found: string | null, range: TextRange): PlaceList {
  const numbers = numbersIn(found);
  if (range !== 'all') return { threadKeys: range.threadKey, seqs: numbers };
  const [threadKeys, seqs]: [number[], number[]] = [[], []];
  for (let index = 0; index < numbers.length; index += 2) {
    threadKeys.push(numbers[index]!);
    seqs.push(numbers[index + 1]!);
  }
  return { threadKeys, seqs };
}

function numbersIn(found: string | null): number[] {
  return found === null ? [] : (JSON.parse(`[${found}]`) as number[]);
}
