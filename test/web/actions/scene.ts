/** The environment of an action: the page, its user, and the API that checks the result. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from '../../../src/client.ts';
import type { Hand } from '../hands.ts';

export type Scene = { page: Page; hand: Hand; client: Client; id: string; address: string };
export type Action = {
  name: string;
  /** The address at which the action begins; by default that of the thread. */
  at?: (scene: Scene) => Promise<string> | string;
  run(scene: Scene): Promise<void>;
};

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const view =
  (path: string) =>
  ({ id }: Scene) =>
    `#/threads/${id}/${path}`;
export const summaryAddress = async ({ client, id }: Scene) => {
  const { summaries } = await client.thread(id).summaries();
  return `#/threads/${id}/summaries/${summaries[0]!.id}`;
};
export const textOf = async ({ client, id }: Scene, summaryId: string) =>
  (await client.thread(id).summary(summaryId)).text;
export const lastPart = (page: Page) => page.url().split('/').at(-1)!;
/** Waits until the API returns the expected result. */
export const told = (check: () => Promise<unknown>) => expect.poll(check);
export const titles = (page: Page) => page.locator('.threads .title').allTextContents();
export const filtered = async (scene: Scene, field: string, text: string, query: object) => {
  const { page, hand, client } = scene;
  const list = page.getByRole('complementary', { name: 'Threads' });
  if (!(await list.getByLabel('Owner').isVisible())) await hand.press(list.getByText('Filters'));
  await hand.write(list.getByLabel(field), text);
  const { threads } = await client.threads(query);
  expect(threads.length).toBeGreaterThan(0);
  await told(() => titles(page)).toEqual(threads.map(({ title }) => title));
  const all = (await client.threads()).threads;
  expect(all.length).toBeGreaterThan(threads.length);
  await hand.write(list.getByLabel(field), '');
  await told(() => titles(page)).toEqual(all.map(({ title }) => title));
};
export const file = (name: string) => ({
  name: `${name}.json`,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify([{ role: 'user', content: `Where is the anchor of ${name}?` }])),
});

/** The conversation of a thread. */
export const harbour = (id: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Signal ${id} ${index}: boat ${index} lies at the ${['north', 'south', 'outer'][index % 3]} pier with ${index + 3} crates of rope, and waits for the tide.`,
  }));
