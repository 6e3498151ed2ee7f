import { describe, expect, it } from 'vitest';
import { fileName } from './file-name.ts';

describe('the name of a file', () => {
  it.each([
    ['src/work/record.ts', 'record.ts'],
    ['record.ts', 'record.ts'],
    ['/record.ts', 'record.ts'],
    ['build/results/', 'results/'],
    ['results/', 'results/'],
    ['/', '/'],
  ])('R-66 %s: %s', (path, name) => {
    expect(fileName(path)).toBe(name);
  });
});
