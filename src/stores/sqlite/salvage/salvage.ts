/**
 * Recovers messages from a damaged database row by row, trusting nothing but the row itself: a row is recognized by its
 * form and proved by its hash. It first looks where the pages say that rows are, then at every place where one could
 * begin, so that a damaged tree, page or file header costs only the rows it hit. Removed content is never recovered,
 * because only the newest committed state of each page is read.
 */
import { hashMessage } from '../../../message/hash.ts';
import { type Message, type Role, roles } from '../../../message/message.ts';
import { messageRecordHash, threadHash } from '../../../records/record-hash.ts';
import type { ThreadState } from '../../../records/thread-state.ts';
import { countsOf } from '../../sql/hashes.ts';
import { toMessage, toMessageRecord } from '../../sql/message-rows.ts';
import type { MessagesTable } from '../../sql/schema.ts';
import { type ThreadRow, toState } from '../../sql/thread-rows.ts';
import { type Cell, cellAt, cellsOf, type Value } from './cells.ts';
import { openPageFile, type PageFile } from './page-file.ts';

export type SalvagedMessage = Message & {
  /** False if the message could be read but does not match its hashes. */
  intact: boolean;
};

export type SalvagedThread = {
  id: string;
  /** The thread's row, if it matches its hash. */
  state: ThreadState | undefined;
  /** Number of messages it should have, if known. */
  expected: number;
  /** Message numbers, in order. */
  seqs: readonly number[];
  read(seq: number): SalvagedMessage;
};

export type Salvage = { threads: SalvagedThread[]; close(): void };

type Place = { page: number; offset: number; quality: number };

export function openSalvage(file: string, onProgress?: (done: number, total: number) => void): Salvage {
  const pages = openPageFile(file);
  const rows = new Map<number, ThreadRow>();
  const found = new Map<number, Map<number, Place>>();

  const take = (page: Buffer, number: number, offset: number): void => {
    const cell = cellAt(pages, page, offset);
    if (!cell) return;
    if (isThread(cell)) {
      const row = threadRow(cell);
      if (row && !rows.has(row.key)) rows.set(row.key, row);
      return;
    }
    if (!isMessage(cell)) return;
    const row = messageRow(cell);
    const quality = row === undefined ? 0 : qualityOf(row);
    if (row === undefined || quality === 0) return;
    const thread = found.get(row.thread_key) ?? new Map<number, Place>();
    found.set(row.thread_key, thread);
    const known = thread.get(row.seq);
    if (known === undefined || known.quality < quality)
      thread.set(row.seq, { page: number, offset, quality });
  };
  const each = (visit: (page: Buffer, number: number) => Iterable<number>, from: number): void => {
    for (let number = 1; number <= pages.pages; number += 1) {
      const page = pages.page(number);
      if (page) for (const offset of visit(page, number)) take(page, number, offset);
      onProgress?.(from + number, pages.pages * 2);
    }
  };
  each(cellsOf, 0);
  each(otherPlaces, pages.pages);

  const keys = [...new Set([...rows.keys(), ...found.keys()])].sort((first, second) => first - second);
  return {
    threads: keys.map((key) => salvagedThread({ pages, key, row: rows.get(key), places: found.get(key) })),
    close: () => pages.close(),
  };
}

/** The record header of every message contains the type of its hash, that of a thread the types of its two times. */
const marks = [Buffer.from([0x81, 0x0d]), Buffer.from([0x3d, 0x3d])];
/** A row begins at most this many bytes before its mark: two sizes and a few types. */
const farthest = 44;

/** Offsets where a row could begin, other than those already looked at. */
function otherPlaces(page: Buffer, number: number): Iterable<number> {
  const places = new Set<number>();
  for (const mark of marks) {
    for (let at = page.indexOf(mark); at !== -1; at = page.indexOf(mark, at + 1)) {
      for (let offset = Math.max(0, at - farthest); offset < at; offset += 1) places.add(offset);
    }
  }
  for (const offset of cellsOf(page, number)) places.delete(offset);
  return places;
}

function salvagedThread(options: {
  pages: PageFile;
  key: number;
  row: ThreadRow | undefined;
  places: Map<number, Place> | undefined;
}): SalvagedThread {
  const { pages, key, row, places = new Map<number, Place>() } = options;
  const id = row?.id ?? `recovered-${key}`;
  const seqs = [...places.keys()].sort((first, second) => first - second);
  const state = row && provedState(row);
  return {
    id,
    state,
    expected: Math.max(state?.messages ?? 0, seqs.at(-1) ?? 0),
    seqs,
    read(seq) {
      const { page, offset, quality } = places.get(seq)!;
      const cell = cellAt(pages, pages.page(page)!, offset)!;
      return { ...toMessage(id, messageRow(cell)!), intact: quality === 3 };
    },
  };
}

