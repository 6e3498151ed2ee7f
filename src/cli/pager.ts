/** Text that is taller than the screen, a page at a time: in the user's own pager, in less, or at once where there is none. */
import { spawn } from 'node:child_process';
import type { Io } from './io.ts';

/** As git starts it: colours stay, a text that fits is only shown, and the text stays on the screen. */
const lessOptions = 'FRX';
const notFound = 127;

/** Whether the text is shown page by page rather than written at once. */
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
    // Whoever has read enough leaves before the end.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
  if (!shown) io.stdout.write(text);
}
