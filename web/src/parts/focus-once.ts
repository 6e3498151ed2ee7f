/** Whoever opened a field wants to type into it: as a `ref`, it takes the focus when it appears. */
export function focusOnce(field: HTMLElement | null): void {
  if (!field || field.dataset.focused) return;
  field.dataset.focused = 'yes';
  field.focus();
}
