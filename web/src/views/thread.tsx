/** Shows one thread: its head, and the chosen view. */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { onEvent, onReturn } from '../api/events.ts';
import type { Thread } from '../api/types.ts';
import { focusOnce } from '../parts/focus-once.ts';
import { ago, count, percent, plural } from '../parts/format.ts';
import { Failure, Shown, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { SaveOrCancel } from '../parts/save-or-cancel.tsx';
import { go, link } from '../router.ts';
import { BriefView } from './brief.tsx';
import { ChatView } from './chat.tsx';
import { ContextView } from './context.tsx';
import { CostView } from './cost.tsx';
import { EventsView, inWords } from './events.tsx';
import { FactsView } from './facts.tsx';
import { OverviewView } from './overview.tsx';
import { SearchView } from './search.tsx';
import { SummaryView } from './summary.tsx';
import { isDeletion, useReloadOnEvents } from './thread-list.tsx';

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
  const { value: thread, error } = loaded;
  if (error && !thread) return <Failure error={error} retry={loaded.reload} />;
  return (
    <>
      {error && <Failure error={error} retry={loaded.reload} />}
      <Head id={id} thread={thread} reload={loaded.reload} />
      <nav class="tabs" aria-label="Views of this thread">
        {tabs.map(([name, label]) => (
          <a
            key={name}
            href={link(name === '' ? ['threads', id] : ['threads', id, name])}
            aria-current={active === name ? 'page' : undefined}
            ref={active === name ? keepInSight : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {view === '' ? (
        <OverviewView id={id} thread={thread} at={Number(query.get('message')) || undefined} />
      ) : (
        <Shown loaded={loaded}>
          {(known) => <Body thread={known} view={view} rest={rest} query={query} />}
        </Shown>
      )}
    </>
  );
}

/** Scrolls the chosen view into sight, because on a phone the row of views is wider than the screen. */
function keepInSight(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
      return <BriefView thread={thread} />;
    case 'cost':
      return <CostView thread={thread} />;
    case 'events':
      return <EventsView threadId={thread.id} />;
    default:
      return <p class="soft">There is no such view.</p>;
  }
}

/** Events that the head of a thread reports, in any view. */
const noticed: ReadonlySet<string> = new Set(['compaction-started', 'summarization', 'summarizer-fallback']);

function Head({ id, thread, reload }: { id: string; thread: Thread | undefined; reload(): void }) {
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<Error>();
  const [note, setNote] = useState('');
  useEffect(
    () =>
      onEvent((happened) => {
        if (happened.event.threadId !== id) return;
        if (isDeletion(happened.name, happened.event)) setNote('This thread was deleted.');
        else if (noticed.has(happened.name)) setNote(safeText(inWords(happened)));
      }),
    [id],
  );
  // What was under way when the server went is not any more.
  useEffect(() => onReturn(() => setNote('')), []);
  const compact = async () => {
    setNote('Summarizing …');
    setError(undefined);
    try {
      const result = await api.compact(id);
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
  return (
    <header class="head">
      <p class="back small">
        <a href={link([])}>← All threads</a>
      </p>
      {editing && thread ? (
        <Details
          thread={thread}
          done={() => {
            setEditing(false);
            reload();
          }}
        />
      ) : (
        <div class="row">
          <h1 dir="auto">{safeText(thread?.title ?? id)}</h1>
          <button type="button" class="quiet small" onClick={() => setEditing(true)} disabled={!thread}>
            Details
          </button>
          <button type="button" class="spread" onClick={compact} disabled={!thread}>
            Summarize now
          </button>
        </div>
      )}
      <p class="soft small about">
        <span class="mono">{safeText(id)}</span>
        {thread && (
          <>
            {' '}
            · {plural(thread.messages, 'message')} · {count(thread.tokens)} tokens ·{' '}
            {plural(thread.summaries, 'summary', 'summaries')} · used {ago(thread.updatedAt)}
            {thread.owner && ` · ${safeText(thread.owner)}`}{' '}
            {thread.labels.map((label) => (
              <span key={label} class="chip">
                {safeText(label)}
              </span>
            ))}
          </>
        )}
      </p>
      <p role="status" class="small">
        {note}
      </p>
      {error && <Failure error={error} />}
    </header>
  );
}

/** Changes the title, owner and labels of a thread, or deletes it. */
function Details({ thread, done }: { thread: Thread; done(): void }) {
  const [error, setError] = useState<Error>();
  const [removing, setRemoving] = useState(false);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const labels = text('labels')
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean);
    const details = { title: text('title') || null, owner: text('owner') || null, labels };
    await api.updateThread(thread.id, details).then(done, setError);
  };
  return (
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
      {error && <Failure error={error} />}
      {removing ? (
        <div class="notice bad row">
          <p>This thread and its {plural(thread.messages, 'message')} cannot be brought back.</p>
          <button
            type="button"
            class="danger"
            ref={focusOnce}
            onClick={() => api.deleteThread(thread.id).then(() => go([]), setError)}
          >
            Delete it for ever
          </button>
          <button type="button" onClick={() => setRemoving(false)}>
            Keep it
          </button>
        </div>
      ) : (
        <p class="row">
          <SaveOrCancel cancel={done} />
          <button type="button" class="danger spread" onClick={() => setRemoving(true)}>
            Delete this thread …
          </button>
        </p>
      )}
    </form>
  );
}
