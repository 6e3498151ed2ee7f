/**
 * The first thread: append messages, ask for a context, look into the archive. The README shows the same program.
 * Run it with `node examples/01-first-thread.ts` after `make build`.
 */
import { createEverthread } from 'everthread';

const ever = createEverthread({ budget: { tokens: 2_000 } }); // store: sqliteStore({ path: 'chat.db' }) keeps it
const thread = await ever.thread('support-42', { title: 'A late parcel' }); // made on first use

await thread.append({ role: 'user', content: 'My order 1182 never arrived. Always write to me in English.' });
for (let day = 1; day <= 200; day += 1) {
  await thread.append({
    role: 'assistant',
    content: `Day ${day}: I looked in depot ${day % 7}, and found nothing.`,
  });
}
await thread.append({ role: 'user', content: 'Which order was it again?' });
await ever.idle(); // summaries are written in the background; an app does not wait for them

const context = await thread.context({ system: 'You are helpful.' });
context.messages; // for the AI SDK; also toOpenAI(), toOpenAIResponses(), toAnthropic(), toText()
console.log('fits:', context.tokens <= 2_000);
console.log('has the order:', context.toText().includes('My order 1182 never arrived.'));
console.log('rule:', (await thread.rules())[0]?.text);
console.log('messages kept:', (await thread.state()).messages);
console.log('found:', (await thread.search('order 1182')).hits[0]?.message.seq);
await ever.close();
