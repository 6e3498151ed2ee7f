import { expect, it } from 'vitest';
import { fileIdentity } from './file-identity.ts';

/** A file system that knows each file by this number, and what it was asked. */
function disk(number: bigint) {
  const asked: boolean[] = [];
  const own = {
    number,
    asked,
    stat: (_file: string, options: object) => {
      const bigint = 'bigint' in options;
      asked.push(bigint);
      return bigint ? { dev: 1n, ino: own.number } : { dev: 1, ino: Number(own.number) };
    },
  };
  return own;
}

it('R-62 files whose identities differ only beyond the exact numbers are different files', () => {
  const large = 2n ** 60n;
  const files = disk(large);
  const identity = fileIdentity({ file: 'f.db', hasLog: false, stat: files.stat });
  identity.check();
  files.number = large + 1n;
  expect(() => identity.check()).toThrow('was deleted or replaced');
  files.number = 7n;
  expect(() => identity.check()).toThrow('was deleted or replaced');
});

it('R-48 a file whose identity fits exact numbers is read without bigints', () => {
  const files = disk(7n);
  const identity = fileIdentity({ file: 'f.db', hasLog: false, stat: files.stat });
  identity.check();
  expect(files.asked).toEqual([false, false]);
  files.number = 2n ** 60n;
  expect(() => identity.check()).toThrow('was deleted or replaced');
});
