import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../records/fact.ts';
import { summaryShapes } from '../../records/summary.ts';
import type { SummaryRequest, TranscriptEntry } from '../../summarizer.ts';
import { isSummarizerFailure } from '../../summarizer.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { countWords } from '../cap-text.ts';
import { recordSchema } from '../record-schema.ts';
import { counter, describeSummarizer, hostileTexts, makeEntries, makeRequest } from '../summarizer.suite.ts';
import { extractive } from './extractive.ts';

describeSummarizer({ name: 'extractive', make: () => extractive({ counter }) });

const summarize = (overrides: Partial<SummaryRequest>) =>
  extractive({ counter }).summarize(makeRequest(overrides));

function talk(turns: readonly (readonly [speaker: string, text: string])[]): TranscriptEntry[] {
  return makeEntries(turns.map(([, text]) => text)).map((entry, index) => ({
    ...entry,
    name: turns[index]![0],
  }));
}

function limits(targetTokens: number, maxWords: number | null = null): SummaryRequest['limits'] {
  return { targetTokens, maxWords, maxOutputTokens: 4_000 };
}

function fact(value: string, kind: Fact['kind'] = 'identifier', more: Partial<Fact> = {}): Fact {
  return { kind, value, seq: 1, role: 'user', at: '', importance: 1, ...more };
}

const kitchen = talk([
  ['Anna', 'Hi Ben, good morning!'],
  ['Ben', 'Good morning, Anna. How are you?'],
  ['Anna', 'I need to repair the oven in my kitchen. Can you lend me your toolbox?'],
  ['Ben', 'Sure. I will bring the toolbox on Friday. Do you know what is wrong with the oven?'],
  ['Anna', 'The oven does not heat any more because the thermostat is broken.'],
  ['Ben', "Then let's order a new thermostat. We decided last year to buy parts from Heatwell."],
  ['Anna', 'Okay, I will order the thermostat from Heatwell tomorrow. Who pays for it?'],
]);

