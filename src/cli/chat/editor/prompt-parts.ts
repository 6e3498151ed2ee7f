/** What the prompt stands on, what it asks of its owner, and what it can do. */
import type { Choice } from './chooser.ts';

/** A terminal that reads keys and writes signs; `process.stdin` and `process.stdout` make one. */
export type Terminal = {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
  readonly ascii: boolean;
  /** When it becomes narrower, it breaks the row the cursor is in, as most do. */
  readonly reflows: boolean;
  write(text: string): void;
  /** Starts raw mode; the result ends it. */
  open(on: { data(text: string): void; end(): void; resize(): void }): () => void;
  /** Stops the process as Ctrl-Z does; resolves when it goes on. */
  suspend(): Promise<void>;
};

/** Where the text to complete begins, and what may stand there instead. */
export type Completion = { start: number; options: readonly string[] };

export type PromptHandlers = {
  submit(text: string): void;
  /** Ctrl-C or Escape while the prompt is hidden. */
  interrupt(): void;
  /** Ctrl-D, Ctrl-C twice, or the terminal went away. */
  end(): void;
  complete(text: string): Promise<Completion | undefined>;
  /** What was sent before, oldest first. */
  history(): readonly string[];
  /** The text in an editor of the user's own; undefined where it stays as it is. The terminal is free meanwhile. */
  edit(text: string): Promise<string | undefined>;
};

export type Prompt = {
  show(): void;
  /** Takes it away while something else writes. Keys wait until it is back. */
  hide(): void;
  /** Whole lines, above the prompt where it is shown. */
  print(text: string): void;
  /** One grey line above the prompt while it is shown; undefined takes it away. */
  status(text: string | undefined): void;
  /** One of a list, by its place; undefined where none is chosen. */
  choose(options: { title: string; choices: readonly Choice[] }): Promise<number | undefined>;
  /** Gives the terminal to another program until it ends. */
  lend<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Puts the text on the line. */
  put(text: string): void;
  close(): void;
};
