/** A summary beside the messages it stands for: read, edited, pinned, and checked fact by fact. */

import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { WholeSummary } from '../api/types.ts';
import { count, percent, plural, time } from '../parts/format.ts';
import { Failure, Shown, useLoaded } from '../parts/loaded.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { MessageCard } from '../parts/message-card.tsx';
import { safeText } from '../parts/safe-text.ts';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { link } from '../router.ts';

const pageSize = 50;

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
              <Facts threadId={threadId} summary={summary} />
              <Versions summary={summary} />
            </div>
            <Originals threadId={threadId} summary={summary} />
          </div>
        )}
      </Shown>
    </div>
  );
}

function Text({ threadId, summary, reload }: { threadId: string; summary: WholeSummary; reload(): void }) {
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
      <dl class="figures">
        <div>
          <dt>tokens</dt>
          <dd>
            {count(summary.tokens)} for {count(summary.sourceTokens)}
          </dd>
        </div>
        <div>
          <dt>facts kept</dt>
          <dd>{percent(summary.survival)}</dd>
        </div>
        <div>
          <dt>of its own, with a source</dt>
          <dd>{percent(summary.fidelity)}</dd>
        </div>
        <div>
          <dt>made by</dt>
          <dd>{safeText(summary.model)}</dd>
        </div>
        <div>
          <dt>rewritten</dt>
          <dd>{plural(summary.rewrites, 'time')}</dd>
        </div>
      </dl>
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
            <textarea rows={12} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <p class="row">
            <button type="submit" class="primary">
              Save
            </button>
            <button type="button" onClick={() => setText(undefined)}>
              Cancel
            </button>
          </p>
        </form>
      )}
      {error && <Failure error={error} />}
    </section>
  );
}

function Facts({ threadId, summary }: { threadId: string; summary: WholeSummary }) {
  if (summary.facts.length === 0) return null;
  return (
    <section class="panel stack" aria-label="Facts">
      <h2>Exact facts</h2>
      <ScrollBox label="Facts of this summary">
        <table>
          <thead>
            <tr>
              <th scope="col">Fact</th>
              <th scope="col">Kind</th>
              <th scope="col">Survives</th>
              <th scope="col">Said in</th>
            </tr>
          </thead>
          <tbody>
            {summary.facts.slice(0, 200).map((fact, index) => (
              <tr key={index}>
                <td dir="auto">{safeText(fact.value)}</td>
                <td>{fact.kind}</td>
                <td>
                  <span class={`chip ${fact.survivesIn === 'prose' ? 'good' : 'accent'}`}>
                    {fact.survivesIn === 'prose' ? 'in the text' : 'in the ledger'}
                  </span>
                </td>
                <td>
                  <a href={link(['threads', threadId], { message: fact.seq })}>#{fact.seq}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function Versions({ summary }: { summary: WholeSummary }) {
  if (summary.versions.length === 0) return null;
  return (
    <section class="panel stack" aria-label="Versions">
      <h2>What people did to it</h2>
      {summary.versions.map(({ at, action, note, before }) => (
        <details key={at + action}>
          <summary class="small">
            {time(at)}: {safeText(action)}
            {note && `, ${safeText(note)}`}
          </summary>
          {before !== null && <Markdown text={before} />}
        </details>
      ))}
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
