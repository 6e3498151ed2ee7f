import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { hashMessage } from '../message/hash.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { EverthreadOptions } from '../options.ts';
import { checkThreadId, prepareMessages } from './prepare-messages.ts';

async function prepare(input: MessageInput | readonly MessageInput[], options: EverthreadOptions = {}) {
  const { engine } = await testEngine(options);
  return { engine, prepared: await prepareMessages({ ...engine, input }) };
}

describe('messages prepared for the log', () => {
  it('get an id, a time, a hash and their tokens, and keep what they have', async () => {
    const { engine, prepared } = await prepare([
      { role: 'user', content: 'hello there' },
      { id: 'mine', role: 'assistant', content: 'hello', createdAt: '2025-05-05T05:05:05.000Z' },
    ]);
    const [first, second] = prepared;
    expect(first).toMatchObject({ id: 'msg_000001', createdAt: '2026-01-01T00:00:00.000Z' });
    expect(first!.tokens).toBe(engine.counter.message({ role: 'user', parts: first!.parts }));
    expect(first!.hash).toBe(hashMessage({ role: 'user', parts: first!.parts }));
    expect(second).toMatchObject({ id: 'mine', createdAt: '2025-05-05T05:05:05.000Z' });
  });

  it('R-51 count no tokens if they are never sent', async () => {
    const origin = { kind: 'lookup', sources: [] };
    const { prepared } = await prepare({ role: 'user', content: 'what was it?', origin } as MessageInput);
    expect(prepared[0]).toMatchObject({ tokens: 0, origin });
  });

  it('I-10 are stored without secrets if that is configured, and hashed as they are stored', async () => {
    const input: MessageInput = { role: 'user', content: 'The database password is correct-Horse7-battery.' };
    const kept = (await prepare(input)).prepared[0]!;
    const clean = (await prepare(input, { redaction: { archive: true } })).prepared[0]!;
    expect(JSON.stringify(kept)).toContain('correct-Horse7-battery');
    expect(JSON.stringify(clean)).not.toContain('correct-Horse7-battery');
    expect(clean.hash).toBe(hashMessage({ role: 'user', parts: clean.parts }));
  });

  it('are refused by name if one is invalid, and as an empty list', async () => {
    await expect(prepare([])).rejects.toMatchObject({ field: 'messages' });
    const wrong = [
      { role: 'user', content: 'fine' },
      { role: 'nobody', content: 'x' },
    ] as never;
    await expect(prepare(wrong)).rejects.toMatchObject({ field: expect.stringContaining('messages[1]') });
    await expect(prepare({ role: 'nobody', content: 'x' } as never)).rejects.toMatchObject({
      field: expect.stringMatching(/^message\b/u),
    });
  });

  it('need a thread whose id can be a key, a file name and a part of a URL', () => {
    for (const id of ['t', 'a'.repeat(256), 'ä/b c']) expect(() => checkThreadId(id)).not.toThrow();
    for (const id of ['', 'a'.repeat(257), 'a\u0000b', 'a\nb', 'a\ud800', 7, null])
      expect(() => checkThreadId(id)).toThrow(expect.objectContaining({ field: 'threadId' }));
  });
});
