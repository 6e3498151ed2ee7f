import type { ComponentChildren } from 'preact';

/** A name and its figure; false, null and undefined are left out. */
export type Figure = readonly [name: string, value: ComponentChildren] | false | null | undefined;

export function Figures({ list, panel = false }: { list: readonly Figure[]; panel?: boolean }) {
  return (
    <dl class={`figures${panel ? ' panel' : ''}`}>
      {list.map(
        (figure) =>
          figure && (
            <div key={figure[0]}>
              <dt>{figure[0]}</dt>
              <dd>{figure[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
