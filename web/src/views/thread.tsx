/** One thread: its head, and the view of it that was chosen. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Thread } from '../api/types.ts';
import { focusOnce } from '../parts/focus-once.ts';
import { ago, count, percent, plural } from '../parts/format.ts';
import { Failure, Shown, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { go, link } from '../router.ts';
import { BriefView } from './brief.tsx';
import { ChatView } from './chat.tsx';
import { ContextView } from './context.tsx';
import { CostView } from './cost.tsx';
import { EventsView } from './events.tsx';
import { FactsView } from './facts.tsx';
import { OverviewView } from './overview.tsx';
import { SearchView } from './search.tsx';
import { SummaryView } from './summary.tsx';
import { useReloadOnEvents } from './thread-list.tsx';

const tabs = [
  ['', 'Strata'],
  ['context', 'Context'],
  ['chat', 'Chat'],
  ['facts', 'Rules and facts'],
  ['search', 'Search'],
  ['brief', 'Brief'],
  ['cost', 'Cost'],
  ['events', 'Events'],
] as const;

type Props = { id: string; view: string | undefined; rest: readonly string[]; query: URLSearchParams };

export function ThreadView({ id, view = '', rest, query }: Props) {
  const loaded = useLoaded((signal) => api.thread(id, { signal }), [id]);
  useReloadOnEvents(loaded.reload, id);
  const active = view === 'summaries' ? '' : view;
  return (
    <Shown loaded={loaded}>
      {(thread) => (
        <>
          <Head thread={thread} reload={loaded.reload} />
          <nav class="tabs" aria-label="Views of this thread">
            {tabs.map(([name, label]) => (
              <a
                key={name}
                href={link(name === '' ? ['threads', id] : ['threads', id, name])}
                aria-current={active === name ? 'page' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
          <Body thread={thread} view={view} rest={rest} query={query} />
        </>
      )}
    </Shown>
  );
}

function Body({ thread, view, rest, query }: { thread: Thread } & Omit<Props, 'id'>) {
  switch (view) {
    case 'context':
      return <ContextView thread={thread} query={query} />;
    case 'summaries':
      return <SummaryView threadId={thread.id} summaryId={rest[0] ?? ''} />;
    case 'facts':
      return <FactsView threadId={thread.id} />;
    case 'chat':
      return <ChatView thread={thread} />;
    case 'search':
      return <SearchView threadId={thread.id} query={query.get('query') ?? ''} />;
    case 'brief':
      return <BriefView threadId={thread.id} />;
    case 'cost':
      return <CostView thread={thread} />;
    case 'events':
      return <EventsView threadId={thread.id} />;
    default:
      return <OverviewView thread={thread} at={Number(query.get('message')) || undefined} />;
  }
}

function Head({ thread, reload }: { thread: Thread; reload(): void }) {
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<Error>();
  const [note, setNote] = useState('');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    try {
      await api.updateThread(thread.id, {
        title: text('title') || null,
        owner: text('owner') || null,
        labels: text('labels')
          .split(',')
          .map((label) => label.trim())
          .filter(Boolean),
      });
      setEditing(false);
      setError(undefined);
      reload();
    } catch (reason) {
      setError(reason as Error);
    }
  };
  const compact = async () => {
    setNote('Summarizing …');
    setError(undefined);
    try {
      const result = await api.compact(thread.id);
      setNote(
        result.compacted
          ? `${plural(result.receipt.messagesCompressed, 'message')} summarized: ${count(result.receipt.tokensBefore)} → ${count(result.receipt.tokensAfter)} tokens, ${percent(result.receipt.survival)} of the exact facts kept.`
          : result.reason,
      );
      reload();
    } catch (reason) {
      setNote('');
      setError(reason as Error);
    }
  };
  const remove = async () => {
    if (!confirm(`Delete this thread with its ${plural(thread.messages, 'message')}? This cannot be undone.`))
      return;
    await api.deleteThread(thread.id).then(() => go([]), setError);
  };
  return (
    <header class="head">
      <p class="back small">
        <a href={link([])}>← All threads</a>
      </p>
      {editing ? (
        <form class="panel stack" onSubmit={save}>
          <label>
            Title <input name="title" ref={focusOnce} defaultValue={thread.title ?? ''} />
          </label>
          <label>
            Owner <input name="owner" defaultValue={thread.owner ?? ''} />
          </label>
          <label>
            Labels, with commas <input name="labels" defaultValue={thread.labels.join(', ')} />
          </label>
          <p class="row">
            <button type="submit" class="primary">
              Save
            </button>
            <button type="button" onClick={() => setEditing(false)}>
              Cancel
            </button>
            <button type="button" class="danger spread" onClick={remove}>
              Delete this thread …
            </button>
          </p>
        </form>
      ) : (
        <div class="row">
          <h1 dir="auto">{safeText(thread.title ?? thread.id)}</h1>
          <button type="button" class="quiet small" onClick={() => setEditing(true)}>
            Rename
          </button>
          <button type="button" class="spread" onClick={compact}>
            Summarize now
          </button>
        </div>
      )}
      <p class="soft small">
        <span class="mono">{safeText(thread.id)}</span> · {plural(thread.messages, 'message')} ·{' '}
        {count(thread.tokens)} tokens · {plural(thread.summaries, 'summary', 'summaries')} · used{' '}
        {ago(thread.updatedAt)}
        {thread.owner && ` · ${safeText(thread.owner)}`}{' '}
        {thread.labels.map((label) => (
          <span key={label} class="chip">
            {safeText(label)}
          </span>
        ))}
      </p>
      <p role="status" class="small">
        {note}
      </p>
      {error && <Failure error={error} />}
    </header>
  );
}
