import { afterEach, describe, expect, it } from 'vitest';
import { createEverthread, type Everthread } from '../everthread.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { profileIn, ticking } from './samples.suite.ts';

const opened: Everthread[] = [];
const stores = { memory: () => memoryStore(), sqlite: () => sqliteStore({ path: ':memory:' }) };
const make = (store = memoryStore(), other = {}) => {
  const ever = createEverthread({ store, runtime: ticking(), ...other });
  opened.push(ever);
  return ever;
};
afterEach(async () => {
  for (const ever of opened.splice(0)) await ever.close();
});

const say = async (ever: Everthread, id: string, owner: string | undefined, ...texts: string[]) => {
  const thread = await ever.thread(id, owner === undefined ? {} : { owner });
  for (const content of texts) await thread.append({ role: 'user', content });
  return thread;
};
const valuesOf = async (ever: Everthread, owner: string) =>
  (await ever.profile(owner)).entries.map(({ value }) => value.text).sort();

describe('titles', () => {
  it('R-71 a thread’s title is its first request, without secrets, until a title is given', async () => {
    const ever = make();
    const thread = await say(ever, 't', undefined, 'Hi!', 'ok');
    expect((await thread.state()).title).toBeUndefined();
    await thread.append({ role: 'assistant', content: 'What can I do for you today?' });
    await thread.append({
      role: 'user',
      content: 'Please rotate the key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 on the server',
    });
    const made = await thread.state();
    expect(made.title).toMatch(/^Rotate the key /);
    expect(made.title).not.toContain('abcdefghijkl');
    expect(made.titleFrom).toBe(4);
    expect((await thread.update({ title: 'Key rotation' })).title).toBe('Key rotation');
    await thread.append({ role: 'user', content: 'And plant some trees in the garden' });
    expect((await thread.state()).title).toBe('Key rotation');
    expect((await thread.update({ title: null })).title).toMatch(/^Rotate the key /);
  });

  it('R-71 a title is made again if its message is forgotten or edited', async () => {
    const ever = make();
    const thread = await say(ever, 't', undefined, 'Plan my divorce party', 'Book a flight to Rome');
    expect((await thread.state()).title).toBe('Plan my divorce party');
    await thread.forget(1);
    expect((await thread.state()).title).toBe('Book a flight to Rome');
    await thread.edit(2, { role: 'user', content: 'Book a train to Oslo' });
    expect((await thread.state()).title).toBe('Book a train to Oslo');
  });

  it('R-71 unknown and bad details are refused by name', async () => {
    const ever = make();
    const thread = await ever.thread('t');
    await expect(thread.update({ name: 'x' } as never)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'name',
    });
    await expect(thread.update({ title: '' })).rejects.toMatchObject({ field: 'title' });
    await expect(ever.thread('u', { labels: 'x' as never })).rejects.toMatchObject({ field: 'labels' });
    await expect(ever.threads({ order: 'size' as never })).rejects.toMatchObject({ field: 'order' });
  });
});

