/** A plain chat of any length. It imports almost nothing, so that processes of tests can load it quickly. */
import type { MessageContent } from '../src/message/message.ts';

const topics = [
  'the order 1182 from Lyon',
  'src/server/index.ts and its tests',
  'the budget of $4,250 until 2026-03-01',
  'always answer in French',
  'version 2.13.0 of the parser',
  'a meeting with Maria Alvarez on Tuesday',
];

/** Words that are no facts, because every summary would have to carry names and numbers along. */
const plainWords =
  'amber basket candle dusty engine flower garden hollow island jacket kettle ladder meadow needle orange pepper quiet river silver table under velvet window yellow'.split(
    ' ',
  );

/** `exact` makes each word a fact, so that there are far more facts than fit into a summary. */
export function chatMessages(
  exchanges: number,
  words: number,
  start: number,
  { exact = false }: { exact?: boolean } = {},
): MessageContent[] {
  const fill = exact ? (place: number) => `word${place % 997}` : plainPair;
  return Array.from({ length: exchanges * 2 }, (_, index) => {
    const number = start + index + 1;
    const topic = topics[number % topics.length]!;
    const filler = Array.from({ length: words }, (_unused, word) => fill(number * 31 + word * 7)).join(' ');
    return {
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `Message ${number} about ${topic}. ${filler}` }],
    };
  });
}

function plainPair(place: number): string {
  const count = plainWords.length;
  return `${plainWords[place % count]} ${plainWords[(place * 5 + Math.floor(place / count)) % count]}`;
}
