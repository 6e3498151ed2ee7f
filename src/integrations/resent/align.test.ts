import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignAppended, alignHistory, type LoggedMessage, type PromptKeys } from './align.ts';

/** One letter per message; capitals are the assistant's, `*` marks an interrupted answer. */
function logOf(text: string): LoggedMessage[] {
  return [...text.matchAll(/([a-z])(\*?)/gi)].map(([, letter, broken], index) => ({
    seq: index + 1,
    key: letter!,
    ...(broken === '*' && { interruptedText: letter! }),
  }));
}

function promptOf(text: string): PromptKeys {
  return {
    length: text.length,
    keyAt: (index) => text[index]!,
    assistantTextAt: (index) => (/[A-Z]/.test(text[index]!) ? text[index]! : undefined),
  };
}

function align(log: string, prompt: string, before = 0) {
  return alignHistory({ log: logOf(log), before, prompt: promptOf(prompt) });
}

describe('a conversation sent again', () => {
  it.each([
    ['the first message', '', 'a', { known: 0, takenBack: [] }],
    ['one exchange more', 'aAbB', 'aAbBc', { known: 4, takenBack: [] }],
    ['a call repeated after an error', 'aAb', 'aAb', { known: 3, takenBack: [] }],
    ['an answer asked for again', 'aAbB', 'aAb', { known: 3, takenBack: [4] }],
    ['the last message edited', 'aAbB', 'aAc', { known: 2, takenBack: [3, 4] }],
    ['an answer the client changed', 'aA', 'aXb', { known: 1, takenBack: [2] }],
    ['the first answer asked for again', 'aA', 'a', { known: 1, takenBack: [2] }],
    ['the newest part only', 'aAbBcC', 'bBcCd', { known: 4, takenBack: [] }],
    ['older messages pruned', 'aAbBcC', 'xbBcCd', { known: 5, takenBack: [] }],
    ['an older message changed', 'aAbBcC', 'xAbBcCd', { known: 6, takenBack: [] }],
    ['the same words twice', 'aAaA', 'aAaAa', { known: 4, takenBack: [] }],
    ['the second of two equal exchanges taken back', 'bBaAaA', 'bBaAc', { known: 4, takenBack: [5, 6] }],
    ['another conversation', 'aAbB', 'xX', { known: 0, takenBack: [] }],
    ['one word that was said before', 'aAbBcC', 'b', { known: 0, takenBack: [] }],
    ['a broken answer the client has', 'aA*', 'aAb', { known: 2, takenBack: [] }],
    ['a broken answer the client never had', 'aA*', 'ab', { known: 1, takenBack: [] }],
    ['on from there', 'aA*bB', 'abBc', { known: 3, takenBack: [] }],
    ['a broken answer asked for again', 'aA*', 'a', { known: 1, takenBack: [2] }],
  ])('R-57 %s', (_name, log, prompt, expected) => {
    expect(align(log, prompt)).toEqual(expected);
  });

  it('R-57 takes nothing back if only a single message in the middle of a long log matches', () => {
    expect(align('cCdD', 'd', 9)).toEqual({ known: 0, takenBack: [] });
    expect(align('cCdD', 'Cd', 9)).toEqual({ known: 2, takenBack: [4] });
  });

  it('R-57 all messages before the appended ones are known', () => {
    const letters = fc.array(fc.constantFrom(...'abAB'), { maxLength: 40 }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters, letters, (log, added) => {
        expect(align(log, log + added)).toEqual({ known: log.length, takenBack: [] });
      }),
    );
  });

  it('R-57 if the end was replaced, the common beginning is known', () => {
    const letters = (from: string) =>
      fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 30 }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters('abAB'), letters('cdCD'), letters('efEF'), (common, old, other) => {
        const { known, takenBack } = align(common + old, common + other);
        expect(known).toBe(common.length);
        expect(takenBack).toEqual([...old].map((_, index) => common.length + index + 1));
      }),
    );
  });
});

describe('new messages only', () => {
  it.each([
    ['the first', '', 'a', 0],
    ['the next', 'aA', 'b', 0],
    ['the same words again', 'aA', 'a', 0],
    ['again after an error', 'aAb', 'b', 1],
    ['the second step of a tool loop', 'aAbB', 'bBt', 2],
    ['its third', 'aAbBtC', 'bBtCu', 4],
  ])('R-57 %s', (_name, log, prompt, known) => {
    const aligned = alignAppended({ log: logOf(log), prompt: promptOf(prompt) });
    expect(aligned).toEqual({ known, takenBack: [] });
  });
});
