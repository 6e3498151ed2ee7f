/** Lets many people chat at once, and prints all chats at the end. */
import { app, ever } from './chat-backend.ts';

const people = Array.from({ length: 6 }, (_, index) => `person-${index}`);
const turns = 15;

async function chat(person: string): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const text = `I am ${person}. Note ${turn}: my boat waits at quay ${turn}, and its code is ${person}-${turn * 7}. `;
    const message = {
      id: `${person}-${turn}`,
      role: 'user',
      parts: [{ type: 'text', text: text.repeat(5) }],
    };
    const answer = await app.request(`/chats/${person}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
    const streamed = await answer.text();
    if (!streamed.includes('text-delta')) throw new Error(streamed);
  }
}

await Promise.all(people.map(chat));
await ever.idle();
const chats: { [person: string]: unknown } = {};
for (const person of people) chats[person] = await (await app.request(`/chats/${person}`)).json();
const missing = (await app.request('/chats/nobody')).status;
const summarized = await Promise.all(
  people.map(async (person) => (await (await ever.thread(person)).summaries()).length),
);
await ever.close();
console.log(JSON.stringify({ chats, missing, summarized }));
