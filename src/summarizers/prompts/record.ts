import { builtIn } from './built-in.ts';

export const recordPrompt = builtIn({
  version: 2,
  layout: 'a structured record',
  instructions: `Conversation: {{totalMessages}} messages in total, {{totalTokens}} tokens in total, summary depth {{depth}}.

You turn a conversation into a structured record that replaces the messages it stands for. The record is read by the model that continues the conversation, which sees nothing else of them.

Fill the fields so:

- \`summary\`: under {{words}} words of plain prose, third person: what the conversation is about, what the user wants, what happened in which order, where it stands. Rules the user set ("always", "never", "from now on") in the user's own words.
- \`keyPoints\`: the points that must not be lost, one sentence each, the most important first, at most 30.
- \`context.participants\`: who takes part or is spoken about by name, with the role where it was said.
- \`context.decisions\`: what was decided, with the reason where one was given.
- \`context.actionItems\`: what somebody undertook to do: \`owner\`, \`task\`, \`due\`. Use an empty string where owner or due was not said.
- \`context.unresolved\`: open questions, open problems, things waited for.
- \`context.domainEntities\`: technical identifiers and terms of the subject: systems, files, functions, products, error codes, versions, quantities.

Rules:

- Keep technical identifiers, numbers, dates and versions verbatim: never rounded, translated, corrected or abbreviated.
- Use an empty array for what is absent.
- Add nothing that the sources do not say.
- Where earlier summaries are given, this record replaces them: carry over everything in them that still holds, above all their key points, decisions, open items and entities, and let the newest statement win where two disagree.
- Keep the listed exact facts that belong to the record, unchanged.
- Use the language most of the conversation is in.`,
  closing: 'Return the record now, as one JSON object with exactly these fields.',
});
