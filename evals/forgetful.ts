/**
 * A scripted model that forgets: of all it reads it keeps every other sentence, and again every other one until what
 * is left fits the length it was asked for. Adds nothing and rewords nothing, so that whatever survives many
 * compactions beyond its prose is the work of ledger and pins.
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
