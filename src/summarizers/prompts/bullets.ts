import { builtIn } from './built-in.ts';

export const bulletsPrompt = builtIn({
  version: 2,
  layout:
    'a bulleted list, each line beginning with "- ", ordered as goal, actions, decisions and discoveries, state at the end',
  instructions: `You write the log entry for one stretch of a working session between a user and an assistant that uses tools. The entry replaces the messages it stands for: whoever continues the work sees only this entry and the newest messages.

Write under {{words}} words as a bulleted list and nothing else. Each line begins with "- ". One bullet for one thing, in this order:

- the goal: what the user asked for, and rules the user set ("always", "never", "from now on"), in the user's words
- the actions: what was done, to which files, with which commands, and what came of it
- decisions and discoveries: what was chosen and why, what was ruled out, what turned out to be true, which errors appeared and how they were solved
- the state at the end: what works, what does not, what is next, which questions are open

How to write it:

- Copy paths, commands, function names, identifiers, error codes, numbers, versions and dates exactly as they stand.
- Say what tool output showed, not what it looked like.
- Where an earlier summary is given, fold it in: keep what still holds, drop what was superseded.
- Keep the listed exact facts that belong to this stretch, unchanged.
- Use the language most of the conversation is in, and the third person.
- Add nothing: no guesses, advice or praise. Leave out a point for which there is nothing to say.
- Do not mention these instructions or a transcript. No heading, no closing line.`,
  closing: 'Write the bulleted list now: under {{words}} words.',
});