describe('owners', () => {
  it('R-69 a thread of another owner does not exist for an owner', async () => {
    const ever = make();
    await say(ever, 'a', 'ada', 'Hello there world');
    await say(ever, 'n', undefined, 'Hello there world');
    for (const id of ['a', 'n']) {
      await expect(ever.thread(id, { owner: 'bob' })).rejects.toMatchObject({
        code: 'unknown_thread',
        field: 'owner',
      });
      expect(await ever.findThread(id, { owner: 'bob' })).toBeUndefined();
    }
    expect((await ever.findThread('a', { owner: 'ada' }))?.id).toBe('a');
    expect((await ever.thread('a', { owner: 'ada' })).id).toBe('a');
    expect(await ever.owners()).toEqual([{ owner: 'ada', threads: 1 }]);
  });

  it('R-69 a search for an owner finds nothing of anybody else', async () => {
    const ever = make();
    await say(ever, 'a', 'ada', 'The raspberries need water.');
    await say(ever, 'b', 'bob', 'The raspberries need sun.');
    await say(ever, 'c', 'ada', 'Raspberries again.');
    const { hits } = await ever.search('raspberries', { owner: 'ada' });
    expect(hits.map(({ threadId }) => threadId).sort()).toEqual(['a', 'c']);
    expect((await ever.search('raspberries', { owner: 'nobody' })).hits).toEqual([]);
    await expect(ever.search('x', { owner: 'ada', threadIds: 'all' } as never)).rejects.toMatchObject({
      field: 'threadIds',
    });
  });

  it.each(Object.keys(stores) as (keyof typeof stores)[])(
    'R-69 facts, preferences, rules and themes of all threads of an owner, with their sources: %s',
    async (name) => {
      const ever = make(stores[name]());
      await say(
        ever,
        'garden',
        'ada',
        'My name is Ada. I live in Rome.',
        'How deep do raspberry canes go?',
        'Always answer in metric units.',
      );
      await say(
        ever,
        'move',
        'ada',
        'I live in Oslo now. I hate coriander.',
        'Where do I buy raspberry canes?',
      );
      await say(ever, 'other', 'bob', 'My name is Bob. I live in Paris.', 'Tell me about raspberry canes');
      await say(ever, 'nobody', undefined, 'My name is Nobody. I live nowhere near raspberry canes.');
      const profile = await ever.profile('ada');
      const entries = profile.entries.map(({ kind, value, earlier }) => ({
        kind,
        text: value.text,
        from: value.sources.map(({ threadId, seq }) => `${threadId} ${seq}`),
        before: earlier.map(({ text }) => text),
      }));
      expect(entries).toEqual(
        expect.arrayContaining([
          { kind: 'fact', text: 'My name is Ada.', from: ['garden 1'], before: [] },
          { kind: 'fact', text: 'I live in Oslo now.', from: ['move 1'], before: ['I live in Rome.'] },
          { kind: 'preference', text: 'I hate coriander.', from: ['move 1'], before: [] },
          { kind: 'rule', text: 'Always answer in metric units.', from: ['garden 3'], before: [] },
        ]),
      );
      expect(entries).toHaveLength(4);
      const theme = profile.themes.find(({ topic }) => topic === 'raspberry canes')!;
      expect(theme.threads).toBe(2);
      expect(theme.sources.map(({ threadId }) => threadId).sort()).toEqual(['garden', 'move']);
      expect(JSON.stringify(profile)).not.toMatch(/Bob|Paris|Nobody|other/);
      expect(await ever.profile('nobody')).toEqual({ entries: [], themes: [] });
    },
  );

  it('R-69 a rule that ended is removed from the profile', async () => {
    const ever = make();
    const thread = await say(ever, 'a', 'ada', 'Always answer in German.', 'Never use semicolons.');
    expect(await valuesOf(ever, 'ada')).toEqual(['Always answer in German.', 'Never use semicolons.']);
    const [first] = await thread.rules();
    await thread.removeRule(first!.id);
    expect(await valuesOf(ever, 'ada')).toEqual(['Never use semicolons.']);
  });

  it('R-69 R-41 entries of a forgotten message are removed, and those of an edited one are updated', async () => {
    const ever = make();
    const thread = await say(ever, 'a', 'ada', 'I live in Rome.', 'I work as a baker.');
    await say(ever, 'b', 'ada', 'I hate coriander.');
    expect(await valuesOf(ever, 'ada')).toHaveLength(3);
    await thread.forget(1);
    expect(await valuesOf(ever, 'ada')).toEqual(['I hate coriander.', 'I work as a baker.']);
    await thread.edit(2, { role: 'user', content: 'I work as a pilot.' });
    expect(await valuesOf(ever, 'ada')).toEqual(['I hate coriander.', 'I work as a pilot.']);
    await ever.deleteThread('b');
    expect(await valuesOf(ever, 'ada')).toEqual(['I work as a pilot.']);
    await thread.update({ owner: 'bob' });
    expect(await valuesOf(ever, 'ada')).toEqual([]);
    expect(await valuesOf(ever, 'bob')).toEqual(['I work as a pilot.']);
  });

  it('R-69 I-10 no secret gets into a profile, a correction included', async () => {
    const ever = make();
    const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
    await say(ever, 'a', 'ada', `My key is ${secret} and I live in Rome.`, `I use the key ${secret} daily.`);
    const profile = await ever.profile('ada');
    expect(JSON.stringify(profile)).not.toContain('abcdefghijklmnop');
    await say(ever, 'b', 'ada', 'I live in Oslo.');
    const entry = (await ever.profile('ada')).entries.find(({ subject }) => subject === 'home')!;
    await ever.correctProfile({ owner: 'ada', entryId: entry.id, text: `I live behind ${secret}` });
    expect(JSON.stringify(await ever.profile('ada'))).not.toContain('abcdefghijklmnop');
  });

  it('R-69 an entry can be corrected or removed by hand, until a message states it again', async () => {
    const ever = make();
    await say(ever, 'a', 'ada', 'I live in Rome.', 'I hate coriander.');
    const entries = (await ever.profile('ada')).entries;
    const home = entries.find(({ subject }) => subject === 'home')!;
    const taste = entries.find(({ kind }) => kind === 'preference')!;
    await ever.correctProfile({ owner: 'ada', entryId: home.id, text: 'Lives in Lugano' });
    await ever.correctProfile({ owner: 'ada', entryId: taste.id, text: null });
    expect(await valuesOf(ever, 'ada')).toEqual(['Lives in Lugano']);
    await say(ever, 'b', 'ada', 'I live in Oslo.');
    expect(await valuesOf(ever, 'ada')).toEqual(['I live in Oslo.']);
    const unknown = ever.correctProfile({ owner: 'ada', entryId: 'nothing', text: 'x' });
    await expect(unknown).rejects.toMatchObject({ code: 'invalid_input', field: 'entryId' });
  });

  it('R-69 all data of an owner is forgotten together, with a receipt', async () => {
    const ever = make(sqliteStore({ path: ':memory:' }));
    await say(ever, 'a', 'ada', 'I live in Rome.', 'I hate coriander.');
    await say(ever, 'b', 'ada', 'Raspberries again');
    await say(ever, 'c', 'bob', 'I live in Paris.');
    await ever.profile('ada');
    expect(await ever.forgetOwner('ada')).toEqual({
      owner: 'ada',
      threads: 2,
      messages: 3,
      vacuumed: true,
      at: expect.any(String),
    });
    expect((await ever.threads()).map(({ id }) => id)).toEqual(['c']);
    expect(await ever.profile('ada')).toEqual({ entries: [], themes: [] });
    expect(await valuesOf(ever, 'bob')).toEqual(['I live in Paris.']);
    expect((await ever.search('coriander', { threadIds: 'all' })).hits).toEqual([]);
  });
});

