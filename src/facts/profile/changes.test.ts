import { describe, expect, it } from 'vitest';
import type { OwnedNote } from '../../records/profile.ts';
import { makeProfile } from './make-profile.ts';
import { readNotes } from './read-notes.ts';

/** The profile of somebody who says this, one message a day, as "value <- earlier values". */
const told = (...texts: string[]) => {
  const notes = texts.flatMap((text, index): OwnedNote[] => {
    const at = `2026-03-${String(index + 1).padStart(2, '0')}T10:00:00.000Z`;
    return readNotes({ seq: index + 1, at, text })
      .filter(({ kind }) => kind !== 'topic')
      .map((note) => ({ ...note, threadId: 'a', addedAt: at }));
  });
  return makeProfile({ notes, topics: [], corrections: [] })
    .entries.map(({ value, earlier }) => [value.text, ...earlier.map(({ text }) => text)].join(' <- '))
    .sort();
};

describe('what no longer is so', () => {
  it.each([
    [['I have a Brompton bike.', 'I sold the bike last week.']],
    [['I teach chemistry at a school.', 'I no longer teach; I work for a publisher.']],
    [['I work as a welder.', "I've handed in my notice."]],
    [["I'm a nurse at a clinic.", "I quit my job, I'm a baker now."]],
    [["I'm vegetarian.", 'I stopped being vegetarian, I eat fish again.']],
    [["I'm gluten-free.", 'I eat gluten again.']],
    [['My husband Jonas is a nurse.', 'We split up.']],
    [["We've got a cat called Biscuit.", 'Biscuit passed away on Monday.']],
    [['I play the cello in an orchestra.', 'I switched from the cello to the viola.']],
    [['I use Evernote for notes.', 'I moved all my notes from Evernote to Obsidian.']],
    [['I go climbing every Thursday.', 'I stopped climbing because of my shoulder.']],
    [['I love horror films.', "I've gone off horror films."]],
    [["I'm afraid of spiders.", "Spiders don't bother me any more."]],
    [["I'm at B1 level in Italian.", 'My level in Italian is B2 now.']],
    [['I like short answers.', 'I prefer long answers now.']],
    [["I'm based in Canterbury.", 'We bought a house in Whitstable and moved there.']],
    [['Ich arbeite als Tischler.', 'Ich bin entlassen worden, ich arbeite jetzt als Koch.']],
    [['Wir haben einen Hund.', 'Den Hund haben wir abgegeben.']],
    [["J'adore le rugby.", "Je n'aime plus le rugby."]],
    [['Vivo en Sevilla.', 'Me mudé a Gijón.']],
    [['Lavoro in banca.', 'Non lavoro più in banca, ho aperto un negozio.']],
    [['Gosto de cerveja.', 'Parei de beber cerveja.']],
    [['Ik woon in Utrecht.', 'Ik ben verhuisd naar Groningen.']],
    [['Я не ем мясо.', 'Я снова ем мясо.']],
    [['我不喜欢咖啡。', '我现在喜欢咖啡了。']],
    [["I can't eat gluten.", 'I can eat gluten again.']],
    [['My kiln is a Skutt 1027.', 'I replaced the Skutt with a Nabertherm.']],
    [['I use GnuCash for our books.', 'I switched our books from GnuCash to Xero.']],
    [['Ich bin Orgelbauer.', 'Ich bin inzwischen in Rente.']],
    [['Ik woon in Utrecht.', 'Ik woon sinds vorige maand in Zwolle, niet meer in Utrecht.']],
    [['I live in Basel.', 'I live in Bern now, no longer in Basel.']],
    [['銀行で働いています。', '銀行を辞めました。']],
  ])('R-69 stands only as an earlier value: %j', ([before, after]) => {
    expect(told(before!, after!)).toEqual([`${after} <- ${before}`]);
  });

  it.each([
    [['I have a cat.', "My sister's cat died."], ['I have a cat.']],
    [['I have two daughters, Ida and Liv.', 'Ida moved out.'], ['I have two daughters, Ida and Liv.']],
    [['I drive a Volvo.', 'My neighbour sold his Volvo.'], ['I drive a Volvo.']],
    [['I work as a baker.', 'Should I quit my job?'], ['I work as a baker.']],
    [
      ['I use Postgres for everything.', 'I stopped the Postgres server.'],
      ['I use Postgres for everything.'],
    ],
    [['I live in Graz.', 'We moved to TypeScript.'], ['I live in Graz.']],
    [['I live in Graz.', 'I no longer live in Linz.'], ['I live in Graz.']],
    [['I run a bakery in Leeds.', "I can't run any more."], ['I run a bakery in Leeds.']],
  ])('R-69 says nothing of anything else: %j', (texts, expected) => {
    expect(told(...texts)).toEqual(expected);
  });

  it.each([
    ['Ik ben allergisch voor noten.', 'allergic noten'],
    ['Ich bin allergisch gegen Nüsse.', 'allergic nüss'],
    ['Soy alérgica a los mariscos.', 'allergic marisco'],
    ['У меня аллергия на орехи.', 'allergic орех'],
    ['Ich bin pensionierter Lehrer.', 'am lehr'],
    ['Je suis boulanger à Lyon.', 'am boulang lyon'],
    ['私は京都で和菓子職人をしています。', 'work'],
  ])('R-69 is told in its language: %s', (text, subject) => {
    const [note] = readNotes({ seq: 1, at: '2026-03-01T10:00:00.000Z', text });
    expect(note).toMatchObject({ kind: 'fact', value: text });
    expect(note!.subject.slice(0, 6)).toBe(subject.slice(0, 6));
  });

  it('R-69 of two statements in a sentence the second does not stand for the first', () => {
    expect(told("I am training to be a falconer; my bird is a Harris's hawk.")).toEqual([
      "I am training to be a falconer; my bird is a Harris's hawk.",
      "my bird is a Harris's hawk.",
    ]);
  });

  it('R-69 alone tells nothing, and gives way to what is said later', () => {
    expect(told('I sold the bike.', 'We split up the work.')).toEqual([]);
    expect(told('I go climbing.', 'I stopped climbing.', "I've started climbing again.")).toEqual([
      "I've started climbing again. <- I stopped climbing. <- I go climbing.",
    ]);
  });

  it('R-69 several statements of one sentence stand by themselves', () => {
    expect(told("Hi! I'm Mira, 41, and I live in Graz.", 'We moved from Graz to Linz.')).toEqual([
      "I'm Mira",
      'We moved from Graz to Linz. <- I live in Graz.',
    ]);
  });

  it.each([
    "I'm German.",
    'no jeans here',
    'Call me at any time.',
    'In my novel, I live on a space station and I have a robot.',
    'People will recognise you and love the book even more.',
    'Living in a dorm means noise.',
    "I'd quit sugar if I could.",
    'Ich bin müde.',
    'Je suis bien content.',
  ])('R-69 is no statement: %s', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('R-69 a rule that is a preference as well is told once, with what it replaces', () => {
    const rule = (at: string): OwnedNote => ({
      ...{ kind: 'rule', subject: 'i prefer long answers', value: 'I prefer long answers.', seq: 2, at },
      ...{ weight: 0.9, threadId: 'a', addedAt: at },
    });
    const at = '2026-03-02T10:00:00.000Z';
    const said = (seq: number, text: string) =>
      readNotes({ seq, at: `2026-03-0${seq}T10:00:00.000Z`, text })
        .filter(({ kind }) => kind !== 'topic')
        .map((note) => ({ ...note, threadId: 'a', addedAt: note.at }));
    const notes = [...said(1, 'I love long answers.'), ...said(2, 'I prefer long answers.')];
    const { entries } = makeProfile({ notes: [...notes, rule(at)], topics: [], corrections: [] });
    expect(entries.map(({ kind, earlier }) => [kind, earlier.map(({ text }) => text)])).toEqual([
      ['rule', ['I love long answers.']],
    ]);
  });

  it('R-69 subjects are shown in words, and corrections find them in words or stems', () => {
    const at = '2026-03-01T10:00:00.000Z';
    const notes = readNotes({ seq: 1, at, text: 'My birthday is on 14 March.' })
      .filter(({ kind }) => kind !== 'topic')
      .map((note) => ({ ...note, threadId: 'a', addedAt: at }));
    expect(makeProfile({ notes, topics: [], corrections: [] }).entries[0]!.subject).toBe('my birthday');
    for (const subject of ['my birthday', 'my birthdai']) {
      const correction = { kind: 'fact' as const, subject, text: '15 March', at: '2026-03-02T10:00:00.000Z' };
      const { entries } = makeProfile({ notes, topics: [], corrections: [correction] });
      expect(entries.map(({ value }) => value.text)).toEqual(['15 March']);
    }
  });

  it('R-69 themes are names and topics, not the form of answers', () => {
    const topic = (value: string, threadId: string): OwnedNote => ({
      ...{ kind: 'topic', subject: value.toLowerCase(), value, seq: 1, weight: 1, threadId },
      ...{ at: '2026-03-01T10:00:00.000Z', addedAt: '2026-03-01T10:00:00.000Z' },
    });
    const shared = (value: string) => ({ threads: 2, notes: [topic(value, 'a'), topic(value, 'b')] });
    const topics = ['New York', 'York Times', 'bullet point', 'tax return'].map(shared);
    const { themes } = makeProfile({ notes: [], topics, corrections: [] });
    expect(themes.map((theme) => theme.topic)).toEqual(['New York Times', 'tax return']);
  });
});
