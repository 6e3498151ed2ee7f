import { expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { createEverthread } from '../everthread.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';

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

it('R-45 R-70 a talk of many short lines that was sent in full costs its full history, whichever tokens are counted', async () => {
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
