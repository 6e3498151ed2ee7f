import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../tokens/counter.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { rememberingCounter } from './remembering-counter.ts';

/** A class, because callers may pass one, whose methods need `this`. */
class CountingCounter implements TokenCounter {
  readonly name = 'counting';
  calls = 0;
  readonly #counter = createTokenCounter({});
  count(text: string): number {
    this.calls += 1;
    return this.#counter.count(text);
  }
  countLong = (text: string) => this.#counter.countLong(text);
  part = this.#counter.part;
  message(content: Parameters<TokenCounter['message']>[0]): number {
    this.calls += 1;
    return this.#counter.message(content);
  }
  messageLong = this.#counter.messageLong;
  truncate = this.#counter.truncate;
  truncateStart = this.#counter.truncateStart;
}

describe('a remembering counter', () => {
  it('R-48 counts repeated texts only once, with the results of the counter behind it', () => {
    const behind = new CountingCounter();
    const counter = rememberingCounter(behind);
    const plain = createTokenCounter({});
    const spoken = { role: 'user' as const, parts: [{ type: 'text' as const, text: 'The weir at Lund.' }] };
    for (let round = 0; round < 3; round += 1) {
      expect(counter.count('The weir at Lund.')).toBe(plain.count('The weir at Lund.'));
      expect(counter.message(spoken)).toBe(plain.message(spoken));
      expect(counter.message({ ...spoken, role: 'system' })).toBe(
        plain.message({ ...spoken, role: 'system' }),
      );
      expect(counter.message({ role: 'user', parts: [] })).toBe(plain.message({ role: 'user', parts: [] }));
    }
    expect(behind.calls).toBe(4);
    expect(counter.message({ ...spoken, name: 'Ada' })).toBe(plain.message({ ...spoken, name: 'Ada' }));
  });

  it('R-48 counts only the new lines of a long text', () => {
    const plain = createTokenCounter({});
    const counted: string[] = [];
    const counter = rememberingCounter({
      ...plain,
      count: (text) => {
        counted.push(text);
        return plain.count(text);
      },
    });
    const lines = Array.from({ length: 40 }, (_, index) => `- step ${index} touched src/file-${index}.ts`);
    expect(counter.count(lines.join('\n'))).toBe(plain.count(lines.join('\n')));
    counted.length = 0;
    const changed = lines.with(20, '- step 20 was undone').join('\n');
    expect(counter.count(changed)).toBe(plain.count(changed));
    expect(counted).toEqual(['- step 20 was undone\n']);
    const spoken = { role: 'system' as const, parts: [{ type: 'text' as const, text: changed }] };
    expect(counter.message(spoken)).toBe(plain.message(spoken));
    expect(counted).toHaveLength(1);
  });

  it('R-48 has the results of the counter behind it for any text', () => {
    const plain = createTokenCounter({});
    const counter = rememberingCounter(plain);
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('\n', '\n\n', '\r\n', '\n  ', '\n- ', '\n/', '\n#', 'a'.repeat(300), ' '.repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expect(counter.count(text)).toBe(plain.count(text));
      }),
      { numRuns: 300 },
    );
  });
});
