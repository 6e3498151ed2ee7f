import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteKinds, type OwnedNote } from '../../records/profile.ts';
import { makeProfile } from './make-profile.ts';

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const note = (day: number, value: string, other: Partial<OwnedNote> = {}): OwnedNote => ({
  kind: 'fact',
  subject: 'home',
  value,
  seq: day,
  at: at(day),
  weight: 0.9,
  threadId: 'a',
  addedAt: at(day),
  ...other,
});
const make = (notes: OwnedNote[], other = {}) =>
  makeProfile({ notes, topics: [], corrections: [], ...other });

describe('a profile made of notes', () => {
  it('R-69 the newest value holds, the older ones stand behind it, each with its sources', () => {
    const { entries } = make([
      note(3, 'I live in Oslo.', { threadId: 'b' }),
      note(1, 'I live in Rome.'),
      note(5, 'i live in Oslo'),
    ]);
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        kind: 'fact',
        subject: 'home',
        weight: 0.9,
        value: {
          text: 'I live in Oslo.',
          at: at(3),
          addedAt: at(3),
          sources: [
            { threadId: 'b', seq: 3, at: at(3) },
            { threadId: 'a', seq: 5, at: at(5) },
          ],
        },
        earlier: [
          {
            text: 'I live in Rome.',
            at: at(1),
            addedAt: at(1),
            sources: [{ threadId: 'a', seq: 1, at: at(1) }],
          },
        ],
      },
    ]);
  });

  it('R-69 a correction holds against what was said before it, and gives way to what is said later', () => {
    const said = [note(1, 'I live in Rome.'), note(3, 'I live in Oslo.')];
    const correction = (text: string | null, day: number) => ({
      corrections: [{ kind: 'fact' as const, subject: 'home', text, at: at(day) }],
    });
    expect(make(said, correction('Bergen', 4)).entries[0]!.value).toMatchObject({
      text: 'Bergen',
      sources: [],
    });
    expect(make(said, correction(null, 4)).entries).toEqual([]);
    expect(make(said, correction('Bergen', 2)).entries[0]).toMatchObject({
      value: { text: 'I live in Oslo.' },
      earlier: [{ text: 'Bergen' }],
    });
  });

  it('R-69 of two rules that cannot both be followed the newer holds, whatever thread it was said in', () => {
    const rule = (day: number, value: string, threadId: string) =>
      note(day, value, { kind: 'rule', subject: value.toLowerCase(), threadId });
    const { entries } = make([
      rule(1, 'Always answer in German.', 'a'),
      rule(4, 'From now on, always answer in English.', 'b'),
      rule(2, 'Never delete my files.', 'c'),
    ]);
    expect(entries.map(({ value, earlier }) => [value.text, earlier.map(({ text }) => text)])).toEqual([
      ['From now on, always answer in English.', ['Always answer in German.']],
      ['Never delete my files.', []],
    ]);
  });

  it('R-69 names topics that several threads share, a pair of words before one of them', () => {
    const topic = (subject: string, threadId: string, day: number) =>
      note(day, subject, { kind: 'topic', subject, threadId });
    const { themes } = make([], {
      topics: [
        { threads: 2, notes: [topic('clay soil', 'b', 5), topic('clay soil', 'a', 2)] },
        { threads: 2, notes: [topic('soil', 'b', 5), topic('soil', 'a', 2)] },
        { threads: 3, notes: [topic('piano', 'c', 9), topic('piano', 'b', 5), topic('piano', 'a', 2)] },
      ],
    });
    expect(
      themes.map(({ topic: name, threads, since, until, addedAt }) => [name, threads, since, until, addedAt]),
    ).toEqual([
      ['clay soil', 2, at(2), at(5), at(5)],
      ['piano', 3, at(2), at(9), at(5)],
    ]);
  });

  it('R-69 property: order of notes does not matter, and everything has a source among them', () => {
    const notes = fc.array(
      fc.record({
        kind: fc.constantFrom(...noteKinds),
        subject: fc.constantFrom('home', 'name', 'always answer in german'),
        value: fc.constantFrom('one', 'two', 'Always answer in German.', 'Never answer in German.'),
        seq: fc.integer({ min: 1, max: 9 }),
        day: fc.integer({ min: 1, max: 28 }),
        threadId: fc.constantFrom('a', 'b'),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(notes, fc.infiniteStream(fc.nat()), (given, random) => {
        const all = [
          ...new Map(
            given.map(({ day, value, ...rest }) => {
              const one = note(day, value, rest);
              return [JSON.stringify([one.at, one.threadId, one.seq, one.kind, one.subject]), one];
            }),
          ).values(),
        ];
        const shuffled = all
          .map((one) => ({ one, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const profile = make(all);
        expect(make(shuffled)).toEqual(profile);
        const places = new Set(
          all.map(({ threadId, seq, at: said }) => JSON.stringify({ threadId, seq, at: said })),
        );
        for (const { value, earlier } of profile.entries) {
          for (const { sources } of [value, ...earlier]) {
            expect(sources.length).toBeGreaterThan(0);
            for (const source of sources) expect(places.has(JSON.stringify(source))).toBe(true);
          }
        }
      }),
    );
  });
});
