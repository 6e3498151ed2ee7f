/**
 * A script without its string literals and comments, so that a search finds code only. Each literal becomes `§12§`, its
 * place in the list. A short one, such as the mode of `open`, is repeated after it: `§12§<w>`.
 */
export type Masked = {
  masked: string;
  /** Null for a literal with interpolated values. */
  texts: (string | null)[];
};

const mode = /^[a-z+>]{1,4}$/;

export function maskTexts(code: string): Masked {
  const texts: (string | null)[] = [];
  const pieces: string[] = [];
  /** The beginning of the code that is in no piece yet. */
  let from = 0;
  let index = 0;
  while (index < code.length) {
    const comment = commentAt(code, index);
    const quote = comment > 0 ? undefined : /^(?:"""|'''|"|'|`)/.exec(code.slice(index, index + 3))?.[0];
    if (comment === 0 && quote === undefined) {
      index += 1;
      continue;
    }
    const before = code.slice(from, index).replaceAll('§', ' ');
    if (quote === undefined) {
      pieces.push(before);
      index += comment;
    } else {
      const prefix = /(?<![\w$])[rbfu]{1,2}$/i.exec(before.slice(-3))?.[0] ?? '';
      pieces.push(before.slice(0, before.length - prefix.length));
      const end = endOf(code, index + quote.length, quote);
      const text = code.slice(index + quote.length, end);
      const isFormatted = /f/i.test(prefix) && text.includes('{');
      const isPut = isFormatted || /\$\{|#\{|(?<!\\)\$[A-Za-z]/.test(text);
      pieces.push(`§${texts.length}§${mode.test(text) ? `<${text}>` : ''}`);
      texts.push(isPut ? null : text.replace(/\\(.)/g, '$1'));
      index = end + quote.length;
    }
    from = index;
  }
  pieces.push(code.slice(from).replaceAll('§', ' '));
  return { masked: pieces.join(''), texts };
}

/** The length of a comment that begins here; 0 for none. */
function commentAt(code: string, index: number): number {
  const isStart = index === 0 || /\s/.test(code[index - 1]!);
  if (!isStart || !/^(?:#(?!\{)|\/\/)/.test(code.slice(index, index + 2))) return 0;
  const end = code.indexOf('\n', index);
  return (end === -1 ? code.length : end) - index;
}

function endOf(code: string, from: number, quote: string): number {
  let index = from;
  while (index < code.length && !code.startsWith(quote, index)) {
    // An apostrophe that is no quote ends at its line.
    if (quote.length === 1 && quote !== '`' && code[index] === '\n') return index;
    index += code[index] === '\\' ? 2 : 1;
  }
  return Math.min(index, code.length);
}
