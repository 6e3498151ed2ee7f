import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

const owners = ['ada', 'bob'] as const;
const ids = ['a', 'b', 'c'] as const;

/** Every statement contains a unique number, so that everything in a profile can be traced to one message. */
const statement = (number: number) =>
  [
    `I live in Town${number}.`,
    `My name is Name${number}.`,
    `I hate dish${number} soup.`,
    `Always mention word${number} first.`,
    `How do I prune garden${number} roses in winter?`,
  ][number % 5]!;

type Step =
  | { act: 'say'; id: (typeof ids)[number] }
  | { act: 'forget' | 'edit'; id: (typeof ids)[number]; pick: number }
  | { act: 'give'; id: (typeof ids)[number]; owner: (typeof owners)[number] | null }
  | { act: 'delete'; id: (typeof ids)[number] }
  | { act: 'end'; owner: (typeof owners)[number] }
  | { act: 'look'; owner: (typeof owners)[number] };

const id = fc.constantFrom(...ids);
const owner = fc.constantFrom(...owners);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('say' as const), id }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('forget' as const, 'edit' as const), id, pick: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('give' as const), id, owner: fc.option(owner) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), id }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const), owner }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('look' as const), owner }) },
);

/** The expected state: statements by thread and message number, and the owners of threads. */
type Model = Map<string, { owner: string | null; said: (number | undefined)[] }>;

async function play(steps: readonly Step[], store: ReturnType<typeof memoryStore>): Promise<void> {
  const ever = createEverthread({ store });
  const model: Model = new Map();
  let number = 0;
  const check = async (of: string) => {
    const profile = await ever.profile(of);
    const told = JSON.stringify(profile);
    const own = [...model].filter(([, thread]) => thread.owner === of);
    const known = new Set(own.flatMap(([, { said }]) => said.filter((one) => one !== undefined)));
    for (const [, found] of told.matchAll(/(?:Town|Name|dish|word|garden)(\d+)/giu)) {
      expect(known.has(Number(found)), `${found} in the profile of ${of}`).toBe(true);
    }
    for (const { value, earlier } of profile.entries) {
      for (const { sources } of [value, ...earlier]) {
        for (const { threadId, seq } of sources) {
          expect(own.some(([name, { said }]) => name === threadId && said[seq - 1] !== undefined)).toBe(true);
        }
      }
    }
    return { profile, known };
  };
  try {
    for (const one of steps) {
      if (one.act === 'say') {
        const thread = await ever.thread(one.id);
        if (!model.has(one.id)) {
          model.set(one.id, { owner: 'ada', said: [] });
          await thread.update({ owner: 'ada' });
        }
        await thread.append({ role: 'user', content: statement(++number) });
        model.get(one.id)!.said.push(number);
      }
      const known = 'id' in one ? model.get(one.id) : undefined;
      if ((one.act === 'forget' || one.act === 'edit') && known && known.said.length > 0) {
        const seq = (one.pick % known.said.length) + 1;
        if (known.said[seq - 1] === undefined) continue;
        const thread = await ever.thread(one.id);
        if (one.act === 'forget') await thread.forget(seq);
        else await thread.edit(seq, { role: 'user', content: statement(++number) });
        known.said[seq - 1] = one.act === 'forget' ? undefined : number;
      }
      if (one.act === 'give' && known) {
        await (await ever.thread(one.id)).update({ owner: one.owner });
        known.owner = one.owner;
      }
      if (one.act === 'delete' && known) {
        await ever.deleteThread(one.id, { vacuum: false });
        model.delete(one.id);
      }
      if (one.act === 'end') {
        await ever.forgetOwner(one.owner, { vacuum: false });
        for (const [name, thread] of [...model]) if (thread.owner === one.owner) model.delete(name);
      }
      if (one.act === 'look') await check(one.owner);
      for (const of of owners) {
        const listed = await ever.threads({ owner: of });
        const mine = [...model].filter(([, thread]) => thread.owner === of).map(([name]) => name);
        expect(listed.map((state) => state.id)).toEqual(mine.sort());
      }
    }
    for (const of of owners) {
      const { profile, known } = await check(of);
      // The newest home that still exists is the current one.
      const homes = [...known].filter((one) => one % 5 === 0);
      const home = profile.entries.find(({ subject }) => subject === 'home');
      expect(home === undefined).toBe(homes.length === 0);
    }
  } finally {
    await ever.close();
  }
}

describe('owners, in random operations', () => {
  it.each([
    ['memory', () => memoryStore(), 60],
    ['sqlite', () => sqliteStore({ path: ':memory:' }), 25],
  ] as const)(
    'R-69 R-41 a profile knows nothing of others, nor of what is gone: %s',
    async (_name, make, runs) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => play(steps, make())),
        { numRuns: runs },
      );
    },
  );
});
