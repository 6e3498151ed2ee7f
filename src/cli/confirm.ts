/** A question with yes or no, asked on the terminal. Anything but yes is no. */
import { createInterface } from 'node:readline/promises';
import type { Io } from './io.ts';

export async function confirm(io: Io, question: string): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: io.stdin, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(?:es)?\s*$/iu.test(line);
    return false;
  } finally {
    lines.close();
  }
}
