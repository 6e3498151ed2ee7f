/**
 * Plants rules and decisions in recorded sessions, which have few of their own. Each is a pair of messages with one
 * sentence each; they are spread evenly, never between a tool call and its result. All were written for this
 * evaluation.
 */
import type { TranscriptMessage } from '../src/transcripts/transcript.ts';

export type Planted = { kind: 'rule' | 'decision'; text: string };

export const plantedRules = [
  'From now on, run the linter before every commit.',
  'Never push directly to the main branch.',
  'Always write comments in British English.',
  "Don't add new dependencies without asking me first.",
  'Whenever you change a public function, update the changelog as well.',
  'You must not touch anything under third_party/.',
  'Going forward, keep every commit message under 72 characters.',
  'I want you to always show me the diff before you write a file.',
  'Only use the staging database for experiments.',
  'Please avoid abbreviations in variable names.',
];

export const plantedDecisions = [
  'We decided to keep the old file format readable until release 3.',
  "Let's go with a ring buffer for the event queue.",
  "I've settled on 64 MB as the upper limit of the cache.",
  'We agreed that the import runs at 02:30 every night.',
  'The team chose gRPC over plain HTTP for the workers.',
  'Decision: the parser stays a hand-written one.',
  "We'll use optimistic locking rather than row locks.",
  'It was decided that Miriam reviews all schema changes.',
  "I'm going with the three-step migration.",
  'We ruled out Windows support for this year.',
];

/** Plants one rule and one decision for every `tokensPerPlant` tokens, at most ten of each. */
export function plant(
  messages: readonly TranscriptMessage[],
  { tokens, tokensPerPlant = 2_500 }: { tokens: number; tokensPerPlant?: number },
): { messages: TranscriptMessage[]; planted: Planted[] } {
  const count = Math.max(1, Math.min(plantedRules.length, Math.floor(tokens / tokensPerPlant)));
  const planted = Array.from({ length: count }, (_, index): Planted[] => [
    { kind: 'rule', text: plantedRules[index]! },
    { kind: 'decision', text: plantedDecisions[index]! },
  ]).flat();
  const result: TranscriptMessage[] = [];
  let next = 0;
  for (const [index, message] of messages.entries()) {
    result.push(message);
    const position = ((next + 0.5) / planted.length) * messages.length;
    if (next >= planted.length || index + 1 < position || !isSafe(messages, index)) continue;
    result.push(...pairFor(planted[next]!, message));
    next += 1;
  }
  // If a session ends amid tool calls there is no place for the last ones, so they go to its beginning.
  for (; next < planted.length; next += 1) result.unshift(...pairFor(planted[next]!, messages[0]!));
  return { messages: result, planted };
}

function isSafe(messages: readonly TranscriptMessage[], index: number): boolean {
  const waits = messages[index]!.parts.some((part) => part.type === 'tool-call');
  return !waits && messages[index + 1]?.role !== 'tool';
}

function pairFor({ kind, text }: Planted, { createdAt }: TranscriptMessage): TranscriptMessage[] {
  const at = createdAt === undefined ? {} : { createdAt };
  return kind === 'rule'
    ? [
        { role: 'user', parts: [{ type: 'text', text: `Before you go on. ${text} Now continue.` }], ...at },
        { role: 'assistant', parts: [{ type: 'text', text: 'Understood, I keep to that.' }], ...at },
      ]
    : [
        { role: 'user', parts: [{ type: 'text', text: 'Where do we stand on that point?' }], ...at },
        { role: 'assistant', parts: [{ type: 'text', text: `Here is where we stand. ${text}` }], ...at },
      ];
}
