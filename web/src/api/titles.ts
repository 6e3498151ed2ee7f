/** Titles of listed threads by id, for views that only know the id. */
import { signal } from '@preact/signals';
import type { Thread } from './types.ts';

const titles = signal<ReadonlyMap<string, string>>(new Map());

export const titleOf = (id: string): string => titles.value.get(id) ?? id;

export function learnTitles(threads: readonly Pick<Thread, 'id' | 'title'>[]): void {
  const named = threads.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const]));
  titles.value = new Map([...titles.value, ...named]);
}
