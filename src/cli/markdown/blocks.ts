/** Renders blocks of Markdown as lines for a terminal. The lines hold no raw control characters of the text. */
import type { Token, Tokens } from 'marked';
import { sanitize } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import type { View } from '../views/view.ts';
import type { Highlight } from './highlight.ts';
import { type InlineLook, inlineSpans } from './inline.ts';
import { wrapSpans } from './spans.ts';
import { tableLines } from './table.ts';

export type BlockLook = InlineLook & {
  columns: number;
  symbols: { bullet: string; bar: string; rule: string; done: string; open: string };
  highlight: Highlight | undefined;
};

const codeIndent = '  ';
const narrowest = 16;
const widestRule = 40;
/** Longer lines are hard to read. */
const widest = 100;

export function blockLook(view: View, highlight?: Highlight): BlockLook {
  const { columns, colour, ascii = false } = view;
  return {
    style: createStyle({ colour }),
    colour,
    // The last column stays free, because some terminals wrap a full line by themselves.
    columns: Math.min(widest, Math.max(narrowest, columns - 1)),
    symbols: ascii
      ? { bullet: '-', bar: '|', rule: '-', done: '[x]', open: '[ ]' }
      : { bullet: '•', bar: '│', rule: '─', done: '☑', open: '☐' },
    highlight,
  };
}

/** Lines of all blocks, with an empty line between two blocks. */
export function blockLines(tokens: readonly Token[], look: BlockLook): string[] {
  const blocks = tokens.map((token) => linesOf(token, look)).filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function linesOf(token: Token, look: BlockLook): string[] {
  const { style, columns, symbols } = look;
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      const paint = (text: string) => (depth === 1 ? style.underline(style.bold(text)) : style.bold(text));
      return textLines(tokens, look, paint);
    }
    case 'paragraph':
    case 'text': {
      const { tokens, text } = token as Tokens.Paragraph;
      return textLines(tokens ?? [{ type: 'text', raw: text, text }], look);
    }
    case 'code':
      return codeLines(token as Tokens.Code, look);
    case 'list':
      return listLines(token as Tokens.List, look);
    case 'blockquote': {
      const inner = blockLines((token as Tokens.Blockquote).tokens, narrower(look, 2));
      return inner.map((line) => `${style.dim(symbols.bar)} ${line}`.trimEnd());
    }
    case 'table':
      return tableLines(token as Tokens.Table, { ...look, rule: symbols.rule });
    case 'hr':
      return [style.dim(symbols.rule.repeat(Math.min(widestRule, columns)))];
    default:
      // HTML and link definitions are shown as written, so that nothing of the reply is hidden.
      return textLines([{ type: 'text', raw: token.raw, text: token.raw.trimEnd() }], look);
  }
}

function textLines(tokens: readonly Token[], look: BlockLook, paint?: (text: string) => string): string[] {
  return wrapSpans(inlineSpans(tokens, look, paint), look.columns).map(({ text }) => text);
}

/** Lines of code are not wrapped, because people copy them. */
function codeLines({ text, lang = '' }: Tokens.Code, { style, highlight }: BlockLook): string[] {
  const language = sanitize(lang.split(/\s/u)[0] ?? '').slice(0, 40);
  const code = sanitize(text);
  const shown = highlight?.(code, language.toLowerCase()) ?? code;
  const label = language === '' ? [] : [`${codeIndent}${style.dim(language)}`];
  return [...label, ...shown.split('\n').map((line) => `${codeIndent}${line}`.trimEnd())];
}

function listLines({ items, ordered, start, loose }: Tokens.List, look: BlockLook): string[] {
  const { style, symbols } = look;
  const first = typeof start === 'number' ? start : 1;
  const width = ordered ? `${first + items.length - 1}.`.length + 1 : 2;
  const blocks = items.map(({ tokens, task, checked }, index) => {
    const bullet = ordered ? `${first + index}.`.padStart(width - 1) : symbols.bullet;
    const box = task ? `${checked === true ? symbols.done : symbols.open} ` : '';
    const content = tokens.filter(({ type }) => type !== 'checkbox');
    const lines = loose
      ? blockLines(content, narrower(look, width + box.length))
      : content.flatMap((token) => linesOf(token, narrower(look, width + box.length)));
    const indent = ' '.repeat(width);
    return (lines.length === 0 ? [''] : lines).map((line, place) =>
      (place === 0 ? `${style.cyan(bullet)} ${box}${line}` : `${indent}${line}`).trimEnd(),
    );
  });
  return blocks.flatMap((lines, index) => (loose && index > 0 ? ['', ...lines] : lines));
}

function narrower(look: BlockLook, by: number): BlockLook {
  return { ...look, columns: Math.max(narrowest, look.columns - by) };
}
