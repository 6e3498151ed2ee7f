/** Loads data from the server for a view, and shows that it is loading, the data, or the error. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { onReturn } from '../api/events.ts';

export type Loaded<Value> = {
  value: Value | undefined;
  error: Error | undefined;
  /** Loads the data again; the old data stays until the new has arrived. */
  reload(): void;
};

export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  keys: readonly unknown[],
): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    setValue(undefined);
    setError(undefined);
  }, keys);
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (loaded) => {
        if (abort.signal.aborted) return;
        setValue(loaded);
        setError(undefined);
      },
      (reason) => {
        if (!abort.signal.aborted) setError(reason instanceof Error ? reason : new Error(String(reason)));
      },
    );
    return () => abort.abort();
  }, [...keys, round]);
  const reload = useCallback(() => setRound((past) => past + 1), []);
  useEffect(() => onReturn(reload), [reload]);
  return { value, error, reload };
}

export function Shown<Value>({
  loaded,
  children,
}: {
  loaded: Loaded<Value>;
  children(value: Value): ComponentChildren;
}) {
  const { value, error, reload } = loaded;
  if (value === undefined && !error) {
    return (
      <p class="soft loading" role="status">
        Loading …
      </p>
    );
  }
  // If loading again fails, the old data stays, with anything the user has begun to type into it.
  return (
    <>
      {error && <Failure error={error} retry={reload} />}
      {value !== undefined && children(value)}
    </>
  );
}

export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>{error.message}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
