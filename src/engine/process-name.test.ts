import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOfEndedProcess, nameInProcess } from './process-name.ts';

const own = nameInProcess('own_1');
const withNumber = (pid: number | undefined) => own.replace(/\/\d+@/u, `/${pid}@`);

describe('the name of a process', () => {
  it('I-5 of this one or another that lives is not of an ended one', () => {
    expect(isOfEndedProcess(own)).toBe(false);
    expect(isOfEndedProcess(nameInProcess('a/b@c:d'))).toBe(false);
  });

  it('I-5 tells that a process has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    expect(isOfEndedProcess(withNumber(child.pid))).toBe(true);
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'I-5 is not taken for that of a later process with its number',
    () => {
      const earlier = own.replace(/@\d+:/u, '@1:');
      expect(isOfEndedProcess(earlier)).toBe(true);
      expect(isOfEndedProcess(earlier.replace(/\/\d+@/u, `/${process.ppid}@`))).toBe(true);
      // Without a start nobody can tell.
      expect(isOfEndedProcess(withNumber(process.ppid).replace(/@\d+:/u, '@:'))).toBe(false);
    },
  );

  it('I-5 of another machine, or in another form, says nothing', () => {
    for (const name of [`other ${own}`, 'worker', '', '/7@1:x', own.replace(/\/\d+@/u, '/0@')]) {
      expect(isOfEndedProcess(name), name).toBe(false);
    }
  });
});
