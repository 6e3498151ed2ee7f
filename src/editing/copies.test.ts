import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { createEverthread, type Everthread } from '../everthread.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { Thread } from '../thread.ts';
import { findCopies } from './copies.ts';

let everthread: Everthread;
let thread: Thread;
beforeEach(async () => {
  everthread = createEverthread({ automatic: false });
  thread = await everthread.thread('t');
});
afterEach(() => everthread.close());

const filler = (count: number): MessageInput[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Number ${index}: the garden, the fence and the kitchen are what we talk about this week.`,
  }));

/** A message, its repetitions after some other messages, and texts that only look alike. */
const cases: [what: string, forgotten: string, copy: string, others: string[]][] = [
  [
    'a password inside a sentence',
    'The staging password is hunter2-mauve.',
    'hunter2-mauve works, thanks',
    ['The staging server is up.', 'Which password policy do we have?'],
  ],
  [
    'another case and other white space',
    'the staging password is Hunter2-Mauve',
    'I typed  HUNTER2-MAUVE\nand it works',
    ['a mauve curtain', 'hunter 2 is a film'],
  ],
  [
    'a plain word that is told as a secret',
    'The wifi password is marmalade',
    'tried marmalade, no luck',
    ['the wifi is slow', 'breakfast with jam'],
  ],
  [
    'a number with other separators',
    'My card is 4111 1111 1111 1111, valid until 09/29.',
    'Charged 4111-1111-1111-1111.',
    ['Charged 42.', 'valid until tomorrow'],
  ],
  [
    'a phone number',
    'Call Ada at +49 171 5551234.',
    'Ada: +491715551234',
    ['Call Ada at noon.', 'Call me at 5.'],
  ],
  [
    'a number in groups of any size',
    'Her account is 7719384455.',
    'I noted 771 938 4455.',
    ['771 people and 4455 sheep', 'row 938'],
  ],
  [
    'an identity number that ends in a letter',
    'My ID number is 11010519491231002X.',
    'Noted, 11010519491231002X it is.',
    ['That took 1200ms.', 'It weighs 11010kg.'],
  ],
  [
    'a number between characters of a script without blanks',
    '我的护照是E12345678。',
    '护照E12345678已保存。',
    ['我的护照在家里。', 'E12345678900 is a part'],
  ],
  [
    'an identity number in another script than its sentence',
    '我的身份证号码是 53010219200508011X。',
    '好的,身份证号53010219200508011X已记录。',
    ['我的身份证丢了。'],
  ],
  [
    'a number in other digits',
    'رقم هاتفي ٠١٢٣٤٥٦٧٨٩',
    'I will call 0123 456 789 then.',
    ['سأتصل غدا', 'call me at 0123'],
  ],
  [
    'a number told in other digits',
    'My number is 0912 345 6789.',
    'شماره ۰۹۱۲۳۴۵۶۷۸۹ را نوشتم',
    ['شماره را نوشتم'],
  ],
  ['a number in pairs', 'Her account is 7719384455.', 'So it is 77-19-38-44-55?', ['77 or 55', '19-38']],
  [
    'a short code',
    'The PIN of the safe is 4713.',
    'ok, 4713 it is',
    ['the safe is in the hall', 'see you in 2027', '147131 parcels'],
  ],
  [
    'a URL',
    'Look at https://intra.example.org/plans/secret-merger?id=77',
    'See HTTPS://intra.example.org/plans/secret-merger?id=77',
    ['See https://intra.example.org/lunch'],
  ],
  [
    'a run of words',
    'We are going to close the Bergen office in the second week of March.',
    'I hear that we are going to close the Bergen office, true?',
    ['The Bergen office has a new door.', 'We are going to paint the office in March.'],
  ],
  [
    'what is told again in other words',
    'My name is Zephyrine Ambrose, and I left Tavistrand because of my divorce.',
    'Noted: you are called Zephyrine, and it was the divorce that made you leave Tavistrand.',
    ['The harbour of Tavistrand has a new lamp.', 'A divorce takes a year here, does it?'],
  ],
  [
    'words in Chinese',
    '我们决定在三月的第二周关闭卑尔根的办公室',
    '听说：我们决定在三月的第二周关闭卑尔根',
    ['我们在三月开会', '办公室很大'],
  ],
  [
    'a phrase in quotation marks',
    'The codename is "Silent Walrus".',
    'silent walrus starts on Monday',
    ['a walrus in the zoo', 'a silent night'],
  ],
  [
    'a mixed identifier',
    'the tenant is acmeProdEu7',
    'deployed to ACMEPRODEU7.',
    ['deployed to production', 'acme is a customer'],
  ],
];

describe('copies', () => {
  it.each(cases)('R-41 %s', async (_what, forgotten, copy, others) => {
    await thread.append([
      { role: 'user', content: forgotten },
      ...filler(40),
      { role: 'assistant', content: copy },
    ]);
    await thread.append(others.map((content) => ({ role: 'user' as const, content })));
    expect(await thread.copies(1)).toEqual({
      copies: [{ id: expect.any(String), seq: 42, role: 'assistant' }],
      complete: true,
    });
    const receipt = await thread.forget(1);
    expect(receipt).toMatchObject({ copies: [{ seq: 42, role: 'assistant' }], copiesForgotten: false });
    expect(JSON.stringify(receipt)).not.toContain(copy);
    const [left] = await Array.fromAsync(thread.history({ from: 42, to: 42 }));
    expect(left!.removed).toBeUndefined();
  });

  it('R-41 copies in reasoning are found, which no search finds', async () => {
    await thread.append([
      { role: 'user', content: 'My sister Quaxilon lives in Brimworth at the Plovercrest.' },
      ...filler(6),
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Her sister Quaxilon is the one in Brimworth, at the Plovercrest.' },
          { type: 'text', text: 'Shall I go on?' },
        ],
      },
    ]);
    expect((await thread.copies(1)).copies.map(({ seq }) => seq)).toEqual([8]);
    const { hits } = await thread.search('Brimworth');
    expect(hits.map(({ message }) => message.seq)).toEqual([1]);
  });

  it('R-41 with the option `copies`, the copies are forgotten too', async () => {
    await thread.append([{ role: 'user', content: 'The door code is kestrel-88.' }, ...filler(6)]);
    await thread.append([
      { role: 'user', content: 'kestrel-88 does not open it' },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: 'c', name: 'note', input: { text: 'code kestrel-88' } }],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', output: 'Saved: KESTREL-88' }] },
    ]);
    const receipt = await thread.forget(1, { copies: true });
    expect(receipt.copies.map(({ seq }) => seq)).toEqual([8, 9, 10]);
    expect(receipt).toMatchObject({ messages: [{ seq: 1 }], copiesForgotten: true, copiesComplete: true });
    const all = await Array.fromAsync(thread.history());
    expect(JSON.stringify(all).toLowerCase()).not.toContain('kestrel');
    expect(all.filter(({ removed }) => removed !== undefined).map(({ seq }) => seq)).toEqual([1, 8, 9, 10]);
  });

  it('R-41 messages about a subject that the thread had before are no copies', async () => {
    const subject = 'The divorce of Zephyrine and the house in Tavistrand are a long story.';
    await thread.append([{ role: 'user', content: subject }, ...filler(6)]);
    await thread.append([
      { role: 'user', content: 'Zephyrine got the house after her divorce.' },
      { role: 'assistant', content: 'Was the house of Zephyrine in Tavistrand sold with the divorce?' },
    ]);
    expect((await thread.copies(8)).copies).toEqual([]);
    expect((await thread.copies(1)).copies.map(({ seq }) => seq)).toEqual([8, 9]);
  });

  it('R-41 common words make no copy, however often they occur', async () => {
    await thread.append(filler(200));
    expect((await thread.copies(3)).copies).toEqual([]);
    await thread.append({
      role: 'user',
      content: 'See src/app/main.ts in the kitchen on 2026-05-08 at 10:30.',
    });
    for (let index = 0; index < 40; index += 1) {
      await thread.append({
        role: 'user',
        content: `src/app/main.ts fails again, try ${index}, 2026-05-08 at 10:30`,
      });
    }
    expect((await thread.copies(201)).copies).toEqual([]);
  });

  it('R-41 a copy deep inside a long tool output is found, beyond the indexed beginning', async () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => `row ${index} of the table`);
    lines[2_000] = 'owner=zebra-9911-quilt';
    await thread.append([
      { role: 'user', content: 'The owner key is zebra-9911-quilt' },
      ...filler(10),
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name: 'cat', input: {} }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', output: lines.join('\n') }] },
    ]);
    expect((await thread.copies(1)).copies).toMatchObject([{ seq: 13, role: 'tool' }]);
  });

  it('R-41 a message without distinctive words, or without any, has no copies', async () => {
    await thread.append([
      { role: 'user', content: 'ok' },
      { role: 'user', content: 'ok' },
      { role: 'user', content: '' },
    ]);
    expect(await thread.copies([1, 3])).toEqual({ copies: [], complete: true });
    await thread.forget(1);
    expect(await thread.copies(1)).toEqual({ copies: [], complete: true });
    await expect(thread.copies([])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(thread.copies(9)).rejects.toMatchObject({ code: 'unknown_message' });
  });

  it('R-41 the search for copies of a message of megabytes is bounded and says whether it was complete', async () => {
    const words = Array.from({ length: 150_000 }, (_, index) => `w${(index * 7919) % 5_003}x${index % 13}`);
    await thread.append([{ role: 'user', content: words.join(' ') }, ...filler(30)]);
    await thread.append({ role: 'user', content: words.slice(1_000, 1_040).join(' ') });
    const { copies, complete } = await thread.copies(1);
    expect(copies.map(({ seq }) => seq)).toEqual([32]);
    expect(complete).toBe(true);
  });

  it('R-41 says if there were more candidates than it compares, and compares the newest', async () => {
    const { engine, say } = await testEngine();
    const forgotten = await say([
      { role: 'user', content: 'The door code is kestrel-88.' },
      ...filler(2_100),
    ]);
    const compared: number[] = [];
    const findIn = (places: number) =>
      findCopies({
        store: {
          ...engine.store,
          search: {
            ...engine.store.search,
            holding: async () => [Array.from({ length: places }, (_, index) => index + 2)],
          },
          readMessagesAt: async (asked) => {
            compared.push(...asked.map(({ seq }) => seq));
            return engine.store.readMessagesAt(asked);
          },
        },
        threadId: 't',
        forgotten: forgotten.slice(0, 1),
        redact: engine.redaction.redactSteps,
      });
    expect((await findIn(50)).complete).toBe(true);
    expect(Math.min(...compared)).toBe(2);
    compared.length = 0;
    expect((await findIn(2_100)).complete).toBe(false);
    expect(Math.max(...compared)).toBe(2_101);
    expect(compared).not.toContain(2);
  });
});
