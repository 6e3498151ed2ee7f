/** Shows the strata of a thread as a picture, and its messages. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Thread } from '../api/types.ts';
import { Figures } from '../parts/figures.tsx';
import { count, percent, plural } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { MessageList } from '../parts/message-list.tsx';
import { Strata } from '../parts/strata.tsx';
import { go } from '../router.ts';
import { useReloadOnEvents } from './thread-list.tsx';

/** `thread` may arrive later: the picture is drawn without waiting for it. */
export function OverviewView(props: { id: string; thread: Thread | undefined; at: number | undefined }) {
  const { id, thread, at } = props;
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
            <Figures
              list={[
                ['said', `${count(strata.tokens)} tokens`],
                [
                  'sent',
                  thread
                    ? `${count(thread.contextTokens)} tokens${strata.tokens > 0 ? ` (${percent(thread.contextTokens / strata.tokens)})` : ''}`
                    : '…',
                ],
                ['summaries shown', count(strata.summaries.length)],
                ['word for word', plural(strata.tail.messages, 'message')],
                strata.prepared.length > 0 && [
                  'prepared',
                  plural(strata.prepared.length, 'summary', 'summaries'),
                ],
              ]}
            />
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
                marks={strata.marks.map((mark) => ({
                  kind: mark.kind,
                  seq: mark.seq,
                  label: mark.kind === 'plan' ? `${mark.text} (${mark.state})` : mark.text,
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