describe('extractive: dialogue', () => {
  it('R-52 tells a dialogue in the third person, with the speakers named', async () => {
    const { text, record, model, rung, promptVersion } = await summarize({
      transcript: kitchen,
      limits: limits(120),
    });
    expect(text).toContain('Anna needs to repair the oven in their kitchen');
    expect(text).toContain('Ben will bring the toolbox on Friday');
    expect(text).not.toMatch(/\b(?:I|you|my|your)\b/);
    expect(text).not.toContain('good morning');
    expect({ record, model, rung, promptVersion }).toEqual({
      record: null,
      model: 'extractive',
      rung: 'extractive',
      promptVersion: 'extractive@1',
    });
  });

  it('R-52 costs nothing and says so', async () => {
    const { calls } = await summarize({ transcript: kitchen });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ inputTokens: 0, outputTokens: 0, costUsd: 0, outcome: 'ok' });
  });

  it('R-52 fills a record: participants, decisions, action items with owner and date, open questions', async () => {
    const { record, text } = await summarize({ shape: 'record', transcript: kitchen, limits: limits(400) });
    expect(recordSchema.safeParse(record).success).toBe(true);
    expect(record!.context.participants).toEqual(['Anna', 'Ben']);
    expect(record!.context.decisions.join()).toContain('buy parts from Heatwell');
    expect(record!.context.actionItems).toContainEqual({
      owner: 'Ben',
      task: 'bring the toolbox on Friday',
      due: 'Friday',
    });
    expect(record!.context.unresolved.join()).toContain('who pays for it');
    expect(record!.context.unresolved.join()).not.toContain('wrong with the oven');
    expect(text).toContain(record!.summary);
  });

  it('R-52 understands a dialogue pasted into one message', async () => {
    const pasted = kitchen.map(({ name, text }) => `${name}: ${text}`).join('\n');
    const { text } = await summarize({ transcript: makeEntries([pasted]), limits: limits(120) });
    expect(text).toContain('Ben will bring the toolbox on Friday');
    expect(text).not.toContain('The user');
  });

  it('R-52 names user and assistant where there are no names', async () => {
    const transcript = makeEntries([
      'Please fix the login form in src/login.ts. It loses the password when the session expires.',
      'I have found the cause: the form is rendered twice. I will move the state into the store.',
    ]);
    const { text } = await summarize({ transcript, limits: limits(120) });
    expect(text).toContain('The user asks the assistant to fix the login form in src/login.ts.');
    expect(text).toContain('The assistant will move the state into the store.');
  });

  it('R-52 does not say the same thing twice', async () => {
    const again = Array.from(
      { length: 20 },
      () => ['Anna', 'The thermostat of the oven is broken.'] as const,
    );
    const transcript = talk([
      ...again,
      ['Ben', 'I will call the electrician about the cable in the cellar.'],
    ]);
    const { text } = await summarize({ transcript, limits: limits(60) });
    expect(text.match(/thermostat/g)).toHaveLength(1);
    expect(text).toContain('electrician');
  });

  it('R-10 writes the session in bullets: goal, actions, findings, state at the end', async () => {
    const transcript = makeEntries([
      'Add a dark mode to the settings page. Never touch the print stylesheet.',
      `I will read the settings page first.\n${'→ Read({"file":"settings.css"})\n'.repeat(40)}`,
      'Good.',
      'The issue is that the colours are hard coded in settings.css. I have moved the colours into variables.',
      'Does it work?',
      'The dark mode is now working in the browser. The print stylesheet is unchanged.',
    ]);
    const { text } = await summarize({ shape: 'bullets', transcript, limits: limits(300) });
    const lines = text.split('\n');
    expect(lines.every((line) => line.startsWith('- '))).toBe(true);
    expect(lines[0]).toBe('- Goal: Add a dark mode to the settings page.');
    expect(text).toContain('- Found: The issue is that the colours are hard coded in settings.css.');
    expect(text).toContain('- Action: Has moved the colours into variables.');
    expect(lines.at(-1)).toBe('- At the end: The print stylesheet is unchanged.');
  });
});

