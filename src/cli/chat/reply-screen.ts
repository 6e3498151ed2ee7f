/** Shows a reply on a terminal: a spinner until a block of Markdown is complete, then the rendered block instead. */
import { createMarkdownWriter } from '../markdown/markdown-writer.ts';
import { createReplyWriter, type ReplyWriter } from '../terminal/reply-writer.ts';
import type { View } from '../views/view.ts';
import { createSpinner } from './spinner.ts';

export type ReplyScreen = {
  /** A model was asked. */
  asking(): void;
  text(piece: string): void;
  /** Says that something else is waited for, such as a summary; undefined when that is done. */
  notice(text: string | undefined): void;
  /** Resolves when everything that came is on the screen, and takes the spinner away. */
  finish(): Promise<void>;
  /** Writes other text while the spinner is shown. */
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
      spinner.setDetail(waiting);
    },
    text(piece) {
      writer ??= createMarkdownWriter({
        output: { write: (text) => spinner.around(() => output.write(text)) },
        view,
        onHeld: spinner.setDetail,
      });
      writer.write(piece);
    },
    notice(text) {
      if (writer !== undefined) return;
      spinner.start();
      spinner.setDetail(text ?? waiting);
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

/** For pipes and for terminals that cannot move their cursor: the text as it comes, without spinner and Markdown. */
export function createPlainScreen(options: {
  output: { write(text: string): unknown };
  /** Undefined: lines are not wrapped. */
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
