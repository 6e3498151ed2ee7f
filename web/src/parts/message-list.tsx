/** Lists the messages of a thread; only the pages in sight are loaded. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { Message } from '../api/types.ts';
import { count } from './format.ts';
import { Failure } from './loaded.tsx';
import { MessageCard } from './message-card.tsx';
import { VirtualList } from './virtual-list.tsx';

const pageSize = 50;
/** Pages are loaded only when scrolling pauses for this long, so that pages that are scrolled past are not loaded. */
const settleMs = 80;
/** Pages that are kept; older ones are loaded again when they come into sight. */
const mostPages = 60;
/** Rows of one list, because browsers cannot scroll through a million; buttons lead to the next list. */
const blockSize = 100_000;

type Props = {
  threadId: string;
  total: number;
  tailFrom: number;
  at: number | undefined;
  revision: unknown;
  onChange(): void;
};

export function MessageList({ threadId, total, tailFrom, at, revision, onChange }: Props) {
  const anchor = Math.min(Math.max(at ?? total, 1), Math.max(total, 1));
  const [block, setBlock] = useState(Math.floor((anchor - 1) / blockSize));
  const [pages, setPages] = useState<ReadonlyMap<number, readonly Message[]>>(new Map());
  const [error, setError] = useState<Error>();
  const requestedPages = useRef(new Set<number>());

  useEffect(() => setBlock(Math.floor((anchor - 1) / blockSize)), [at]);

  const load = useCallback(
    async (page: number) => {
      if (requestedPages.current.has(page)) return;
      requestedPages.current.add(page);
      try {
        const { messages } = await api.messages(threadId, { after: page * pageSize, limit: pageSize });
        setPages((known) => {
          const keptPages = [...known].slice(-mostPages + 1);
          for (const [other] of known)
            if (!keptPages.some(([one]) => one === other)) requestedPages.current.delete(other);
          return new Map(keptPages).set(page, messages);
        });
        setError(undefined);
      } catch (reason) {
        requestedPages.current.delete(page);
        setError(reason as Error);
      }
    },
    [threadId],
  );

  const first = block * blockSize;
  const rows = Math.min(blockSize, total - first);
  const visibleRows = useRef<{ from: number; to: number }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const loadVisible = useCallback(() => {
    if (!visibleRows.current) return;
    const { from, to } = visibleRows.current;
    const last = Math.floor((first + to) / pageSize);
    for (let page = Math.floor((first + from) / pageSize); page <= last; page += 1) load(page);
  }, [first, load]);
  const onRange = useCallback(
    (from: number, to: number) => {
      visibleRows.current = { from, to };
      clearTimeout(timer.current);
      timer.current = setTimeout(loadVisible, pages.size === 0 ? 0 : settleMs);
    },
    [loadVisible, pages.size === 0],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    requestedPages.current.clear();
    setPages(new Map());
    // If the rows in sight stay the same, nothing else would load them again.
    loadVisible();
  }, [threadId, revision]);
  const messageAt = (seq: number) =>
    pages.get(Math.floor((seq - 1) / pageSize))?.find((message) => message.seq === seq);

  return (
    <div class="stack">
      {error && <Failure error={error} />}
      {total > blockSize && (
        <p class="row small">
          <button type="button" disabled={block === 0} onClick={() => setBlock(block - 1)}>
            Earlier
          </button>
          messages {count(first + 1)}–{count(first + rows)} of {count(total)}
          <button type="button" disabled={first + rows >= total} onClick={() => setBlock(block + 1)}>
            Later
          </button>
        </p>
      )}
      <div class="messages">
        <VirtualList
          key={`${threadId} ${block}`}
          label="Messages"
          count={rows}
          estimate={96}
          at={at === undefined ? undefined : anchor - 1 - first}
          onRange={onRange}
          row={(index) => {
            const seq = first + index + 1;
            const message = messageAt(seq);
            return message ? (
              <MessageCard
                message={message}
                inTail={seq >= tailFrom}
                target={seq === at}
                onChange={onChange}
              />
            ) : (
              <p class="message soft">#{seq} …</p>
            );
          }}
        />
      </div>
    </div>
  );
}