describe('extractive: chats', () => {
  const support = makeEntries([
    'Hi, my espresso machine X200 leaks since 3 March. I would like a replacement, not a refund.',
    'Could you please send me the order number?',
    'The order number is 88-1423. It has to arrive before 20 March.',
    'I suggest we send the new machine by express, and the driver takes the old one.',
    'Agreed. Does the express cost anything?',
    'No, the express is free. The new machine will use the improved seal. I will ship it tomorrow.',
    'Decision: delivery goes to my office, Kanalstrasse 4. Do you also sell the descaling powder?',
  ]);

  it('R-52 opens with what the user wants, in every shape, never with a list of nouns', async () => {
    for (const shape of summaryShapes) {
      const { text } = await summarize({ shape, transcript: support, limits: limits(240) });
      const first = text.split(/(?<=[.!?])\s/u)[0]!;
      expect(first).toMatch(/espresso machine X200 leaks|would like a replacement/u);
      expect(text).not.toMatch(/discuss|The group/u);
    }
  });

  it('R-10 R-52 distinguishes decisions from proposals, and answered from open questions', async () => {
    const { text } = await summarize({ shape: 'bullets', transcript: support, limits: limits(400) });
    expect(text).toMatch(/- (?:Decided|At the end): The user decides: delivery goes to/u);
    expect(text).toMatch(/- Decided: The assistant suggests .*; the user agrees\./u);
    expect(text).toMatch(/- Asked: .*order number/u);
    expect(text).not.toMatch(/- Open: .*(?:order number|cost)/u);
    expect(text).toMatch(
      /- (?:Open|At the end): The user asks if the assistant also sells the descaling powder\./u,
    );
    const again = await summarize({
      shape: 'bullets',
      transcript: [],
      previous: [{ text, record: null, from: 1, to: 7 }],
      limits: limits(400),
    });
    expect(again.text).toMatch(/- Asked: .*order number/u);
    expect(again.text).toMatch(/- Decided: The assistant suggests/u);
  });

  it('R-52 a record holds what was settled and what is open, each once', async () => {
    const { record } = await summarize({
      shape: 'record',
      transcript: support,
      facts: [
        fact('Decision: delivery goes to my office, Kanalstrasse 4.', 'decision'),
        fact('Does the express cost anything?', 'question'),
      ],
      limits: limits(600),
    });
    const { decisions, unresolved } = record!.context;
    expect(decisions.filter((decision) => decision.includes('Kanalstrasse 4'))).toHaveLength(1);
    expect(decisions.join()).toContain('the user agrees');
    expect(unresolved).toEqual(['The user asks if the assistant also sells the descaling powder.']);
  });

  it('R-66 printed output is no goal, decision or topic, whoever pastes it', async () => {
    const transcript = makeEntries([
      '2026-03-14 12:00:01 INFO we decided to use worker 3\nhint: Please use the new API instead of the old one\n\nWhy is the build of the harbour page slow?',
      'The images of the harbour page are too large.',
      'src/app.ts\n  14:1  error  Use const instead of let  prefer-const\n\nThen shrink the images of the harbour page.',
    ]);
    for (const shape of summaryShapes) {
      const { text } = await summarize({ shape, transcript, limits: limits(200) });
      expect(text).toContain('harbour page');
      expect(text).not.toMatch(
        /(?:Goal|Decided|Asked): .*(?:worker 3|new API|const)|user (?:says|asks).*(?:worker|API)/u,
      );
    }
  });

  it('R-40 an exact detail that changed also shows its old value', async () => {
    const changed = fact('25', 'quantity', {
      subject: 'pool size',
      valueHistory: [{ value: '40', seq: 1, at: '' }],
    });
    const { text } = await summarize({ transcript: support, facts: [changed], limits: limits(200) });
    expect(text).toContain('pool size 25 (was 40)');
  });
});

describe('extractive: noise', () => {
  it('R-52 prefers prose to code, data, listings and traces, and keeps the error', async () => {
    const code = `\`\`\`ts\n${'const parser = createParser({ strict: true });\n'.repeat(80)}\`\`\``;
    const json = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, parser: 'strict' })));
    const output = [
      ...Array.from({ length: 100 }, (_, index) => `-rw-r--r-- 1 root root ${index} parser-${index}.ts`),
      'TypeError: Cannot read properties of undefined in the parser',
      ...Array.from({ length: 50 }, (_, index) => `    at parse (/srv/parser.js:${index}:7)`),
    ].join('\n');
    const transcript = makeEntries(['Why does the parser crash on empty input?', code, json, '']).concat([
      { seq: 5, role: 'tool', name: 'bash', text: output, at: '', tokens: 900 },
      {
        seq: 6,
        role: 'assistant',
        text: 'The parser never checks for an empty token list.',
        at: '',
        tokens: 12,
      },
    ]);
    const { text } = await summarize({ transcript, limits: limits(120) });
    expect(text).toContain('The user asks why the parser crashes on empty input.');
    expect(text).toContain('The parser never checks for an empty token list.');
    expect(text).toContain('TypeError: Cannot read properties of undefined in the parser');
    expect(text).not.toMatch(/createParser|root root|srv\/parser|"id"/);
  });

  it('R-52 takes code, greetings or emoji alone as they are', async () => {
    for (const text of ['```js\nlet a = 1;\n```', 'Hi!', '🎉🎉', '!!!']) {
      const result = await summarize({ transcript: makeEntries([text]) });
      expect(result.text).not.toBe('');
      expect(result.text.length).toBeLessThanOrEqual(text.length);
    }
  });

  it('R-52 says in one whole word that nothing was said, if there is room for no more', async () => {
    const transcript = makeEntries(['']);
    const short = limits(3);
    expect((await summarize({ transcript, limits: short })).text).toBe('Nothing.');
  });

  it('R-52 says in a short sentence that nothing was said', async () => {
    for (const shape of summaryShapes) {
      for (const transcript of [[], makeEntries(['', '  \n\t '])]) {
        const { text, record } = await summarize({ shape, transcript });
        expect(text).toContain('Nothing was said in this part of the conversation.');
        expect(record === null).toBe(shape !== 'record');
      }
    }
  });
});

