import { beforeEach, expect, it } from 'vitest';
import { mostResults } from '../../result-cache.ts';
import type { SummaryResult } from '../../summarizer.ts';
import { audit, codeOf, commitOf, iso, later, messages, summary } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

const paidCall = {
  model: 'small',
  rung: 'model',
  inputTokens: 60,
  outputTokens: 7,
  costUsd: 0.5,
  milliseconds: 3,
  outcome: 'ok',
} as const;

const resultOf = (text: string): SummaryResult => ({
  text,
  record: null,
  model: 'small',
  rung: 'model',
  promptVersion: 'plain@1',
  calls: [paidCall],
  raw: `"${text}" \0 \ud800`,
});

export function describeResults({ store, reopen }: SuiteContext): void {
  const write = (key: string, options: { threadId?: string; revision?: number; at?: number } = {}) => {
    const { threadId = 't', revision = 0, at = 0 } = options;
    return store().results.write({ threadId, key, result: resultOf(key), revision, now: later(at) });
  };
  const read = (key: string, threadId = 't') => store().results.read({ threadId, key });
  const fresh = (text: string) => ({ result: resultOf(text), accounted: false });

  beforeEach(async () => {
    for (const threadId of ['t', 'u']) {
      await store().ensureThread({ threadId, now: later(0) });
      await store().append({ threadId, messages: messages(6), now: later(0) });
    }
  });

  it('R-73 an answer is returned as it was stored, only in its thread', async () => {
    await write('a');
    expect(await read('a')).toEqual(fresh('a'));
    expect(await read('a', 'u')).toBeUndefined();
    expect(await read('b')).toBeUndefined();
    expect(await read('a', 'nobody')).toBeUndefined();
    await write('x', { threadId: 'nobody' });
    expect(await codeOf(read(''))).toBe('invalid_input');
    await store().results.drop('t');
    expect(await read('a')).toBeUndefined();
  });

  it('R-54 R-73 an answer is marked once its calls are recorded', async () => {
    await write('a');
    await write('b', { threadId: 'u' });
    await store().recordCalls([{ ...paidCall, threadId: 't', at: iso(later(1)) }]);
    expect(await read('a')).toEqual({ ...fresh('a'), accounted: true });
    expect(await read('b', 'u')).toEqual(fresh('b'));
    await write('c');
    expect(await read('c')).toEqual(fresh('c'));
  });

  it('R-73 the next commit removes them', async () => {
    await write('a');
    await write('b', { threadId: 'u' });
    const lease = (await store().acquireLease({ threadId: 't', owner: 'w', now: later(0), ttlMs: 60_000 }))!;
    await store().commit(commitOf(lease, { revision: 0, insert: [summary('s', 1, 5)], coverTo: 5 }));
    expect(await read('a')).toBeUndefined();
    expect(await read('b', 'u')).toEqual(fresh('b'));
  });

  it.each(['edit', 'forget', 'delete'] as const)(
    'I-10 R-41 R-73 %s ends them, and an answer to what was asked before is not kept any more',
    async (kind) => {
      await write('a');
      const change = { seq: 2, tokens: 1, hash: 'h' };
      const content = { role: 'user', parts: [{ type: 'text', text: 'other' }] } as const;
      await store().rewrite({
        threadId: 't',
        changes: [
          kind === 'edit'
            ? { kind, ...change, content: { ...content, parts: [...content.parts] } }
            : { kind, ...change },
        ],
        audit: audit('a1', { from: 2, to: 2 }),
        now: later(2),
      });
      expect(await read('a')).toBeUndefined();
      await write('a', { revision: 0 });
      expect(await read('a')).toBeUndefined();
      const { revision } = (await store().readThread('t'))!;
      await write('a', { revision });
      expect(await read('a')).toEqual(fresh('a'));
    },
  );

  it('R-73 deleting a thread removes them, even if a thread of the same name is created', async () => {
    await write('a');
    await store().deleteThread('t');
    await store().ensureThread({ threadId: 't', now: later(1) });
    expect(await read('a')).toBeUndefined();
  });

  it('R-73 the oldest are dropped beyond the limit', async () => {
    for (let index = 0; index <= mostResults; index += 1) await write(`k${index}`, { at: index });
    expect(await read('k0')).toBeUndefined();
    expect(await read('k1')).toEqual(fresh('k1'));
    expect(await read(`k${mostResults}`)).toEqual(fresh(`k${mostResults}`));
  });

  if (reopen) {
    it('R-73 they survive the process', async () => {
      await write('a');
      expect(await (await reopen()).results.read({ threadId: 't', key: 'a' })).toEqual(fresh('a'));
    });
  }
}
