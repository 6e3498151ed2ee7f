/**
 * Runs the program on a real pseudo-terminal, with a terminal emulator that reads its screen. Tests wait for a text on
 * the screen and never for a time; the limit only ends a test that would fail anyway.
 */
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { childEnvironment } from './child-environment.ts';
import { longestWaitMs } from './longest-wait.ts';
import type { StyledRun } from './terminal-picture.ts';

export const program =
  process.env.EVERTHREAD_PROGRAM ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export const keys = {
  enter: '\r',
  altEnter: '\u001b\r',
  ctrlA: '\u0001',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlJ: '\n',
  ctrlU: '\u0015',
  ctrlW: '\u0017',
  tab: '\t',
  up: '\u001b[A',
  down: '\u001b[B',
  left: '\u001b[D',
  backspace: '\u007f',
} as const;

export type Pty = {
  /** Rows of the screen, without blanks at their ends. */
  screen(): string;
  /** The screen and all rows that have scrolled out of it. */
  everything(): string;
  /** The screen with its styles, row by row. */
  styled(): StyledRun[][];
  /** All bytes the program wrote. */
  raw(): string;
  cursor(): { row: number; column: number };
  send(text: string): void;
  /** Sends text as a terminal sends a paste. */
  paste(text: string): void;
  /** Resolves when the screen or the rows that scrolled out show the text. */
  until(wanted: string | RegExp | (() => boolean)): Promise<void>;
  resize(columns: number, rows: number): void;
  exited: Promise<{ exitCode: number; signal?: number | undefined }>;
  close(): Promise<void>;
};

/** The emulator is the one that VS Code uses. */
const emulator = { TERM_PROGRAM: 'vscode' };

export function openPty(
  args: readonly string[],
  options: { columns?: number; rows?: number; directory: string; env?: { [name: string]: string } },
): Pty {
  const { columns = 80, rows = 30, directory, env = {} } = options;
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true });
  const child = spawn(process.execPath, [program, ...args], {
    name: env.TERM ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd: directory,
    env: { ...childEnvironment, HOME: directory, LANG: 'C.UTF-8', TZ: 'UTC', ...emulator, ...env },
  });
  let raw = '';
  let ended = false;
  let writing = Promise.resolve();
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  child.onData((data) => {
    raw += data;
    writing = new Promise((resolve) => {
      terminal.write(data, () => {
        resolve();
        notify();
      });
    });
  });
  // Programs can query the terminal; the emulator's answers are sent to them.
  terminal.onData((answer) => child.write(answer));
  const exited = new Promise<{ exitCode: number; signal?: number | undefined }>((resolve) => {
    child.onExit((exit) => {
      ended = true;
      // The last output may still be arriving.
      setTimeout(() => writing.then(() => resolve(exit)).then(notify), 20);
    });
  });

  const read = (from: number, to: number) => {
    const lines: string[] = [];
    for (let row = from; row < to; row += 1) {
      lines.push(terminal.buffer.active.getLine(row)?.translateToString(true) ?? '');
    }
    return lines.join('\n').trimEnd();
  };
  const styledRow = (row: number): StyledRun[] => {
    const line = terminal.buffer.active.getLine(row);
    const runs: StyledRun[] = [];
    for (let column = 0; column < terminal.cols; column += 1) {
      const cell = line?.getCell(column);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const look = {
        colour: cell.isFgPalette() ? cell.getFgColor() % 8 : undefined,
        bold: cell.isBold() !== 0,
        dim: cell.isDim() !== 0,
        italic: cell.isItalic() !== 0,
        underline: cell.isUnderline() !== 0,
      };
      const text = cell.getChars() || ' ';
      const last = runs.at(-1);
      const same =
        last !== undefined &&
        Object.entries(look).every(([name, value]) => last[name as keyof typeof look] === value);
      if (same)
        runs[runs.length - 1] = { ...last, text: last.text + text, columns: last.columns + cell.getWidth() };
      else runs.push({ ...look, text, column, columns: cell.getWidth() });
    }
    return runs.map((run) => {
      const text = run.text.trimEnd();
      return { ...run, text, columns: run.columns - (run.text.length - text.length) };
    });
  };
  const rowsWritten = () => everything().split('\n').length;
  const everything = () => read(0, terminal.buffer.active.baseY + terminal.rows);

  return {
    screen: () => read(terminal.buffer.active.baseY, terminal.buffer.active.baseY + terminal.rows),
    everything,
    styled: () => Array.from({ length: rowsWritten() }, (_, row) => styledRow(row)),
    raw: () => raw,
    cursor: () => ({ row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX }),
    send: (text) => child.write(text),
    paste: (text) => child.write(`\u001b[200~${text}\u001b[201~`),
    until(wanted) {
      const seen = () => {
        if (typeof wanted === 'function') return wanted();
        return typeof wanted === 'string' ? everything().includes(wanted) : wanted.test(everything());
      };
      return new Promise((resolve, reject) => {
        const done = (error?: Error) => {
          watchers.delete(check);
          clearTimeout(timer);
          if (error === undefined) resolve();
          else reject(error);
        };
        const check = () => {
          if (seen()) done();
          else if (ended) done(new Error(`The program ended before it showed ${wanted}:\n${everything()}`));
        };
        const timer = setTimeout(
          () => done(new Error(`Waited in vain for ${wanted} on the screen:\n${everything()}`)),
          longestWaitMs,
        );
        watchers.add(check);
        check();
      });
    },
    resize(columns, rows) {
      child.resize(columns, rows);
      terminal.resize(columns, rows);
    },
    exited,
    async close() {
      if (!ended) child.kill('SIGKILL');
      await exited;
      terminal.dispose();
    },
  };
}