describe('extractive: languages', () => {
  const cases = {
    Chinese: [
      '我想把账单服务迁移到新的数据库。',
      '我们决定在3月14日切换。没有备份绝不能运行迁移。',
      '好的。我会在周五之前写好操作手册。',
    ],
    Japanese: [
      '請求サービスを新しいデータベースに移行したいです。',
      '3月14日に切り替えることを決定しました。',
      '金曜日までに手順書を書きます。',
    ],
    Arabic: [
      'أريد نقل خدمة الفواتير إلى قاعدة بيانات جديدة.',
      'قررنا التبديل يوم السبت 14 مارس.',
      'سأكتب دليل التشغيل قبل يوم الجمعة.',
    ],
    Hebrew: [
      'אני רוצה להעביר את שירות החיוב למסד נתונים חדש.',
      'החלטנו לעבור בשבת 14 במרץ.',
      'אכתוב את המדריך עד יום שישי.',
    ],
    German: [
      'Ich möchte den Dienst für die Abrechnung umziehen.',
      'Wir haben uns für Samstag, den 14. März entschieden.',
      'Ich schreibe das Handbuch bis Freitag.',
    ],
    French: [
      'Je veux déplacer le service de facturation vers une nouvelle base.',
      'Nous avons décidé de basculer samedi 14 mars.',
      'Je vais écrire le guide avant vendredi.',
    ],
    Thai: [
      'ฉันต้องการย้ายบริการเรียกเก็บเงินไปยังฐานข้อมูลใหม่',
      'เราตัดสินใจเปลี่ยนในวันเสาร์ที่ 14 มีนาคม',
      'ฉันจะเขียนคู่มือก่อนวันศุกร์',
    ],
  };
  for (const [language, texts] of Object.entries(cases)) {
    it(`R-52 keeps the words of ${language} as they were written, in every shape`, async () => {
      const transcript = makeEntries(texts);
      for (const shape of summaryShapes) {
        const { text } = await summarize({ shape, transcript, limits: limits(220) });
        const whole = texts
          .flatMap((said) => said.split(/(?<=[.。])(?!\s\p{Ll}|\s?März)/u))
          .map((said) => said.trim());
        expect(whole.some((sentence) => sentence !== '' && text.includes(sentence))).toBe(true);
      }
    });
  }

  it('R-52 does not split "14. März" or "Dr. Adams"', async () => {
    const german = await summarize({ transcript: makeEntries(cases.German), limits: limits(200) });
    expect(german.text).toContain('den 14. März entschieden');
    const english = talk([
      ['Eve', 'I saw Dr. Adams about the broken thermostat yesterday.'],
      ['Tom', 'That is good.'],
    ]);
    expect((await summarize({ transcript: english })).text).toContain(
      'Eve saw Dr. Adams about the broken thermostat',
    );
  });
});

