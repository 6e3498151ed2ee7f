/** Renders Markdown as elements, built from tokens and never from HTML: HTML in a message is shown as text. */

import { lexer, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { cut, safeLink, safeText } from './safe-text.ts';
import { ScrollBox } from './scroll-box.tsx';

/** Longer text is drawn in steps, because ten megabytes of a single message would block the page. */
const drawnAtOnce = 20_000;

export function Markdown({ text }: { text: string }) {
  const [limit, setLimit] = useState(drawnAtOnce);
  const { shown, more } = cut(text, limit);
  const tokens = useMemo(() => lexer(safeText(shown)), [shown]);
  return (
    <div class="markdown" dir="auto">
      <Blocks tokens={tokens} />
      {more > 0 && (
        <button type="button" class="quiet" onClick={() => setLimit(limit * 4)}>
          Show more ({more.toLocaleString('en')} characters left)
        </button>
      )}
    </div>
  );
}

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return <>{tokens.map((token, index) => block(token, index))}</>;
}

function block(token: Token, key: number): ComponentChildren {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      // Headings in a message get lower levels than the headings of the page.
      const Heading =
        (['h4', 'h4', 'h5', 'h5', 'h6', 'h6'] as const)[(token as Tokens.Heading).depth - 1] ?? 'h6';
      return <Heading key={key}>{inline(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p key={key}>{inline(token.tokens)}</p>;
    case 'code':
      return <Code key={key} text={(token as Tokens.Code).text} language={(token as Tokens.Code).lang} />;
    case 'blockquote':
      return (
        <blockquote key={key}>
          <Blocks tokens={(token as Tokens.Blockquote).tokens} />
        </blockquote>
      );
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const content = items.map((item, index) => (
        <li key={index}>
          {item.task && <span title={item.checked ? 'done' : 'to do'}>{item.checked ? '☑ ' : '☐ '}</span>}
          <Blocks tokens={item.tokens} />
        </li>
      ));
      return ordered ? (
        <ol key={key} start={Number(start) || 1}>
          {content}
        </ol>
      ) : (
        <ul key={key}>{content}</ul>
      );
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return (
        <ScrollBox key={key} label="Table">
          <table>
            <thead>
              <tr>
                {header.map((cell, index) => (
                  <th key={index}>{inline(cell.tokens)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>{inline(cell.tokens)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      );
    }
    case 'hr':
      return <hr key={key} />;
    case 'text':
      return <span key={key}>{'tokens' in token && token.tokens ? inline(token.tokens) : token.raw}</span>;
    default:
      return (
        <p key={key} class="raw">
          {token.raw}
        </p>
      );
  }
}

function inline(tokens: readonly Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => {
    switch (token.type) {
      case 'strong':
        return <strong key={index}>{inline(token.tokens)}</strong>;
      case 'em':
        return <em key={index}>{inline(token.tokens)}</em>;
      case 'del':
        return <del key={index}>{inline(token.tokens)}</del>;
      case 'codespan':
        return <code key={index}>{(token as Tokens.Codespan).text}</code>;
      case 'br':
        return <br key={index} />;
      case 'link': {
        const { href, tokens: label } = token as Tokens.Link;
        const address = safeLink(href);
        return address ? (
          <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
            {inline(label)}
          </a>
        ) : (
          <span key={index} class="raw">
            {token.raw}
          </span>
        );
      }
      case 'image': {
        // Images are not loaded: their server would learn that the message was read.
        const { href, text } = token as Tokens.Image;
        return (
          <span key={index} class="chip">
            image: {text || href}
          </span>
        );
      }
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? inline(token.tokens) : token.text;
      default:
        return token.raw;
    }
  });
}

function Code({ text, language }: { text: string; language: string | undefined }) {
  return (
    <figure class="code">
      {language && <figcaption>{language.slice(0, 40)}</figcaption>}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
