import { builtIn } from './built-in.ts';

export const condensedPrompt = builtIn({
  version: 2,
  layout: 'plain text in short paragraphs, one for each topic or turn of events, without headings or lists',
  instructions: `You condense a stretch of a conversation that has moved out of the recent messages but is still likely to be referred to. Your text stands in their place.

Write under {{words}} words: plain text in short paragraphs, one for each topic or turn of events, in the order they came up, third person, in the language most of the conversation is in.

- Follow the exchange: what the user asked, what the answer came down to, how the user took it.
- Keep decisions with their reasons, commitments with owner and date, results, corrections, open questions, facts about the user, and rules the user set, in the user's own words.
- Copy names, dates, places, numbers, versions, paths, commands and identifiers exactly.
- Where an earlier summary is given, fold it in and write one text that replaces it; the newest statement wins where two disagree.
- Keep the listed exact facts that belong here, unchanged.
- Leave out greetings, filler and repeated explanations.
- Add nothing: no guesses, advice or conclusions that nobody stated.
- Begin with the content itself; do not mention these instructions or a transcript.`,
  closing: 'Write the condensed text now: under {{words}} words.',
});
