/** Contract suite: profiles of owners, and that entries are removed with their sources. */
import { describe, expect, it } from 'vitest';
import { statementKey } from '../../facts/profile/statements.ts';
import { mostNotes } from '../rules/profile-notes.ts';
import { note, profilesOf, topic } from './profile-samples.suite.ts';
import {
  audit,
  codeOf,
  edit,
  iso,
  later,
  message,
  readRules,
  removal,
  rule,
  someTime,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeProfiles({ store, reopen }: SuiteContext): void {
  const { profiles, makeThread, write, valuesOf, makeProfile, shown } = profilesOf(store);

  describe('profiles', () => {
    it('R-69 threads with an owner are read for notes once, and again as they grow', async () => {
      await makeThread('a', 'ada');
      await makeThread('n', null);
      expect(await profiles().unread({ limit: 9 })).toEqual([{ threadId: 'a', readTo: 0 }]);
      expect(await write('a', [note(1)], { to: 3 })).toBe(true);
      expect(await profiles().unread({ limit: 9 })).toEqual([{ threadId: 'a', readTo: 3 }]);
      expect(await write('a', [note(5)], { from: 4 })).toBe(true);
      expect(await profiles().unread({ limit: 9 })).toEqual([]);
      expect(await valuesOf('ada')).toEqual(['value 1', 'value 5']);
      await store().append({ threadId: 'a', messages: [message('more')], now: later(1) });
      expect(await profiles().unread({ limit: 9 })).toEqual([{ threadId: 'a', readTo: 5 }]);
      if (reopen) expect(await (await reopen()).profiles.unread({ limit: 9 })).toHaveLength(1);
      expect(await write('n', [note(1)])).toBe(false);
      expect(await codeOf(profiles().readMaterial(''))).toBe('invalid_input');
    });

    it('R-69 a note has its thread, message number, time, and the date when it was added', async () => {
      await makeThread('a', 'ada');
      await write('a', [note(2, { value: 'nul \0 and \ud800' })]);
      await write('a', [note(2, { value: 'nul \0 and \ud800' }), note(3)], { now: later(99) });
      const { notes } = await profiles().readMaterial('ada');
      expect(notes.toSorted((a, b) => a.seq - b.seq)).toEqual([
        { ...note(2, { value: 'nul \0 and \ud800' }), threadId: 'a', addedAt: iso(later(60)) },
        { ...note(3), threadId: 'a', addedAt: iso(later(99)) },
      ]);
    });

    it('R-69 reading a message again replaces its notes', async () => {
      await makeThread('a', 'ada');
      await write('a', [note(1), note(2), note(4)]);
      await write('a', [note(2, { subject: 'other', value: 'new' })], { from: 1, to: 3 });
      expect(await valuesOf('ada')).toEqual(['new', 'value 4']);
    });

    it('R-69 the current rules of a thread replace the earlier ones', async () => {
      await makeThread('a', 'ada');
      const one = note(1, { kind: 'rule', subject: 'language', value: 'Always German.' });
      const two = note(4, { kind: 'rule', subject: 'tests', value: 'Never skip tests.' });
      await write('a', [], { rules: [one, two] });
      expect(await valuesOf('ada')).toEqual(['Always German.', 'Never skip tests.']);
      await write('a', [], { from: 5, to: 5, rules: [two] });
      expect(await valuesOf('ada')).toEqual(['Never skip tests.']);
    });

    it('R-69 a thread is read again after one of its rules was ended by hand', async () => {
      await store().ensureThread({ threadId: 't', now: someTime, details: { owner: 'ada' } });
      const said = [rule('m1', 'Always German.'), message('m2')];
      await store().append({ threadId: 't', messages: said, pins: readRules, now: someTime });
      await write('t', []);
      expect(await profiles().unread({ limit: 9 })).toEqual([]);
      await store().updatePins({ threadId: 't', change: () => [], audit: audit('a1'), now: later(2) });
      expect(await profiles().unread({ limit: 9 })).toEqual([{ threadId: 't', readTo: 1 }]);
    });

    it('R-69 notes of a thread are limited: those of highest weight are kept, and of equal ones the newest', async () => {
      await makeThread('a', 'ada', 300);
      const heavy = note(1, { weight: 5, value: 'heavy' });
      await write('a', [heavy, ...Array.from({ length: 260 }, (_, index) => note(index + 2))]);
      const { notes } = await profiles().readMaterial('ada');
      expect(notes).toHaveLength(mostNotes.statements);
      expect(notes.some(({ value }) => value === 'heavy')).toBe(true);
      expect(Math.min(...notes.filter(({ seq }) => seq > 1).map(({ seq }) => seq))).toBe(63);
    });

    it('R-69 topics of several threads are returned with their threads; those of one thread are not', async () => {
      for (const id of ['a', 'b', 'c']) await makeThread(id, 'ada');
      await makeThread('x', 'bob');
      await write('a', [topic(1, 'garden'), topic(3, 'garden'), topic(2, 'piano')]);
      await write('b', [topic(2, 'garden'), topic(1, 'boat')]);
      await write('c', [topic(4, 'garden'), topic(1, 'boat')]);
      await write('x', [topic(1, 'piano')]);
      const { topics } = await profiles().readMaterial('ada');
      expect(topics.map(({ threads, notes }) => [notes[0]!.subject, threads])).toEqual([
        ['garden', 3],
        ['boat', 2],
      ]);
      expect(topics[0]!.notes.map(({ threadId, seq }) => [threadId, seq])).toEqual([
        ['c', 4],
        ['a', 3],
        ['b', 2],
      ]);
    });

    it('R-69 a profile is stored as it was made, and owners whose notes changed since are listed', async () => {
      await makeThread('a', 'ada');
      expect(await profiles().readProfile('ada')).toBeUndefined();
      await write('a', [note(1)]);
      expect(await profiles().outdated({ limit: 9 })).toEqual(['ada']);
      const profile = await makeProfile('ada');
      expect(await profiles().readProfile('ada')).toEqual(profile);
      expect(await profiles().outdated({ limit: 9 })).toEqual([]);
      await write('a', [note(1)]);
      expect(await profiles().outdated({ limit: 9 })).toEqual([]);
      await write('a', [note(1), note(2)]);
      expect(await profiles().outdated({ limit: 9 })).toEqual(['ada']);
      if (reopen) expect(await (await reopen()).profiles.readProfile('ada')).toEqual(profile);
    });

    it.each(['edit', 'forget'] as const)('R-69 R-41 what a message told goes with it: %s', async (kind) => {
      await makeThread('a', 'ada');
      await makeThread('b', 'ada');
      await write('a', [note(1), note(2), topic(2, 'garden')]);
      await write('b', [note(3), topic(1, 'garden')]);
      const { version } = await profiles().readMaterial('ada');
      const profile = await makeProfile('ada');
      const change = kind === 'edit' ? edit(2, 'new') : removal('forget', 2);
      const entry = audit('a1', { threadId: 'a' });
      await store().rewrite({ threadId: 'a', changes: [change], audit: entry, now: later(9) });
      expect(await shown('ada')).toEqual(['value 1', 'value 3']);
      expect((await profiles().readProfile('ada'))!.themes).toEqual([]);
      expect(await valuesOf('ada')).toEqual(['value 1', 'value 3']);
      expect((await profiles().readMaterial('ada')).topics).toEqual([]);
      // A profile made from the earlier reading must not be stored.
      expect(await profiles().writeProfile({ owner: 'ada', version, profile, now: later(9) })).toBe(false);
      const late = { threadId: 'a', revision: 0, from: 1, to: 5, notes: [note(2)], rules: [], now: later(9) };
      expect(await profiles().writeNotes(late)).toBe(false);
      expect(await profiles().unread({ limit: 9 })).toEqual([{ threadId: 'a', readTo: 1 }]);
      expect(await profiles().outdated({ limit: 9 })).toEqual(['ada']);
    });

    it('R-69 notes are removed with their thread, or if it loses its owner', async () => {
      for (const id of ['a', 'b', 'c']) {
        await makeThread(id, 'ada');
        await write(id, [note(1, { value: id, subject: id })]);
      }
      await makeProfile('ada');
      await store().deleteThread('a');
      expect([await shown('ada'), await valuesOf('ada')]).toEqual([
        ['b', 'c'],
        ['b', 'c'],
      ]);
      await store().updateDetails({ threadId: 'b', details: { owner: null }, now: later(9) });
      expect([await shown('ada'), await valuesOf('ada')]).toEqual([['c'], ['c']]);
      await store().updateDetails({ threadId: 'b', details: { owner: 'bob' }, now: later(9) });
      expect(await profiles().unread({ limit: 9 })).toEqual([{ threadId: 'b', readTo: 0 }]);
    });

    it('R-69 notes of a thread move to its new owner', async () => {
      await makeThread('a', 'ada');
      await makeThread('b', 'bob');
      await write('a', [note(1, { value: 'of a' })]);
      await write('b', [note(1, { value: 'of b' })]);
      await makeProfile('ada');
      await makeProfile('bob');
      await store().updateDetails({ threadId: 'a', details: { owner: 'bob' }, now: later(9) });
      expect([await shown('ada'), await valuesOf('ada')]).toEqual([[], []]);
      expect(await valuesOf('bob')).toEqual(['of a', 'of b']);
      expect((await profiles().outdated({ limit: 9 })).sort()).toEqual(['ada', 'bob']);
    });

    it('R-69 R-41 a sentence is removed with any of its messages, and if one of its entries is corrected', async () => {
      await makeThread('a', 'ada');
      await makeThread('b', 'ada');
      await write('a', [note(1, { subject: 'home' }), note(2, { subject: 'cat' })]);
      await write('b', [note(3, { subject: 'work' })]);
      const { entries } = await makeProfile('ada');
      const sentence = (text: string, ...subjects: string[]) => {
        const told = entries.filter(({ subject }) => subjects.includes(subject));
        const cites = told.map(({ id, value }) => statementKey(id, value.text));
        return { text, cites, sources: told.flatMap(({ value }) => value.sources), addedAt: iso(0) };
      };
      const prose = {
        sentences: [sentence('both', 'home', 'work'), sentence('cat', 'cat'), sentence('work', 'work')],
        writtenFrom: ['all'],
      };
      const proseOf = async () =>
        (await profiles().readProfile('ada'))?.prose?.sentences.map(({ text, until }) => [text, until]);
      const { version } = await profiles().readMaterial('ada');
      expect(await profiles().writeProse({ owner: 'ada', version, prose, now: later(70) })).toBe(true);
      expect(await proseOf()).toEqual([
        ['both', undefined],
        ['cat', undefined],
        ['work', undefined],
      ]);
      // A changed value ends the sentences about it; they are kept with the time at which they ended.
      const changed = entries.map((entry) =>
        entry.subject === 'cat' ? { ...entry, value: { ...entry.value, text: 'new' } } : entry,
      );
      const next = { entries: changed, themes: [] };
      await profiles().writeProfile({ owner: 'ada', version, profile: next, now: later(80) });
      expect(await proseOf()).toEqual([
        ['both', undefined],
        ['cat', iso(later(80))],
        ['work', undefined],
      ]);
      const entry = audit('a1', { threadId: 'a' });
      await store().rewrite({
        ...{ threadId: 'a', changes: [removal('forget', 1), removal('forget', 2)] },
        ...{ audit: entry, now: later(81) },
      });
      expect(await proseOf()).toEqual([['work', undefined]]);
      // Written from notes that were taken back since.
      expect(await profiles().writeProse({ owner: 'ada', version, prose, now: later(82) })).toBe(false);
      if (reopen)
        expect((await (await reopen()).profiles.readProfile('ada'))?.prose?.sentences).toHaveLength(1);
      const correction = { kind: 'fact', subject: 'work', text: 'Pilot', at: iso(later(83)) } as const;
      await profiles().correct({ owner: 'ada', correction });
      expect(await proseOf()).toEqual([]);
    });

    it('R-69 a correction takes effect at once, replaces an earlier one, and is used for the next profile', async () => {
      await makeThread('a', 'ada');
      await write('a', [
        note(1, { subject: 'home', value: 'Rome' }),
        note(2, { subject: 'cat', value: 'Tom' }),
      ]);
      await makeProfile('ada');
      const correct = (subject: string, text: string | null, seconds: number) =>
        profiles().correct({
          owner: 'ada',
          correction: { kind: 'fact', subject, text, at: iso(later(seconds)) },
        });
      await correct('home', 'Oslo', 70);
      await correct('home', 'Bergen', 71);
      await correct('cat', null, 72);
      expect(await shown('ada')).toEqual(['Bergen']);
      const { corrections } = await profiles().readMaterial('ada');
      expect(corrections.map(({ subject, text }) => [subject, text])).toEqual([
        ['home', 'Bergen'],
        ['cat', null],
      ]);
      expect(await codeOf(correct('', 'x', 1))).toBe('invalid_input');
    });

    it('R-69 deleting an owner removes everything known about the owner', async () => {
      await makeThread('a', 'ada');
      await write('a', [note(1)]);
      await makeProfile('ada');
      const correction = { kind: 'fact', subject: 'x', text: 'y', at: iso(0) } as const;
      await profiles().correct({ owner: 'ada', correction });
      await store().deleteOwner('ada');
      expect(await profiles().readProfile('ada')).toBeUndefined();
      expect(await profiles().readMaterial('ada')).toEqual({
        notes: [],
        topics: [],
        corrections: [],
        version: 0,
      });
    });
  });
}
