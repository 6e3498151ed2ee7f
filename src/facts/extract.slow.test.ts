import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, Part } from '../message/message.ts';
import type { FactKind } from '../records/fact.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { extractFacts } from './extract.ts';
import type { FactSource } from './fact-source.ts';

function from(text: string, role = 'user') {
  return extractFacts([{ seq: 1, role, at: '2026-01-01T00:00:00Z', text }]);
}
const values = (text: string, kind: FactKind, role = 'user') =>
  from(text, role)
    .filter((fact) => fact.kind === kind)
    .map((fact) => fact.value);

describe('extraction', () => {
  it.each<[FactKind, string, string[]]>([
    [
      'path',
      'I edited src/facts/extract.ts:42, ./run.sh and ~/.config/app.toml.',
      ['src/facts/extract.ts', './run.sh', '~/.config/app.toml'],
    ],
    ['path', 'Look at C:\\Users\\ada\\notes.txt and /etc/hosts', ['C:\\Users\\ada\\notes.txt', '/etc/hosts']],
    ['path', 'and/or, he/she, 1/2, TCP/IP, 24/7, Node.js, input/output', []],
    ['path', "see '/home/ada/My Pictures/a b.png' please", ['/home/ada/My Pictures/a b.png']],
    ['path', '请修改src/main.ts文件', ['src/main.ts']],
    ['command', 'Please run `npm run check -- --fix` first.', ['npm run check -- --fix']],
    ['command', '```bash\n$ git rebase -i HEAD~3\nnpm ci\n```', ['git rebase -i HEAD~3', 'npm ci']],
    ['command', 'then run git push origin main and wait', ['git push origin main']],
    [
      'identifier',
      'Call parseConfig() with max_retries and MAX_SIZE on HttpServer.',
      ['parseConfig', 'max_retries', 'MAX_SIZE', 'HttpServer'],
    ],
    [
      'identifier',
      'Fixed in 9fceb02, see PROJ-123, order #48211 and booking 4WQ150.',
      ['9fceb02', 'PROJ-123', '#48211', '4WQ150'],
    ],
    ['identifier', 'id 6f1c2c1e-9b1d-4f6e-8a55-0a4a3f7b2c11', ['6f1c2c1e-9b1d-4f6e-8a55-0a4a3f7b2c11']],
    [
      'url',
      'Docs: https://example.com/a?b=1#c, and localhost:3000.',
      ['https://example.com/a?b=1#c', 'localhost:3000'],
    ],
    ['handle', 'Ask ada@example.org or @grace_h about it.', ['ada@example.org', '@grace_h']],
    ['version', 'We use Python 3.11, v2.1.0-beta.1 and 10.4.2.', ['3.11', 'v2.1.0-beta.1', '10.4.2']],
    ['money', 'It was $1,200.50 or 900 EUR, about €2k.', ['$1,200.50', '900 EUR', '€2k']],
    [
      'date',
      'On 2024-05-15, May 16th, 17 June 2024 and 3/4/2025 at 3:30 pm.',
      ['2024-05-15', 'May 16th', '17 June 2024', '3/4/2025', '3:30 pm'],
    ],
    ['date', '会议在2024年5月15日举行', ['2024年5月15日']],
    ['date', 'You may 5 times, march 20 soldiers', []],
    [
      'quantity',
      'It took 250 ms, used 1.5 GB, 40% of 12,000 users.',
      ['250 ms', '1.5 GB', '40%', '12,000 users'],
    ],
    ['quantity', 'We have three kids and twenty-five chickens.', ['three kids', 'twenty-five chickens']],
    [
      'name',
      'Yesterday I met Ada Lovelace and Jean-Luc Picard in New York.',
      ['Ada Lovelace', 'Jean-Luc Picard', 'New York'],
    ],
    [
      'name',
      'Alice agreed. Please tell Alice. The Great Barrier Reef is big.',
      ['Alice', 'Great Barrier Reef'],
    ],
    ['name', 'Thanks! Sounds good. Running the tests now. Maybe later.', []],
    ['name', 'We met Zoë Çelik and Łukasz Żak.', ['Zoë Çelik', 'Łukasz Żak']],
    ['quote', 'The label says "Save all" and he said “never again”.', ['Save all', 'never again']],
    ['quote', '她说「明天见」。', ['明天见']],
    ['code', 'Use `a => a + 1` there.', ['a => a + 1']],
    [
      'decision',
      "We decided to use Redis. Let's go with option B. Hello there.",
      ['We decided to use Redis.', "Let's go with option B."],
    ],
    [
      'decision',
      'We chose Vite over webpack because it is faster.',
      ['We chose Vite over webpack because it is faster.'],
    ],
    ['decision', "We haven't decided yet. Should we go with Redis?", []],
    ['commitment', "I'll send the draft by Friday. I'll look at it.", ["I'll send the draft by Friday."]],
    ['question', 'Which region should we deploy to? Ok?', ['Which region should we deploy to?']],
    [
      'question',
      'It is still unclear whether the cache is needed.',
      ['It is still unclear whether the cache is needed.'],
    ],
  ])('R-39 finds %s in "%s"', (kind, text, expected) => {
    expect(values(text, kind).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['a log', '2026-03-14 12:00:01 INFO we decided to use worker 3'],
    ['a linter', "hint: We decided to use 'npm run lint' instead of editing by hand"],
    ['a linter with columns', '  14:1  error  It was decided to use const instead of let  prefer-const'],
    ['a compiler', 'src/a.ts(3,5): error TS2322: It was agreed that a string is no number.'],
    ['a table', '| step | it was decided to use Redis | done |'],
    ['a fence', '```\nWe decided to use Redis.\n```'],
  ])('R-66 finds no decision in %s, whoever shows it', (_, line) => {
    for (const role of ['user', 'assistant', 'tool'])
      expect(values(`Look:\n\n${line}`, 'decision', role)).toEqual([]);
  });

  it('R-66 finds no decision in what a user quotes, and none in the output of a tool', () => {
    expect(values('Translate this:\n> We decided to use Redis.', 'decision')).toEqual([]);
    expect(values('It was decided that retries stop at five.', 'decision', 'tool')).toEqual([]);
    expect(values('Decision: retries stop at five.', 'decision')).toEqual([
      'Decision: retries stop at five.',
    ]);
  });

  it('R-39 only the user (or the system prompt) makes rules', () => {
    expect(values('Always use tabs.', 'rule', 'user')).toEqual(['Always use tabs.']);
    expect(values('Always use tabs.', 'rule', 'assistant')).toEqual([]);
    expect(values('Always use tabs.', 'rule', 'tool')).toEqual([]);
  });

  it('R-39 ranks rules and decisions first, and says who, where and when', () => {
    const facts = from('We decided to use Redis. Never restart it. It took 250 ms in src/cache.ts.');
    expect(facts.slice(0, 2).map((fact) => fact.kind)).toEqual(['rule', 'decision']);
    expect(facts[0]).toMatchObject({ seq: 1, role: 'user', at: '2026-01-01T00:00:00Z' });
  });

  it('R-39 repetition and the user’s own words raise importance', () => {
    const once = extractFacts([{ seq: 1, role: 'assistant', at: '', text: 'See parseConfig.' }])[0]!;
    const user = extractFacts([{ seq: 1, role: 'user', at: '', text: 'See parseConfig.' }])[0]!;
    const often = extractFacts(
      [1, 2, 3, 4].map((seq) => ({ seq, role: 'assistant', at: '', text: 'See parseConfig.' })),
    )[0]!;
    expect(user.importance).toBeGreaterThan(once.importance);
    expect(often).toMatchObject({ mentions: 4, seq: 4 });
    expect(often.importance).toBeGreaterThan(once.importance);
  });

  it('R-39 an unanswered question matters more than an answered one', () => {
    const question = { seq: 1, role: 'user', at: '', text: 'Which region should we deploy to?' };
    const open = extractFacts([question])[0]!;
    const answered = extractFacts([
      question,
      { seq: 2, role: 'assistant', at: '', text: 'To the nearest one.' },
    ]).find((fact) => fact.kind === 'question')!;
    expect(open.importance).toBeGreaterThan(answered.importance);
  });

  it('R-10 reads tool calls: changed files first, commands, ids and amounts of other tools', () => {
    const parts: Part[] = [
      {
        type: 'tool-call',
        callId: 'a',
        name: 'Edit',
        input: { file_path: 'src/a.ts', old_string: 'secretThing = 1', new_string: 'y' },
      },
      { type: 'tool-call', callId: 'b', name: 'Read', input: { file_path: 'src/b.ts' } },
      { type: 'tool-call', callId: 'c', name: 'Bash', input: { command: 'npm test' } },
      {
        type: 'tool-call',
        callId: 'd',
        name: 'book',
        input: { reservation_id: '4WQ150', total: 350, passengers: [{ email: 'ada@example.org' }] },
      },
    ];
    const facts = extractFacts([{ seq: 3, role: 'assistant', at: '', text: 'ignored', parts }]);
    const byValue = new Map(facts.map((fact) => [fact.value, fact]));
    expect(byValue.get('src/a.ts')!.importance).toBeGreaterThan(byValue.get('src/b.ts')!.importance);
    expect(byValue.get('npm test')?.kind).toBe('command');
    expect(byValue.get('4WQ150')).toMatchObject({ kind: 'identifier', context: 'reservation_id' });
    expect(byValue.get('ada@example.org')?.kind).toBe('handle');
    expect(byValue.has('secretThing')).toBe(false);
  });

  it('R-29 tool output adds few facts, of low importance', () => {
    const output = Array.from({ length: 5_000 }, (_, index) => `src/generated/file${index}.ts: ok`).join(
      '\n',
    );
    const facts = extractFacts([
      { seq: 1, role: 'tool', at: '', text: '', parts: [{ type: 'tool-result', callId: 'a', output }] },
    ]);
    expect(facts.length).toBeGreaterThan(0);
    expect(facts.length).toBeLessThanOrEqual(24);
    expect(Math.max(...facts.map((fact) => fact.importance))).toBeLessThan(30);
  });

  it('R-66 what a build printed of its own products and of dependencies is no fact', () => {
    const output = 'CC build/CMakeFiles/app.dir/ring.c.o\nnode_modules/left/pad.js\nsrc/ring.c:12: warning';
    const facts = extractFacts([
      { seq: 1, role: 'tool', at: '', text: '', parts: [{ type: 'tool-result', callId: 'a', output }] },
    ]);
    expect(facts.filter(({ kind }) => kind === 'path').map(({ value }) => value)).toEqual(['src/ring.c']);
  });

  it('R-39 line numbers, search marks and words of the tool itself are no facts', () => {
    const facts = extractFacts([
      {
        seq: 1,
        role: 'assistant',
        at: '',
        text: '',
        parts: [
          { type: 'text', text: 'See `src/app.ts:17` for it.' },
          {
            type: 'tool-call',
            callId: 'a',
            name: 'TodoWrite',
            input: { todos: [{ status: 'in_progress' }] },
          },
        ],
      },
      {
        seq: 2,
        role: 'tool',
        at: '',
        text: '',
        parts: [
          {
            type: 'tool-result',
            callId: 'a',
            output: '    21→/srv/app/main.c\n/srv/app/tensor.c-12-static int x\n/srv/app/tensor.c-static',
          },
        ],
      },
    ]);
    expect(facts.map(({ value }) => value).sort()).toEqual([
      '/srv/app/main.c',
      '/srv/app/tensor.c',
      'src/app.ts',
    ]);
  });

  it('I-10 no fact holds a secret, even from text nobody redacted', () => {
    const key = ['sk', 'ant', 'api03', 'abcDEF123456ghiJKL7890mnoPQR'].join('-');
    const sources: FactSource[] = [
      { seq: 1, role: 'user', at: '', text: `Always use "${key}" as the key. My password is hunter22.` },
      {
        seq: 2,
        role: 'assistant',
        at: '',
        text: '',
        parts: [
          {
            type: 'tool-call',
            callId: 'a',
            name: 'Bash',
            input: { command: `curl -H "x-api-key: ${key}" https://x.test` },
          },
        ],
      },
      {
        seq: 3,
        role: 'tool',
        at: '',
        text: '',
        parts: [{ type: 'tool-result', callId: 'a', output: { token: key } as Json }],
      },
    ];
    const text = JSON.stringify(extractFacts(sources));
    expect(text).not.toContain(key);
    expect(text).not.toContain('hunter22');
    expect(text).toContain('[secret:anthropic-key:');
  });

  it('R-39 values stand in the text exactly as written, and the same input gives the same facts', () => {
    const pieces = fc.constantFrom(
      'src/a.ts',
      'parseConfig()',
      '$1,200',
      'May 5, 2024',
      'Ada Lovelace',
      '250 ms',
      'v1.2.3',
      '"hello there"',
      'we decided to go',
      '日本語',
      'Grüße',
      'שלום',
      '`npm test`',
      '\n',
      '. ',
      '? ',
      '🙂',
      '\uD800',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter, maxLength: 12 })), { maxLength: 30 }),
        (parts) => {
          const text = parts.join(' ');
          const facts = from(text);
          for (const fact of facts) expect(text).toContain(fact.value);
          expect(from(text)).toEqual(facts);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('R-39 goes through megabytes of hostile lines', () => {
    const size = 300_000;
    const hostile = [
      'a',
      'A',
      '1',
      '1,',
      '/',
      'a/',
      '.',
      'a.',
      '_',
      'a_',
      '"',
      "'",
      '`',
      '@',
      'a@',
      ' ',
      'A a ',
      'Aa ',
      '1 ',
      'we decided ',
      'always ',
      '(',
      '-',
      'two ',
      'May ',
      '$1',
      '。',
      '漢',
      '漢字1',
      'x=',
      ':',
      'the port is 1 ',
      '“',
      '1.1.',
      'run npm ',
      '\\n',
      '<',
      '#1 ',
      '\u0000',
      '{"a":1},',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
      expect(from(text), piece).toBeInstanceOf(Array);
    }
  });
});
