/** `eternal` over a long thread: prompt caches keep hitting, because the beginning of a context stays (I-7). */
import { expect, it } from 'vitest';
import type { Context } from '../src/context/render.ts';
import { createEverthread } from '../src/everthread.ts';
import { textOf } from '../src/message/message.ts';
import type { SummaryRecord } from '../src/records/summary.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import { chatMessages } from './chat-messages.ts';
import { checkContext } from './properties/invariants.ts';
import { soak } from './soak.ts';

const messages = soak ? 2_000 : 900;

type Turn = { context: Context; live: SummaryRecord[] };

/** The bytes of the prompt, which a provider's cache compares from the start. */
function bytesOf(content: Context['content']): string {
  return content.map((message) => JSON.stringify(message)).join('\n');
}

/** The prompt up to the place of a summary. */
function before({ context }: Turn, summary: SummaryRecord): string {
  const place = context.content.findIndex(({ parts }) => textOf(parts).includes(summary.id));
  const message = context.content[place]!;
  const text = textOf(message.parts);
  const start = text.lastIndexOf('Record of messages', text.indexOf(summary.id));
  expect(start, 'a summary begins with the messages it stands for').toBeGreaterThanOrEqual(0);
  return `${bytesOf(context.content.slice(0, place))}\n${text.slice(0, start)}`;
}

it('I-7 R-37 nine turns of ten begin with the bytes of the one before, and a merge changes nothing before it', async () => {
  const ever = createEverthread({ store: memoryStore(), strategy: 'eternal' });
  const thread = await ever.thread('thread');
  let previous: Turn | undefined;
  let kept = 0;
  let turns = 0;
  let merges = 0;
  for (const message of chatMessages(messages / 2, 14, 0)) {
    const { seq } = await thread.append(message);
    await ever.idle();
    // Recalled passages follow everything compared here. They are slow to look up, so only every tenth turn has them.
    const turn: Turn = {
      context: await thread.context({ system: 'Be helpful.', recall: seq % 10 === 0 }),
      live: await thread.summaries(),
    };
    if (seq % 50 === 0) checkContext(turn.context, seq);
    if (previous) {
      turns += 1;
      const stable = bytesOf(previous.context.content.slice(0, previous.context.stable));
      if (bytesOf(turn.context.content).startsWith(stable)) kept += 1;

      const same = previous.live.findIndex((summary, index) => summary.id !== turn.live[index]?.id);
      const replaced = previous.live[same];
      if (replaced) {
        merges += 1;
        expect(before(turn, turn.live[same]!), `I-7 at message ${seq}`).toBe(before(previous, replaced));
      }
    }
    previous = turn;
  }
  expect(merges).toBeGreaterThan(5);
  expect(kept / turns, `${kept} of ${turns}`).toBeGreaterThanOrEqual(0.9);
  expect((await thread.summaries()).length, 'O(log n) summaries').toBeLessThan(20);
  await ever.close();
});
