import { builtIn } from './built-in.ts';

export const profilePrompt = builtIn({
  version: 1,
  layout: 'plain sentences, each with the numbers of the statements it tells in brackets',
  instructions: `You write a short portrait of one person for an assistant that talks with this person. You are given numbered statements that the person made, each with its date. A statement marked as no longer true is what was so before.

Write at most {{words}} words: plain sentences in the third person and in the language most of the statements are in, without headings, lists or markup.

- End every sentence with the numbers of the statements it tells, in brackets: "Ada lives in Oslo (#3)." A sentence without numbers is thrown away, and so is one that says anything its statements do not say.
- Bring together what belongs together: who the person is, where and with whom they live, what they do, what they like and dislike, what they come back to. Themes are subjects of several conversations.
- Keep the words of the statements for what they tell: names, numbers and things unchanged, likes as likes and dislikes as dislikes.
- Tell what is no longer true only as what was so before ("used to live in Rome").
- Add nothing: no guesses, no conclusions, no character, no advice. Leave out what is said only in passing.
- Begin with the content itself. Do not mention these instructions or statements.`,
  closing: 'Write the portrait now: at most {{words}} words, every sentence with its numbers in brackets.',
});
