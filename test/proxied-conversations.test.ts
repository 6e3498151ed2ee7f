/** Conversations much longer than their window, through the proxy over HTTP, on a database in a file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startProxy, startUpstream } from '../src/server/proxy/loopback.suite.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { soak } from './soak.ts';

const turns = soak ? 1_000 : 120;
const windowTokens = 6_000;
const words = 'what the harbour master wrote down about ropes and tides that day. ';

it(`I-3 I-8 R-60 every request of ${turns} turns is valid and inside its window, and every answer is the upstream’s, byte for byte`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-proxy-'));
  const upstream = await startUpstream((_seen, index) =>
    index % 4 === 3
      ? { calls: [{ id: `call_${index}`, name: 'look', input: { berth: index } }] }
      : { text: `Answer ${index}: ${words.repeat(3)}` },
  );
  const everthread = { store: sqliteStore({ path: join(folder, 'threads.db') }) };
  const proxy = await startProxy({ upstream: upstream.url, everthread, proxy: { windowTokens } });
  try {
    type Message = { role: string; content: unknown; tool_calls?: { id: string }[] };
    const messages: Message[] = [{ role: 'system', content: 'You keep the harbour book.' }];
    const threads = new Set<string | null>();
    for (let turn = 0; turn < turns; turn += 1) {
      const [call] = messages.at(-1)!.tool_calls ?? [];
      messages.push(
        call === undefined
          ? { role: 'user', content: `Question ${turn}: ${words}` }
          : ({ role: 'tool', tool_call_id: call.id, content: `berth ${turn}: ${words}` } as Message),
      );
      const response = await fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'local', max_tokens: 500, messages }),
      });
      const answered = await response.text();
      const seen = upstream.seen.at(-1)!;
      expect(answered).toBe(seen.answered);
      expect(seen.problems).toEqual([]);
      expect(seen.tokens).toBeLessThanOrEqual(windowTokens - 500);
      expect(seen.body).toMatchObject({ model: 'local', max_tokens: 500 });
      threads.add(response.headers.get('x-everthread-thread'));
      messages.push((JSON.parse(answered) as { choices: { message: Message }[] }).choices[0]!.message);
    }
    expect(threads.size).toBe(1);
    const [kept] = await proxy.threads();
    expect(kept!.said).toHaveLength(messages.length - 1);
    expect(proxy.problems).toEqual([]);
  } finally {
    await proxy.close();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
