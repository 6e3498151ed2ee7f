import { describe, expect, it } from 'vitest';
import { randomBits } from './randomness.ts';

describe('randomness', () => {
  it('I-10 names, paths, constants and rows of the alphabet do not count as random', () => {
    const written = [
      'createReadStreamFromPath',
      'test_should_return_404_when_missing',
      'src/backends/handler-factory.ts',
      'OPENBLAS_NUM_THREADS',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
      'parseHTML5DocumentFragment',
      'Vertragsunterlagen-Schlussfassung',
    ];
    for (const token of written) expect(randomBits(token), token).toBeLessThan(6);
  });

  it('I-10 generated keys score far above zero, in any alphabet', () => {
    const drawn = [
      'k3J9xQ2mVb7TzR4yW8pN',
      'q7x2k9vj3wz8h5tn1rbf',
      'QZ7XK2VJ9WH4TN8RBF3M',
      'xkqvjzwhtnrbfmpgdlcy',
    ];
    for (const token of drawn) expect(randomBits(token), token).toBeGreaterThan(20);
  });
});
