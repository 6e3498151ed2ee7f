/** Contract suite: appending messages. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashMessage } from '../../message/hash.ts';
import type { Json, PreparedMessage } from '../../message/message.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { codeOf, iso, later, message, messages, snapshot, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeLog({ store }: SuiteContext): void {
  const append = (...added: PreparedMessage[]) =>
    store().append({ threadId: 't', messages: added, now: later(1) });
  const read = () => store().readMessages({ threadId: 't' });

  beforeEach(async () => {
    await store().ensureThread({ threadId: 't', now: someTime });
  });

  describe('appending', () => {
    it('R-48 one append after the other, each awaited, lets timers run', async () => {
      let rang = false;
      setTimeout(() => {
        rang = true;
      }, 1);
      let appended = 0;
      while (!rang && appended < 20_000) await append(message(`m${++appended}`));
      expect(rang).toBe(true);
    });

    it('R-48 one read after the other, each awaited, lets timers run', async () => {
      await append(message('m1'));
      let rang = false;
      setTimeout(() => {
        rang = true;
      }, 1);
      for (let reads = 0; !rang && reads < 100_000; reads += 1) await read();
      expect(rang).toBe(true);
    });

    it('R-48 I-1 appends at the same moment succeed or fail independently', async () => {
      const threads = Array.from({ length: 40 }, (_, index) => `u${index}`);
      for (const threadId of threads) await store().ensureThread({ threadId, now: someTime });
      const asked = threads.flatMap((threadId) => [threadId, `${threadId} is not there`]);
      const results = await Promise.allSettled(
        asked.map((threadId, index) =>
          store().append({ threadId, messages: [message(`m${index}`)], now: later(1) }),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(
        asked.map((_, index) => (index % 2 === 0 ? 'fulfilled' : 'rejected')),
      );
      for (const [index, threadId] of threads.entries()) {
        const stored = await store().readMessages({ threadId });
        expect(stored.map(({ id, seq }) => [id, seq])).toEqual([[`m${index * 2}`, 1]]);
        expect(await store().readThread(threadId)).toMatchObject({ messages: 1, tailTokens: 10 });
      }
    });

    it('R-48 appends to one thread at the same moment are numbered in the order they came', async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `m${index}`);
      await Promise.all(ids.map((id) => append(message(id))));
      expect((await read()).map(({ id, seq }) => [id, seq])).toEqual(ids.map((id, index) => [id, index + 1]));
    });

    it('R-62 messages are numbered, and the row counts them', async () => {
      const first = await append(message('m1', { tokens: 7 }), message('m2', { tokens: 0 }));
      const second = await append(message('m3', { tokens: 5, role: 'assistant', name: 'Bo' }));
      expect(first).toMatchObject({ added: 2, state: { messages: 2, tokens: 7, tailTokens: 7 } });
      expect(second.state).toMatchObject({
        messages: 3,
        tokens: 12,
        tailTokens: 12,
        revision: 0,
        coveredTo: 0,
        createdAt: iso(someTime),
        updatedAt: iso(later(1)),
      });
      expect(await store().readThread('t')).toEqual(second.state);
      expect(await read()).toEqual([
        { ...message('m1', { tokens: 7 }), threadId: 't', seq: 1, unitStart: 1, tokensBefore: 0 },
        { ...message('m2', { tokens: 0 }), threadId: 't', seq: 2, unitStart: 2, tokensBefore: 7 },
        {
          ...message('m3', { tokens: 5, role: 'assistant', name: 'Bo' }),
          threadId: 't',
          seq: 3,
          unitStart: 3,
          tokensBefore: 7,
        },
      ]);
      expect([...first.messages, ...second.messages]).toEqual(await read());
    });

    it('R-62 an append of nothing changes nothing', async () => {
      const before = await store().readThread('t');
      expect(await append()).toEqual({ state: before, messages: [], added: 0 });
      expect(await store().readThread('t')).toEqual(before);
    });

    it('I-1 the same message sent twice is stored once and given back as it is stored', async () => {
      const { messages: stored } = await append(...messages(3));
      const before = await snapshot(store());
      const again = await append(message('m2', { tokens: 999, createdAt: iso(later(9)) }));
      expect(again).toEqual({ state: before.state, messages: [stored[1]], added: 0 });
      expect(await snapshot(store())).toEqual(before);

      const mixed = await append(message('m3'), message('m4'), message('m1'), message('m4'));
      expect(mixed.added).toBe(1);
      expect(mixed.messages.map(({ id, seq }) => [id, seq])).toEqual([
        ['m3', 3],
        ['m4', 4],
        ['m1', 1],
        ['m4', 4],
      ]);
      expect(mixed.state.messages).toBe(4);
    });

    it('I-1 another message with a used id is refused, with its whole append', async () => {
      await append(...messages(3));
      const before = await snapshot(store());
      const other = message('m2', { parts: [{ type: 'text', text: 'other words' }] });
      expect(await codeOf(append(message('m4'), other))).toBe('message_conflict');
      expect(await codeOf(append(message('m4'), message('m4', { role: 'tool' })))).toBe('message_conflict');
      expect(await snapshot(store())).toEqual(before);
      const error = await append(other).catch((caught) => caught);
      expect(error.message).not.toContain('other words');
    });

    it('R-62 an id belongs to its thread', async () => {
      await store().ensureThread({ threadId: 'u', now: someTime });
      await append(message('m1'));
      const other = message('m1', { role: 'assistant' });
      expect((await store().append({ threadId: 'u', messages: [other], now: someTime })).added).toBe(1);
    });

    it.each(['', 'nul\0', 'lone\udfff', 'x'.repeat(401)])(
      'R-62 a bad message id is refused: case %#',
      async (id) => {
        expect(await codeOf(append(message('m1'), message(id)))).toBe('invalid_input');
        expect(await read()).toEqual([]);
      },
    );

    it('R-62 appends at the same time keep the numbers dense and lose none', async () => {
      const results = await Promise.all(messages(100).map((one) => append(one)));
      expect(results.map(({ messages: [only] }) => only!.seq).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      );
      const metas = await store().readMetas({ threadId: 't' });
      expect(metas.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
      expect(metas.map(({ tokensBefore }) => tokensBefore)).toEqual(metas.map((_, index) => index * 10));
    });

    it('R-62 the same message sent at the same time is stored once', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => append(message('m1'))));
      expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(1);
      expect(await read()).toHaveLength(1);
    });

    it('R-62 ten thousand messages go in at once, and once more', async () => {
      const many = messages(10_000);
      expect(await append(...many)).toMatchObject({
        added: 10_000,
        state: { messages: 10_000, tokens: 100_000 },
      });
      const [last] = await store().readMetas({ threadId: 't', from: 10_000 });
      expect(last).toMatchObject({ seq: 10_000, id: 'm10000', tokensBefore: 99_990 });
      const again = await append(...many, message('new'));
      expect(again.added).toBe(1);
      expect(again.messages.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 10_001 }, (_, index) => index + 1),
      );
      const found = await store().findMessages({ threadId: 't', ids: many.map(({ id }) => id) });
      expect(found).toHaveLength(10_000);
    });

    it('I-1 odd content comes back exactly', async () => {
      const odd: Json = JSON.parse(
        '{"__proto__":{"x":1},"":null,"deep":[[[[[[0.1,-1e300]]]]]],"n":9007199254740991}',
      );
      const content = message('odd', {
        role: 'assistant',
        name: 'name \0 \ud800',
        parts: [
          { type: 'text', text: '' },
          {
            type: 'text',
            text: 'NUL \0 lone \ud83d pair 😀 line \u2028 bom \ufeff quote \' " ` \\ %s ?1 $1',
          },
          { type: 'reasoning', text: 'x', extra: { anthropic: { signature: 'abc', odd } } },
          { type: 'tool-call', callId: 'call \0 \udc00', name: '\ud800', input: odd },
          { type: 'tool-result', callId: 'nobody', output: odd, isError: true },
          { type: 'file', mediaType: 'image/png', data: 'AAAA', filename: 'a\nb' },
          { type: 'resource', id: 'r', name: 'n', note: 'o' },
          { type: 'opaque', format: 'anthropic', value: odd },
        ],
        extra: { 'openai-chat': { refusal: null } },
      });
      await append(content);
      const [stored] = await read();
      const { threadId: _t, seq: _s, unitStart: _u, tokensBefore: _b, ...rest } = stored!;
      expect(rest).toEqual(content);
      expect(JSON.stringify(rest.parts)).toBe(JSON.stringify(content.parts));
      expect(hashMessage(rest)).toBe(content.hash);
    });

    it('I-1 any text comes back exactly', async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.jsonValue(), async (text, output) => {
          count += 1;
          const one = message(`p${count}`, {
            parts: [
              { type: 'text', text },
              { type: 'tool-result', callId: text, output: output as Json },
            ],
          });
          await append(one);
          const [stored] = await store().findMessages({ threadId: 't', ids: [one.id] });
          expect(JSON.stringify(stored!.parts)).toBe(JSON.stringify(one.parts));
        }),
        { numRuns: 50 },
      );
    });

    it('I-1 a message of ten megabytes and one of a hundred thousand parts are kept', async () => {
      const text = 'ten bytes '.repeat(1_000_000);
      const parts = Array.from({ length: 100_000 }, () => ({ type: 'text' as const, text: 'x' }));
      await append(message('long', { parts: [{ type: 'text', text }] }), message('wide', { parts }));
      const [long, wide] = await read();
      expect(long!.parts[0]).toEqual({ type: 'text', text });
      expect(wide!.parts).toHaveLength(100_000);
    });

    it('I-1 content that is no JSON is refused, and nothing of the append is stored', async () => {
      const cycle: Record<string, unknown> = {};
      cycle.self = cycle;
      const broken = { ...message('m2'), parts: [{ type: 'opaque', format: 'anthropic', value: cycle }] };
      expect(await codeOf(append(message('m1'), broken as unknown as PreparedMessage))).toBe('invalid_input');
      expect(await read()).toEqual([]);
      expect(await store().readThread('t')).toMatchObject({ messages: 0, tokens: 0 });
    });

    it('I-1 changing a passed or returned object changes nothing stored', async () => {
      const given = message('m1');
      const { messages: returned } = await append(given);
      (given.parts[0] as { text: string }).text = 'changed';
      (returned[0]!.parts[0] as { text: string }).text = 'changed';
      const [stored] = await read();
      stored!.parts.length = 0;
      const [meta] = await store().readMetas({ threadId: 't' });
      meta!.seq = 99;
      expect((await read())[0]).toMatchObject({ seq: 1, parts: [{ text: 'text of m1' }] });
    });
  });
}
