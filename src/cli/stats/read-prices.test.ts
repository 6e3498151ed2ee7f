import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPrices } from './read-prices.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everthread-prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = readPrices;

describe('R-70 prices on the command line', () => {
  it('R-70 are a model, a list, or a file of either', async () => {
    expect(await read('claude-sonnet-4-5')).toEqual({ model: 'claude-sonnet-4-5' });
    expect(await read('input=3, cacheRead=$0.3,cacheWrite=3.75')).toEqual({
      pricing: {
        inputUsdPerMillion: 3,
        outputUsdPerMillion: 0,
        cacheReadUsdPerMillion: 0.3,
        cacheWriteUsdPerMillion: 3.75,
      },
    });
    const path = join(folder, 'prices.json');
    await writeFile(path, JSON.stringify({ model: 'gpt-5', input: 1, output: 4, cache: { kind: 'none' } }));
    expect(await read(path)).toEqual({
      model: 'gpt-5',
      pricing: { inputUsdPerMillion: 1, outputUsdPerMillion: 4, cache: { kind: 'none' } },
    });
    await writeFile(path, JSON.stringify({ model: 'gpt-5' }));
    expect(await read(path)).toEqual({ model: 'gpt-5' });
  });

  it('R-70 what is wrong is named with what is accepted', async () => {
    await expect(read('no-such-model')).rejects.toThrow(
      /--prices must be a model such as .*no file "no-such-model"/u,
    );
    await expect(read('inputs=3')).rejects.toThrow(/"inputs" is none of them/u);
    await expect(read('input')).rejects.toThrow(/--prices must be/u);
    await expect(read('input=three')).rejects.toThrow(/inputUsdPerMillion/u);
    await expect(read('cacheRead=0.3')).rejects.toThrow(/inputUsdPerMillion/u);
    await expect(read('model=mine,input=3')).rejects.toThrow(/a model whose prices are known/u);
    const path = join(folder, 'broken.json');
    await writeFile(path, '[3');
    await expect(read(path)).rejects.toThrow(/a JSON object of the prices of one model/u);
    await writeFile(path, JSON.stringify({ 'my-model': { inputUsdPerMillion: 3, outputUsdPerMillion: 15 } }));
    await expect(read(path)).rejects.toThrow(/a JSON object of the prices of one model/u);
  });
});
