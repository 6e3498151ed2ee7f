/**
 * Writes a model's reply to a terminal as Markdown, block by block while the next block still arrives. Heavy modules
 * are loaded when the first piece needs them; `end` resolves when all is on the screen.
 */
import type { Token, Tokens } from 'marked';
import type { ReplyWriter } from '../terminal/reply-writer.ts';
import { createPieceSanitizer } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import type { View } from '../views/view.ts';
import type { BlockSplitter } from './block-splitter.ts';
import type { Highlight } from './highlight.ts';

export function createMarkdownWriter(options: {
  output: { write(text: string): unknown };
  view(): View;
  /** Called with the text that arrived but is not on the screen yet. */
  onHeld?(text: string): void;
}): ReplyWriter {
  const { output, view, onHeld } = options;
  const pieces = createPieceSanitizer();
  let work = Promise.resolve();
  let splitter: BlockSplitter | undefined;
  let highlight: Promise<Highlight> | undefined;
  let started = false;

  async function open(): Promise<BlockSplitter> {
    splitter ??= (await import('./block-splitter.ts')).createBlockSplitter();
    return splitter;
  }

  async function show(tokens: readonly Token[]): Promise<void> {
    if (tokens.length === 0) return;
    const { blockLines, blockLook } = await import('./blocks.ts');
    const { colour } = view();
    if (colour && tokens.some(holdsCode)) {
      highlight ??= import('./highlight.ts').then(({ loadHighlight }) =>
        loadHighlight(createStyle({ colour })),
      );
    }
    const lines = blockLines(tokens, blockLook(view(), await highlight));
    if (lines.length === 0) return;
    onHeld?.('');
    output.write(`${started ? '\n' : ''}${lines.join('\n')}\n`);
    started = true;
  }

  const then = (step: () => Promise<void>): Promise<void> => {
    work = work.then(step);
    return work;
  };

  return {
    write(piece) {
      void then(async () => {
        const blocks = await open();
        await show(blocks.push(pieces.push(piece)));
        onHeld?.(blocks.held);
      });
    },
    end: () =>
      then(async () => {
        if (splitter === undefined) return;
        await show([...splitter.push(pieces.end()), ...splitter.end()]);
        onHeld?.('');
      }),
  };
}

/** Whether the token contains, at any depth, a block of code that names its language. */
function holdsCode(token: Token): boolean {
  if (token.type === 'code') return (token as Tokens.Code).lang !== undefined;
  const { tokens = [], items = [] } = token as { tokens?: Token[]; items?: Token[] };
  return [...tokens, ...items].some(holdsCode);
}
