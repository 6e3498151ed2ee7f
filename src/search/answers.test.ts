import { expect, it } from 'vitest';
import { type Line, portOf, storeOf } from './conversations.suite.ts';
import { findPassages } from './recall.ts';

const now = Date.parse('2024-03-01T12:00:00Z');
const weather = Array.from({ length: 30 }, (_, index): Line[] => [
  { role: 'user', text: `The weather of day ${index} is awful.` },
  { role: 'assistant', text: `Day ${index} is rainy, take a coat along.` },
]).flat();
const asked: Line = {
  role: 'user',
  text: 'Which lamp suits a dark corridor? My aunt paid for the last lamp.',
};
const told: Line = { role: 'assistant', text: '1. The Nordlys of oak.\n2. The Brightly.\n3. A bare bulb.' };

async function placesOf(query: string): Promise<number[]> {
  const store = await storeOf({ t: [...weather, asked, told, ...weather] });
  const hits = await findPassages(portOf(store), {
    ...{ query, scope: { threadIds: ['t'] }, now, limit: 5 },
  });
  return hits.map(({ message }) => message.seq);
}

const [askedAt, toldAt] = [weather.length + 1, weather.length + 2];

it('R-49 what the assistant answered is found by the words of the question it answered', async () => {
  const places = await placesOf('What did you recommend for the corridor of my aunt?');
  expect(places.indexOf(toldAt)).toBe(0);
});

it('R-49 what the user told comes before what was answered, where the user is asked about', async () => {
  expect((await placesOf('Who paid for my lamp in the corridor?'))[0]).toBe(askedAt);
});

it('R-49 a list that has the item asked for comes before one that has not', async () => {
  const longer = Array.from({ length: 9 }, (_, index) => `${index + 1}. Lamp ${index}`).join('\n');
  const again: Line[] = [asked, { role: 'assistant', text: longer }, asked, told];
  const store = await storeOf({ t: [...weather, ...again, ...weather] });
  const request = { scope: { threadIds: ['t'] }, now, limit: 5 };
  const found = async (query: string) => (await findPassages(portOf(store), { query, ...request }))[0];
  expect((await found('What was the ninth lamp for the corridor?'))?.message.seq).toBe(weather.length + 2);
  expect((await found('What was the third lamp for the corridor?'))?.message.seq).toBe(weather.length + 4);
});
