import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { TokenCounter } from './counter.ts';
import { kinds } from './sample-texts.suite.ts';
import { createTokenCounter } from './tokenizer.ts';

const plainText = { disallowedSpecial: new Set<string>() };
const reference = (text: string): number => o200k.encode(text, plainText).length;
const counter = createTokenCounter();

/** Deterministic, so that a failure can be repeated. */
function randomText({ length, alphabet }: { length: number; alphabet: string }): string {
  const characters = Array.from(alphabet);
  let state = 42;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += characters[(state >>> 8) % characters.length];
  }
  return text;
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const family = '👩‍👩‍👧‍👦';

describe('counting', () => {
  for (const [kind, passages] of Object.entries(kinds)) {
    it(`R-45 ${kind} counts exactly what the tokenizer itself counts`, () => {
      for (const passage of passages) expect(counter.count(passage)).toBe(reference(passage));
      const whole = passages.join('\n\n');
      expect(counter.count(whole)).toBe(reference(whole));
    });
  }

  it('R-45 cl100k counts exactly too, when asked for', () => {
    const second = createTokenCounter({ encoding: 'cl100k_base' });
    for (const passage of Object.values(kinds).flat()) {
      expect(second.count(passage)).toBe(cl100k.encode(passage).length);
    }
    expect(second.name).not.toBe(counter.name);
  });

  it('R-45 an unknown encoding is refused by name', () => {
    expect(() => createTokenCounter({ encoding: 'p50k' as 'o200k_base' })).toThrow(
      /encoding must be one of o200k_base/,
    );
  });

  it('R-45 special tokens in a message are ordinary text', () => {
    for (const text of [
      '<|endoftext|>',
      'a <|im_start|>system<|im_end|> b',
      '<|fim_prefix|><|endofprompt|>',
    ]) {
      expect(counter.count(text)).toBe(reference(text));
      expect(counter.count(text)).toBeGreaterThan(2);
    }
  });

  it('R-45 any mixture of kinds of text counts as the tokenizer counts it', () => {
    const word = fc.constantFrom(
      'word',
      'Über',
      "don't",
      '今天',
      'ภาษา',
      '한국',
      'é',
      'e\u0301',
      '👍🏽',
      family,
      '1234567',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '…',
      '"',
      "'",
      '{"',
      '":',
      '==',
      '//',
      '\u0301',
      '\ufe0f',
      '\u200d',
      '\u00a0',
      '\ud83d',
      '\udc00',
      '<|endoftext|>',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), (words) => {
        const text = words.join('');
        expect(counter.count(text)).toBe(reference(text));
      }),
      { numRuns: 300 },
    );
  });
});

/** At 6,000 characters the tokenizer's own count is still fast enough. */
const runs: Record<string, (length: number) => string> = {
  'equal letters': (length) => 'a'.repeat(length),
  'equal signs': (length) => '='.repeat(length),
  blanks: (length) => ' '.repeat(length),
  'blanks before a word': (length) => `${' '.repeat(length)}word`,
  newlines: (length) => '\n'.repeat(length),
  zeros: (length) => '0'.repeat(length),
  'random letters': (length) => randomText({ length, alphabet: 'abcdefghijklmnopqrstuvwxyz' }),
  'words without blanks': (length) => 'theconversationgoesonforeverandloosesnothing'.repeat(length / 44),
  'random punctuation': (length) => randomText({ length, alphabet: '!@#$%^&*()-_=+[]{};:,.<>?/|' }),
  'mixed white space': (length) => randomText({ length, alphabet: ' \t\n' }),
  base64: (length) => randomText({ length, alphabet: base64Alphabet }),
  'Chinese without punctuation': (length) =>
    randomText({
      length,
      alphabet: '今天我们讨论预算数据库模型上下文压缩非常重要问题用户的是在了系统可以因为所以',
    }),
  'Thai without blanks': (length) => 'ภาษาไทยไม่มีช่องว่างระหว่างคำ'.repeat(length / 29),
  'emoji sequences': (length) => `${family}❤️🔥👍🏽`.repeat(length / 20),
  'lone surrogates': (length) => '\ud83d'.repeat(length),
  'combining marks': (length) => '\u0301'.repeat(length),
  'letters between quotes': (length) => "'a".repeat(length / 2),
};