describe('extractive: size', () => {
  it('R-52 stays within tokens and words, and within its source, for any text, in every shape', async () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.lorem({ mode: 'sentences', maxCount: 12 }),
      fc.constantFrom(...hostileTexts, ...kitchen.map((entry) => entry.text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 10 }),
        fc.array(text, { maxLength: 2 }),
        fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 4 }),
        fc.constantFrom(...summaryShapes),
        fc.integer({ min: 1, max: 200 }),
        fc.option(fc.integer({ min: 1, max: 100 })),
        async (texts, older, values, shape, targetTokens, maxWords) => {
          const request = makeRequest({
            shape,
            transcript: makeEntries(texts),
            previous: older.map((summary, index) => ({
              text: summary,
              record: null,
              from: index,
              to: index,
            })),
            facts: values.map((value) => fact(value)),
            limits: limits(targetTokens, maxWords),
          });
          const result = await extractive({ counter }).summarize(request);
          expect(counter.count(result.text)).toBeLessThanOrEqual(targetTokens);
          if (maxWords !== null) {
            expect(countWords(result.text)).toBeLessThanOrEqual(maxWords);
            expect(result.text.split(/\s+/u).filter((word) => word !== '').length).toBeLessThanOrEqual(
              maxWords,
            );
          }
          const source = [...older, ...texts].join('\n');
          if (/\S/u.test(source) && shape !== 'record')
            expect(counter.count(result.text)).toBeLessThanOrEqual(counter.count(source));
          expect(result.text.isWellFormed()).toBe(true);
          expect(
            await extractive({ counter })
              .summarize(request)
              .then(({ text }) => text),
          ).toBe(result.text);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('R-52 uses the size it is given', async () => {
    const transcript = talk(
      Array.from({ length: 200 }, (_, index) => [
        index % 2 === 0 ? 'Anna' : 'Ben',
        `I will check shelf ${index} for the missing box of part ${index * 7} before the delivery leaves.`,
      ]),
    );
    for (const words of [50, 100, 300]) {
      const { text } = await summarize({ transcript, limits: limits(4_000, words) });
      expect(countWords(text)).toBeGreaterThan(words * 0.8);
      expect(countWords(text)).toBeLessThanOrEqual(words);
    }
  });

  it('R-52 reads a megabyte, and lets others work meanwhile', async () => {
    const transcript = talk(
      Array.from({ length: 9_000 }, (_, index) => [
        ['Anna', 'Ben', 'Cleo'][index % 3]!,
        `We looked at report ${index} about the harbour project. I think the crane number ${index % 97} needs a new motor before winter comes.`,
      ]),
    );
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const { text } = await summarize({ transcript, limits: limits(300) });
    clearInterval(timer);
    expect(transcript.reduce((sum, entry) => sum + entry.text.length, 0)).toBeGreaterThan(1_000_000);
    expect(text).toContain('crane');
    expect(turns).toBeGreaterThan(5);
  });

  it('R-52 reads a megabyte in one message, in one line, in one word', async () => {
    for (const text of [
      'The crane in the harbour needs a new motor. '.repeat(24_000),
      '港口的起重机需要一台新的发动机。'.repeat(64_000),
      'x'.repeat(1_000_000),
      `${'\n'.repeat(1_000_000)}We decided to keep the crane.`,
    ]) {
      const result = await summarize({ transcript: makeEntries([text]), limits: limits(60) });
      expect(result.text).not.toBe('');
      expect(counter.count(result.text)).toBeLessThanOrEqual(60);
    }
  });

  it('I-4 stops when it is aborted on the way', async () => {
    const controller = new AbortController();
    const text = 'The crane in the harbour needs a new motor. '.repeat(50_000);
    const running = summarize({ transcript: makeEntries([text]), signal: controller.signal });
    setImmediate(() => controller.abort());
    const error = await running.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isSummarizerFailure(error) && error.kind).toBe('aborted');
  });
});

