import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fact, factKinds } from '../records/fact.ts';
import { extractFacts } from './extract.ts';
import { isPartOfPath, mergeLedger, renderLedger } from './ledger.ts';
import { presentIn } from './presence.ts';

const countTokens = (text: string) => Math.ceil(text.length / 4);

function fact(kind: Fact['kind'], value: string, extra: Partial<Fact> = {}): Fact {
  return { kind, value, seq: 1, role: 'user', at: '2026-01-01T00:00:00Z', importance: 50, ...extra };
}

const anyFact = fc.record({
  kind: fc.constantFrom(...factKinds),
  value: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  seq: fc.integer({ min: 1, max: 500 }),
  role: fc.constantFrom('user', 'assistant', 'tool'),
  at: fc.constant('2026-01-01T00:00:00Z'),
  importance: fc.integer({ min: 0, max: 120 }),
  subject: fc.option(fc.constantFrom('port', 'deadline', 'price'), { nil: undefined }),
});

describe('ledger', () => {
  it('R-40 a newer value replaces the older one of its subject, with the history kept', () => {
    const said = (seq: number, text: string) =>
      extractFacts([{ seq, role: 'user', at: `2026-01-0${seq}T00:00:00Z`, text }]);
    const first = mergeLedger({
      previous: [],
      fresh: said(1, 'The port is 8080. The deadline is March 5, 2026.'),
      budgetTokens: 500,
      countTokens,
    });
    const second = mergeLedger({
      previous: first,
      fresh: said(2, 'Change the port to 9090.'),
      budgetTokens: 500,
      countTokens,
    });
    const third = mergeLedger({
      previous: second,
      fresh: said(3, 'We moved the deadline to March 12, 2026. The port is now 7070.'),
      budgetTokens: 500,
      countTokens,
    });
    const port = third.find((entry) => entry.subject === 'port');
    expect(port?.value).toBe('7070');
    expect(port?.valueHistory?.map((entry) => entry.value)).toEqual(['9090', '8080']);
    const deadline = third.find((entry) => entry.subject === 'deadline');
    expect(deadline).toMatchObject({
      value: 'March 12, 2026',
      valueHistory: [{ value: 'March 5, 2026', seq: 1 }],
    });
    expect(renderLedger(third)).toContain('port = 7070 (was 9090, before that 8080)');
  });

  it('R-40 a late old value does not push out the newer one', () => {
    const merged = mergeLedger({
      previous: [fact('quantity', '9090', { subject: 'port', seq: 9 })],
      fresh: [fact('quantity', '8080', { subject: 'port', seq: 2 })],
      budgetTokens: 100,
      countTokens,
    });
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ value: '9090', valueHistory: [{ value: '8080', seq: 2 }] });
  });

  it('R-39 keeps each fact once, counts mentions, and ranks repeated ones higher', () => {
    const merged = mergeLedger({
      previous: [fact('path', 'src/a.ts', { seq: 1 }), fact('name', 'Ada', { seq: 1 })],
      fresh: [
        fact('path', './src/a.ts', { seq: 4 }),
        fact('quantity', '1,200 users', { seq: 2 }),
        fact('quantity', '1200 users', { seq: 3 }),
      ],
      budgetTokens: 500,
      countTokens,
    });
    expect(merged).toHaveLength(3);
    expect(merged.find((entry) => entry.kind === 'path')).toMatchObject({
      seq: 4,
      mentions: 2,
      importance: 54,
    });
  });

  it('R-39 uses all of its room: a budget a little too small costs a few facts, not a twelfth of them', () => {
    const facts = Array.from({ length: 300 }, (_, index) =>
      fact('quantity', `${1_000 + index} ms`, { seq: index + 1 }),
    );
    const whole = countTokens(renderLedger(facts));
    for (const budgetTokens of [whole - 10, Math.round(whole * 0.7), Math.round(whole * 0.4)]) {
      const kept = mergeLedger({ previous: [], fresh: facts, budgetTokens, countTokens });
      expect(countTokens(renderLedger(kept))).toBeLessThanOrEqual(budgetTokens);
      expect(kept.length).toBeGreaterThan(facts.length * (budgetTokens / whole) * 0.97);
    }
  });

  it('R-39 rules and decisions come before everything else when room is short', () => {
    const facts = [
      fact('rule', 'Never push to main.', { importance: 110 }),
      ...Array.from({ length: 50 }, (_, index) =>
        fact('identifier', `identifier_${index}`, { importance: 60 }),
      ),
    ];
    const kept = mergeLedger({
      previous: facts.slice(1),
      fresh: facts.slice(0, 1),
      budgetTokens: 25,
      countTokens,
    });
    expect(kept[0]?.value).toBe('Never push to main.');
  });

  it('R-39 R-40 rules are not limited to the share of one kind, however many other kinds there are', () => {
    const rules = Array.from({ length: 40 }, (_, index) =>
      fact('rule', `Never touch the folder number ${index} of the archive.`, { importance: 100 }),
    );
    const others = factKinds
      .filter((kind) => kind !== 'rule')
      .flatMap((kind) =>
        Array.from({ length: 6 }, (_, index) => fact(kind, `${kind} value ${index}`, { importance: 60 })),
      );
    const budgetTokens = countTokens(renderLedger(rules)) + 12;
    const kept = mergeLedger({ previous: others, fresh: rules, budgetTokens, countTokens });
    expect(kept.filter(({ kind }) => kind === 'rule')).toHaveLength(40);
  });

  it('R-39 a path that ends a longer one gives its room to another fact', () => {
    const facts = [
      fact('path', '/srv/web/index.html', { importance: 60 }),
      fact('path', 'index.html', { importance: 59 }),
      fact('path', '/srv/web', { importance: 58 }),
      fact('path', 'style.css', { importance: 55 }),
    ];
    const kept = mergeLedger({ previous: [], fresh: facts, budgetTokens: 12, countTokens });
    expect(kept.map(({ value }) => value)).toEqual(['/srv/web/index.html', 'style.css']);
    expect(isPartOfPath(kept)(facts[1]!)).toBe(true);
    expect(isPartOfPath(kept)(fact('path', 'x.html'))).toBe(false);
    const changed = [...facts, fact('path', 'index.html', { importance: 80 })];
    const all = mergeLedger({ previous: [], fresh: changed, budgetTokens: 40, countTokens });
    expect(all.map(({ value }) => value)).toContain('index.html');
  });

  it('R-39 never renders above its budget, never invents, never doubles', () => {
    fc.assert(
      fc.property(
        fc.array(anyFact, { maxLength: 40 }),
        fc.array(anyFact, { maxLength: 40 }),
        fc.integer({ min: 0, max: 400 }),
        (previous, fresh, budgetTokens) => {
          const merged = mergeLedger({ previous, fresh, budgetTokens, countTokens });
          expect(countTokens(renderLedger(merged))).toBeLessThanOrEqual(budgetTokens);
          const given = new Set([...previous, ...fresh].map((entry) => `${entry.kind}:${entry.value}`));
          for (const entry of merged) expect(given.has(`${entry.kind}:${entry.value}`)).toBe(true);
          expect(new Set(merged.map((entry) => `${entry.kind}:${entry.value}:${entry.at}`)).size).toBe(
            merged.length,
          );
        },
      ),
    );
  });

  it('R-39 merging the same facts again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
        const once = mergeLedger({ previous: [], fresh: facts, budgetTokens: 100_000, countTokens });
        const twice = mergeLedger({ previous: once, fresh: [], budgetTokens: 100_000, countTokens });
        expect(twice).toEqual(once);
      }),
    );
  });

  it('R-39 reads as compact lines grouped by kind', () => {
    const text = renderLedger([
      fact('path', 'a.ts'),
      fact('path', 'b.ts'),
      fact('rule', 'Always use tabs.'),
      fact('money', '$40', { context: 'flight change' }),
      fact('name', 'Ada', { inProse: true }),
    ]);
    expect(text).toBe(
      'rules of the user:\n- Always use tabs.\nfiles: a.ts; b.ts\namounts: $40 (flight change)',
    );
  });
});

