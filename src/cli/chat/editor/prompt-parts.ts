/** Types of the prompt: the terminal it draws on, the handlers it calls, and its own methods. */
import type { Choice } from './chooser.ts';

/** A terminal that sends keys and shows text; terminal.ts makes one of `process.stdin` and `process.stdout`. */
export type Terminal = {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
  readonly ascii: boolean;
  /** Whether it wraps the cursor's row when it becomes narrower, as most terminals do. */
  readonly reflows: boolean;
  write(text: string): void;
  /**
   * Starts raw mode; the result ends it. With `lent`, another program has the screen until this is opened again: what is
   * written meanwhile, such as the notice of a compaction, appears after that.
   */
  open(on: { data(text: string): void; end(): void; resize(): void }): (how?: { lent?: boolean }) => void;
  /** Stops the process as Ctrl-Z does; resolves when it goes on. */
  suspend(): Promise<void>;
};

/** Where the text to complete begins, and the texts that can replace it. */
export type Completion = { start: number; options: readonly string[] };

export type PromptHandlers = {
  submit(text: string): void;
  /** Ctrl-C or Escape while the prompt is hidden. */
  interrupt(): void;
  /** Ctrl-D, Ctrl-C twice, or the terminal went away. */
  end(): void;
  complete(text: string): Promise<Completion | undefined>;
  /** Lines that were sent earlier, oldest first. */
  history(): readonly string[];
  /** Opens the text in the user's editor, resolves to what was saved; undefined leaves the line as it is. */
  edit(text: string): Promise<string | undefined>;
};

export type Prompt = {
  show(): void;
  /** Removes the prompt while something else writes. Keys are kept until it is shown again. */
  hide(): void;
  /** Writes whole lines, above the prompt if it is shown. */
  print(text: string): void;
  /** Shows one grey line above the prompt; undefined removes it. */
  status(text: string | undefined): void;
  /** Resolves to the index of the chosen entry; undefined if none was chosen. */
  choose(options: { title: string; choices: readonly Choice[] }): Promise<number | undefined>;
  /** Gives the terminal to another program until it ends. */
  lend<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Puts the text on the line. */
  put(text: string): void;
  close(): void;
};
