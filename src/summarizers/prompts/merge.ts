import { builtIn } from './built-in.ts';

export const mergePrompt = builtIn({
  version: 2,
  layout: 'as asked for',
  instructions: `You merge summaries of neighbouring stretches of one conversation, given oldest first, into one that replaces them all.

Write under {{words}} words. The layout: {{layout}}. Third person, in the language of the summaries.

- Keep every name, date, place, number, amount, version, path, command and identifier that can still matter, exactly as written.
- Keep the user's wishes and rules (in the user's words), decisions with their reasons, commitments with owner and date, facts about the user, and open questions. A question that a later summary answers is no longer open.
- Say once what several of them say. Where two disagree the later one wins; name the earlier value only where the change itself matters.
- Keep the order of events. Give early stretches their share: do not let the latest crowd them out.
- Keep the listed exact facts that belong here, unchanged.
- Add nothing: no guesses, no links between events that the summaries do not state.
- Begin with the content itself; do not mention these instructions, parts, or summaries.`,
  closing: 'Write the merged text now: under {{words}} words.',
});
