/** Shows a text cut around the words of a query, with these words marked. */
import { safeText } from './safe-text.ts';

const around = 160;
const most = 900;

export function Highlighted({ text, query }: { text: string; query: string }) {
  const words = wordsOf(query);
  const safe = safeText(text);
  if (words.length === 0) return <span dir="auto">{safe.slice(0, most)}</span>;
  const pattern = new RegExp(`((?:${words.map(escaped).join('|')})[\\p{L}\\p{N}]*)`, 'giu');
  const first = safe.search(pattern);
  const start = Math.max(0, first - around);
  const part = safe.slice(start, start + most);
  return (
    <span dir="auto">
      {start > 0 && '… '}
      {part
        .split(pattern)
        .map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}
      {start + most < safe.length && ' …'}
    </span>
  );
}

/** The query's words without their last letters, so that other endings are marked too. */
function wordsOf(query: string): string[] {
  return [...new Set(query.match(/[\p{L}\p{N}_./-]{2,}/gu) ?? [])]
    .sort((one, other) => other.length - one.length)
    .map((word) => (word.length > 6 ? word.slice(0, word.length - 2) : word));
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
