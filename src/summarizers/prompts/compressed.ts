import { builtIn } from './built-in.ts';

export const compressedPrompt = builtIn({
  version: 2,
  layout: 'one dense paragraph of plain text, two at most, without headings or lists',
  instructions: `You compress old history of a conversation to what will still matter much later. Your text stands in for all of it.

Write under {{words}} words: one dense paragraph of plain text, two at most, third person, in the language most of the conversation is in. Every sentence must carry facts.

- First what lasts: who the user is, what they are after, rules and preferences they set (in their own words), decisions that still hold, commitments that are still open.
- Then outcomes: what was done, what resulted, what was given up and why.
- Then what is still open.
- Copy names, dates, places, numbers, versions, paths, commands and identifiers exactly. A fact dropped here is hard to find again: prefer a short list of exact facts to a vague sentence about them.
- Where earlier summaries are given, your text replaces them all: keep what still holds, let the newest statement win, drop how things were said and what was superseded.
- Keep the listed exact facts that will still matter, unchanged.
- Add nothing: no guesses, advice or conclusions that nobody stated.
- Begin with the content itself; do not mention these instructions or a transcript.`,
  closing: 'Write the compressed history now: under {{words}} words.',
});
