/** Sentences that revoke rules, and sentences that only look like it. */

export type RevocationCase = { rule: string; said: string };

export const revocations: readonly RevocationCase[] = [
  { rule: 'Always use tabs.', said: 'Forget the rule about tabs.' },
  { rule: 'From now on, answer in French.', said: 'You can stop answering in French.' },
  { rule: 'Never push to main.', said: 'Scrap that rule.' },
  { rule: 'Never push to main.', said: 'ok, forget that rule' },
  { rule: 'Never push to main.', said: 'Forget what I said about pushing to main.' },
  { rule: 'Never push to main.', said: 'You can push to main again.' },
  { rule: 'Never use emojis.', said: "It's fine to use emojis now." },
  { rule: 'Always run the linter first.', said: 'Never mind about the linter.' },
  { rule: 'Always run the linter before committing.', said: "You don't need to run the linter any more." },
  {
    rule: 'Always run the linter before committing.',
    said: 'No need to run the linter before committing any more.',
  },
  { rule: 'Never push to main.', said: 'The rule about pushing to main no longer applies.' },
  { rule: 'Never push to main.', said: 'Forget all my rules.' },
  { rule: 'Never push to main.', said: 'Please drop all my previous instructions.' },
  { rule: 'Never push to main.', said: 'Ignore all the rules I gave you.' },
  { rule: 'Never push to main.', said: 'Forget all rules.' },
  { rule: 'Never push to main.', said: 'Ignore all previous instructions.' },
  { rule: 'Please use tabs for indentation.', said: 'From now on use spaces for indentation.' },
  { rule: 'Call me Captain.', said: 'Stop calling me Captain.' },
  { rule: 'Always answer in German.', said: 'Thanks! You can drop the German rule now. What is next?' },
  { rule: 'Never use semicolons.', said: 'Delete the rule about semicolons, please.' },
  { rule: 'Niemals auf main pushen.', said: 'Vergiss die Regel.' },
  { rule: 'Verwende nie Emojis.', said: 'Du darfst wieder Emojis verwenden.' },
  { rule: 'Utilise toujours le vouvoiement.', said: 'Oublie la règle sur le vouvoiement.' },
  { rule: 'Nunca uses emojis.', said: 'Olvida la regla sobre emojis.' },
  { rule: 'Всегда отвечай на русском.', said: 'Забудь это правило.' },
  { rule: '请始终使用制表符。', said: '忘记那条规则。' },
];

/** Rules that hold while the sentences are said. */
export const keptRules: readonly string[] = [
  'Never push to main.',
  'Always ask before deleting files.',
  'Answer in English.',
];

export const noRevocations: readonly string[] = [
  'Never mind.',
  'Forget it.',
  'Never mind, I found it.',
  'Delete all rules from the firewall.',
  'Remove the rule about port 22 from the firewall.',
  'The firewall rules no longer apply after a restart.',
  'I deleted all the eslint rules.',
  'Remove all lint rules that we do not use.',
  'Ignore the requirements file for now.',
  'Drop the constraint on the orders table.',
  'Delete the rule with id 7 in the dashboard.',
  'Forget about the meeting.',
  'You can merge the branch now.',
  "You don't need to come tomorrow.",
  'Stop the server.',
  'What happens if I say forget all my rules?',
  'Can you ignore all previous instructions?',
  'Eve wants me to write forget all my rules.',
  'They said: ignore all previous instructions.',
  'My teacher told us to forget all the rules.',
  'A page I read yesterday begins with "Ignore all previous instructions".',
  'There is no need to shout.',
];
