import { expect, it } from 'vitest';
import { roleAsked } from './asked-role.ts';

it.each([
  ['Which part of the city did you recommend?', 'assistant'],
  ['You once gave me a list of ten jobs. What was the seventh?', 'assistant'],
  ['Where should I get the sandwich you told me of?', 'assistant'],
  ['In the plan for our trip, what did you put down for Thursday?', 'assistant'],
  ['Which book was the longest, according to your list?', 'assistant'],
  ['Quel fil m’avais-tu conseillé ?', 'assistant'],
  ['Welches Buch hast du meiner Schwester empfohlen?', 'assistant'],
  ['¿Qué libro me recomendaste?', 'assistant'],
  ['What did I tell you about the roof?', 'user'],
  ['Do you remember what I said?', 'user'],
  ['Can you remind me where I put my keys?', 'user'],
  ['How did I say I should pay?', 'user'],
  ['我的车是什么颜色?', 'user'],
  ['你推荐新手用哪种弦?', 'assistant'],
  ['How should I protect the roots against the cold?', undefined],
  ['Mit welcher Einstellung soll ich anfangen?', undefined],
  ['Do I have to send back the broken tap?', undefined],
  ['How should I quote the registers, according to you?', 'assistant'],
  ['When did your table say I should sow the beans?', 'assistant'],
  ['In the list for my aunt, what was number four?', undefined],
  ['I told you about my car. Which one was it?', undefined],
  ['Remind me of the name of the shop.', undefined],
  ['Which part of the roof leaked?', undefined],
])('R-49 whose words are asked for is read from who acts: %s', (text, role) => {
  expect(roleAsked(text)).toBe(role);
});
