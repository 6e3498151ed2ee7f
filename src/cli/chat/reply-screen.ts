/** A reply on a terminal: a spinner until a block is whole, the blocks as Markdown, and nothing of the spinner left behind. */
import { createMarkdownWriter } from '../markdown/markdown-writer.ts';
import type { View } from '../views/view.ts';
import { createReplyWriter, type ReplyWriter } from './reply-writer.ts';
import { createSpinner } from './spinner.ts';

export type ReplyScreen = {
  /** A model was asked. */
  asking(): void;
  text(piece: string): void;
  /** Something else is waited for: a summary, before the model is asked. Undefined: no longer. */
  notice(text: string | undefined): void;
  /** Resolves when everything that came is on the screen, and takes the spinner away. */
  finish(): Promise<void>;
  /** Other text, while the reply is still waited for. */
  around(write: () => void): void;
  clear(): void;
};

export function createReplyScreen(options: {
  output: { write(text: string): unknown };
  view(): View;
  now(): number;
}): ReplyScreen {
  const { output, view, now } = options;
  const { colour, ascii = false } = view();
  const spinner = createSpinner({ output, columns: () => view().columns, colour, ascii, now });
  const waiting = 'Ctrl-C stops';
  let writer: ReplyWriter | undefined;

  return {
    asking() {
      spinner.start();
      spinner.tell(waiting);
    },
    text(piece) {
      writer ??= createMarkdownWriter({
        output: { write: (text) => spinner.around(() => output.write(text)) },
        view,
        onHeld: spinner.tell,
      });
      writer.write(piece);
    },
    notice(text) {
      if (writer !== undefined) return;
      spinner.start();
      spinner.tell(text ?? waiting);
    },
    async finish() {
      await writer?.end();
      writer = undefined;
      spinner.stop();
    },
    around: spinner.around,
    clear: spinner.stop,
  };
}

/** The same where nothing can move, or nobody looks: the text as it comes. */
export function createPlainScreen(options: {
  output: { write(text: string): unknown };
  /** Where there are none, no line is broken. */
  columns: (() => number) | undefined;
}): ReplyScreen {
  const { output, columns = () => Number.MAX_SAFE_INTEGER } = options;
  let writer: ReplyWriter | undefined;
  return {
    asking() {},
    text(piece) {
      writer ??= createReplyWriter({ output, columns });
      writer.write(piece);
    },
    notice() {},
    async finish() {
      await writer?.end();
      writer = undefined;
    },
    around: (write) => write(),
    clear() {},
  };
}
