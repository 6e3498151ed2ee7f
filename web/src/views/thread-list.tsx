/** Lists all threads, newest first, with search and filters. The list follows changes. */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { onEvent } from '../api/events.ts';
import { learnTitles } from '../api/titles.ts';
import { ago, plural, short } from '../parts/format.ts';
import { Failure, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { link } from '../router.ts';

type Filters = { query: string; owner: string; label: string; title: string; since: string };

const none: Filters = { query: '', owner: '', label: '', title: '', since: '' };
const pageSize = 50;
/** Least time between two updates of the list. */
const settleMs = 400;

export function ThreadList({ selected }: { selected: string | undefined }) {
  const [filters, setFilters] = useState(none);
  const [size, setSize] = useState(pageSize);
  const settled = useSettled(filters, settleMs);
  const { query, owner, label, title, since } = settled;
  const loaded = useLoaded(
    (signal) =>
      api.threads(
        { query, owner, label, title, updatedAfter: since && new Date(since).toISOString(), limit: size },
        { signal },
      ),
    [query, owner, label, title, since, size],
  );
  useReloadOnEvents(loaded.reload);
  const set = (name: keyof Filters) => (event: Event) =>
    setFilters({ ...filters, [name]: (event.currentTarget as HTMLInputElement).value });
  const { value, error } = loaded;
  useEffect(() => learnTitles(value?.threads ?? []), [value]);
  return (
    <aside class="side" aria-label="Threads">
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          placeholder="Threads that speak of …"
          aria-label="Threads that speak of"
          value={filters.query}
          onInput={set('query')}
        />
        <details>
          <summary>Filters</summary>
          <div class="fields">
            <label>
              Title
              <input value={filters.title} onInput={set('title')} />
            </label>
            <label>
              Owner
              <input value={filters.owner} onInput={set('owner')} />
            </label>
            <label>
              Label
              <input value={filters.label} onInput={set('label')} />
            </label>
            <label>
              Used since
              <input type="date" value={filters.since} onInput={set('since')} />
            </label>
          </div>
        </details>
      </form>
      {error && <Failure error={error} retry={loaded.reload} />}
      <ul class="threads">
        {value?.threads.map((thread) => (
          <li key={thread.id}>
            <a href={link(['threads', thread.id])} aria-current={thread.id === selected ? 'page' : undefined}>
              <span class="title" dir="auto">
                {safeText(thread.title ?? thread.id)}
              </span>
              <span class="about">
                {plural(thread.messages, 'message')} · {short(thread.tokens)} tokens · {ago(thread.updatedAt)}
                {thread.owner && ` · ${safeText(thread.owner)}`}
              </span>{' '}
              {thread.labels.map((name) => (
                <span key={name} class="chip">
                  {safeText(name)}
                </span>
              ))}
            </a>
          </li>
        ))}
        {value?.threads.length === 0 && (
          <li class="soft small panel">
            {Object.values(settled).some(Boolean) ? 'No thread fits.' : 'No threads yet.'}
          </li>
        )}
        {value?.next && (
          <li>
            <button type="button" class="quiet" onClick={() => setSize(size + pageSize)}>
              More threads
            </button>
          </li>
        )}
      </ul>
    </aside>
  );
}

function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Loads again soon after an event that changes what is shown; events in quick succession load once. */
export function useReloadOnEvents(reload: () => void, threadId?: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent(({ name, event }) => {
      if (!['change', 'summarization', 'compaction-ended'].includes(name)) return;
      if (threadId !== undefined && event.threadId !== threadId) return;
      if (threadId !== undefined && isDeletion(name, event)) {
        // The thread was deleted, so there is nothing to load.
        clearTimeout(timer);
        return;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [reload, threadId]);
}

export function isDeletion(name: string, event: { readonly [field: string]: unknown }): boolean {
  return name === 'change' && event.kind === 'deleted';
}
