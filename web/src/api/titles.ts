/** Titles of threads that were listed, by id: for views that know ids alone. */
import { signal } from '@preact/signals';
import type { Thread } from './types.ts';

const titles = signal<ReadonlyMap<string, string>>(new Map());

export const titleOf = (id: string): string => titles.value.get(id) ?? id;

export function learnTitles(threads: readonly Pick<Thread, 'id' | 'title'>[]): void {
  const named = threads.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const]));
  titles.value = new Map([...titles.value, ...named]);
}
