import { expect, it } from 'vitest';
import { atOnce } from '../text/steps.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import type { RepairedMessage } from './repair.ts';
import { rememberShapes } from './shape.ts';

it('R-48 a long message in several layouts is cut once for each limit', () => {
  const counter = createTokenCounter();
  let cuts = 0;
  const counting = {
    ...counter,
    truncate: (text: string, tokens: number) => {
      cuts += 1;
      return counter.truncate(text, tokens);
    },
  };
  const text = 'The parser found a word that it did not know. '.repeat(500);
  const content = { role: 'user' as const, parts: [{ type: 'text' as const, text }] };
  const message: RepairedMessage = { seq: 7, content, tokens: counter.message(content), final: true };
  const shapes = rememberShapes(counting);

  const first = atOnce(shapes.cut(message, 300));
  const cutsOfOne = cuts;
  expect(cutsOfOne).toBeGreaterThan(0);
  expect(atOnce(shapes.cut(message, 300))).toBe(first);
  expect(cuts).toBe(cutsOfOne);

  const wider = atOnce(shapes.cut(message, 600));
  expect(cuts).toBeGreaterThan(cutsOfOne);
  expect(first!.tokens).toBeLessThanOrEqual(300);
  expect(wider!.tokens).toBeGreaterThan(300);
  expect(atOnce(shapes.cut(message, message.tokens))).toEqual({ ...message, shortened: false });
});