function provedState(row: ThreadRow): ThreadState | undefined {
  try {
    const state = toState(row);
    return row.record_hash === null || threadHash(state, countsOf(row)) === row.record_hash
      ? state
      : undefined;
  } catch {
    return undefined;
  }
}

/** 0: unreadable. 1: readable. 2: the content matches its hash. 3: the whole record matches its hash. */
function qualityOf(row: MessagesTable): number {
  try {
    const message = toMessage('', row);
    const content = message.removed ? message.parts.length === 0 : hashMessage(message) === row.hash;
    if (!content) return 1;
    const proved = row.record_hash === null || messageRecordHash(toMessageRecord(row)) === row.record_hash;
    return proved ? 3 : 2;
  } catch {
    return 0;
  }
}

const isInteger = (type: number) => type >= 1 && type <= 9 && type !== 7;
const isText = (type: number) => type >= 13 && type % 2 === 1;
const isTextOrNull = (type: number) => type === 0 || isText(type);
const textOf = (length: number) => 13 + 2 * length;
const isRoleText = (type: number) => roles.some((role) => type === textOf(role.length));
const isHash = (type: number) => type === textOf(64);
const isTime = (type: number) => type === textOf(24);

const messageForm = [
  isInteger,
  isInteger,
  isText,
  isRoleText,
  isText,
  isInteger,
  isHash,
  isInteger,
  isInteger,
  isTextOrNull,
  isTextOrNull,
  isText,
];
const isFigure = Array.from({ length: 11 }, () => isInteger);
const threadForm = [
  (type: number) => type === 0,
  isText,
  isTime,
  isTime,
  ...isFigure,
  isText,
  isText,
  isInteger,
  isInteger,
  isInteger,
  isTextOrNull,
  isInteger,
  isInteger,
];

/** Columns added by later versions come after these. */
function hasForm({ types }: Cell, form: readonly ((type: number) => boolean)[]): boolean {
  return types.length >= form.length && form.every((fits, index) => fits(types[index]!));
}

const isMessage = (cell: Cell) => hasForm(cell, messageForm);
const isThread = (cell: Cell) => hasForm(cell, threadForm);

function messageRow(cell: Cell): MessagesTable | undefined {
  const values = cell.values();
  if (!values) return undefined;
  const [thread_key, seq, id, role, created_at, tokens, hash, unit_start, tokens_before] = values;
  const [, , , , , , , , , edited_at, removed, content] = values;
  if (!roles.includes(role as Role) || !((seq as number) >= 1)) return undefined;
  const row = { thread_key, seq, id, role, created_at, tokens, hash, unit_start, tokens_before };
  return {
    ...row,
    edited_at,
    removed: removed === 'forgotten' || removed === 'deleted' ? removed : null,
    content,
    origin: originIn(values, messageForm.length),
    record_hash: hashIn(values, messageForm.length),
  } as unknown as MessagesTable;
}

function threadRow(cell: Cell): ThreadRow | undefined {
  const values = cell.values();
  if (!values) return undefined;
  const [, id, created_at, updated_at, revision, messages, tokens, covered_to, tail_tokens] = values;
  const [summary_tokens, live_summaries, checkpoint, compactions, tokens_after_compaction] = values.slice(9);
  const [fixed_tokens, pins, settings, summaries_made, receipts_made, audit_entries_made] = values.slice(14);
  const [lease_owner, lease_expires_at, fence] = values.slice(20);
  const [record_hash = null, sent = null, title = null, title_from = null, owner = null, labels = null] =
    values.slice(threadForm.length);
  return {
    ...{ key: cell.rowid, id, created_at, updated_at, revision, messages, tokens, covered_to, tail_tokens },
    ...{ summary_tokens, live_summaries, checkpoint, compactions, tokens_after_compaction },
    ...{ fixed_tokens, pins, settings, summaries_made, receipts_made, audit_entries_made },
    ...{ lease_owner, lease_expires_at, fence, record_hash, sent, title, title_from, owner, labels },
  } as unknown as ThreadRow;
}

function originIn(values: readonly Value[], from: number): string | null {
  const origin = values.slice(from).find((value) => typeof value === 'string' && value.startsWith('{'));
  return (origin as string | undefined) ?? null;
}

/** Of the columns added later, the one that looks like a hash. */
function hashIn(values: readonly Value[], from: number): string | null {
  const hash = values.slice(from).find((value) => typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value));
  return (hash as string | undefined) ?? null;
}