describe('extractive: older summaries and facts', () => {
  it('R-4 folds the older summary in', async () => {
    const previous = [
      {
        text: 'Anna wants to open a bakery in Lisbon. Ben lends Anna 9,000 euros.',
        record: null,
        from: 1,
        to: 20,
      },
    ];
    const { text } = await summarize({ previous, transcript: kitchen, limits: limits(100) });
    expect(text).toContain('Anna wants to open a bakery in Lisbon.');
    expect(text).toContain('oven');
    expect(text.indexOf('bakery')).toBeLessThan(text.indexOf('oven'));
  });

  it('R-39 lists the exact facts that no chosen sentence contains', async () => {
    const facts = [
      fact('billing_slot'),
      fact('8443', 'quantity', { subject: 'port' }),
      fact('always use tabs', 'rule'),
    ];
    for (const shape of summaryShapes) {
      const { text, record } = await summarize({ shape, transcript: kitchen, facts, limits: limits(160) });
      if (shape === 'record') expect(record!.context.domainEntities).toContain('billing_slot');
      else {
        expect(text).toContain('billing_slot; port 8443; rule: always use tabs');
      }
      expect(counter.count(text)).toBeLessThanOrEqual(160);
    }
  });

  it('R-40 lets a newer value replace the one an older summary lists', async () => {
    const previous = [
      { text: 'Anna set up the server. Exact details: port 8080; crane-7.', record: null, from: 1, to: 9 },
    ];
    const facts = [fact('9090', 'quantity', { subject: 'port' })];
    const { text } = await summarize({ previous, transcript: kitchen, facts, limits: limits(120) });
    expect(text).toContain('Exact details: crane-7; port 9090.');
    expect(text).not.toContain('8080');
  });

  /** The messages of round `round`: work unrelated to the first messages. */
  function harbourTalk(round: number): TranscriptEntry[] {
    const texts = [
      `We checked crane ${round} in the harbour and found rust on cable ${round * 3}.`,
      `I will order cable ${round * 3} from the supplier. The old one can stay until the storm season begins.`,
      `The inspector wants a report about crane ${round} before the next high tide.`,
      'I suggest that we write it together after lunch, when the quay is quiet and the ferries have left.',
    ];
    return makeEntries(texts).map((entry, index) => ({ ...entry, seq: round * 4 + index + 1 }));
  }

  for (const shape of summaryShapes) {
    it(`R-28 keeps an early technical term through a hundred rounds of ${shape}`, async () => {
      const summarizer = extractive({ counter });
      const early = fact('pglogical 2.4.4', 'version');
      const first = makeEntries([
        'We use pglogical 2.4.4 for the replication of the billing database.',
        'I will note that.',
      ]);
      let previous: SummaryRequest['previous'] = [];
      for (let round = 0; round < 100; round += 1) {
        const transcript = round === 0 ? first : harbourTalk(round);
        const facts = [...(round === 0 ? [] : [fact(`cable ${round * 3}`)]), early];
        const request = makeRequest({ shape, previous, transcript, facts, limits: limits(120) });
        const { text, record } = await summarizer.summarize(request);
        expect(counter.count(text)).toBeLessThanOrEqual(120);
        expect(text).toContain('pglogical 2.4.4');
        if (round > 0) expect(text).toContain(`cable ${round * 3}`);
        previous = [{ text, record, from: 1, to: round * 4 + 4 }];
      }
    });
  }

  it('R-28 keeps listed details through a hundred rounds even where later facts no longer name them', async () => {
    const summarizer = extractive({ counter });
    let previous: SummaryRequest['previous'] = [
      { text: 'The user moves a database. Exact details: pglogical 2.4.4.', record: null, from: 1, to: 2 },
    ];
    for (let round = 1; round <= 100; round += 1) {
      const facts = [fact(`cable ${round * 3}`), fact(`crane ${round}`)];
      const request = makeRequest({ previous, transcript: harbourTalk(round), facts, limits: limits(120) });
      const { text } = await summarizer.summarize(request);
      previous = [{ text, record: null, from: 1, to: round * 4 + 4 }];
    }
    expect(previous[0]!.text).toContain('pglogical 2.4.4');
    expect(previous[0]!.text).toContain('cable 300');
  });
});
