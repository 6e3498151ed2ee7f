import { expect, it } from 'vitest';
import { everydayTalk, remarksOf } from './everyday-talks.ts';
import { softwareTeam } from './talks/software-team.ts';

it('R-49 an everyday talk is the same for the same seed, and has each answer in one message', () => {
  const { turns, questions } = everydayTalk(softwareTeam, 1);
  expect(everydayTalk(softwareTeam, 1).turns).toEqual(turns);
  expect(everydayTalk(softwareTeam, 2).turns).not.toEqual(turns);
  expect(turns.length).toBeGreaterThanOrEqual(softwareTeam.messages);
  expect(turns.every(({ text }) => !/[[\]{}]|^@/u.test(text))).toBe(true);
  for (const { evidence, answers = [] } of questions)
    for (const [index, answer] of answers.entries()) expect(turns[evidence[index]!]!.text).toContain(answer);
  for (const { answer } of remarksOf(softwareTeam))
    expect(turns.filter(({ text }) => text.includes(answer))).toHaveLength(1);
});

it('R-49 an answer that stands nowhere or twice is refused', () => {
  const questions = 'one | Who? | nobody said this';
  expect(() => everydayTalk({ ...softwareTeam, questions }, 1)).toThrow('stands in 0 messages');
});
