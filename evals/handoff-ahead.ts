/**
 * Does a context hold what the next steps need (R-66)? Recorded sessions are cut at several points. Exact items that
 * occur before the cut and that the assistant uses in its next messages are looked for in the context at the cut. So
 * the work that followed decides what matters, not a model.
 */
import type { TranscriptMessage } from '../src/transcripts/transcript.ts';
import type { RecordedSession } from '../test/session-data.ts';
import { exactItems, holds, percent, share } from './exact-items.ts';
import { charactersPerToken, contextsOf, strategies } from './handoff-contexts.ts';

const cutPoints = [0.3, 0.6, 0.9] as const;
/** The assistant's messages after a cut that show what was needed. */
const messagesAhead = 20;
const leastMessages = 60;
const leastItems = 10;
const contextTokens = 3_000;

export const aheadMethod = `Every recorded coding session of at least ${leastMessages} messages is cut after ${cutPoints.map((point) => `${point * 100} %`).join(', ')} of its messages. Wanted are the exact items that the assistant uses in its next ${messagesAhead} messages and tool calls, as far as they stand before the cut; given is a context of ${contextTokens.toLocaleString('en-US')} tokens, made without a model.`;

type Cut = { before: TranscriptMessage[]; wanted: string[]; source: string };

function cutsOf(sessions: readonly RecordedSession[]): Cut[] {
  return sessions
    .filter(({ name, messages }) => !name.startsWith('openai-tools') && messages.length >= leastMessages)
    .flatMap(({ messages }) =>
      cutPoints.map((point): Cut => {
        const cut = Math.floor(messages.length * point);
        const before = messages.slice(0, cut);
        const source = before.map(textOf).join('\n').toLowerCase();
        const ahead = messages
          .slice(cut)
          .filter(({ role }) => role === 'assistant')
          .slice(0, messagesAhead);
        const used = exactItems(ahead.map(textOf).join('\n'));
        return { before, source, wanted: used.filter((item) => holds(source, item)) };
      }),
    )
    .filter(({ wanted }) => wanted.length >= leastItems);
}

/** All texts in a message: its words, tool calls and tool results. */
function textOf({ parts }: TranscriptMessage): string {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'tool-call') walk(part.input);
    else if (part.type === 'tool-result') walk(part.output);
  }
  return texts.join('\n');
}

export async function aheadRows(sessions: readonly RecordedSession[]): Promise<string[]> {
  const scores = new Map<string, number[]>();
  const note = (context: string, score: number) =>
    scores.set(context, [...(scores.get(context) ?? []), score]);
  for (const { before, wanted, source } of cutsOf(sessions)) {
    note('newest text', share(source.slice(-contextTokens * charactersPerToken), wanted));
    for (const strategy of strategies) {
      const { texts } = await contextsOf(before, strategy, [contextTokens, contextTokens * 3]);
      note(strategy, share(texts[0]!, wanted));
      note(`${strategy} ×3`, share(texts[1]!, wanted));
    }
  }
  return Array.from(scores, ([context, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    const figures = [mean, sorted[0]!, sorted[Math.floor(all.length / 2)]!].map(percent);
    return `| ${context} | ${all.length} | ${figures.join(' | ')} |`;
  });
}
