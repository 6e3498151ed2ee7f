/** A configuration file as read: its value, and the line of each key for errors and for `everthread config`. */
export type ConfigDocument = {
  readonly value: unknown;
  /** The line of the key at the end of this path, from 1. */
  lineOf(path: readonly string[]): number | undefined;
};

/** A syntax error in a configuration file, at `line` if that is known. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
