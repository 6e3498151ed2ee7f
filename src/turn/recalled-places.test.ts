import { describe, expect, it } from 'vitest';
import type { RecalledPassages } from '../context/context.ts';
import type { Message } from '../message/message.ts';
import type { RecalledPlace } from '../records/sent-state.ts';
import { keptPlaces, keyOf, mostPlaces, nextPlaces, placesBesideNew } from './recalled-places.ts';

const said = (seq: number, role: Message['role'], text = `message ${seq}`): Message => ({
  ...{ id: `m${seq}`, threadId: 't', seq, role, parts: [{ type: 'text', text }], tokens: 10, hash: '' },
  ...{ tokensBefore: seq * 10, unitStart: seq, createdAt: '2026-01-01T00:00:00.000Z' },
});
/** A question, a step of work on it, and its result. */
const tail = [said(11, 'user'), said(12, 'assistant'), said(13, 'tool')];
const place = (after: number, other: Partial<RecalledPlace> = {}): RecalledPlace => ({
  ...{ after, asked: after, revision: 7, seqs: [3], room: 500, tokens: 80, characters: 480, ...other },
});
const kept = (places: RecalledPlace[], other: Partial<Parameters<typeof keptPlaces>[0]> = {}) =>
  keptPlaces({ state: { revision: 7 }, places, recorded: false, tail, query: undefined, ...other });

describe('passages of earlier requests', () => {
  it('R-70 stay behind the message they were recalled for while it is answered, and nothing is recalled again', () => {
    expect(kept([place(11)])).toEqual({ places: [place(11)], wanted: undefined });
    // Nor is it if nothing was found.
    expect(kept([place(11, { seqs: [] })]).wanted).toBeUndefined();
    expect(kept([])).toEqual({ places: [], wanted: { asked: 11, after: 13 } });
  });

  it('R-70 stay for older messages until the next compaction; then only those of the message in question do', () => {
    const next = [...tail, said(14, 'assistant'), said(15, 'user')];
    const both = [place(11), place(15)];
    expect(kept(both, { tail: next }).places.map(({ after }) => after)).toEqual([11, 15]);
    const compacted = kept(both, { tail: next, state: { revision: 8 } });
    expect(compacted.places).toEqual([place(15, { revision: 8 })]);
    expect(kept([place(15, { seqs: [] })], { tail: next, state: { revision: 8 } }).wanted).toEqual({
      ...{ asked: 15, after: 15 },
    });
  });

  it('R-70 go when their message is no longer shown', () => {
    expect(kept([place(4)]).places).toEqual([]);
  });

  it('R-50 of a query of the caller are those of that query alone', () => {
    const asked = place(13, { query: keyOf('the ferry') });
    expect(kept([asked], { query: 'the ferry' })).toEqual({ places: [asked], wanted: undefined });
    expect(kept([asked], { query: 'the mill' })).toEqual({ places: [], wanted: { asked: 13, after: 13 } });
    // Its text is not stored, so no later request can show it again.
    expect(kept([place(12, { query: keyOf('the ferry') })]).places).toEqual([]);
  });

  it('R-43 of a recorded request are all of them, and nothing is recalled', () => {
    const recorded = [place(4, { revision: 2 }), place(13, { fresh: true })];
    expect(kept(recorded, { recorded: true })).toEqual({ places: recorded, wanted: undefined });
  });

  it('R-70 all give way when there are too many, so that what is behind them is sent anew once', () => {
    const many = Array.from({ length: mostPlaces }, (_, index) => place(index + 1));
    expect(placesBesideNew(many.slice(1))).toHaveLength(mostPlaces - 1);
    expect(placesBesideNew(many)).toEqual([]);
  });
});

describe('what the next request goes on from', () => {
  const passage = { messageId: 'm3', tokens: 40, brief: false };
  const shownAt = (after: number, passages: RecalledPassages['passages']): RecalledPassages => ({
    ...{ after, passages, text: 'quoted', tokens: 80, room: 500 },
  });
  const found = { characters: 480, pieceCharacters: 200 };
  const next = (other: Partial<Parameters<typeof nextPlaces>[0]>) =>
    nextPlaces({
      ...{ state: { revision: 7 }, kept: { places: [], wanted: { asked: 11, after: 13 } }, found },
      ...{ shown: [], query: undefined, ...other },
    });

  it('R-70 is what was shown for this request, in its order, with pieces and older values', () => {
    const shown = [
      shownAt(13, [
        { ...passage, seq: 5, brief: true },
        { ...passage, seq: 3, newerIn: 5 },
      ]),
    ];
    expect(next({ shown }).places).toEqual([
      {
        ...{ after: 13, asked: 11, revision: 7, seqs: [5, 3], room: 500, tokens: 80, characters: 480 },
        ...{ pieces: { seqs: [5], characters: 200 }, older: { seqs: [3], newerIn: [5] }, fresh: true },
      },
    ]);
  });

  it('R-70 says that nothing was found, so that a tool loop does not look again at every step', () => {
    expect(next({}).places).toMatchObject([{ after: 13, asked: 11, seqs: [], tokens: 0, fresh: true }]);
    expect(next({ query: 'the ferry' }).places).toMatchObject([{ query: keyOf('the ferry') }]);
  });

  it('R-70 keeps a place whose passages gave way, without them', () => {
    const before = place(11, { pieces: { seqs: [3], characters: 200 } });
    const { places } = next({ kept: { places: [before], wanted: undefined }, found: undefined });
    expect(places).toEqual([place(11, { seqs: [], room: 0, tokens: 0 })]);
    const shown = [shownAt(11, [{ ...passage, seq: 3 }])];
    expect(next({ kept: { places: [before], wanted: undefined }, shown }).places).toEqual([before]);
  });
});
