/** Contract suite: model calls and their cost; values. */
import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../store.ts';
import { codeOf, iso, later, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeCalls({ store }: SuiteContext): void {
  describe('calls and values', () => {
    const callOf = (at: number, threadId = 't', other: Partial<CallRecord> = {}): CallRecord => ({
      threadId,
      at: iso(later(at)),
      model: 'small',
      rung: 'model',
      outcome: 'ok',
      inputTokens: 100,
      outputTokens: 10,
      costUsd: 0.25,
      milliseconds: 12.5,
      ...other,
    });
    const nothing = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedTokens: 0 };

    it('R-54 usage counts every call since a time, of all threads or of one', async () => {
      for (const threadId of ['t', 'u']) await store().ensureThread({ threadId, now: someTime });
      expect(await store().usageSince({ at: iso(0) })).toEqual(nothing);
      await store().recordCalls([]);
      await store().recordCalls([callOf(1), callOf(2, 't', { outcome: 'failed', detail: 'odd \0 \ud800' })]);
      await store().recordCalls([callOf(3, 'u'), callOf(4, 'u', { costUsd: 0 })]);
      const two = { calls: 2, inputTokens: 200, outputTokens: 20 };
      expect(await store().usageSince({ at: iso(0) })).toEqual({
        calls: 4,
        inputTokens: 400,
        outputTokens: 40,
        costUsd: 0.75,
        unpricedTokens: 110,
      });
      expect(await store().usageSince({ at: iso(later(3)) })).toEqual({
        ...two,
        costUsd: 0.25,
        unpricedTokens: 110,
      });
      expect(await store().usageSince({ at: iso(later(5)) })).toEqual(nothing);
      expect(await store().usageSince({ at: iso(0), threadId: 't' })).toEqual({
        ...two,
        costUsd: 0.5,
        unpricedTokens: 0,
      });
      expect(await store().usageSince({ at: iso(0), threadId: 'nobody' })).toEqual(nothing);
    });

    it('R-54 the cost of a deleted thread is kept', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      await store().recordCalls([callOf(1)]);
      await store().deleteThread('t');
      await store().recordCalls([callOf(2)]);
      expect(await store().usageSince({ at: iso(0) })).toMatchObject({ calls: 2, costUsd: 0.5 });
      await store().ensureThread({ threadId: 't', now: someTime });
      expect(await store().usageSince({ at: iso(0), threadId: 't' })).toEqual(nothing);
    });

    it('R-54 a thousand calls at once are recorded', async () => {
      await store().recordCalls(Array.from({ length: 1_000 }, (_, index) => callOf(index, 'gone')));
      expect(await store().usageSince({ at: iso(0) })).toMatchObject({ calls: 1_000, inputTokens: 100_000 });
    });

    it('R-62 values are written, replaced and read unchanged', async () => {
      expect(await store().readValue('calibration')).toBeUndefined();
      await store().writeValue('calibration', '1');
      await store().writeValue('calibration', 'odd \0 \ud800 "quoted"');
      await store().writeValue('__proto__', '');
      expect(await store().readValue('calibration')).toBe('odd \0 \ud800 "quoted"');
      expect(await store().readValue('__proto__')).toBe('');
      expect(await store().readValue('constructor')).toBeUndefined();
      expect(await codeOf(store().writeValue('', 'x'))).toBe('invalid_input');
    });
  });
}
