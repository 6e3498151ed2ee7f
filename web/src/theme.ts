/** The theme: light, dark, or the system's. It is remembered in this browser. */
import { signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const stored = localStorage.getItem('everthread-theme') as Theme | null;

export const theme = signal<Theme>(stored && themes.includes(stored) ? stored : 'system');

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset.theme;
  else dataset.theme = theme.value;
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length]!;
  localStorage.setItem('everthread-theme', theme.value);
  applyTheme();
}
