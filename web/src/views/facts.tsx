/** Shows the standing rules and exact facts of a thread, each with the message it comes from. */

import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Fact, Rule } from '../api/types.ts';
import { FactTable } from '../parts/fact-table.tsx';
import { plural, time } from '../parts/format.ts';
import { Failure, Shown, useLoaded } from '../parts/loaded.tsx';
import { safeText } from '../parts/safe-text.ts';
import { link } from '../router.ts';
import { useReloadOnEvents } from './thread-list.tsx';

const pageSize = 100;

export function FactsView({ threadId }: { threadId: string }) {
  const rules = useLoaded((signal) => api.rules(threadId, { signal }), [threadId]);
  const facts = useLoaded((signal) => api.facts(threadId, { signal }), [threadId]);
  useReloadOnEvents(rules.reload, threadId);
  useReloadOnEvents(facts.reload, threadId);
  return (
    <div class="stack">
      <section class="panel stack" aria-label="Rules">
        <h2>Standing instructions</h2>
        <Shown loaded={rules}>
          {(value) => <Rules threadId={threadId} rules={value.rules} reload={rules.reload} />}
        </Shown>
      </section>
      <section class="panel stack" aria-label="Facts">
        <h2>Exact facts</h2>
        <Shown loaded={facts}>
          {(value) => <Facts threadId={threadId} facts={value.facts} reload={facts.reload} />}
        </Shown>
      </section>
    </div>
  );
}

function Rules({ threadId, rules, reload }: { threadId: string; rules: readonly Rule[]; reload(): void }) {
  const [error, setError] = useState<Error>();
  const revoke = (rule: Rule) => api.removeRule(threadId, rule.id).then(reload, setError);
  if (rules.length === 0)
    return <p class="soft">None yet. “Always …” or “never …” in your own words makes one.</p>;
  return (
    <>
      {error && <Failure error={error} />}
      <ul class="items">
        {rules.map((rule) => {
          const ended = rule.revokedBy !== undefined || rule.ended !== undefined;
          return (
            <li
              key={rule.id}
              class="item"
              style={{ '--swatch': ended ? 'var(--line)' : 'var(--section-pinned)' }}
            >
              <p dir="auto">{ended ? <del>{safeText(rule.text)}</del> : safeText(rule.text)}</p>
              <p class="row small soft">
                <span>
                  said in <a href={link(['threads', threadId], { message: rule.seq })}>#{rule.seq}</a>,{' '}
                  {time(rule.at)}
                </span>
                {ended ? (
                  <span class="chip">
                    {rule.ended === 'removed'
                      ? 'revoked by hand'
                      : rule.revokedBy
                        ? `ended by #${rule.revokedBy}`
                        : 'ended'}
                  </span>
                ) : (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => revoke(rule)}
                    aria-label={`Revoke: ${safeText(rule.text)}`}
                  >
                    Revoke
                  </button>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Facts({ threadId, facts, reload }: { threadId: string; facts: readonly Fact[]; reload(): void }) {
  const [filter, setFilter] = useState('');
  const [kind, setKind] = useState('');
  const [size, setSize] = useState(pageSize);
  const kinds = [...new Set(facts.map((fact) => fact.kind))].sort();
  const matching = facts.filter(
    (fact) =>
      (kind === '' || fact.kind === kind) &&
      `${fact.value} ${fact.subject ?? ''}`.toLowerCase().includes(filter.toLowerCase()),
  );
  return (
    <>
      <p class="row small">
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter facts"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <select
          aria-label="Kind of fact"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        >
          <option value="">all kinds</option>
          {kinds.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <span class="soft">{plural(matching.length, 'fact')}</span>
      </p>
      <FactTable
        label="Facts of this thread"
        threadId={threadId}
        facts={matching.slice(0, size)}
        onChange={reload}
        more={{
          title: 'Before',
          class: 'soft',
          cell: ({ valueHistory }) =>
            valueHistory?.map(({ value, seq }) => `${safeText(value)} (#${seq})`).join(', '),
        }}
      />
      {matching.length > size && (
        <button type="button" class="quiet" onClick={() => setSize(size + pageSize)}>
          More facts
        </button>
      )}
      <p class="soft small">
        A correction holds in every later context, through all compactions, until it is taken back or
        something newer is said. What was said stays as it was.
      </p>
    </>
  );
}
