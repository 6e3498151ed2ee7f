/**
 * Vectors as they are kept and compared: one byte a dimension, and a cell that says in which direction it points, so
 * that a long thread can be searched near the query alone. Cells come from fixed projections: the same vector is
 * always in the same cell, in every process.
 */

/** Bits of a cell's number. */
const cellBits = 12;
export const cellCount = 2 ** cellBits;

const headerBytes = 4;

/** A factor, then one byte for each dimension: factor times bytes is the vector at unit length. */
export function quantize(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const packed = new Uint8Array(headerBytes + vector.length);
  const bytes = new Int8Array(packed.buffer, headerBytes);
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const byte = largest > 0 ? Math.round((vector[index]! / largest) * 127) : 0;
    bytes[index] = byte;
    squares += byte * byte;
  }
  new DataView(packed.buffer).setFloat32(0, squares > 0 ? 1 / Math.sqrt(squares) : 0, true);
  return packed;
}

/** Cosine of a packed vector and one of unit length; undefined where they have not the same number of dimensions. */
export function similarityOf(packed: Uint8Array, unit: Float32Array): number | undefined {
  if (packed.length !== headerBytes + unit.length) return undefined;
  const factor = new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true);
  const bytes = new Int8Array(packed.buffer, packed.byteOffset + headerBytes, unit.length);
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 1) sum += bytes[index]! * unit[index]!;
  return Math.min(1, factor * sum);
}

export function unitVector(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length > 0 ? vector.map((value) => value / length) : Float32Array.from(vector);
}

/** The cell a vector lies in: on which side of each of the fixed planes it is. */
export function cellOf(vector: Float32Array): number {
  return sidesOf(vector).reduce((cell, side, bit) => (side > 0 ? cell | (1 << bit) : cell), 0);
}

/** All cells, the likeliest to hold neighbours of the vector first: those across the planes it is closest to. */
export function cellsNear(vector: Float32Array): number[] {
  const sides = sidesOf(vector);
  const own = cellOf(vector);
  const distance = (cell: number) => {
    let sum = 0;
    for (let bit = 0; bit < cellBits; bit += 1) if (((cell ^ own) >> bit) & 1) sum += sides[bit]! ** 2;
    return sum;
  };
  return Array.from({ length: cellCount }, (_, cell) => ({ cell, far: distance(cell) }))
    .sort((first, second) => first.far - second.far || first.cell - second.cell)
    .map(({ cell }) => cell);
}

function sidesOf(vector: Float32Array): number[] {
  return Array.from({ length: cellBits }, (_, bit) => {
    let sum = 0;
    for (let index = 0; index < vector.length; index += 1) {
      sum += direction(bit, index) > 0 ? vector[index]! : -vector[index]!;
    }
    return sum;
  });
}

/** A pseudorandom bit from a hash, the same in every process. */
function direction(bit: number, index: number): 0 | 1 {
  let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(bit + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) & 1) as 0 | 1;
}
