/** Streams, environment and terminal of a command. They are passed in, so that tests can replace them. */
import { wantsColour } from './terminal/style.ts';

export type Output = { write(text: string): unknown };

export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadableStream;
  readonly env: { readonly [name: string]: string | undefined };
  /** The working directory. */
  readonly directory: string;
  /** Width of the terminal now; 80 where there is none. */
  readonly columns: number;
  /** Height of the terminal now; 24 where there is none. */
  readonly rows: number;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard input is a terminal: somebody can be asked. */
  readonly inputIsTerminal: boolean;
  /** Whether standard error is a terminal: progress can be drawn there while output goes into a pipe. */
  readonly errorIsTerminal: boolean;
  readonly colour: boolean;
};

const columnsWithoutTerminal = 80;
const rowsWithoutTerminal = 24;

export function processIo(): Io {
  const { stdout, stderr, env } = process;
  const isTerminal = stdout.isTTY === true;
  return {
    stdout,
    stderr,
    // Opened only on use, because opening standard input takes time that most commands need not spend.
    get stdin() {
      return process.stdin;
    },
    env,
    directory: process.cwd(),
    get columns() {
      return stdout.columns || columnsWithoutTerminal;
    },
    get rows() {
      return stdout.rows || rowsWithoutTerminal;
    },
    isTerminal,
    get inputIsTerminal() {
      return process.stdin.isTTY === true;
    },
    errorIsTerminal: stderr.isTTY === true,
    colour: wantsColour({ isTerminal, env }),
  };
}
