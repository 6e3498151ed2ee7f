/** Reads rows directly from a page in SQLite's record format, at any place that may be the beginning of one. */
import type { PageFile } from './page-file.ts';

export type Value = null | number | string | Buffer;
export type Cell = { rowid: number; types: number[]; values(): Value[] | undefined };

const mostColumns = 64;
const leafOfTable = 13;

/** Offsets of the cells according to the page's header; empty if the page is not a leaf of a table. */
export function cellsOf(page: Buffer, number: number): number[] {
  const start = number === 1 ? 100 : 0;
  if (page[start] !== leafOfTable) return [];
  const count = page.readUInt16BE(start + 3);
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const pointer = start + 8 + 2 * index;
    if (pointer + 2 > page.length) break;
    const offset = page.readUInt16BE(pointer);
    if (offset >= start + 8 && offset < page.length) found.push(offset);
  }
  return found;
}

/** The row at this offset, if the bytes look like one; its values are decoded on demand. */
export function cellAt(file: PageFile, page: Buffer, offset: number): Cell | undefined {
  const payload = varint(page, offset);
  if (!payload || payload.value < 2 || payload.value > file.pages * file.pageSize) return undefined;
  const rowid = varint(page, payload.end);
  if (!rowid) return undefined;
  const start = rowid.end;
  const header = varint(page, start);
  if (!header || header.value < 2 || header.value > mostColumns * 9 || header.value > payload.value) {
    return undefined;
  }
  const types: number[] = [];
  let at = header.end;
  const end = start + header.value;
  while (at < end) {
    const type = varint(page, at);
    if (!type || type.end > end || types.length >= mostColumns) return undefined;
    types.push(type.value);
    at = type.end;
  }
  const sizes = types.map(sizeOf);
  const length = sizes.reduce((sum, size) => sum + size, header.value);
  if (length !== payload.value) return undefined;
  return {
    rowid: rowid.value,
    types,
    values() {
      const bytes = payloadOf(file, page, start, payload.value);
      if (!bytes) return undefined;
      let place = header.value;
      return types.map((type, index) => {
        const value = decodedValue(type, bytes, place);
        place += sizes[index]!;
        return value;
      });
    },
  };
}

/** A long row continues in a chain of overflow pages. */
function payloadOf(file: PageFile, page: Buffer, start: number, length: number): Buffer | undefined {
  const usable = file.pageSize;
  const most = usable - 35;
  if (length <= most) return start + length <= page.length ? page.subarray(start, start + length) : undefined;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const filling = least + ((length - least) % (usable - 4));
  const local = filling <= most ? filling : least;
  if (start + local + 4 > page.length) return undefined;
  const pieces = [page.subarray(start, start + local)];
  let next = page.readUInt32BE(start + local);
  let left = length - local;
  while (left > 0) {
    const more = file.page(next);
    if (!more) return undefined;
    const piece = more.subarray(4, 4 + Math.min(left, usable - 4));
    pieces.push(Buffer.from(piece));
    left -= piece.length;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}

function varint(bytes: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return undefined;
    if (index === 8) return { value: value * 256 + byte, end: start + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  return undefined;
}

const integerSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function sizeOf(type: number): number {
  if (type < integerSizes.length) return integerSizes[type]!;
  return type < 12 ? Number.POSITIVE_INFINITY : Math.floor((type - 12) / 2);
}

function decodedValue(type: number, bytes: Buffer, start: number): Value {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(start);
  if (type === 8 || type === 9) return type - 8;
  const size = sizeOf(type);
  if (type === 6) return Number(bytes.readBigInt64BE(start));
  if (type < 6) return bytes.readIntBE(start, size);
  const piece = bytes.subarray(start, start + size);
  return type % 2 === 1 ? piece.toString('utf8') : Buffer.from(piece);
}
