import type { ComponentChildren } from 'preact';

/** Something wide, such as a table, that scrolls sideways by itself; what scrolls has to be reachable without a mouse. */
export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroll-x" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
