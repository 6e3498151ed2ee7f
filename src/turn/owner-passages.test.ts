import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { ownerPassages } from './owner-passages.ts';

const asked = 'What did the plumber charge for the boiler?';

/** Threads of Ada and Bob, and what Ada's thread `here` is shown of the others. */
async function setup(threads: { [id: string]: { owner: string; said: string[] } }) {
  const { engine, store, say, runtime } = await testEngine();
  for (const [id, { owner, said }] of Object.entries(threads)) {
    await say(
      said.map((content) => ({ role: 'user' as const, content })),
      id,
    );
    await store.updateDetails({ threadId: id, details: { owner }, now: runtime.now() });
  }
  const find = async (id = 'here', query?: string) => {
    const state = (await store.readThread(id))!;
    const now = runtime.now() + 1_000;
    return ownerPassages({ ports: engine, state, query, at: state.messages, now });
  };
  return { find };
}
const here = { owner: 'ada', said: [asked] };

describe('passages of an owner’s other threads', () => {
  it('R-69 answer the newest message, and name the thread they were said in', async () => {
    const { find } = await setup({
      here,
      house: { owner: 'ada', said: ['The plumber charged 340 euros for the boiler.'] },
    });
    const [passage, ...others] = await find();
    expect(others).toEqual([]);
    expect(passage).toMatchObject({
      id: 'message 1 of house',
      name: expect.stringContaining('another thread of this user'),
      text: expect.stringContaining('340 euros'),
    });
  });

  it('R-69 are none of other owners, none of this thread, and none for thanks', async () => {
    const { find } = await setup({
      here: { owner: 'ada', said: ['The plumber charged 340 euros for the boiler.', asked] },
      other: { owner: 'bob', said: ['The plumber charged 999 euros for the boiler.'] },
      thanks: { owner: 'ada', said: ['Thank you!'] },
    });
    expect(await find()).toEqual([]);
    expect(await find('thanks')).toEqual([]);
  });

  it('R-69 are few, and only those that are nearly as relevant as the best', async () => {
    const said = Array.from(
      { length: 12 },
      (_, index) => `The plumber charged ${300 + index} euros for boiler ${index}.`,
    );
    const { find } = await setup({
      here,
      house: { owner: 'ada', said: [...said, 'The garden needs water.'] },
    });
    const found = await find();
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThanOrEqual(4);
    for (const { text } of found) expect(text).toContain('boiler');
  });

  it('R-69 are those for the caller’s query, if there is one', async () => {
    const { find } = await setup({
      here,
      house: {
        owner: 'ada',
        said: ['The plumber charged 340 euros for the boiler.', 'The roof was tiled in June.'],
      },
    });
    const found = await find('here', 'When was the roof tiled?');
    expect(found[0]!.text).toContain('June');
  });
});
