import { expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import type { MessageInput } from '../message/normalize.ts';

/** A conversation of a service desk: talk, tool calls with repeated ids, and their results. */
function exchanges(count: number): MessageInput[] {
  return Array.from({ length: count }, (_, index): MessageInput[] => [
    { role: 'user', content: `Please change booking ${index} to the flight at noon.` },
    {
      role: 'assistant',
      content: index % 2 === 0 ? null : 'I look it up.',
      tool_calls: [
        {
          id: `call_${index % 7}`,
          type: 'function',
          function: { name: 'get_booking', arguments: `{"number": "B${index}"}` },
        },
      ],
    } as MessageInput,
    { role: 'tool', tool_call_id: `call_${index % 7}`, content: `{"seat": "${index}A"}` } as MessageInput,
    { role: 'assistant', content: `Booking ${index} has seat ${index}A. Shall I change it?` },
  ]).flat();
}

it('R-70 a request with the whole history costs what the history costs, even if call ids have to be replaced', async () => {
  const ever = createEverthread({ budget: { tokens: 100_000 } });
  const thread = await ever.thread('desk');
  for (const message of exchanges(60)) {
    await thread.append(message);
    if ((message as { role: string }).role !== 'assistant') await thread.context({ system: 'Be kind.' });
  }
  const { tokens, historyTokens, requests, expected } = await ever.requests({ threadId: 'desk' });
  expect(requests).toBe(120);
  expect(tokens).toBe(historyTokens);
  expect(expected.readTokens).toBe(expected.historyReadTokens);
  expect(expected.writtenTokens).toBe(expected.historyWrittenTokens);
  await ever.close();
});
