import type { ComponentChildren } from 'preact';

/** A box for wide content, such as a table, that scrolls sideways. It takes the focus, so that keys can scroll it. */
export function ScrollBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroll-x" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
