/** Shows exact facts with the messages they come from, and lets the user correct one. */
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Fact } from '../api/types.ts';
import { link } from '../router.ts';
import { focusOnce } from './focus-once.ts';
import { Failure } from './loaded.tsx';
import { safeText } from './safe-text.ts';
import { SaveOrCancel } from './save-or-cancel.tsx';
import { type Column, Table } from './table.tsx';

type Props<Row extends Fact> = {
  label: string;
  threadId: string;
  facts: readonly Row[];
  /** One more column, chosen by the view. */
  more: Column<Row>;
  onChange(): void;
};

export function FactTable<Row extends Fact>({ label, threadId, facts, more, onChange }: Props<Row>) {
  const columns: Column<Row>[] = [
    { title: 'Fact', cell: (fact) => <Value threadId={threadId} fact={fact} onChange={onChange} /> },
    { title: 'Kind', cell: ({ kind }) => kind },
    {
      title: 'Said in',
      cell: ({ seq }) => <a href={link(['threads', threadId], { message: seq })}>#{seq}</a>,
    },
    more,
  ];
  return <Table label={label} columns={columns} rows={facts} keyOf={({ id }) => id} />;
}

function Value({ threadId, fact, onChange }: { threadId: string; fact: Fact; onChange(): void }) {
  const [right, setRight] = useState<string>();
  const [error, setError] = useState<Error>();
  const correct = async (value: string | null) => {
    try {
      await api.correctFact(threadId, fact.id, { value });
      setRight(undefined);
      setError(undefined);
      onChange();
    } catch (reason) {
      setError(reason as Error);
    }
  };
  const name = safeText(fact.value);
  return (
    <>
      {fact.subject && <span class="soft">{safeText(fact.subject)}: </span>}
      {name}{' '}
      {fact.corrected && (
        <>
          <span class="chip warm">corrected, was {safeText(fact.corrected.value)}</span>{' '}
        </>
      )}
      {right === undefined ? (
        <button
          type="button"
          class="quiet inline"
          aria-label={`Correct: ${name}`}
          onClick={() => setRight(fact.value)}
        >
          Correct
        </button>
      ) : (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            correct(right);
          }}
        >
          <label class="grow">
            <span class="small soft">What is right</span>
            <input
              value={right}
              required
              maxLength={2_000}
              ref={focusOnce}
              onInput={(event) => setRight(event.currentTarget.value)}
            />
          </label>
          <SaveOrCancel cancel={() => setRight(undefined)} />
        </form>
      )}
      {fact.corrected && right === undefined && (
        <button
          type="button"
          class="quiet inline"
          aria-label={`Take back the correction: ${name}`}
          onClick={() => correct(null)}
        >
          Take back
        </button>
      )}
      {error && <Failure error={error} />}
    </>
  );
}
