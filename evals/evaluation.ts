/** One measurement of quality on public data. `run` gives a Markdown report, or null where its data is absent. */
export type Evaluation = {
  name: string;
  title: string;
  run(options: { warn(message: string): void }): Promise<string | null>;
};
