import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';

const budget = { tokens: 1_500, responseTokens: 200 };
const filler = (index: number) =>
  `On day ${index} the crew inspected the northern quay and wrote the usual line into the log book, as every day.`;
/** A text with its main point in the middle, which the ends do not show. */
const long = [
  'Please tell me what went wrong in this harbour log:',
  ...Array.from({ length: 120 }, (_, index) => filler(index)),
  'On day 120 we decided to close berth 17, because the crane Goliath failed and damaged the ferry Aurora.',
  ...Array.from({ length: 120 }, (_, index) => filler(200 + index)),
  'Answer in two sentences.',
].join('\n');

async function contextOf(longMessages?: 'ends' | 'summary', text = long) {
  const ever = createEverthread({ budget, automatic: false });
  const thread = await ever.thread('t');
  await thread.append([
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hello, which log?' },
    { role: 'user', content: text },
  ]);
  const context = await thread.context(longMessages === undefined ? {} : { longMessages });
  const explained = await thread.explain({ ...(longMessages && { longMessages }) });
  await ever.close();
  const { content } = context.toOpenAI().at(-1)! as { content: unknown };
  const said = typeof content === 'string' ? content : JSON.stringify(content);
  return { context, said, explained };
}

describe('a newest message that does not fit', () => {
  it('R-65 is shown by its ends, and by a summary between them if the caller asks for it', async () => {
    const ends = await contextOf();
    expect(ends.said).not.toContain('Goliath');
    const { context, said } = await contextOf('summary');
    expect(said).toMatch(/^Please tell me what went wrong/u);
    expect(said).toContain('Summary of the whole message: ');
    expect(said).toContain('Goliath');
    expect(said).toContain('is message #3 in the archive');
    expect(said).toMatch(/Answer in two sentences\.$/u);
    expect(context.tokens).toBeLessThanOrEqual(budget.tokens - budget.responseTokens);
    expect(context.forced).toBe(true);
    const item = context.items.find(({ section, to }) => section === 'tail' && to === 3);
    expect(item).toMatchObject({ kind: 'shortened', reason: expect.stringContaining('summary') });
  });

  it('R-65 is shown in full if it fits', async () => {
    const { said } = await contextOf('summary', 'A short question.');
    expect(said).toBe('A short question.');
  });

  it('R-43 is explained in the form in which it was shown', async () => {
    const { context, explained } = await contextOf('summary');
    expect(explained.context.messages.at(-1)).toEqual(context.messages.at(-1));
  });

  it('R-65 is refused with an invalid option', () => {
    expect(() => createEverthread({ longMessages: 'poem' as never })).toThrow('longMessages');
  });
});
