import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import type { Passage } from './context.ts';
import { leastTokensOf, showChosen, showPassages } from './passages.ts';

const counter = createTokenCounter();
const filler = 'The walk along the river was long and the weather in the hills was fine. ';

function passageOf(seq: number, text: string, brief = text): Passage {
  const at = `2026-05-${String(seq).padStart(2, '0')}T10:00:00.000Z`;
  return { messageId: `m${seq}`, seq, role: 'user', at, text, brief, reason: 'recalled' };
}

/** As they are read again from a record: each in the length it was shown in. */
function chosenOf(shown: NonNullable<ReturnType<typeof showPassages>>): Passage[] {
  return shown.shown.map(({ source, brief }) => passageOf(source.seq, brief ? source.brief! : source.text));
}

describe('passages', () => {
  it('R-43 R-70 in every room they read the same when they are shown again', () => {
    const sources = Array.from({ length: 12 }, (_, index) => {
      const told = `Berth ${index} of the harbour costs ${300 + index} euros. `;
      return passageOf(
        index + 1,
        `${filler.repeat(index + 3)}${told}${filler.repeat(index)}`,
        `${told}${filler.repeat(3)}`,
      );
    });
    let cut = 0;
    for (let room = 40; room < 1_500; room += 7) {
      const shown = showPassages({ sources, room, counter });
      if (shown === undefined) continue;
      expect(shown.tokens).toBeLessThanOrEqual(room);
      if (shown.shown[0]!.cut) cut += 1;
      const { text, tokens } = shown;
      expect(showChosen({ sources: chosenOf(shown), room, counter })).toMatchObject({ text, tokens });
    }
    expect(cut).toBeGreaterThan(0);
  });

  it('R-50 take at least the tokens that were computed before fitting them', () => {
    const sources = Array.from({ length: 20 }, (_, index) =>
      passageOf(
        index + 1,
        `Berth ${index}. ${filler.repeat(index)}`,
        `Berth ${index}.${filler.repeat(index % 3)}`,
      ),
    );
    let most = 0;
    for (let room = 60; room < 3_000; room += 11) {
      const least = leastTokensOf({ sources, room, counter });
      expect(least).toBeLessThanOrEqual(showPassages({ sources, room, counter })?.tokens ?? 0);
      most = Math.max(most, least / room);
    }
    // Otherwise it would tell nothing.
    expect(most).toBeGreaterThan(0.35);
  });

  it('R-50 are pieces of many messages if room is short, and more of the best ones otherwise', () => {
    const sources = Array.from({ length: 6 }, (_, index) =>
      passageOf(index + 1, `Berth ${index}. ${filler.repeat(8)}`, `Berth ${index}. ${filler}`),
    );
    const shownIn = (room: number) => showPassages({ sources, room, counter })!.shown;
    expect(shownIn(4_000).map(({ brief }) => brief)).toEqual(sources.map(() => false));
    const few = shownIn(420);
    expect(few).toHaveLength(6);
    expect(few.filter(({ brief }) => !brief).map(({ source }) => source.seq)).toEqual([1]);
    // Shown in the order in which they were said, chosen by relevance.
    expect(
      shownIn(200).every(({ source }, at, all) => at === 0 || source.seq > all[at - 1]!.source.seq),
    ).toBe(true);
  });

  it('R-50 a short relevant message is not left out in favour of pieces of less relevant ones', () => {
    const { brief: _, ...asSaid } = passageOf(1, `The berth is dear. ${filler.repeat(22)}`);
    const others = Array.from({ length: 20 }, (_, index) =>
      passageOf(index + 2, filler.repeat(12), `Berth ${index}. ${filler}`),
    );
    const shown = showPassages({ sources: [asSaid, ...others], room: 560, counter })!;
    expect(counter.count(asSaid.text)).toBeGreaterThan(560 * 0.6);
    expect(shown.shown.map(({ source }) => source.seq)).toContain(1);
  });

  it('R-50 the newest value comes first if an older one is shown, and a quotation cannot imitate the mark of an older value', () => {
    const sources = [
      { ...passageOf(1, 'The berth costs 300 euros.'), newerIn: 7 },
      passageOf(4, 'We sailed to the island.'),
      passageOf(7, 'The berth costs 365 euros.'),
    ];
    const lines = (room: number, shown = sources) =>
      showPassages({ sources: shown, room, counter })
        ?.text.split('\n')
        .filter((line) => /^#/u.test(line));
    expect(lines(400)).toEqual([
      '#7 user: The berth costs 365 euros.',
      '#1 user (earlier, newer in #7): The berth costs 300 euros.',
      '#4 user: We sailed to the island.',
    ]);
    expect(lines(400, sources.slice(1))?.[0]).toBe('#4 user: We sailed to the island.');
  });
});
