/** Many users with many threads: titles, lists, a profile that all threads of a user share, and forgetting a user. */
import { createEverthread } from 'everthread';

const ever = createEverthread();

const garden = await ever.thread('garden', { owner: 'ada', labels: ['home'] });
await garden.append({ role: 'user', content: 'Hi! I live in Rome and my balcony is small.' });
await garden.append({ role: 'user', content: 'Which raspberry canes grow in pots?' });
const move = await ever.thread('move', { owner: 'ada' });
await move.append({ role: 'user', content: 'I live in Oslo now. Always answer in metric units.' });
await move.append({ role: 'user', content: 'Do raspberry canes survive the winter here?' });
const other = await ever.thread('other', { owner: 'bob' });
await other.append({ role: 'user', content: 'I live in Paris. Plan a dinner for six people.' });

// Lists threads, the newest first, with titles made from their questions.
for (const { id, title } of await ever.threads({ owner: 'ada', order: 'updated' }))
  console.log(`${id}: ${title}`);

// The profile of a user, with the messages it comes from.
const { entries, themes } = await ever.profile('ada');
for (const { kind, value, earlier } of entries) {
  const [source] = value.sources;
  const before = earlier.map(({ text }) => ` (before: ${text})`).join('');
  console.log(`${kind}: ${value.text}${before} – ${source?.threadId} #${source?.seq}`);
}
console.log(`themes: ${themes.map(({ topic, threads }) => `${topic} in ${threads} threads`).join(', ')}`);

// New threads of the same user begin with this profile; threads of other users do not.
const fresh = await ever.thread('fresh', { owner: 'ada' });
await fresh.append({ role: 'user', content: 'What should I plant in May?' });
const shown = (await fresh.context({ profile: true })).toText();
console.log(`knows Oslo: ${shown.includes('Oslo')}, knows Paris: ${shown.includes('Paris')}`);

const { threads, messages } = await ever.forgetOwner('ada');
console.log(`forgotten: ${threads} threads, ${messages} messages; left: ${(await ever.threads()).length}`);
await ever.close();
