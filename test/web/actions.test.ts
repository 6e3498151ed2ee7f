/** Every action of the inspector, with a mouse, by keyboard and on a phone; the API confirms each result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client.ts';
import { finding } from './actions/finding.ts';
import { mending } from './actions/mending.ts';
import { reading } from './actions/reading.ts';
import { harbour, type Scene } from './actions/scene.ts';
import { describeInspector } from './describe-inspector.ts';
import { hands } from './hands.ts';
import { open, visit } from './inspector.ts';

/** A view to visit between actions, so that each action finds its view newly drawn. */
const elsewhere = '#/settings';

const actions = [...finding, ...reading, ...mending];

describeInspector([], (inspector) => {
  describe.each(hands.map((hand) => ({ hand, name: hand.name })))('R-61 $name', ({ hand }) => {
    let scene: Scene;
    let problems: string[];
    /** Whether the last action was completed, so that the page can be used again. */
    let left = true;
    beforeAll(async () => {
      const { address } = inspector.served;
      const client = createClient({ baseUrl: address });
      const id = `harbour-${hands.indexOf(hand)}`;
      const said = [
        { role: 'user', content: 'From now on, always answer in French.' },
        { role: 'assistant', content: 'Bien.' },
        { role: 'user', content: 'The deadline is 2026-03-01.' },
        { role: 'assistant', content: 'Noted.' },
      ];
      await client.createThread({
        id,
        title: `Harbour ${id}`,
        owner: `owner of ${id}`,
        labels: [`label of ${id}`],
      });
      await client.thread(id).update({ budgetTokens: 2_000 });
      await client.thread(id).append([...said, ...harbour(id, 56)]);
      await client.thread(id).compact();
      await client.thread(id).context();
      await client.thread(id).context();
      const permissions = ['clipboard-read', 'clipboard-write'];
      const opened = await open(inspector.browser, address, { ...hand.browser, permissions });
      problems = opened.problems;
      scene = { page: opened.page, hand, client, id, address };
    });
    afterAll(() => scene?.page.context().close());

    it.each(actions)('R-61 $name', async ({ at, run }) => {
      const { page, id } = scene;
      const address = (await at?.(scene)) ?? `#/threads/${id}`;
      if (!left) await page.reload();
      left = false;
      await visit(page, elsewhere);
      await visit(page, address);
      await run(scene);
      left = true;
      // Requests sent just before a thread was deleted may fail because it is gone.
      const gone = await Promise.all(problems.map((problem) => isOfDeleted(problem, scene.client)));
      expect(problems.filter((_, index) => !gone[index])).toEqual([]);
    });
  });
});

async function isOfDeleted(problem: string, client: Scene['client']): Promise<boolean> {
  const [, id] = /\b404 .*\/api\/threads\/([^/?]+)/u.exec(problem) ?? [];
  if (id === undefined) return false;
  return client
    .thread(decodeURIComponent(id))
    .get()
    .then(
      () => false,
      ({ code }) => code === 'unknown_thread',
    );
}
