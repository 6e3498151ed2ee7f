/** Searches one thread or all, and shows the messages that were found. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { titleOf } from '../api/titles.ts';
import type { Hit, Message } from '../api/types.ts';
import { time } from '../parts/format.ts';
import { Highlighted } from '../parts/highlighted.tsx';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { go, link } from '../router.ts';

const pageSize = 20;

export function SearchView({ threadId, query }: { threadId: string | undefined; query: string }) {
  const [size, setSize] = useState(pageSize);
  const loaded = useLoaded(
    async (signal) =>
      (query === '' ? undefined : api.search(threadId, { query, limit: size }, { signal })) ?? {
        hits: [],
        next: null,
      },
    [threadId, query, size],
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget as HTMLFormElement).get('query'));
    setSize(pageSize);
    go(threadId === undefined ? ['search'] : ['threads', threadId, 'search'], { query });
  };
  return (
    <div class="stack">
      {threadId === undefined && <h1>Search in all threads</h1>}
      <form class="row" onSubmit={submit}>
        <input
          key={query}
          name="query"
          type="search"
          defaultValue={query}
          required
          aria-label="What to look for"
          placeholder="What was said about …"
          class="wide"
        />
        <button type="submit" class="primary">
          Search
        </button>
      </form>
      {query !== '' && (
        <Shown loaded={loaded}>
          {({ hits, next }) => (
            <>
              <p class="soft small" role="status">
                {hits.length === 0
                  ? 'Nothing found. Other words may help.'
                  : `${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}, best first`}
              </p>
              <ol class="hits">
                {hits.map((hit) => (
                  <HitView key={hit.message.id} hit={hit} query={query} named={threadId === undefined} />
                ))}
              </ol>
              {next && size < 100 && (
                <button type="button" class="quiet" onClick={() => setSize(Math.min(100, size + pageSize))}>
                  More hits
                </button>
              )}
            </>
          )}
        </Shown>
      )}
    </div>
  );
}

function HitView({ hit, query, named }: { hit: Hit; query: string; named: boolean }) {
  const { message, before, after, reasons, threadId } = hit;
  return (
    <li class="panel">
      <p class="row small soft">
        <a href={link(['threads', threadId], { message: message.seq })}>#{message.seq}</a>
        <b>{safeText(message.name ?? message.role)}</b>
        <time dateTime={message.createdAt}>{time(message.createdAt)}</time>
        {named && <a href={link(['threads', threadId])}>{safeText(titleOf(threadId))}</a>}
        <span class="spread">{safeText(reasons.join(', '))}</span>
      </p>
      <p>
        <Highlighted text={allText(message)} query={query} />
      </p>
      {before.length + after.length > 0 && (
        <details class="small">
          <summary>Around it</summary>
          {[...before, message, ...after].map((near) => (
            <p key={near.id}>
              <span class="soft">
                #{near.seq} {safeText(near.name ?? near.role)}:{' '}
              </span>
              <Highlighted text={allText(near)} query={query} />
            </p>
          ))}
        </details>
      )}
    </li>
  );
}

function allText({ parts }: Message): string {
  return parts
    .map((part) => {
      if ('text' in part) return part.text;
      if (part.type === 'tool-call') return `${part.name} ${JSON.stringify(part.input)}`;
      if (part.type === 'tool-result')
        return typeof part.output === 'string' ? part.output : JSON.stringify(part.output);
      return '';
    })
    .join('\n');
}
