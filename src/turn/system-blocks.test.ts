import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';

const marked = { cache_control: { type: 'ephemeral', ttl: '1h' } } as const;
const rules = 'Report what the gauge says. '.repeat(300);

function blocks(marks: number): Anthropic.TextBlockParam[] {
  return Array.from({ length: 4 }, (_, index) => ({
    type: 'text',
    text: `Part ${index}. ${rules}`,
    ...(index < marks ? marked : {}),
  }));
}

async function promptOf(system: string | Anthropic.TextBlockParam[]) {
  const ever = createEverthread();
  const thread = await ever.thread('weir');
  await thread.append([
    { role: 'user', content: 'How high is it?' },
    { role: 'assistant', content: '4.21 m.' },
    { role: 'user', content: 'And now?' },
  ]);
  const context = await thread.context({ system });
  const prompt = context.toAnthropic();
  await ever.close();
  // The type is the one that the client accepts.
  return { context, system: prompt.system as Anthropic.TextBlockParam[], prompt };
}

const marksIn = (value: unknown) => JSON.stringify(value).split('"cache_control"').length - 1;

describe('R-70 a system prompt in blocks', () => {
  it('R-70 is sent block by block with its own marks, and Everthread’s marks fill up to four', async () => {
    for (const marks of [0, 1, 2, 3, 4]) {
      const { prompt, system } = await promptOf(blocks(marks));
      expect(system.map(({ text }) => text)).toEqual(blocks(marks).map(({ text }) => text));
      expect(system.slice(0, marks).map((block) => block.cache_control)).toEqual(
        Array.from({ length: marks }, () => marked.cache_control),
      );
      expect(marksIn(prompt)).toBeLessThanOrEqual(4);
      expect(marksIn(prompt)).toBeGreaterThanOrEqual(Math.max(2, marks));
    }
  });

  it('R-70 counts like the same text, and has the same text in other formats', async () => {
    const whole = blocks(2)
      .map(({ text }) => text)
      .join('\n');
    const [inBlocks, asText] = [await promptOf(blocks(2)), await promptOf(whole)];
    const tokens = inBlocks.context.sections.system!.tokens;
    expect(Math.abs(tokens - asText.context.sections.system!.tokens)).toBeLessThan(20);
    for (const index of [0, 1, 2, 3])
      expect(JSON.stringify(inBlocks.context.toOpenAI())).toContain(`Part ${index}. `);
    expect(inBlocks.context.toText()).toContain('Part 3. ');
  });

  it('R-70 refuses other blocks than text by their place', async () => {
    const thread = await createEverthread().thread('weir');
    await expect(thread.context({ system: 7 as never })).rejects.toThrow(/system/u);
    const image = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } };
    await expect(thread.context({ system: [image] as never })).rejects.toThrow(/system\[0\]/u);
  });
});
