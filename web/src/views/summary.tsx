/** Shows a summary beside its messages, to read it, edit it, pin it, and check its facts. */

import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { WholeSummary } from '../api/types.ts';
import { FactTable } from '../parts/fact-table.tsx';
import { Figures } from '../parts/figures.tsx';
import { focusOnce } from '../parts/focus-once.ts';
import { count, percent, plural, time } from '../parts/format.ts';
import { Failure, Shown, useLoaded } from '../parts/loaded.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { MessageCard } from '../parts/message-card.tsx';
import { safeText } from '../parts/safe-text.ts';
import { SaveOrCancel } from '../parts/save-or-cancel.tsx';
import { link } from '../router.ts';

const pageSize = 50;
const mostFacts = 200;

export function SummaryView({ threadId, summaryId }: { threadId: string; summaryId: string }) {
  const loaded = useLoaded((signal) => api.summary(threadId, summaryId, { signal }), [threadId, summaryId]);
  return (
    <div class="stack">
      <p class="small">
        <a href={link(['threads', threadId])}>← The picture</a>
      </p>
      <Shown loaded={loaded}>
        {(summary) => (
          <div class="columns">
            <div class="stack">
              <Text threadId={threadId} summary={summary} reload={loaded.reload} />
              <Facts threadId={threadId} summary={summary} reload={loaded.reload} />
              <Versions threadId={threadId} summary={summary} reload={loaded.reload} />
            </div>
            <Originals threadId={threadId} summary={summary} />
          </div>
        )}
      </Shown>
    </div>
  );
}

function Text({ threadId, summary, reload }: Props) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState<Error>();
  const change = async (body: { text?: string; pinned?: boolean }) => {
    try {
      await api.changeSummary(threadId, summary.id, body);
      setText(undefined);
      setError(undefined);
      reload();
    } catch (reason) {
      setError(reason as Error);
    }
  };
  const { level, from, to, pinned, edited, stale, status } = summary;
  return (
    <section class="panel stack" aria-label="Summary">
      <div class="row">
        <h2>
          {level} summary of messages {count(from)}–{count(to)}
        </h2>
        {pinned && <span class="chip accent">pinned</span>}
        {edited && <span class="chip warm">edited, version {edited.version}</span>}
        {stale && <span class="chip bad">to be made anew</span>}
        {status !== 'live' && <span class="chip">{status}</span>}
      </div>
      <Figures
        list={[
          ['tokens', `${count(summary.tokens)} for ${count(summary.sourceTokens)}`],
          ['facts kept', percent(summary.survival)],
          ['of its own, with a source', percent(summary.fidelity)],
          ['made by', safeText(summary.model)],
          ['rewritten', plural(summary.rewrites, 'time')],
        ]}
      />
      {text === undefined ? (
        <>
          <Markdown text={summary.text} />
          <p class="row">
            <button type="button" onClick={() => setText(summary.text)}>
              Edit
            </button>
            <button type="button" onClick={() => change({ pinned: !pinned })} aria-pressed={pinned}>
              {pinned ? 'Unpin' : 'Pin'}
            </button>
            <span class="soft small">A pinned or edited text is kept by all later compactions.</span>
          </p>
        </>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            change({ text });
          }}
        >
          <label>
            <span class="small soft">What the model reads in place of these messages</span>
            <textarea
              ref={focusOnce}
              rows={12}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <p class="row">
            <SaveOrCancel cancel={() => setText(undefined)} />
          </p>
        </form>
      )}
      {error && <Failure error={error} />}
    </section>
  );
}

type Props = { threadId: string; summary: WholeSummary; reload(): void };

function Facts({ threadId, summary, reload }: Props) {
  if (summary.facts.length === 0) return null;
  return (
    <section class="panel stack" aria-label="Facts">
      <h2>Exact facts</h2>
      <FactTable
        label="Facts of this summary"
        threadId={threadId}
        facts={summary.facts.slice(0, mostFacts)}
        onChange={reload}
        more={{
          title: 'Survives',
          cell: ({ survivesIn }) => (
            <span class={`chip ${survivesIn === 'prose' ? 'good' : 'accent'}`}>
              {survivesIn === 'prose' ? 'in the text' : 'in the ledger'}
            </span>
          ),
        }}
      />
    </section>
  );
}

function Versions({ threadId, summary, reload }: Props) {
  const [error, setError] = useState<Error>();
  const restore = (text: string) =>
    api.changeSummary(threadId, summary.id, { text, note: 'an earlier version' }).then(reload, setError);
  if (summary.versions.length === 0) return null;
  return (
    <section class="panel stack" aria-label="Versions">
      <h2>What people did to it</h2>
      {summary.versions.map(({ at, action, note, before }) => (
        <details key={at + action}>
          <summary class="small">
            {time(at)}: {safeText(action.replace('-summary', ''))}
            {note && `, ${safeText(note)}`}
          </summary>
          {before === null ? (
            <p class="soft small">The text stayed as it was.</p>
          ) : (
            <>
              <p class="soft small">Its text until then:</p>
              <Markdown text={before} />
              <p>
                <button type="button" disabled={before === summary.text} onClick={() => restore(before)}>
                  Restore this text
                </button>
              </p>
            </>
          )}
        </details>
      ))}
      {error && <Failure error={error} />}
    </section>
  );
}

function Originals({ threadId, summary }: { threadId: string; summary: WholeSummary }) {
  const [after, setAfter] = useState<number[]>([]);
  const start = after.at(-1);
  const loaded = useLoaded(
    (signal) => api.expand(threadId, summary.id, { after: start, limit: pageSize }, { signal }),
    [threadId, summary.id, start],
  );
  return (
    <section class="stack" aria-label="Originals">
      <h2>{plural(summary.messages, 'message')} it stands for</h2>
      <Shown loaded={loaded}>
        {({ messages, next }) => (
          <>
            <div class="panel">
              {messages.map((message) => (
                <MessageCard key={message.id} message={message} />
              ))}
              {messages.length === 0 && <p class="soft">They are no longer there.</p>}
            </div>
            <p class="row">
              <button
                type="button"
                disabled={after.length === 0}
                onClick={() => setAfter(after.slice(0, -1))}
              >
                Earlier
              </button>
              <button
                type="button"
                disabled={next === null}
                onClick={() => setAfter([...after, messages.at(-1)!.seq])}
              >
                Later
              </button>
            </p>
          </>
        )}
      </Shown>
    </section>
  );
}