describe('unbroken runs', () => {
  for (const [kind, make] of Object.entries(runs)) {
    it(`R-45 a run of ${kind}, cut to stay linear, counts the same within 0.5 %`, () => {
      const text = make(6000);
      const expected = reference(text);
      expect(Math.abs(counter.count(text) - expected)).toBeLessThanOrEqual(expected * 0.005);
    });
  }

  it('R-45 a run inside ordinary text counts the same within 0.5 %', () => {
    const text = `${kinds.english.join('\n')}${'ab'.repeat(2000)}${kinds.cjk.join('')}${' '.repeat(3000)}${kinds.code.join('\n')}`;
    const expected = reference(text);
    expect(Math.abs(counter.count(text) - expected)).toBeLessThanOrEqual(expected * 0.005);
  });

  it('R-45 100,000 equal characters, 1 MB of base64 and 1 MB of unbroken CJK are counted', async () => {
    expect(counter.count('a'.repeat(100_000))).toBe(100_000 / 8);
    const base64 = randomText({ length: 1_000_000, alphabet: base64Alphabet });
    const perThousand = reference(base64.slice(0, 20_000)) / 20;
    expect(counter.count(base64) / 1000).toBeCloseTo(perThousand, -1);
    const chinese = runs['Chinese without punctuation']!(333_333);
    const expected = (reference(chinese.slice(0, 3000)) / 3000) * chinese.length;
    expect(Math.abs((await counter.countLong(chinese)) - expected)).toBeLessThan(expected * 0.02);
  });
});

describe('long text', () => {
  const mixed = Object.values(kinds).flat().join('\n\n');

  it('R-45 counted in slices it is the same as counted whole', async () => {
    const text = mixed.repeat(30);
    expect(await counter.countLong(text)).toBe(counter.count(text));
    expect(counter.count(text)).toBe(reference(text));
  });

  it('R-45 10 MB are counted, letting other work run meanwhile', async () => {
    const text = mixed.repeat(Math.ceil(10_000_000 / mixed.length));
    let turns = 0;
    let running = true;
    const tick = (): void => {
      turns += 1;
      if (running) setImmediate(tick);
    };
    setImmediate(tick);
    const total = await counter.countLong(text);
    running = false;
    expect(turns).toBeGreaterThan(text.length / 65_536);
    const expected = (reference(mixed.repeat(20)) / 20) * (text.length / mixed.length);
    expect(Math.abs(total - expected)).toBeLessThan(expected * 0.001);
  });
});

describe('truncation', () => {
  const cut = {
    truncate: (text: string, tokens: number) => counter.truncate(text, tokens),
    truncateStart: (text: string, tokens: number) => counter.truncateStart(text, tokens),
  };
  const partsPair = (text: string): boolean => !text.isWellFormed();

  for (const [name, truncate] of Object.entries(cut)) {
    it(`R-45 ${name} keeps at most as many tokens as asked for, and nearly as many`, () => {
      for (const passages of Object.values(kinds)) {
        const text = passages.join('\n\n');
        const total = counter.count(text);
        for (const tokens of [1, 2, 7, 50, 333, total - 1]) {
          const kept = truncate(text, tokens);
          expect(name === 'truncate' ? text.startsWith(kept) : text.endsWith(kept)).toBe(true);
          expect(counter.count(kept)).toBeLessThanOrEqual(tokens);
          if (tokens > 10) expect(counter.count(kept)).toBeGreaterThanOrEqual(tokens - 3);
        }
        expect(truncate(text, total)).toBe(text);
        expect(truncate(text, Number.POSITIVE_INFINITY)).toBe(text);
      }
    });

    it(`R-45 ${name} leaves nothing where nothing may stay`, () => {
      for (const tokens of [0, -1, Number.NaN, 0.5]) expect(truncate('some text', tokens)).toBe('');
      expect(truncate('', 10)).toBe('');
    });

    it(`R-45 ${name} never parts a surrogate pair nor exceeds its limit, on any text`, () => {
      const piece = fc.constantFrom(
        'word ',
        '今天',
        family,
        '👍🏽',
        '𠮷',
        '𝒳',
        '\n\n',
        'aaaaaaa',
        '    ',
        '!?',
        'é',
        '\u0301',
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 60 }), fc.nat({ max: 120 }), (pieces, tokens) => {
          const text = pieces.join('');
          const kept = truncate(text, tokens);
          expect(partsPair(kept)).toBe(false);
          expect(counter.count(kept)).toBeLessThanOrEqual(tokens);
          if (counter.count(text) <= tokens) expect(kept).toBe(text);
        }),
        { numRuns: 300 },
      );
    });

    it(`R-45 ${name} reads only what it keeps of a text of 10 MB`, () => {
      const read: number[] = [];
      const text = 'The quick brown fox. '.repeat(500_000);
      const watched = watchedSlices(text, read);
      const kept = truncate(watched, 100);
      expect(counter.count(kept)).toBe(100);
      expect(Math.max(...read)).toBeLessThan(10_000);
    });

    it(`R-45 ${name} is right in unbroken runs`, () => {
      for (const make of Object.values(runs)) {
        const kept = truncate(make(20_000), 100);
        expect(counter.count(kept)).toBeLessThanOrEqual(100);
        expect(counter.count(kept)).toBeGreaterThan(90);
      }
    });
  }
});

