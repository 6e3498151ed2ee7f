/**
 * A scripted model that forgets: it keeps every other sentence, again and again, until the rest fits the requested
 * length. It adds and rewords nothing, so facts that survive many compactions outside its prose are kept by the ledger
 * and the pins.
 */
import type { Summarizer } from '../src/summarizer.ts';
import { capTokens, capWords } from '../src/summarizers/cap-text.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';

export function everyOther<Item>(items: readonly Item[]): Item[] {
  return items.filter((_, index) => index % 2 === 0);
}

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

export function forgetful(): Summarizer & { calls: number } {
  const counter = createTokenCounter({});
  const summarizer: Summarizer & { calls: number } = {
    name: 'forgetful',
    maxInputTokens: 8_000,
    calls: 0,
    async summarize({ shape, previous, transcript, limits }) {
      summarizer.calls += 1;
      const room = Math.min(limits.targetTokens, limits.maxOutputTokens);
      let kept = everyOther([...previous, ...transcript].flatMap(({ text }) => sentencesOf(text)));
      while (kept.length > 1 && counter.count(kept.join(' ')) > room) kept = everyOther(kept);
      const fitting = capTokens(kept.join(' '), room, counter);
      const text = limits.maxWords === null ? fitting : capWords(fitting, limits.maxWords);
      return {
        text,
        record:
          shape === 'record'
            ? {
                summary: text,
                keyPoints: [],
                context: {
                  participants: [],
                  decisions: [],
                  actionItems: [],
                  unresolved: [],
                  domainEntities: [],
                },
              }
            : null,
        model: 'forgetful',
        rung: 'model',
        promptVersion: 'forgetful@1',
        calls: [],
      };
    },
  };
  return summarizer;
}
