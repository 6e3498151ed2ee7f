import { describe, expect, it } from 'vitest';
import { type Act, actOf } from './acts.ts';

describe('actOf', () => {
  const cases: [string, Act][] = [
    ['Who pays for it?', 'question'],
    ['谁来付钱？', 'question'],
    ['Can you lend me a hammer?', 'request'],
    ['Fix the failing test.', 'request'],
    ['We decided to use PostgreSQL.', 'decision'],
    ['我们决定使用它。', 'decision'],
    ['I will write the runbook by Friday.', 'commitment'],
    ['I have fixed the parser.', 'action'],
    ['Removed all triple quotes from the file.', 'action'],
    ['The cause is a missing lock.', 'finding'],
    ["Let's take the train.", 'proposal'],
    ['The door is broken.', 'problem'],
    ['The house stands by the river.', 'statement'],
    ['It will use Drizzle for the database.', 'decision'],
    ['Ich möchte im Juni nach Wien fahren.', 'request'],
    ['Je veux organiser un anniversaire.', 'request'],
    ['我想租一套公寓。', 'request'],
    ['If you need any further assistance, feel free to reach out.', 'smalltalk'],
    ["I'll keep you posted.", 'smalltalk'],
    ['The steps are on the to-do list.', 'commitment'],
    ['Haz la migración por lotes, no todo de golpe — así aguanta.', 'statement'],
  ];
  for (const [text, act] of cases)
    it(`R-52 "${text}" is a ${act}`, () =>
      expect(actOf(text, 3, { english: /^[ -~]+$/.test(text), role: 'user' })).toBe(act));

  it('R-52 greetings and thanks are small talk unless they say something', () => {
    expect(actOf('Thank you very much!', 0, { english: true, role: 'user' })).toBe('smalltalk');
    expect(
      actOf('Thanks, the thermostat from Heatwell arrived.', 3, { english: true, role: 'user' }),
    ).not.toBe('smalltalk');
  });
});
