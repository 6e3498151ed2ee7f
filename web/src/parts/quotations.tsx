/** An answer without a model: passages of the thread, each with who said it and when. */
import { link } from '../router.ts';
import { time } from './format.ts';
import { Markdown } from './markdown.tsx';
import { safeText } from './safe-text.ts';

export type Quotation = { seq: number; role: string; name?: string; at: string; text: string };

/** What was found for a question, with the reasons to doubt it. */
export type Found = {
  sources: readonly Quotation[];
  /** Words of the question that no passage has. */
  unmatched: readonly string[];
  corrections: readonly { from: string; to: string }[];
};

export function Quotations({ threadId, found }: { threadId: string; found: Found }) {
  const { sources, unmatched, corrections } = found;
  const missing = unmatched.map((word) => `“${safeText(word)}”`).join(', ');
  return (
    <>
      {corrections.length > 0 && (
        <p class="small soft">
          I read {corrections.map(({ from, to }) => `“${safeText(from)}” as “${safeText(to)}”`).join(', ')}.
        </p>
      )}
      {sources.length === 0 && <p>I found nothing on {missing || 'that'} in this thread.</p>}
      {sources.length > 0 && missing !== '' && (
        <p class="small soft">I am not sure: nothing here speaks of {missing}. The nearest:</p>
      )}
      {sources.map(({ seq, role, name, at, text }) => (
        <figure key={seq} class="quotation">
          <figcaption class="small">
            <a class="mono" href={link(['threads', threadId], { message: seq })}>
              #{seq}
            </a>{' '}
            <b>{safeText(name ?? role)}</b> <span class="soft">{time(at)}</span>
          </figcaption>
          <Markdown text={text} />
        </figure>
      ))}
      <p class="small soft">Quoted from this thread; no model is configured.</p>
    </>
  );
}
