/** A line chart, and a table with the same figures for people who cannot see the chart. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { Table } from './table.tsx';
import { useWidth } from './use-width.ts';

export type Series = { label: string; colour: string; values: readonly (number | null)[]; dashed?: boolean };

export type PlotProps = {
  title: string;
  /** The horizontal axis, for example requests: 1, 2, 3 … */
  along: { label: string; values: readonly number[] };
  series: readonly Series[];
  format(value: number): string;
};

/** Most rows of the table. This many are enough to follow the lines. */
const tableRows = 24;

export function Plot({ title, along, series, format }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [Chart, setChart] = useState<typeof uPlot>();
  useEffect(() => {
    // Loaded only here, because few views have a chart and the others should not wait for its library.
    Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([{ default: loaded }]) =>
      setChart(() => loaded),
    );
  }, []);
  useEffect(() => {
    if (!box.current || !Chart) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => resolved(style.getPropertyValue(name).trim());
    const chart = new Chart(
      {
        width,
        height: 220,
        scales: { x: { time: false } },
        legend: { live: true },
        axes: [
          {
            stroke: colour('--ink-soft'),
            grid: { stroke: colour('--line'), width: 1 },
            label: along.label,
            labelSize: 18,
          },
          {
            stroke: colour('--ink-soft'),
            grid: { stroke: colour('--line'), width: 1 },
            size: 64,
            values: (_, values) => values.map((value) => format(value)),
          },
        ],
        series: [
          { label: along.label },
          ...series.map(({ label, colour: name, dashed }) => ({
            label,
            stroke: colour(name),
            width: 2,
            points: { show: along.values.length < 40 },
            ...(dashed ? { dash: [6, 4] } : {}),
            value: (_: uPlot, value: number | null) => (value === null ? '–' : format(value)),
          })),
        ],
      },
      [along.values as number[], ...series.map(({ values }) => values as number[])],
      box.current,
    );
    return () => chart.destroy();
  }, [Chart, width, along, series, format]);

  const step = Math.max(1, Math.ceil(along.values.length / tableRows));
  const rows = along.values
    .map((_, index) => index)
    .filter((index) => index % step === 0 || index === along.values.length - 1);
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div ref={box} aria-hidden="true" />
      <details>
        <summary>The same as a table</summary>
        <Table
          label={title}
          rows={rows}
          keyOf={(index) => index}
          columns={[
            { title: along.label, class: 'number', cell: (index) => along.values[index] },
            ...series.map(({ label, values }) => ({
              title: label,
              class: 'number' as const,
              cell: (index: number) => (values[index] == null ? '–' : format(values[index]!)),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

/** The colour as the browser computes it, because a canvas does not understand `light-dark()`. */
function resolved(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
