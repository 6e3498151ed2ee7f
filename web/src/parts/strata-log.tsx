/** The lower part of the picture: the messages themselves, and their numbers. */
import { count } from './format.ts';
import { leftEdge, messageAt, type Sight } from './scale.ts';

/** Draws the messages as a band, with single cells once these are wide enough to point at. */
export function Log(props: {
  sight: Sight;
  total: number;
  tailFrom: number;
  width: number;
  top: number;
  onMessage(seq: number): void;
  onHint(text: string): void;
}) {
  const { sight, total, tailFrom, width, top, onMessage, onHint } = props;
  const x = (seq: number) => Math.max(0, Math.min(width, leftEdge(sight, seq) * width));
  const last = Math.min(sight.to, total);
  const share = (event: MouseEvent) =>
    (event.clientX - (event.currentTarget as SVGElement).ownerSVGElement!.getBoundingClientRect().left) /
    width;
  const cells = last - sight.from + 1 <= width / 7;
  return (
    <g
      class="log"
      onClick={(event) => onMessage(Math.min(last, messageAt(sight, share(event))))}
      onMouseMove={(event) => {
        const seq = Math.min(last, messageAt(sight, share(event)));
        onHint(`message ${count(seq)}, ${seq >= tailFrom ? 'sent word for word' : 'summarized'}`);
      }}
    >
      {tailFrom > sight.from && (
        <rect
          class="covered"
          x={x(sight.from)}
          y={top}
          width={Math.max(0, x(Math.min(tailFrom, last + 1)) - x(sight.from))}
          height={14}
        />
      )}
      {tailFrom <= last && (
        <rect
          class="tail"
          x={x(Math.max(tailFrom, sight.from))}
          y={top}
          width={Math.max(2, x(last + 1) - x(Math.max(tailFrom, sight.from)))}
          height={14}
        />
      )}
      {cells &&
        Array.from({ length: Math.max(0, last - sight.from) }, (_, index) => sight.from + index + 1).map(
          (seq) => <line key={seq} class="cell" x1={x(seq)} x2={x(seq)} y1={top} y2={top + 14} />,
        )}
    </g>
  );
}

export function Axis({
  sight,
  total,
  width,
  top,
}: {
  sight: Sight;
  total: number;
  width: number;
  top: number;
}) {
  const size = sight.to - sight.from + 1;
  const step = niceStep(size / Math.max(2, Math.floor(width / 90)));
  const first = Math.ceil(sight.from / step) * step;
  const ticks = [];
  for (let seq = first; seq <= Math.min(sight.to, total); seq += step) ticks.push(seq);
  return (
    <g class="axis">
      {ticks.map((seq) => (
        <text
          key={seq}
          x={(leftEdge(sight, seq) + 0.5 / size) * width}
          y={top + 12}
          text-anchor={seq + step > Math.min(sight.to, total) ? 'end' : 'middle'}
        >
          {count(seq)}
        </text>
      ))}
    </g>
  );
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power * 10;
}
