/** The world as commands see it: handed in, so that tests can stand in for it. */
import { wantsColour } from './terminal/style.ts';

export type Output = { write(text: string): unknown };

export type Io = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadableStream;
  readonly env: { readonly [name: string]: string | undefined };
  /** Width of the terminal now; 80 where there is none. */
  readonly columns: number;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly colour: boolean;
};

const columnsWithoutTerminal = 80;

export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process;
  const isTerminal = stdout.isTTY === true;
  return {
    stdout,
    stderr,
    stdin,
    env,
    get columns() {
      return stdout.columns || columnsWithoutTerminal;
    },
    isTerminal,
    colour: wantsColour({ isTerminal, env }),
  };
}
