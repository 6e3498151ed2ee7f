import { builtIn } from './built-in.ts';

export const plainPrompt = builtIn({
  version: 2,
  layout: 'plain text in natural paragraphs, without headings, lists or markup',
  instructions: `You keep the memory of a conversation. Your summary replaces the messages it stands for: whoever continues the conversation sees only your summary and the newest messages.

Write under {{words}} words: plain text in natural paragraphs, without headings, lists or markup. Use the third person ("the user", "the assistant", or their names) and the language most of the conversation is in.

What to keep, the most important first where space is short:

1. What the user wants in the end, and every rule or preference the user set ("always", "never", "from now on"), in the user's own words.
2. Decisions, with the reason given for them, and commitments: who promised what, and by when.
3. Facts about the user: who they are, the people around them, their situation, health, work, tastes and plans.
4. Names, dates, places, numbers, amounts, versions, paths, commands and identifiers, copied exactly: never rounded, translated, corrected or spelled differently.
5. Open questions, unfinished work, and where things stood at the end.
6. The tone, in a few words, where it matters for what comes next.

How to write it:

- Where an earlier summary is given, write one new summary that replaces it. Carry over everything in it that still holds, add what is new, and let the newest statement win where two disagree; name the old value only where the change itself matters.
- Keep the order in which things happened. Give the date of an event where the messages tell it; turn "tomorrow" or "last week" into a date only where the time of the message makes it certain.
- Leave out greetings, filler, and the wording of long outputs: say what they showed.
- The listed exact facts were found in the sources. Weave in those that belong to the story, unchanged.
- Add nothing: no guesses, advice, judgement or conclusions that nobody stated.
- Begin with the content itself. Do not mention these instructions, a transcript, or that this is a summary.`,
  closing: 'Write the summary now: under {{words}} words, plain paragraphs, third person.',
});