/** A string object that records how much is sliced from it. Text that is never sliced is never tokenized. */
function watchedSlices(text: string, read: number[]): string {
  const watched = Object.assign(Object(text), {
    slice: (start?: number, end?: number) => {
      const part = text.slice(start, end);
      read.push(part.length);
      return part;
    },
  });
  return watched as string;
}

describe('messages', () => {
  const text = (value: string) => ({ type: 'text' as const, text: value });

  it('R-45 a message costs its parts, three tokens, and its name', () => {
    const parts = [text('Hello there'), text('General')];
    const plain = counter.message({ role: 'user', parts });
    expect(plain).toBe(3 + counter.part(parts[0]!) + counter.part(parts[1]!));
    expect(counter.message({ role: 'user', parts, name: 'obi' })).toBe(plain + 1 + counter.count('obi'));
    expect(counter.message({ role: 'user', parts: [] })).toBe(3);
  });

  it('R-45 every kind of part has its rule', () => {
    const input = { path: 'src/a.ts', lines: [1, 20] };
    const costs = {
      reasoning: counter.part({ type: 'reasoning', text: 'Let me think.' }),
      call: counter.part({ type: 'tool-call', callId: 'c1', name: 'read', input }),
      result: counter.part({ type: 'tool-result', callId: 'c1', output: 'line one' }),
      structured: counter.part({ type: 'tool-result', callId: 'c1', name: 'read', output: input }),
      resource: counter.part({ type: 'resource', id: 'doc-1', name: 'Manual', note: 'chapter two' }),
      opaque: counter.part({ type: 'opaque', format: 'anthropic', value: input }),
    };
    const json = counter.count(JSON.stringify(input));
    expect(costs.reasoning).toBe(counter.count('Let me think.'));
    expect(costs.call).toBeGreaterThan(counter.count('read') + json);
    expect(costs.call).toBeLessThan(counter.count('read') + json + 12);
    expect(costs.result).toBeGreaterThan(counter.count('line one'));
    // Its id is sent with a call and with its result.
    const long = 'toolu_01A9bC8dE7fG6hJ5kL4mN3pQ';
    const more = counter.count(long) - counter.count('c1');
    expect(counter.part({ type: 'tool-call', callId: long, name: 'read', input })).toBe(costs.call + more);
    expect(counter.part({ type: 'tool-result', callId: long, output: 'line one' })).toBe(costs.result + more);
    expect(costs.structured).toBeGreaterThan(costs.opaque);
    expect(costs.opaque).toBe(json);
    expect(costs.resource).toBeGreaterThan(counter.count('doc-1Manualchapter two'));
  });

  it('R-45 a huge tool output and a message of 100,000 parts cost the same either way', async () => {
    const check = async (content: Parameters<TokenCounter['message']>[0]): Promise<void> => {
      expect(await counter.messageLong(content)).toBe(counter.message(content));
    };
    const output = kinds.json.join('\n').repeat(60);
    await check({ role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', name: 'query', output }] });
    await check({ role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', output: { rows: [output] } }] });
    await check({
      role: 'user',
      name: 'ann',
      parts: Array.from({ length: 100_000 }, (_, index) => text(`${index}`)),
    });
  });
});