describe('presence', () => {
  it.each<[Fact['kind'], string, string]>([
    ['quantity', '1,200 requests', 'There were 1200 requests.'],
    ['quantity', '1200 rows', 'It has 1.2k rows.'],
    ['quantity', '3 retries', 'It stops after three retries.'],
    ['quantity', '90 minutes', 'It takes 1.5 hours.'],
    ['money', '$1,500', 'They paid 1500 dollars.'],
    ['date', 'March 5, 2024', 'It is due on 2024-03-05.'],
    ['date', '2024-03-05', 'It is due on 5 March 2024.'],
    ['date', '3 pm', 'They meet at 15:00.'],
    ['version', 'v2.1.0', 'They run 2.1.0.'],
    ['name', 'Ada Lovelace', "It was Ada Lovelace's idea."],
    ['path', './src/a.ts', 'They changed src/a.ts.'],
    ['path', '/home/ada/app/src/a.ts', 'They changed `src/a.ts`.'],
    ['url', 'https://example.com/a/', 'See example.com/a.'],
    ['identifier', '9fceb02a1c3d4e5f60718293a4b5c6d7e8f90a1b', 'Reverted 9fceb02a.'],
    [
      'decision',
      'We decided to use PostgreSQL for the job queue.',
      'The team decides on PostgreSQL as the job queue.',
    ],
    ['rule', 'Never push to main!', 'The rule is: never push to main.'],
    ['command', 'npm  run check', 'They ran `npm run check`.'],
  ])('R-39 %s "%s" is in "%s"', (kind, value, text) => {
    expect(presentIn({ kind, value }, text)).toBe(true);
  });

  it.each<[Fact['kind'], string, string]>([
    ['quantity', '1,200 requests', 'There were 1,300 requests.'],
    ['quantity', '3 retries', 'There are three workers.'],
    ['date', 'March 5, 2024', 'It is due in March 2024.'],
    ['version', '2.1.0', 'They run 2.1.1.'],
    ['name', 'Ada Lovelace', 'It was the idea of Grace Hopper.'],
    ['path', 'src/a.ts', 'They changed src/b.ts.'],
    ['decision', 'We decided to use PostgreSQL for the job queue.', 'They looked at the job queue.'],
    ['command', 'npm run check', 'They ran npm run build.'],
    ['money', '$1,500', 'They paid $1,050.'],
  ])('R-39 %s "%s" is not in "%s"', (kind, value, text) => {
    expect(presentIn({ kind, value }, text)).toBe(false);
  });
});
