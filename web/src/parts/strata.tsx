/**
 * Draws a thread: its messages from left to right, their summaries above them, a row for each level, and at the right
 * the newest messages, which are sent verbatim. Zooms from the whole thread to single messages.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, plural, short } from './format.ts';
import { allMessages, leftEdge, pan, rangeInSight, type Sight, zoom } from './scale.ts';
import { Axis, Log } from './strata-log.tsx';
import { type Stratum, stratumLabel } from './stratum-label.ts';
import { useWidth } from './use-width.ts';

export type Mark = { seq: number; kind: string; label: string };

export type StrataProps = {
  total: number;
  /** The first message that is sent verbatim. */
  tailFrom: number;
  strata: readonly Stratum[];
  marks: readonly Mark[];
  selected?: string | undefined;
  onSummary(id: string): void;
  onMessage(seq: number): void;
};

const rowHeight = 26;
const rowGap = 4;
const axisHeight = 22;
const logHeight = 22;
/** Narrower blocks get no label. */
const labelled = 54;

export function Strata(props: StrataProps) {
  const { total, tailFrom, strata, marks, selected, onSummary, onMessage } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [sight, setSight] = useState<Sight>(() => allMessages(total));
  const [hint, setHint] = useState('');
  // Levels without summaries get no row.
  const tiers = useMemo(() => [...new Set(strata.map(({ tier }) => tier))].sort((a, b) => a - b), [strata]);
  useEffect(() => setSight(allMessages(total)), [total]);

  const visible = strata.filter(({ from, to }) => to >= sight.from && from <= sight.to);
  const logTop = Math.max(1, tiers.length) * (rowHeight + rowGap);
  const height = logTop + logHeight + axisHeight;
  const x = (seq: number) => leftEdge(sight, seq) * width;

  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const share = (event.clientX - box.current!.getBoundingClientRect().left) / width;
    setSight(
      event.shiftKey
        ? pan(sight, total, event.deltaY > 0 ? 0.2 : -0.2)
        : zoom(sight, total, event.deltaY > 0 ? 1.5 : 1 / 1.5, share),
    );
  };

  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      '+': () => setSight(zoom(sight, total, 0.5)),
      '=': () => setSight(zoom(sight, total, 0.5)),
      '-': () => setSight(zoom(sight, total, 2)),
      '0': () => setSight(allMessages(total)),
      '[': () => setSight(pan(sight, total, -0.5)),
      ']': () => setSight(pan(sight, total, 0.5)),
      ArrowRight: () => focusNeighbour(1, 0),
      ArrowLeft: () => focusNeighbour(-1, 0),
      ArrowUp: () => focusNeighbour(0, 1),
      ArrowDown: () => focusNeighbour(0, -1),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };

  const focusNeighbour = (along: number, up: number) => {
    const id = (document.activeElement as SVGElement | null)?.getAttribute?.('data-summary');
    const current = strata.find((block) => block.id === id) ?? visible[0];
    if (!current) return;
    const next = neighbour(strata, current, along, up) ?? current;
    if (next.to < sight.from || next.from > sight.to) setSight(rangeInSight(next, total));
    requestAnimationFrame(() =>
      box.current?.querySelector<SVGElement>(`[data-summary="${CSS.escape(next.id)}"]`)?.focus(),
    );
  };

  return (
    <figure class="strata">
      <Tools sight={sight} total={total} onSight={setSight} />
      <div ref={box} class="strata-picture" onWheel={wheel} onKeyDown={keys}>
        <svg
          width={width}
          height={height}
          role="group"
          aria-label={`Strata: ${plural(strata.length, 'summary', 'summaries')} over ${plural(total, 'message')}`}
        >
          {visible.map((block) => (
            <Block
              key={block.id}
              block={block}
              left={Math.max(0, x(block.from))}
              right={Math.min(width, x(block.to + 1))}
              top={logTop - (tiers.indexOf(block.tier) + 1) * (rowHeight + rowGap)}
              selected={block.id === selected}
              onOpen={() => onSummary(block.id)}
              onCloser={() => setSight(rangeInSight(block, total))}
              onHint={setHint}
            />
          ))}
          <Log
            sight={sight}
            total={total}
            tailFrom={tailFrom}
            width={width}
            top={logTop}
            onMessage={onMessage}
            onHint={setHint}
          />
          {marks
            .filter(({ seq }) => seq >= sight.from && seq <= sight.to)
            .map((mark) => (
              <path
                key={`${mark.kind}${mark.seq}${mark.label}`}
                class={`mark mark-${mark.kind}`}
                d={`M${(x(mark.seq) + x(mark.seq + 1)) / 2} ${logTop + 2}l5 8h-10z`}
                onMouseEnter={() => setHint(`${mark.kind} at message ${count(mark.seq)}: ${mark.label}`)}
              >
                <title>{`${mark.kind} at message ${mark.seq}: ${mark.label}`}</title>
              </path>
            ))}
          <Axis sight={sight} total={total} width={width} top={logTop + logHeight} />
        </svg>
      </div>
      <figcaption>
        <span class="hint" aria-live="polite">
          {hint ||
            'Point at a block, or move with the arrow keys; Enter opens it, + and − zoom, 0 shows all.'}
        </span>
        <Legend hasMarks={marks.length > 0} />
      </figcaption>
    </figure>
  );
}

