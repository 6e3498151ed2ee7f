/**
 * The pages of a database file, with newer versions from its write-ahead log. Read without SQLite, which refuses a file
 * whose beginning, length or tree is damaged even if most pages are intact.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export type PageFile = {
  readonly pageSize: number;
  readonly pages: number;
  /** Pages are numbered from 1. Undefined if there is no such page; a truncated last page is filled up with zeros. */
  page(number: number): Buffer | undefined;
  close(): void;
};

const sizes = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536];
const usualSize = 4_096;
const sampledPages = 200;
const keptPages = 256;
const headerBytes = 100;

export function openPageFile(file: string): PageFile {
  const main = openBytes(file);
  if (main === undefined) throw new Error(`There is no file ${file}.`);
  const log = openBytes(`${file}-wal`);
  const pageSize = findPageSize(main, log);
  const logged = log === undefined ? new Map<number, number>() : loggedPages(log, pageSize);
  const kept = new Map<number, Buffer>();
  const pages = Math.max(Math.ceil(main.size / pageSize), ...logged.keys());

  const read = (number: number): Buffer | undefined => {
    const frame = logged.get(number);
    if (frame !== undefined) return log!.read(frame, pageSize);
    const start = (number - 1) * pageSize;
    return start < main.size ? main.read(start, pageSize) : undefined;
  };
  return {
    pageSize,
    pages,
    page(number) {
      if (!Number.isSafeInteger(number) || number < 1 || number > pages) return undefined;
      const known = kept.get(number);
      if (known) return known;
      const bytes = read(number);
      if (bytes === undefined) return undefined;
      kept.set(number, bytes);
      if (kept.size > keptPages) kept.delete(kept.keys().next().value!);
      return bytes;
    },
    close() {
      main.close();
      log?.close();
    },
  };
}

type Bytes = { size: number; read(start: number, length: number): Buffer; close(): void };

function openBytes(file: string): Bytes | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    size: fstatSync(descriptor).size,
    read(start, length) {
      const bytes = Buffer.alloc(length);
      try {
        readSync(descriptor, bytes, 0, length, start);
      } catch {
        // A bad sector: this page counts as empty, and the others are read.
      }
      return bytes;
    },
    close: () => closeSync(descriptor),
  };
}

/** The page size in the headers, if pages of that size look valid; else the size at which most pages do. */
function findPageSize(main: Bytes, log: Bytes | undefined): number {
  const header = main.read(0, headerBytes).readUInt16BE(16);
  const fromHeaders = [
    header === 1 ? 65_536 : header,
    log !== undefined && log.size >= 32 ? log.read(0, 32).readUInt32BE(8) : 0,
    usualSize,
  ].filter((size) => sizes.includes(size));
  let best = { size: usualSize, share: -1 };
  for (const size of [...fromHeaders, ...sizes]) {
    const share = pagesThatFit(main, size);
    if (share > best.share) best = { size, share };
  }
  return best.size;
}

function pagesThatFit(main: Bytes, size: number): number {
  const pages = Math.floor(main.size / size);
  const step = Math.max(1, Math.floor(pages / sampledPages));
  let checked = 0;
  let fit = 0;
  for (let page = 2; page <= pages; page += step) {
    const bytes = main.read((page - 1) * size, size);
    const type = bytes[0]!;
    if (![2, 5, 10, 13].includes(type)) continue;
    checked += 1;
    const cells = bytes.readUInt16BE(3);
    const content = bytes.readUInt16BE(5) || 65_536;
    const pointers = (type === 2 || type === 5 ? 12 : 8) + 2 * cells;
    // With half of the real page size, cells would lie beyond the end of the page.
    const last = cells === 0 ? size : bytes.subarray(pointers - 2, pointers);
    const inside = typeof last === 'number' || (last.length === 2 && last.readUInt16BE(0) < size);
    if (cells > 0 && pointers <= content && content < size && inside) fit += 1;
  }
  return checked === 0 ? 0 : fit / Math.sqrt(checked);
}

/**
 * Offset of the newest committed version of each page in the log. Frames of an earlier round of the log have other
 * salts. Checksums are ignored, because messages are checked against their own hashes.
 */
function loggedPages(log: Bytes, pageSize: number): Map<number, number> {
  const committed = new Map<number, number>();
  if (log.size < 32) return committed;
  const salts = log.read(16, 8);
  let open = new Map<number, number>();
  for (let start = 32; start + 24 + pageSize <= log.size; start += 24 + pageSize) {
    const frame = log.read(start, 24);
    if (!frame.subarray(8, 16).equals(salts)) continue;
    open.set(frame.readUInt32BE(0), start + 24);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, place] of open) committed.set(page, place);
    open = new Map();
  }
  return committed;
}
