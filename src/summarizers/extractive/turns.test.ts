import { describe, expect, it } from 'vitest';
import { makeEntries } from '../summarizer.suite.ts';
import { conversationOf } from './turns.ts';

const names = (texts: readonly string[]) =>
  conversationOf(makeEntries(texts)).turns.map(({ speaker }) => speaker.name);

describe('conversationOf', () => {
  it('R-52 takes the speaker from the name, else from the role', () => {
    const [user, assistant] = makeEntries(['One.', 'Two.']);
    const { turns, speakers } = conversationOf([
      { ...user!, name: 'Ms. May (Saanich, GP)' },
      assistant!,
      { ...assistant!, role: 'tool', name: 'bash' },
      { ...assistant!, role: 'system' },
    ]);
    expect(turns.map(({ speaker }) => speaker.name)).toEqual([
      'Ms. May',
      'the assistant',
      'bash',
      'the system prompt',
    ]);
    expect(speakers.map(({ name }) => name)).toEqual(['Ms. May', 'the assistant']);
  });

  it('R-52 finds the speakers of a dialogue inside one message', () => {
    expect(names(['#Person1#: Hi.\n#Person2#: Hello.\n#Person1#: Bye.\nand more\n#Person2#: Bye.'])).toEqual([
      '#Person1#',
      '#Person2#',
      '#Person1#',
      '#Person2#',
    ]);
  });

  it('R-52 does not take settings, notes or addresses for a dialogue', () => {
    for (const text of [
      'name: x\nport: 80\nhost: y',
      'Note: one.\nThe rest is prose.',
      'https://a.b/c\nhttps://a.b/d',
    ])
      expect(names([text])).toEqual(['the user']);
  });
});