type ToolsProps = { sight: Sight; total: number; onSight(sight: Sight): void };

function Tools({ sight, total, onSight }: ToolsProps) {
  return (
    <div class="strata-tools" role="toolbar" aria-label="Zoom of the picture">
      <button type="button" onClick={() => onSight(zoom(sight, total, 0.5))} aria-label="Closer">
        +
      </button>
      <button type="button" onClick={() => onSight(zoom(sight, total, 2))} aria-label="Further away">
        −
      </button>
      <button type="button" onClick={() => onSight(pan(sight, total, -0.5))} aria-label="Earlier">
        ←
      </button>
      <button type="button" onClick={() => onSight(pan(sight, total, 0.5))} aria-label="Later">
        →
      </button>
      <button type="button" onClick={() => onSight(allMessages(total))}>
        All
      </button>
      <span class="soft">
        messages {count(sight.from)}–{count(Math.min(sight.to, total))} of {count(total)}
      </span>
    </div>
  );
}

type BlockProps = {
  block: Stratum;
  left: number;
  right: number;
  top: number;
  selected: boolean;
  onOpen(): void;
  onCloser(): void;
  onHint(words: string): void;
};

/** One summary, with a label if it is wide enough. */
function Block({ block, left, right, top, selected, onOpen, onCloser, onHint }: BlockProps) {
  const size = Math.max(2, right - left - 1);
  const words = stratumLabel(block);
  return (
    <g>
      <rect
        class={`block tier-${Math.min(block.tier, 4)}${block.shown ? '' : ' hidden-block'}${block.stale ? ' stale' : ''}`}
        data-summary={block.id}
        data-selected={selected}
        x={left}
        y={top}
        width={size}
        height={rowHeight}
        rx={3}
        tabIndex={0}
        role="button"
        aria-label={words}
        onClick={onOpen}
        onDblClick={onCloser}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onOpen();
        }}
        onFocus={() => onHint(words)}
        onMouseEnter={() => onHint(words)}
      />
      {size > labelled && (
        <text class="block-label" x={left + 6} y={top + rowHeight / 2} dominant-baseline="central">
          {size > labelled * 3.4
            ? `${block.pinned ? '📌 ' : ''}${plural(block.messages, 'message')} in ${short(block.tokens)} tokens`
            : short(block.tokens)}
        </text>
      )}
    </g>
  );
}

function Legend({ hasMarks }: { hasMarks: boolean }) {
  return (
    <span class="legend">
      <span>
        <i class="swatch swatch-summary" /> summaries
      </span>
      <span>
        <i class="swatch swatch-covered" /> summarized
      </span>
      <span>
        <i class="swatch swatch-tail" /> sent word for word
      </span>
      {hasMarks && (
        <span>
          <i class="swatch swatch-mark" /> commits and plan items
        </span>
      )}
    </span>
  );
}

function neighbour(
  strata: readonly Stratum[],
  current: Stratum,
  along: number,
  up: number,
): Stratum | undefined {
  const middle = (current.from + current.to) / 2;
  if (along !== 0) {
    const row = strata.filter(({ tier, id }) => tier === current.tier && id !== current.id);
    const sorted = [...row].sort((one, other) => one.from - other.from);
    return along > 0
      ? sorted.find(({ from }) => from > current.from)
      : sorted.findLast(({ from }) => from < current.from);
  }
  const rows = strata.filter(({ tier }) => (up > 0 ? tier > current.tier : tier < current.tier));
  const distance = (block: Stratum) =>
    Math.abs(block.tier - current.tier) * 1e9 + Math.abs((block.from + block.to) / 2 - middle);
  return [...rows].sort((one, other) => distance(one) - distance(other))[0];
}
