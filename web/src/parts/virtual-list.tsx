/** A list of any length that draws only the rows in sight. Rows may have any height. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

export type VirtualListProps = {
  /** Name of the list for screen readers. */
  label: string;
  count: number;
  estimate: number;
  /** The row to scroll to, at first and when it changes. Default: the last one. */
  at?: number | undefined;
  row(index: number): ComponentChildren;
  /** Called with the drawn rows whenever they change. */
  onRange?(first: number, last: number): void;
};

export function VirtualList({ label, count, estimate, at, row, onRange }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [, draw] = useReducer((version: number) => version + 1, 0);
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLLIElement>(options()));

  function options(): VirtualizerOptions<HTMLDivElement, HTMLLIElement> {
    return {
      count,
      getScrollElement: () => box.current,
      estimateSize: () => estimate,
      overscan: 8,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => draw(0),
    };
  }

  virtualizer.setOptions({ ...virtualizer.options, ...options() });
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useEffect(() => {
    if (count === 0) return;
    if (at === undefined) virtualizer.scrollToIndex(count - 1, { align: 'end' });
    else virtualizer.scrollToIndex(Math.min(at, count - 1), { align: 'start' });
  }, [at, count > 0, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [first, last, count]);

  return (
    <div ref={box} class="virtual" tabIndex={0} role="region" aria-label={label}>
      <ol style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map((item) => (
          <li
            key={item.key}
            data-index={item.index}
            ref={(element: HTMLLIElement | null) => virtualizer.measureElement(element)}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {row(item.index)}
          </li>
        ))}
      </ol>
    </div>
  );
}
