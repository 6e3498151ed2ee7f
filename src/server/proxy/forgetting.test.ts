import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { useProxy } from './loopback.suite.ts';

const start = useProxy();
const planted = 'Zyzzyva4417';
const told = `My lamp code is ${planted} and we decided that ${planted} stays.`;
const user = (content: string) => ({ role: 'user', content });
const letter = (turn: number) =>
  `Letter ${turn} of the harbour master: berth ${turn} is let to ship ${turn * 7}, a long story about ropes, lamps and tides.`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everthread-proxy-forgetting-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function bytes(): string {
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name)).toString('latin1'))
    .join('\n')
    .toLowerCase();
}

describe('forgetting in a conversation of the proxy', () => {
  it('R-41 R-60 does not return to the store or to a context when its client sends it again', async () => {
    const store = sqliteStore({ path: join(directory, 'chat.db') });
    const { upstream, proxy } = await start((_seen, index) => ({ text: `Noted, number ${index}.` }), {
      everthread: { store },
      proxy: { windowTokens: 1_500 },
    });
    const messages: { role: string; content: unknown }[] = [];
    const say = async (content: string) => {
      messages.push(user(content));
      const response = await fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'local', messages }),
      });
      const body = (await response.json()) as { choices: { message: (typeof messages)[number] }[] };
      messages.push(body.choices[0]!.message);
      return response.headers.get('x-everthread-thread')!;
    };
    let id = '';
    for (let turn = 0; turn < 40; turn += 1)
      id = await say(turn === 0 ? `${told} ${letter(turn)}` : letter(turn));
    await proxy.settled();
    await proxy.everthread.idle();
    const thread = (await proxy.everthread.findThread(id))!;
    const found = (await Array.fromAsync(thread.history())).find(({ parts }) =>
      JSON.stringify(parts).includes(planted),
    )!;
    expect(bytes()).toContain(planted.toLowerCase());
    await thread.forget(found.id);
    expect(bytes()).not.toContain(planted.toLowerCase());
    const before = upstream.seen.length;
    for (let turn = 40; turn < 44; turn += 1) expect(await say(letter(turn))).toBe(id);
    expect(await say('What is my lamp code?')).toBe(id);
    await proxy.settled();
    await proxy.everthread.idle();
    expect((upstream.seen.at(-1)!.body.messages as unknown[]).length).toBeLessThan(messages.length - 1);
    for (const { raw } of upstream.seen.slice(before)) expect(raw).not.toContain(planted);
    expect(bytes()).not.toContain(planted.toLowerCase());
    expect(await proxy.everthread.threads()).toHaveLength(1);
  });
});