describe('recall across threads', () => {
  const ask = async (ever: Everthread, id: string, owner: string) => {
    const thread = await say(ever, id, owner, 'What did the plumber charge for the boiler?');
    return (await thread.context()).toText();
  };
  const fill = async (ever: Everthread) => {
    const house = await say(
      ever,
      'house',
      'ada',
      'Fix the heating',
      'The plumber charged 340 euros for the boiler.',
    );
    await say(ever, 'other', 'bob', 'The plumber charged 999 euros for the boiler.');
    return house;
  };

  it('R-69 finds what the owner said in other threads if requested, and nothing of other owners', async () => {
    const ever = make(memoryStore(), { recall: { across: 'owner' } });
    const house = await fill(ever);
    const text = await ask(ever, 'new', 'ada');
    expect(text).toContain('340 euros');
    expect(text).toContain('Fix the heating');
    expect(text).not.toContain('999');
    await house.forget(2);
    expect(await ask(ever, 'newer', 'ada')).not.toContain('340');
    await (await ever.thread('other')).update({ owner: 'ada' });
    expect(await ask(ever, 'newest', 'ada')).toContain('999');
  });

  it('R-69 searches only its own thread otherwise', async () => {
    const ever = make();
    await fill(ever);
    expect(await ask(ever, 'new', 'ada')).not.toContain('340');
    expect(() => make(memoryStore(), { recall: { across: 'world' } })).toThrow(/recall\.across/);
  });
});

describe('the profile in a context', () => {
  it('R-69 is shown on request, as data, without what comes from the thread itself', async () => {
    const ever = make();
    await say(ever, 'a', 'ada', 'I live in Rome.');
    await say(ever, 'x', 'bob', 'I live in Paris.');
    await ever.profile('ada');
    const thread = await say(ever, 'b', 'ada', 'I hate coriander.', 'What do I cook?');
    await ever.profile('ada');
    const context = await thread.context({ profile: true });
    expect(profileIn(context)).toContain('I live in Rome.');
    expect(profileIn(context)).not.toMatch(/coriander|Paris/);
    expect(context.sections.profile!.tokens).toBeGreaterThan(10);
    expect(profileIn(await thread.context())).toBeUndefined();
    expect(
      profileIn(await (await say(ever, 'n', undefined, 'Hello world')).context({ profile: true })),
    ).toBeUndefined();
    await expect(thread.context({ profile: 7 as never })).rejects.toMatchObject({ field: 'profile' });
  });

  it('R-69 R-70 does not change until the next compaction, except that forgotten entries are removed at once', async () => {
    const ever = make(memoryStore(), { automatic: false, budget: { tokens: 3_000 } });
    const other = await say(ever, 'a', 'ada', 'I live in Rome.', 'I hate coriander.');
    await ever.profile('ada');
    const thread = await say(ever, 'b', 'ada', 'What do I cook?');
    const before = profileIn(await thread.context({ profile: true }));
    await other.append({ role: 'user', content: 'I live in Oslo.' });
    await ever.profile('ada');
    expect(profileIn(await thread.context({ profile: true }))).toBe(before);
    for (let count = 0; count < 60; count += 1) {
      await thread.append({
        role: 'user',
        content: `Tell me more about dish ${count}, ${'with words '.repeat(20)}`,
      });
    }
    await thread.compact();
    const after = profileIn(await thread.context({ profile: true }));
    expect(after).toMatch(/I live in Oslo.*before: I live in Rome/);
    await other.forget(2);
    expect(profileIn(await thread.context({ profile: true }))).not.toContain('coriander');
  });
});
