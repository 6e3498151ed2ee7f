import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { cellCount, cellOf, cellsNear, quantize, similarityOf, unitVector } from './vectors.ts';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 32 })
  .map((values) => Float32Array.from(values))
  .filter((values) => values.some((value) => Math.abs(value) > 0.01));

function cosine(first: Float32Array, second: Float32Array): number {
  const [a, b] = [unitVector(first), unitVector(second)];
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

describe('packed vectors', () => {
  it('R-49 are compared nearly as the vectors themselves are', () => {
    fc.assert(
      fc.property(vector, vector, (first, second) => {
        const same = second.slice(0, first.length);
        if (same.length < first.length || same.every((value) => value === 0)) return;
        const similarity = similarityOf(quantize(first), unitVector(same))!;
        expect(Math.abs(similarity - cosine(first, same))).toBeLessThan(0.02);
        expect(similarity).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('R-49 take one byte a dimension, and length is nothing to them', () => {
    const packed = quantize(Float32Array.from([3, 4]));
    expect(packed).toHaveLength(6);
    expect(packed).toEqual(quantize(Float32Array.from([0.3, 0.4])));
    expect(similarityOf(packed, unitVector(Float32Array.from([30, 40])))).toBeCloseTo(1, 2);
    expect(similarityOf(quantize(new Float32Array(2)), Float32Array.from([1, 0]))).toBe(0);
    expect(similarityOf(packed, new Float32Array(3))).toBeUndefined();
  });

  it('R-49 can be read wherever their bytes lie', () => {
    const packed = quantize(Float32Array.from([1, -2, 3]));
    const shifted = new Uint8Array(packed.length + 3);
    shifted.set(packed, 3);
    const unit = unitVector(Float32Array.from([1, -2, 3]));
    expect(similarityOf(shifted.subarray(3), unit)).toBe(similarityOf(packed, unit));
  });
});

describe('cells', () => {
  it('I-12 a vector is always in the same cell, whatever its length', () => {
    // Kept in databases: another number here would make every stored cell wrong.
    const known = Float32Array.from({ length: 384 }, (_, index) => Math.sin(index));
    expect(cellOf(known)).toBe(cellOf(known.map((value) => value * 7)));
    expect(cellOf(known)).toBe(667);
  });

  it('R-49 the own cell comes first and every cell comes once', () => {
    fc.assert(
      fc.property(vector, (values) => {
        const cells = cellsNear(values);
        expect(cells[0]).toBe(cellOf(values));
        expect(new Set(cells).size).toBe(cellCount);
      }),
      { numRuns: 20 },
    );
  });

  it('R-49 neighbours are in the first cells far more often than others', () => {
    const share = seededRandom(5);
    const random = () => share() - 0.5;
    const some = () => Float32Array.from({ length: 64 }, random);
    let [neighbours, others] = [0, 0];
    for (let round = 0; round < 100; round += 1) {
      const center = some();
      const first = new Set(cellsNear(center).slice(0, cellCount / 10));
      const near = center.map((value) => value + 0.5 * random());
      if (first.has(cellOf(near))) neighbours += 1;
      if (first.has(cellOf(some()))) others += 1;
    }
    expect(neighbours).toBeGreaterThan(90);
    expect(others).toBeLessThan(30);
  });
});
