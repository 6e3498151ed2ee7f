import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { createEverthread } from '../everthread.ts';
import type { RequestRecord } from '../records/request.ts';
import { sqliteStore } from '../sqlite.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';

const cachedOf = ({ expected }: RequestRecord) => expected ?? { historyReadTokens: -1, readTokens: -1 };

it('R-45 R-70 a thread that was sent in full costs its full history, even if its tokens turn out to be fewer', async () => {
  const counter = createTokenCounter();
  const ever = createEverthread({ budget: { tokens: 200_000 }, model: 'claude-sonnet-4-5', recall: false });
  const thread = await ever.thread('t');
  for (let request = 0; request < 8; request += 1) {
    await thread.append(chatMessages(10, 40, request * 20).slice(0, -1));
    const { content, tokens } = await thread.context();
    const reportedTokens = content.reduce((sum, message) => sum + counter.message(message), 0);
    await ever.observeUsage({ threadId: 't', contextTokens: tokens, reportedTokens });
    await thread.append({ role: 'assistant', content: 'Well.' });
  }
  const { sent } = await thread.state();
  expect(sent!.paid).toBeGreaterThan(10_000);
  expect(Math.abs(sent!.full - sent!.paid)).toBeLessThan(sent!.paid * 0.001);
  await ever.close();
});

it('R-45 R-70 a conversation of many short lines that was sent in full costs its full history, whichever tokens are counted', async () => {
  const ever = createEverthread({ budget: { tokens: 200_000 }, model: 'claude-sonnet-4-5', recall: false });
  const thread = await ever.thread('t');
  for (let line = 0; line < 150; line += 1) {
    await thread.append({ role: 'user', content: `And what of gate ${line}?` });
    await thread.context();
    await thread.append({ role: 'assistant', content: `Gate ${line} is shut.` });
  }
  const { sent } = await thread.state();
  expect(sent!.requests).toBe(150);
  expect(Math.abs(sent!.full - sent!.paid)).toBeLessThan(sent!.paid * 0.001);
  await ever.close();
});

it('R-45 R-70 a request after messages were taken back reads what the request before them left in the cache', async () => {
  const ever = createEverthread({ budget: { tokens: 100_000 }, model: 'claude-sonnet-4-5', recall: false });
  const thread = await ever.thread('t');
  const ask = async (text: string) => {
    await thread.append({ role: 'user', content: text.repeat(60) });
    await thread.context();
  };
  for (let turn = 0; turn < 4; turn += 1) {
    await ask(`Turn ${turn} of the weir and its gates. `);
    await thread.append({ role: 'assistant', content: `The weir holds, says turn ${turn}. `.repeat(20) });
  }
  const [stays] = await thread.requests();
  for (const given of ['An answer broken off', 'Another one']) {
    await ask(`${given}: and the gates? `);
    await thread.append({ role: 'assistant', content: `${given} …` });
    const { messages } = await thread.state();
    await thread.edit(messages, { role: 'assistant', parts: [] });
    await thread.edit(messages - 1, { role: 'user', parts: [] });
  }
  await ask('So what of the gates, in the end? ');
  const [last] = await thread.requests();
  // But for the framing of the whole request, which is shared out among its messages.
  expect(Math.abs(cachedOf(last!).readTokens - stays!.tokens)).toBeLessThan(5);
  expect(cachedOf(last!).historyReadTokens).toBe(cachedOf(last!).readTokens);
  await ever.close();
});

describe('the whole history a request is compared with', () => {
  it('R-45 R-70 was in the cache if a client sent it itself before', async () => {
    const ever = createEverthread({ budget: { tokens: 3_000 }, model: 'claude-sonnet-4-5', recall: false });
    const thread = await ever.thread('t');
    for (let request = 0; request < 5; request += 1) {
      await thread.append(chatMessages(10, 40, request * 10).slice(0, -1));
      await thread.measure({ sent: true });
      await thread.append({ role: 'assistant', content: 'Well.' });
    }
    await ever.idle();
    await thread.append(chatMessages(10, 40, 60).slice(0, -1));
    await thread.context();
    const [composed, last, ...earlier] = await thread.requests();
    expect(composed!.tokens).toBeLessThan(composed!.historyTokens);
    expect(cachedOf(composed!).historyReadTokens).toBe(last!.tokens);
    expect(last!.expected).toEqual({
      ...{ readTokens: earlier[0]!.tokens, historyReadTokens: earlier[0]!.tokens },
      ...{ writtenTokens: last!.tokens - earlier[0]!.tokens },
      historyWrittenTokens: last!.tokens - earlier[0]!.tokens,
    });
    const { expected, requests } = await ever.requests({ threadId: 't' });
    expect(expected.requests).toBe(requests);
    await ever.close();
  });

  it('R-45 R-70 was in the cache if another process sent the request before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'everthread-expected-'));
    const open = () =>
      createEverthread({
        ...{ store: sqliteStore({ path: join(folder, 'a.db') }), budget: { tokens: 3_000 } },
        ...{ model: 'claude-sonnet-4-5', recall: false, workers: false as const },
      });
    const run = async (reopens: boolean) => {
      let ever = open();
      const id = String(reopens);
      for (let request = 0; request < 6; request += 1) {
        const thread = await ever.thread(id);
        await thread.append(chatMessages(10, 40, request * 10).slice(0, -1));
        await thread.context();
        await thread.append({ role: 'assistant', content: 'Well.' });
        await ever.idle();
        if (!reopens) continue;
        await ever.close();
        ever = open();
      }
      const { expected } = await ever.requests({ threadId: id });
      await ever.close();
      return expected;
    };
    const inOne = await run(false);
    const inMany = await run(true);
    expect(inOne.historyReadTokens).toBeGreaterThan(5_000);
    expect(inMany.historyReadTokens).toBe(inOne.historyReadTokens);
    expect(inMany.readTokens).toBe(inOne.readTokens);
    rmSync(folder, { recursive: true });
  });

  it('R-45 R-70 is in the cache of each model that a thread is sent to in turn', async () => {
    const ever = createEverthread({ budget: { tokens: 100_000 }, recall: false });
    const thread = await ever.thread('t');
    for (let request = 0; request < 6; request += 1) {
      await thread.append(chatMessages(10, 40, request * 10).slice(0, -1));
      await thread.context({ model: request % 2 === 0 ? 'claude-sonnet-4-5' : 'claude-haiku-4-5' });
      await thread.append({ role: 'assistant', content: 'Well.' });
    }
    const [last, , beforeOfModel] = await thread.requests();
    expect(last!.model).toBe(beforeOfModel!.model);
    expect(cachedOf(last!).readTokens).toBe(beforeOfModel!.tokens);
    expect(cachedOf(last!).historyReadTokens).toBe(beforeOfModel!.tokens);
    await ever.close();
  });
});
