/** Shows the brief of a thread: a hand-off for another agent, or for the user next week. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Thread } from '../api/types.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { count } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { Markdown } from '../parts/markdown.tsx';

export function BriefView({ thread: { id, title } }: { thread: Thread }) {
  const [detail, setDetail] = useState('medium');
  const [focus, setFocus] = useState('');
  const loaded = useLoaded(
    (signal) => api.brief(id, { detail, focus, title: title ?? undefined }, { signal }),
    [id, detail, focus, title],
  );
  return (
    <div class="stack">
      <form
        class="row small"
        onSubmit={(event) => {
          event.preventDefault();
          setFocus(String(new FormData(event.currentTarget).get('focus')));
        }}
      >
        <label>
          Size{' '}
          <select value={detail} onChange={(event) => setDetail(event.currentTarget.value)}>
            <option>short</option>
            <option>medium</option>
            <option>detailed</option>
          </select>
        </label>
        <label>
          Focus on <input name="focus" placeholder="everything" />
        </label>
        <button type="submit">Apply</button>
      </form>
      <Shown loaded={loaded}>
        {({ text, tokens }) => (
          <section class="panel stack" aria-label="Brief">
            <p class="row">
              <span class="soft small">{count(tokens)} tokens</span>
              <span class="spread">
                <CopyButton text={text} label="Copy as Markdown" />
              </span>
            </p>
            <Markdown text={text} />
          </section>
        )}
      </Shown>
    </div>
  );
}
