/** Shows the exact context of a turn: its budget, each item with its reason, its cost, and changes to another turn. */

import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Context, ContextItem, Explanation, Thread } from '../api/types.ts';
import { BudgetBar, colourOf } from '../parts/budget-bar.tsx';
import { billing, type Change, difference } from '../parts/context-difference.ts';
import { Figures } from '../parts/figures.tsx';
import { count, money, percent, plural } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { PartView } from '../parts/message-card.tsx';
import { safeText } from '../parts/safe-text.ts';
import { Table } from '../parts/table.tsx';
import { go, link } from '../router.ts';
import { useReloadOnEvents } from './thread-list.tsx';

export function ContextView({ thread, query }: { thread: Thread; query: URLSearchParams }) {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const at = number('at');
  const comparedAt = number('beside');
  const budget = number('budget');
  const recallQuery = query.get('query') ?? '';
  const keys = [thread.id, at, comparedAt, budget, recallQuery] as const;
  const loaded = useLoaded(async (signal) => {
    const options = { budget, query: recallQuery };
    const isNow = at === undefined || at >= thread.messages;
    const [explained, comparison] = await Promise.all([
      isNow
        ? api
            .context(thread.id, options, { signal })
            .then((context): Explanation => ({ at: context.at, ranges: [], context }))
        : api.explain(thread.id, { ...options, at }, { signal }),
      comparedAt === undefined
        ? undefined
        : api.explain(thread.id, { ...options, at: comparedAt }, { signal }),
    ]);
    return { explained, comparison };
  }, keys);
  useReloadOnEvents(loaded.reload, thread.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '') || undefined;
    go(['threads', thread.id, 'context'], {
      at: text('at'),
      beside: text('beside'),
      budget: text('budget'),
      query: text('query'),
    });
  };
  return (
    <div class="stack">
      <form class="row small panel asked" onSubmit={submit} key={keys.join(' ')}>
        <label>
          Turn of message{' '}
          <input
            name="at"
            type="number"
            min={1}
            max={thread.messages}
            defaultValue={at ?? ''}
            placeholder="newest"
          />
        </label>
        <label>
          compared with{' '}
          <input
            name="beside"
            type="number"
            min={1}
            max={thread.messages}
            defaultValue={comparedAt ?? ''}
            placeholder="nothing"
          />
        </label>
        <label>
          Budget{' '}
          <input
            name="budget"
            type="number"
            min={1}
            step={1}
            defaultValue={budget ?? ''}
            placeholder="its own"
          />
        </label>
        <label>
          Recall for <input name="query" defaultValue={recallQuery} placeholder="the newest message" />
        </label>
        <button type="submit" class="primary">
          Show
        </button>
      </form>
      <Shown loaded={loaded}>
        {({ explained, comparison }) => (
          <>
            <TurnBudget thread={thread} at={explained.at} context={explained.context} />
            {comparison && (
              <Difference before={comparison.context} after={explained.context} threadId={thread.id} />
            )}
            {!comparison && (
              <Items
                items={explained.context.items.map((item) => ({ item, change: 'kept' }))}
                threadId={thread.id}
              />
            )}
            <MessageFates explanation={explained} threadId={thread.id} />
            <SentContent context={explained.context} />
          </>
        )}
      </Shown>
    </div>
  );
}

function TurnBudget({ thread, at, context }: { thread: Thread; at: number; context: Context }) {
  const { request } = context;
  return (
    <section class="panel stack" aria-label="Budget">
      <div class="row">
        <h2>
          {at >= thread.messages ? 'What a model would be sent now' : `What was sent at message ${count(at)}`}
        </h2>
        <span class="spread row">
          <a class="small" href={link(['threads', thread.id, 'context'], { at: Math.max(1, at - 1) })}>
            ← earlier
          </a>
          <a
            class="small"
            href={link(['threads', thread.id, 'context'], { at: Math.min(thread.messages, at + 1) })}
          >
            later →
          </a>
        </span>
      </div>
      <BudgetBar context={context} />
      {context.forced && <p class="chip warm">Something had to be shortened to fit.</p>}
      <Figures
        list={[
          ['sent', `${count(context.tokens)} tokens`],
          request && ['the whole history', `${count(request.historyTokens)} tokens`],
          request?.cache && ['read from the cache', `${count(request.cache.readTokens)} tokens`],
          request?.cache && ['written to it', `${count(request.cache.writtenTokens)} tokens`],
          request?.cache && ['neither', `${count(request.cache.newTokens)} tokens`],
          request?.costUsd && [
            'cost, beside the whole history',
            `${money(request.costUsd.sent)} / ${money(request.costUsd.history)}`,
          ],
        ]}
      />
      {!request && (
        <p class="soft small">No context was made at this turn; this is what would have been sent.</p>
      )}
    </section>
  );
}

