/** One measurement of quality on public data. `run` returns a Markdown report, or null if its data is missing. */
export type Evaluation = {
  name: string;
  title: string;
  run(options: { warn(message: string): void }): Promise<string | null>;
};
