/** Shows text taller than the screen in the user's pager or in less; without a pager it is written at once. */
import { spawn } from 'node:child_process';
import type { Io } from './io.ts';

/** The options git uses: less keeps colours, quits if the text fits, and leaves the text on the screen. */
const lessOptions = 'FRX';
const notFound = 127;

/** Whether the text should be shown in a pager. */
export function needsPager(
  text: string,
  io: Pick<Io, 'isTerminal' | 'inputIsTerminal' | 'rows' | 'env'>,
): boolean {
  if (!io.isTerminal || !io.inputIsTerminal || io.env.TERM === 'dumb' || io.env.PAGER === '') return false;
  return text.split('\n').length > io.rows - 1;
}

export async function showPages(text: string, io: Pick<Io, 'env' | 'stdout'>): Promise<void> {
  const { env } = io;
  const shown = await new Promise<boolean>((resolve) => {
    const child = spawn('sh', ['-c', env.PAGER ?? 'less'], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: lessOptions, ...env },
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code !== notFound));
    // The user may quit the pager before it has read all of the text.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
  if (!shown) io.stdout.write(text);
}