function Difference({ before, after, threadId }: { before: Context; after: Context; threadId: string }) {
  const changes = difference(before, after);
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.filter(({ change }) => change !== 'kept');
  const unchanged = changes.filter(({ change }) => change === 'kept').length;
  return (
    <section class="stack" aria-label="Difference">
      <div class="row">
        <h2>
          Difference to message {count(before.at)}: {count(before.tokens)} → {count(after.tokens)} tokens
        </h2>
        <label class="spread row small">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />{' '}
          also the {plural(unchanged, 'item')} in both
        </label>
      </div>
      {shown.length === 0 ? (
        <p class="soft">Nothing differs.</p>
      ) : (
        <Items items={shown} threadId={threadId} titled={false} />
      )}
    </section>
  );
}

function Items({
  items,
  threadId,
  titled = true,
}: {
  items: readonly Change[];
  threadId: string;
  titled?: boolean;
}) {
  return (
    <section class="stack" aria-label="Items">
      {titled && <h2>Each part, and why it is there</h2>}
      <ul class="items">
        {items.map(({ item, change, before }, index) => (
          <li
            key={index}
            class={`item ${change === 'added' || change === 'gone' ? change : ''}`}
            style={{ '--swatch': colourOf(item.section) }}
          >
            <div class="row">
              <b>{item.section}</b>
              <span class="chip">{item.kind}</span>
              {change !== 'kept' && (
                <span class={`chip ${change === 'gone' ? 'bad' : 'good'}`}>{change}</span>
              )}
              <Place item={item} threadId={threadId} />
              <span class="spread small soft">
                {before !== undefined && `${count(before)} → `}
                {count(item.tokens)} tokens
              </span>
            </div>
            {!item.reason.startsWith('summary of messages') && <p class="why">{safeText(item.reason)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ item, threadId }: { item: ContextItem; threadId: string }) {
  const { summaryId, from, to } = item;
  const range = from === null || to === null ? undefined : from === to ? `#${from}` : `#${from}–${to}`;
  if (summaryId)
    return <a href={link(['threads', threadId, 'summaries', summaryId])}>summary of {range ?? 'messages'}</a>;
  return range && from !== null ? <a href={link(['threads', threadId], { message: from })}>{range}</a> : null;
}

function MessageFates({ explanation, threadId }: { explanation: Explanation; threadId: string }) {
  if (explanation.ranges.length === 0) return null;
  return (
    <details class="panel">
      <summary>What became of every message</summary>
      <Table
        label="Ranges"
        rows={explanation.ranges}
        keyOf={({ from }) => from}
        columns={[
          {
            title: 'Messages',
            cell: ({ from, to }) => (
              <a href={link(['threads', threadId], { message: from })}>
                {count(from)}–{count(to)}
              </a>
            ),
          },
          {
            title: 'Fate',
            cell: ({ fate, summary }) =>
              summary ? <a href={link(['threads', threadId, 'summaries', summary.id])}>{fate}</a> : fate,
          },
          { title: 'Reason', cell: ({ reason }) => safeText(reason) },
        ]}
      />
    </details>
  );
}

function SentContent({ context }: { context: Context }) {
  const { content, request, stable, tokens } = context;
  const states = request?.cache ? billing(content, request.cache) : undefined;
  return (
    <section class="stack" aria-label="Content">
      <h2>Exactly what is sent</h2>
      <p class="soft small">
        {plural(content.length, 'message')}; the first {count(stable)} of them (
        {percent(sum(content.slice(0, stable)) / Math.max(1, tokens))} of the tokens) stay as they are until
        the next compaction.
      </p>
      <ul class="items">
        {content.map(({ role, name, parts, tokens: size }, index) => (
          <li key={index}>
            <details class="item">
              <summary>
                <b>{safeText(name ?? role)}</b> <span class="soft">{count(size)} tokens</span>{' '}
                {states ? (
                  <span class={`chip ${{ cached: 'good', written: 'warm', new: 'accent' }[states[index]!]}`}>
                    {states[index]}
                  </span>
                ) : (
                  <span class="chip">{index < stable ? 'stable' : 'new each time'}</span>
                )}
              </summary>
              {parts.map((part, place) => (
                <PartView key={place} part={part} plain />
              ))}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sum = (content: readonly { tokens: number }[]) =>
  content.reduce((total, { tokens }) => total + tokens, 0);
