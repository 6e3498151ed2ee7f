/** A thread's strata as a picture, and its messages. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Thread } from '../api/types.ts';
import { count, percent, plural } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { MessageList } from '../parts/message-list.tsx';
import { Strata } from '../parts/strata.tsx';
import { go } from '../router.ts';
import { useReloadOnEvents } from './thread-list.tsx';

export function OverviewView({ thread, at }: { thread: Thread; at: number | undefined }) {
  const { id } = thread;
  const loaded = useLoaded((signal) => api.strata(id, { signal }), [id]);
  const [edits, setEdits] = useState(0);
  useReloadOnEvents(loaded.reload, id);
  const jump = (event: SubmitEvent) => {
    event.preventDefault();
    go(['threads', id], {
      message: Number(new FormData(event.currentTarget as HTMLFormElement).get('message')),
    });
  };
  return (
    <Shown loaded={loaded}>
      {(strata) => (
        <div class="stack">
          <section class="panel stack" aria-label="Strata">
            <dl class="figures">
              <div>
                <dt>said</dt>
                <dd>{count(strata.tokens)} tokens</dd>
              </div>
              <div>
                <dt>sent</dt>
                <dd>
                  {count(thread.contextTokens)} tokens
                  {strata.tokens > 0 && ` (${percent(thread.contextTokens / strata.tokens)})`}
                </dd>
              </div>
              <div>
                <dt>summaries shown</dt>
                <dd>{count(strata.summaries.length)}</dd>
              </div>
              <div>
                <dt>word for word</dt>
                <dd>{plural(strata.tail.messages, 'message')}</dd>
              </div>
              {strata.prepared.length > 0 && (
                <div>
                  <dt>prepared</dt>
                  <dd>{plural(strata.prepared.length, 'summary', 'summaries')}</dd>
                </div>
              )}
            </dl>
            {strata.messages === 0 ? (
              <p class="soft">Nothing has been said yet.</p>
            ) : (
              <Strata
                total={strata.messages}
                tailFrom={strata.tail.from}
                strata={[
                  ...strata.summaries.map((summary) => ({ ...summary, shown: true })),
                  ...strata.prepared.map((summary) => ({ ...summary, shown: false })),
                ]}
                marks={strata.marks.map(({ kind, seq, text, state }) => ({
                  kind,
                  seq,
                  label: state ? `${text} (${state})` : text,
                }))}
                onSummary={(summaryId) => go(['threads', id, 'summaries', summaryId])}
                onMessage={(seq) => go(['threads', id], { message: seq })}
              />
            )}
          </section>
          {strata.messages > 0 && (
            <section class="stack" aria-label="Messages">
              <form class="row small" onSubmit={jump}>
                <h2>Messages</h2>
                <label class="spread">
                  Go to number{' '}
                  <input
                    name="message"
                    type="number"
                    min={1}
                    max={strata.messages}
                    required
                    key={at}
                    defaultValue={at ?? ''}
                  />
                </label>
                <button type="submit">Go</button>
              </form>
              <MessageList
                threadId={id}
                total={strata.messages}
                tailFrom={strata.tail.from}
                at={at}
                revision={edits}
                onChange={() => {
                  setEdits(edits + 1);
                  loaded.reload();
                }}
              />
            </section>
          )}
        </div>
      )}
    </Shown>
  );
}
