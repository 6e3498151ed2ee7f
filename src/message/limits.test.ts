import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonArbitrary } from '../../test/arbitraries.ts';
import { isEverthreadError } from '../errors.ts';
import { checkLimits, copyJson, messageLimits } from './limits.ts';

function failure(run: () => unknown): { code: string; field: string | undefined; message: string } {
  try {
    run();
  } catch (error) {
    if (isEverthreadError(error)) return { code: error.code, field: error.field, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('copying into JSON', () => {
  it('§8 copies any JSON exactly, hostile keys included', () => {
    fc.assert(
      fc.property(jsonArbitrary, (value) => {
        const copy = copyJson(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(copy).toEqual(value);
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it('§8 a key __proto__ survives as data', () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"admin":true},"a":1}')) as object;
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true},"a":1}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect('admin' in copy).toBe(false);
  });

  it('§8 a value nested a million levels deep is refused by its depth', () => {
    const deep = JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`);
    expect(failure(() => copyJson({ input: deep }, { field: 'messages[2]' }))).toMatchObject({
      code: 'limit_exceeded',
      field: 'messages[2]',
      message: expect.stringContaining('201 or more levels of nesting, the limit is 200'),
    });
  });

  it('§8 a value that contains itself is refused with its place', () => {
    const list: unknown[] = [1];
    list.push({ again: list });
    expect(failure(() => copyJson(list, { field: 'x' }))).toMatchObject({ field: 'x[1].again' });
    const twice: unknown[] = [];
    twice.push(twice, twice);
    expect(failure(() => copyJson(twice)).message).toContain('does not contain itself');
  });

  it('§8 the same value in several places is copied; without end it is refused', () => {
    const shared = { a: 1 };
    expect(copyJson([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
    let bomb: unknown = 'x';
    for (let level = 0; level < 100; level += 1) bomb = [bomb, bomb];
    expect(failure(() => copyJson(bomb)).message).toContain('or more values');
  });

  it.each([
    ['undefined in a list', { a: [undefined] }, 'value.a[0]'],
    ['a function', { a: () => 1 }, 'value.a'],
    ['a bigint', { 'strange key': 1n }, 'value["strange key"]'],
    ['NaN', { a: Number.NaN }, 'value.a'],
    ['infinity', [Number.POSITIVE_INFINITY], 'value[0]'],
    ['a symbol', { a: Symbol('s') }, 'value.a'],
    ['a map', { a: new Map() }, 'value.a'],
    ['a broken date', { a: new Date('no') }, 'value.a'],
    ['an error', { a: new Error('x') }, 'value.a'],
  ])('§8 refuses %s and says where', (_name, value, field) => {
    expect(failure(() => copyJson(value))).toMatchObject({ code: 'invalid_input', field });
  });

  it('§8 has one rule for each value JSON does not know', () => {
    class Money {
      amount = 5;
      #secret = 1;
      get secret() {
        return this.#secret;
      }
    }
    expect(
      copyJson({
        left: undefined,
        date: new Date(0),
        url: new URL('https://example.com/a b'),
        bytes: new Uint8Array([1, 2, 3]),
        buffer: new Uint8Array([1, 2, 3]).buffer,
        zero: -0,
        own: new Money(),
        asked: { inner: Object.create({ toJSON: () => ({ said: true }) }) },
      }),
    ).toStrictEqual({
      date: '1970-01-01T00:00:00.000Z',
      url: 'https://example.com/a%20b',
      bytes: 'AQID',
      buffer: 'AQID',
      zero: 0,
      own: { amount: 5 },
      asked: { inner: { said: true } },
    });
  });
});

describe('limits', () => {
  const textOf = (text: string) => ({ role: 'user' as const, parts: [{ type: 'text' as const, text }] });

  it('§8 a 10 MB message is fine, one above the limit is refused with its size', () => {
    expect(() => checkLimits(textOf('x'.repeat(10_000_000)))).not.toThrow();
    const size = messageLimits.textBytes + 1;
    expect(failure(() => checkLimits(textOf('x'.repeat(size)), 'messages[0]'))).toMatchObject({
      code: 'limit_exceeded',
      field: 'messages[0]',
      message: expect.stringContaining('the limit is 16,777,216'),
    });
  });

  it('§8 100,000 parts are refused', () => {
    const parts = Array.from({ length: 100_000 }, () => ({ type: 'text' as const, text: '' }));
    expect(failure(() => checkLimits({ role: 'user', parts })).message).toContain(
      'message.parts has 100,000 parts, the limit is 20,000',
    );
  });

  it('§8 file data has a limit of its own, also inside tool output', () => {
    const file = { type: 'file' as const, mediaType: 'image/png', data: 'A'.repeat(20_000_000) };
    expect(() => checkLimits({ role: 'user', parts: [file, file] })).not.toThrow();
    const result = { type: 'tool-result' as const, callId: 'a', output: [file, file, file] };
    expect(failure(() => checkLimits({ role: 'tool', parts: [result] })).message).toContain(
      'characters of file data',
    );
  });

  it('§8 ids have a limit', () => {
    const call = { type: 'tool-call' as const, callId: 'c'.repeat(257), name: 'n', input: {} };
    expect(failure(() => checkLimits({ role: 'assistant', parts: [call] })).field).toBe(
      'message.parts[0].callId',
    );
  });
});
