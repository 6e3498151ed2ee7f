/**
 * Latent semantic analysis (Steinberger and Ježek, 2004): the leading singular triplets of the tf-idf matrix of
 * terms by sentences, found by subspace iteration; a sentence scores the length of its vector in that space,
 * each dimension weighed by its singular value.
 */
import type { Baseline, BaselineDocument } from './document.ts';

type SparseColumns = { row: number; value: number }[][];

export function lsa({ dimensions = 5, iterations = 30 } = {}): Baseline {
  return {
    name: 'LSA',
    rank(document) {
      const columns = matrixOf(document);
      const scores = new Float64Array(columns.length);
      for (const { value, vector } of rightSingularVectors(columns, { dimensions, iterations }))
        for (let index = 0; index < scores.length; index += 1)
          scores[index]! += (value * vector[index]!) ** 2;
      return scores.map(Math.sqrt);
    },
  };
}

function matrixOf({ sentences, inverseFrequency }: BaselineDocument): SparseColumns {
  const rows = new Map([...inverseFrequency.keys()].map((term, row) => [term, row]));
  return sentences.map(({ terms }) =>
    [...terms].map(([term, count]) => ({
      row: rows.get(term)!,
      value: count * inverseFrequency.get(term)!,
    })),
  );
}

/** Eigenvectors of AᵀA by orthogonal iteration, largest first, without ever forming the product. */
export function rightSingularVectors(
  columns: SparseColumns,
  { dimensions, iterations }: { dimensions: number; iterations: number },
): { value: number; vector: Float64Array }[] {
  const size = columns.length;
  const rows = columns.reduce(
    (most, column) => column.reduce((max, { row }) => Math.max(max, row + 1), most),
    0,
  );
  const wanted = Math.min(dimensions, size, rows);
  let basis = Array.from({ length: wanted }, (_, dimension) => startVector(size, dimension));
  orthonormalize(basis);
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    basis = basis.map((vector) => timesTransposed(columns, timesColumns(columns, vector, rows)));
    orthonormalize(basis);
  }
  return basis
    .map((vector) => ({ value: norm(timesColumns(columns, vector, rows)), vector }))
    .sort((left, right) => right.value - left.value);
}

/** Fixed pseudo-random start, so that the same text always gives the same ranking. */
function startVector(size: number, dimension: number): Float64Array {
  let state = 0x9e3779b9 ^ (dimension + 1);
  return new Float64Array(size).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x100000000 - 0.5;
  });
}

function timesColumns(columns: SparseColumns, vector: Float64Array, rows: number): Float64Array {
  const result = new Float64Array(rows);
  columns.forEach((column, index) => {
    for (const { row, value } of column) result[row]! += value * vector[index]!;
  });
  return result;
}

function timesTransposed(columns: SparseColumns, vector: Float64Array): Float64Array {
  return Float64Array.from(columns, (column) =>
    column.reduce((sum, { row, value }) => sum + value * vector[row]!, 0),
  );
}

function orthonormalize(basis: Float64Array[]): void {
  basis.forEach((vector, index) => {
    for (const earlier of basis.slice(0, index)) {
      const projection = dot(vector, earlier);
      for (let position = 0; position < vector.length; position += 1)
        vector[position]! -= projection * earlier[position]!;
    }
    const length = norm(vector);
    if (length > 1e-12)
      for (let position = 0; position < vector.length; position += 1) vector[position]! /= length;
    else vector.fill(0);
  });
}

function dot(first: Float64Array, second: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < first.length; index += 1) sum += first[index]! * second[index]!;
  return sum;
}

function norm(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}
