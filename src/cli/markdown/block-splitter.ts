/**
 * Splits streamed Markdown into blocks. A block is released once nothing that follows can change it. The cost of a
 * block does not grow with the length of the reply before it.
 */
import { lexer, type Token, type Tokens } from 'marked';

export type BlockSplitter = {
  push(text: string): Token[];
  /** Text that is not released yet. */
  readonly held: string;
  end(): Token[];
};

/** Longer blocks are shown as plain text, because the parser's time may grow faster than the length of hostile text. */
const largestBlock = 20_000;
const largestCode = 200_000;
const fenced = /^ {0,3}(?:```|~~~)/u;
const endless = /^ *(?:(?:[>*+-]|\d{1,9}[.)]) ?){50}|[*_~]{100}/mu;
/** A held block is parsed again only when it has grown by this factor. */
const growth = 1.2;
const alwaysRead = 4_000;
const endsWithBlank = /\n[ ]*\n[ ]*$/u;

export function createBlockSplitter(): BlockSplitter {
  let held = '';
  let readAt = 0;
  /** Matches the fence that closes the block of code still open at the end of the held text. */
  let closing: RegExp | undefined;

  function split(): Token[] {
    // More text may still change the meaning of the last line.
    const lines = held.slice(0, held.lastIndexOf('\n') + 1);
    const tokens = read(lines);
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    if (last === -1) return [];
    const newest = tokens[last]!;
    const whole = isWhole(newest, lines);
    closing = whole ? undefined : closingOf(newest);
    const out = tokens.slice(0, whole ? last + 1 : last);
    const taken = out.map(({ raw }) => raw).join('');
    // The parser may normalize its input. Then the parsed text is no prefix of the held text, which is kept for now.
    if (taken === '' || !held.startsWith(taken)) {
      readAt = held.length < alwaysRead ? 0 : held.length * growth;
      return [];
    }
    held = held.slice(taken.length);
    readAt = 0;
    return out;
  }

  return {
    get held() {
      return held;
    },
    push(text) {
      held += text;
      // Only the end of a line can end a block.
      if (!text.includes('\n') || held.length < readAt) return [];
      if (closing !== undefined && !closing.test(held)) return [];
      return split();
    },
    end() {
      const tokens = read(held);
      held = '';
      closing = undefined;
      return tokens;
    },
  };
}

/** Parses Markdown. Text that is too much for the parser, such as endless nesting, becomes one plain paragraph. */
function read(text: string): Token[] {
  const plain: Tokens.Paragraph = {
    type: 'paragraph',
    raw: text,
    text,
    tokens: [{ type: 'text', raw: text, text }],
  };
  if (text.length > (fenced.test(text) ? largestCode : largestBlock) || endless.test(text)) return [plain];
  try {
    return lexer(text, { gfm: true });
  } catch {
    return [plain];
  }
}

/** Whether the block is complete, so that no further line can belong to it. */
function isWhole(token: Token, text: string): boolean {
  switch (token.type) {
    case 'heading':
      return /^ {0,3}#/u.test(token.raw) && text.endsWith('\n');
    case 'hr':
      return text.endsWith('\n');
    case 'paragraph':
    case 'table':
    case 'blockquote':
      return endsWithBlank.test(text);
    case 'code':
      return closingOf(token)?.test(token.raw) ?? false;
    default:
      return false;
  }
}

function closingOf(token: Token): RegExp | undefined {
  if (token.type !== 'code') return undefined;
  const fence = /^ {0,3}(`{3,}|~{3,})/u.exec(token.raw)?.[1];
  return fence === undefined ? undefined : new RegExp(`\\n {0,3}${fence}[${fence[0]}]*[ ]*(?:\\n|$)`, 'u');
}
