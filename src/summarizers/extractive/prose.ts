/** Orders the chosen sentences and joins them into a readable text. */
import type { Candidate } from './candidates.ts';

const mergeWords = 14;

export function proseOf(chosen: readonly Candidate[], paragraphSentences: number): string {
  const sentences = sentencesInOrder(chosen);
  // A last paragraph of one or two sentences would look like an afterthought.
  if (sentences.length <= paragraphSentences + 2) return joinSentences(sentences);
  const paragraphs: string[] = [];
  for (let start = 0; start < sentences.length; start += paragraphSentences)
    paragraphs.push(joinSentences(sentences.slice(start, start + paragraphSentences)));
  return paragraphs.join('\n\n');
}

/** Scripts without spaces between words have none between sentences either. */
function joinSentences(sentences: readonly string[]): string {
  return sentences
    .join(' ')
    .replace(/(?<=[。！？」』]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『])/gu, '');
}

export function inOrder(chosen: readonly Candidate[]): Candidate[] {
  return [...chosen].sort((left, right) => left.sentence.index - right.sentence.index);
}

/** Names the speaker once for consecutive sentences, and joins two short ones with the same subject. */
function sentencesInOrder(chosen: readonly Candidate[]): string[] {
  const sentences: string[] = [];
  let before: Candidate | undefined;
  for (const candidate of inOrder(chosen)) {
    const sameSpeaker =
      before !== undefined &&
      candidate.sentence.speaker !== null &&
      before.sentence.speaker?.id === candidate.sentence.speaker.id;
    const near = before !== undefined && candidate.sentence.turn - before.sentence.turn <= 4;
    const joined =
      sameSpeaker && near && before?.bare === null ? joinedWith(sentences.at(-1)!, candidate) : null;
    if (joined !== null) sentences[sentences.length - 1] = joined;
    else if (sameSpeaker && near && candidate.bare !== null) sentences.push(candidate.bare);
    else sentences.push(candidate.narrated);
    before = candidate;
  }
  return sentences;
}

/** "Anna got laid off." and "Anna asks …" become "Anna got laid off and asks …". */
function joinedWith(sentence: string, { narrated, bare, sentence: { speaker } }: Candidate): string | null {
  if (bare !== null || speaker === null) return null;
  const name = `${speaker.name} `;
  const capital = name[0]!.toUpperCase() + name.slice(1);
  const begins = (text: string) => text.startsWith(name) || text.startsWith(capital);
  if (!begins(sentence) || !begins(narrated) || !sentence.endsWith('.')) return null;
  if (/[,:;"]|\band\b/.test(sentence.slice(name.length))) return null;
  const words = (text: string) => text.split(' ').length;
  if (words(sentence) > mergeWords || words(narrated) > mergeWords) return null;
  return `${sentence.slice(0, -1)} and ${narrated.slice(name.length)}`;
}
