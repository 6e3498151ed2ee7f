import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestIo } from '../test-io.suite.ts';
import { writePieces } from './output-file.ts';

let folder = '';
const folders: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'everthread-output-'));
  folders.push(folder);
});
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});
const write = (file: string, pieces: Iterable<string>) =>
  writePieces(pieces, { file, io: createTestIo({ directory: folder }) });

describe('the file that a command writes', () => {
  it('R-58 is there as a whole, or stays as it was', async () => {
    expect(await write('out.md', ['one ', 'two'])).toBe(7);
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toBe('one two');
    expect(statSync(join(folder, 'out.md')).mode & 0o777).toBe(0o600);
    function* broken() {
      yield 'three';
      throw new Error('no more');
    }
    await expect(write('out.md', broken())).rejects.toThrow('no more');
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toBe('one two');
    expect(readdirSync(folder)).toEqual(['out.md']);
  });

  it('R-58 keeps its permissions, and a link to it stays a link', async () => {
    writeFileSync(join(folder, 'shared.md'), 'old', { mode: 0o644 });
    symlinkSync('shared.md', join(folder, 'link.md'));
    await write('link.md', ['new']);
    expect(lstatSync(join(folder, 'link.md')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'shared.md'), 'utf8')).toBe('new');
    expect(statSync(join(folder, 'shared.md')).mode & 0o777).toBe(0o644);
    expect(readdirSync(folder).toSorted()).toEqual(['link.md', 'shared.md']);
  });

  it.skipIf(process.platform === 'win32')('R-58 that is a pipe is written to and stays one', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    let read = '';
    reader.stdout.setEncoding('utf8').on('data', (text: string) => {
      read += text;
    });
    const ended = once(reader, 'close');
    expect(await write('pipe', ['through ', 'it'])).toBe(10);
    await ended;
    expect(read).toBe('through it');
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['pipe']);
  });
});
