/** Renders the inside of a paragraph as styled spans. Markup without a style of its own is shown as it was written. */
import type { Token, Tokens } from 'marked';
import { sanitize } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import type { Paint, Span } from './spans.ts';

const entities: { readonly [name: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Without colour, inline code keeps its backticks, because nothing else would mark it. */
export type InlineLook = { style: Style; colour: boolean };

export function inlineSpans(
  tokens: readonly Token[],
  look: InlineLook,
  paint: Paint = (text) => text,
): Span[] {
  const { style } = look;
  const inside = (token: { tokens?: Token[] | undefined; text: string }, own: Paint) =>
    inlineSpans(token.tokens ?? [{ type: 'text', raw: token.text, text: token.text }], look, (text) =>
      paint(own(text)),
    );
  return tokens.flatMap((token): Span[] => {
    switch (token.type) {
      case 'strong':
        return inside(token as Tokens.Strong, style.bold);
      case 'em':
        return inside(token as Tokens.Em, style.italic);
      case 'del':
        return inside(token as Tokens.Del, style.strike);
      case 'codespan': {
        const code = look.colour ? (token as Tokens.Codespan).text : token.raw;
        return [{ text: sanitize(code), paint: (text) => paint(style.cyan(text)) }];
      }
      case 'link':
        return linkSpans(token as Tokens.Link, look, paint);
      case 'image': {
        const { text, href } = token as Tokens.Image;
        return [{ text: sanitize(`[image: ${text}] (${href})`), paint }];
      }
      case 'br':
        return [{ text: '\n', paint }];
      case 'escape':
        return [{ text: sanitize((token as Tokens.Escape).text), paint }];
      case 'text': {
        const { tokens: inner, text } = token as Tokens.Text;
        return inner === undefined
          ? [{ text: sanitize(decoded(text)), paint }]
          : inlineSpans(inner, look, paint);
      }
      default:
        return [{ text: sanitize(token.raw), paint }];
    }
  });
}

/** Always shows the address of a link, because its text could name another one. */
function linkSpans(token: Tokens.Link, look: InlineLook, paint: Paint): Span[] {
  const { href, text, tokens } = token;
  const words = inlineSpans(tokens, look, (part) => paint(look.style.underline(part)));
  const named = href === text || href === `mailto:${text}` || href === `http://${text}`;
  return named
    ? words
    : [...words, { text: sanitize(` (${href})`), paint: (part) => paint(look.style.dim(part)) }];
}

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/gu, (entity) => entities[entity] ?? entity);
}
