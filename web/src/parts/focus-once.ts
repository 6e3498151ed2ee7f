/** Used as a `ref`: focuses a field when it first appears, because the user opened it to type. */
export function focusOnce(field: HTMLElement | null): void {
  if (!field || field.dataset.focused) return;
  field.dataset.focused = 'yes';
  field.focus();
}
