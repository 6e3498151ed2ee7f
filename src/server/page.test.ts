import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPage } from './page.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everthread-page-'));
  await mkdir(join(folder, 'web', 'assets'), { recursive: true });
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><p>Threads');
  await writeFile(join(folder, 'web', 'assets', 'index-Dk3x9_aZ.js'), 'start();');
  await writeFile(join(folder, 'web', 'assets', 'plain.css'), 'p {}');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (path: string, method = 'GET') =>
  createPage(join(folder, 'web')).handle(new Request(`http://localhost${path}`, { method }));

describe('R-61 R-63 the files of the page', () => {
  it('R-61 are served by their names, and cached for ever if the name has a hash', async () => {
    const page = await ask('/');
    expect(await page?.text()).toContain('Threads');
    expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page?.headers.get('cache-control')).toBe('no-cache');
    const script = await ask('/assets/index-Dk3x9_aZ.js');
    expect(script?.headers.get('cache-control')).toContain('immutable');
    expect((await ask('/assets/plain.css'))?.headers.get('cache-control')).toBe('no-cache');
    expect(await (await ask('/', 'HEAD'))?.text()).toBe('');
    expect(await ask('/', 'POST')).toBeUndefined();
  });

  it('R-61 are sent compressed to clients that accept it', async () => {
    const page = createPage(join(folder, 'web'));
    const headers = { 'accept-encoding': 'br, gzip' };
    for (let round = 0; round < 2; round += 1) {
      const packed = await page.handle(new Request('http://localhost/assets/plain.css', { headers }));
      expect(packed?.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(await packed!.arrayBuffer()).toString()).toBe('p {}');
    }
    expect((await ask('/assets/plain.css'))?.headers.get('content-encoding')).toBeNull();
  });

  it('R-63 may run no foreign or inline scripts', async () => {
    const policy = (await ask('/'))?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/u);
  });

  it('R-63 give no access to other files', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/../../secret.txt',
      '/assets',
      '/assets/',
    ])
      expect(await ask(path), path).toBeUndefined();
    expect(
      await createPage(join(folder, 'nowhere')).handle(new Request('http://localhost/')),
    ).toBeUndefined();
  });
});
