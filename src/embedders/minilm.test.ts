import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { minilm } from './minilm.ts';

function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * right[index]!, 0);
}

it('R-49 the offline model gives texts of the same meaning near vectors, of unit length', async () => {
  const embedder = minilm();
  const [kitten, cat, tax] = await embedder.embed(
    [
      'The kitten sleeps on the sofa.',
      'A young cat is napping on the couch.',
      'The tax return is due in May.',
    ],
    { purpose: 'document' },
  );
  for (const vector of [kitten!, cat!, tax!]) {
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  }
  expect(cosine(kitten!, cat!)).toBeGreaterThan(cosine(kitten!, tax!) + 0.3);
  const [again] = await embedder.embed(['The kitten sleeps on the sofa.'], { purpose: 'query' });
  expect(again).toEqual(kitten);
});

it('R-49 an aborted request rejects, and the next one is answered', async () => {
  const embedder = minilm();
  const stop = new AbortController();
  const aborted = embedder.embed(['one', 'two'], { purpose: 'document', signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  expect(await embedder.embed(['three'], { purpose: 'query' })).toHaveLength(1);
  expect(await embedder.embed([], { purpose: 'query' })).toEqual([]);
});

it('R-49 a program that embedded something ends by itself', () => {
  const module = fileURLToPath(new URL('./minilm.ts', import.meta.url));
  const program = `import { minilm } from ${JSON.stringify(module)};
    const [vector] = await minilm().embed(['hello'], { purpose: 'query' });
    console.log(vector.length);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(output.trim()).toBe('384');
});
