/** An Io for tests: it records output, takes input from the test, and uses the test's folder as home. */
import { Readable } from 'node:stream';
import type { Io } from './io.ts';

export type TestIo = Io & {
  /** Everything written so far. */
  readonly written: { stdout: string; stderr: string };
};

export function createTestIo(options: {
  directory: string;
  env?: Io['env'];
  input?: string;
  columns?: number;
  rows?: number;
  isTerminal?: boolean;
  inputIsTerminal?: boolean;
  colour?: boolean;
}): TestIo {
  const {
    directory,
    env = {},
    input = '',
    columns = 80,
    rows = 24,
    isTerminal = false,
    colour = false,
  } = options;
  const written = { stdout: '', stderr: '' };
  const keep = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text;
      return true;
    },
  });
  return {
    stdout: keep('stdout'),
    stderr: keep('stderr'),
    stdin: Readable.from(input === '' ? [] : [input]),
    env: { HOME: directory, ...env },
    directory,
    columns,
    rows,
    isTerminal,
    inputIsTerminal: options.inputIsTerminal ?? isTerminal,
    errorIsTerminal: isTerminal,
    colour,
    written,
  };
}
