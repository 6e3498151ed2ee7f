/** The process's terminal, as the prompt's `Terminal`. */
import type { ReadStream, WriteStream } from 'node:tty';
import type { Terminal } from './prompt-parts.ts';

const rowsWithoutTerminal = 24;
const columnsWithoutTerminal = 80;

export function processTerminal(options: {
  input: ReadStream;
  output: WriteStream;
  colour: boolean;
  ascii: boolean;
  env: { readonly [name: string]: string | undefined };
}): Terminal {
  const { input, output, colour, ascii, env } = options;
  /** What was written while another program has the screen. */
  let delayedText: string[] | undefined;
  return {
    colour,
    ascii,
    // The terminal of VS Code leaves wrapping to the program.
    reflows: env.TERM_PROGRAM !== 'vscode',
    get columns() {
      return output.columns || columnsWithoutTerminal;
    },
    get rows() {
      return output.rows || rowsWithoutTerminal;
    },
    write(text) {
      if (delayedText === undefined) output.write(text);
      else delayedText.push(text);
    },
    open({ data, end, resize }) {
      input.setRawMode(true);
      // Joins characters whose bytes arrive in two pieces.
      input.setEncoding('utf8');
      input.on('data', data);
      input.on('end', end);
      // Stays after closing, because an error nobody listens to ends the process. Opening again must not add another.
      input.off('error', end);
      input.on('error', end);
      output.on('resize', resize);
      // However the process ends, the shell gets its terminal back.
      const restore = () => input.setRawMode(false);
      process.once('exit', restore);
      input.resume();
      const waiting = delayedText ?? [];
      delayedText = undefined;
      for (const text of waiting) output.write(text);
      return ({ lent = false } = {}) => {
        if (lent) delayedText = [];
        process.off('exit', restore);
        output.off('resize', resize);
        input.off('data', data);
        input.off('end', end);
        input.setRawMode(false);
        input.pause();
      };
    },
    suspend: () =>
      new Promise((resolve) => {
        input.setRawMode(false);
        process.once('SIGCONT', () => {
          input.setRawMode(true);
          resolve();
        });
        process.kill(process.pid, 'SIGTSTP');
      }),
  };
}
