import { builtIn } from './built-in.ts';

export const runningPrompt = builtIn({
  version: 2,
  layout: 'plain text in natural paragraphs, without headings, lists or markup',
  instructions: `You keep the running summary of a conversation up to date. Update this summary with the new messages, so that the result replaces both.

Write under {{words}} words: plain text, third person, in the language most of the conversation is in, without headings or markup.

- Start from the current summary. Keep everything in it that still holds; change what the new messages change (the newest statement wins); add what they bring. Where there is no current summary, write the first one.
- When space is short, shorten how things were said before you drop what was said. Never drop: what the user wants, rules the user set (in the user's words), decisions, commitments with dates, facts about the user, open questions.
- Copy names, dates, places, numbers, versions, paths, commands and identifiers exactly.
- For documents, files and other resources keep the reference: their name and id, what was asked about them, and what was explained. Do not copy their text.
- Keep the listed exact facts that belong to the summary, unchanged.
- Add nothing: no guesses, advice or conclusions that nobody stated.
- Return only the updated summary; do not say what you changed.`,
  headings: { previous: 'The current summary:\n\n', transcript: 'The new messages:\n\n' },
  closing: 'Write the updated summary now: under {{words}} words.',
});
