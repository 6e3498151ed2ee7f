import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../tokens/counter.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { rememberingCounter } from './remembering-counter.ts';

/** A class, as callers may pass one: its methods need their `this`. */
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
  it('R-48 counts what it is asked again only once, and as the counter behind it does', () => {
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
});
