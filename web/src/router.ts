/** Reads the view from the address. The route is the part after `#`, so that the page works below any path. */
import { signal } from '@preact/signals';

export type Route = { path: readonly string[]; query: URLSearchParams };

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

export const route = signal<Route>(read());

window.addEventListener('hashchange', () => {
  route.value = read();
});

/** The address of a view. */
export function link(
  path: readonly (string | number)[],
  query: Record<string, string | number | undefined> = {},
): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map((part) => encodeURIComponent(String(part))).join('/')}${search ? `?${search}` : ''}`;
}

export function go(
  path: readonly (string | number)[],
  query: Record<string, string | number | undefined> = {},
): void {
  location.hash = link(path, query);
}
