import { afterEach, expect, it } from 'vitest';
import { workSession } from '../../../compaction/work-session.suite.ts';
import { createEverthread, type Everthread } from '../../../everthread.ts';
import { scriptedSummarizer } from '../../../testing/scripted-summarizer.ts';
import type { View } from '../../views/view.ts';
import type { Chat } from '../chat.ts';
import { resummarize, summarize } from './summarize.ts';

const opened: Everthread[] = [];
afterEach(async () => {
  for (const ever of opened.splice(0)) await ever.close();
});

async function openChat() {
  const summarizer = scriptedSummarizer();
  const ever = createEverthread({
    strategy: { name: 'session', preserveRecent: 1 },
    summarizer,
    automatic: false,
  });
  opened.push(ever);
  const thread = await ever.thread('t');
  await thread.append(workSession);
  const view: View = { columns: 80, colour: false } as View;
  return { chat: { thread, view: () => view } as unknown as Chat, summarizer };
}

it.each([
  ['', { focus: undefined, detail: undefined }],
  ['focus on the parser', { focus: 'the parser', detail: undefined }],
  ['the parser', { focus: 'the parser', detail: undefined }],
  ['Detailed', { focus: undefined, detail: 'detailed' }],
  ['short  focus on: the failing test', { focus: 'the failing test', detail: 'short' }],
])('R-67 /summarize %s', async (argument, asked) => {
  const { chat, summarizer } = await openChat();
  await summarize.run(chat, argument, new AbortController().signal);
  const { focus, detail } = summarizer.requests[0]!;
  expect({ focus, detail }).toEqual(asked);
});

it('R-67 R-30 /resummarize takes the same focus and detail as /summarize', async () => {
  const { chat, summarizer } = await openChat();
  await summarize.run(chat, '', new AbortController().signal);
  await resummarize.run(chat, 'focus on totals', new AbortController().signal);
  expect(summarizer.requests.at(-1)!.focus).toBe('totals');
});

it('R-68 where something was worked on, the box is followed by a brief', async () => {
  const { chat } = await openChat();
  const { text } = (await summarize.run(chat, '', new AbortController().signal)) as { text: string };
  expect(text).toContain('Summarized');
  expect(text).toMatch(/\n# Brief of t\n[\s\S]*commit both/u);
});
