import { describe, expect, it } from 'vitest';
import { asksIndirectly, framesIn } from './indirect-question.ts';
import { isOnlyQuestion } from './is-question.ts';
import { parseQuery } from './query.ts';

describe('asksIndirectly', () => {
  it.each([
    'I forgot which port we chose',
    'I have no clue who signed the lease',
    "We can't remember how much the tiles were.",
    "I'd like to know when the inspection is",
    'let me see the plan of the garden again',
    'the address of the notary again please',
    'Ich weiß nicht mehr, wie das Hotel hieß.',
    'nenn mir noch mal den Preis vom Tischler',
    'no me acuerdo de cómo se llamaba el molino',
    'dime otra vez el precio del alquiler',
    "je ne sais plus quel vin tu m'avais conseillé",
    "redis-moi l'adresse du dentiste",
    "non ricordo più come si chiamava l'albergo",
    'ik weet niet meer hoe het hotel heette',
    'não sei quem trouxe o vinho',
    'не помню, где мы встречались',
    '家賃がいくらだったか教えて',
    '我不记得谁付了钱',
  ])('R-50 asks without a question mark: %s', (text) => {
    expect(asksIndirectly(text)).toBe(true);
    expect(isOnlyQuestion(text)).toBe(true);
  });

  it.each([
    'I told her what you said and she laughed',
    'I know how to do that',
    'not sure the tests pass on Windows',
    "don't forget what we agreed",
    'vergiss nicht, wer kommt',
    'give me a poem about the sea',
    'dame cinco ideas para la cena',
    'the lamp arrived, it is green',
    'let me know when you are done',
    'rename the variable to port',
    'Anna forgot the umbrella at the hotel',
    'Wir haben uns für Eiche entschieden.',
    "n'oublie pas les clés",
    '傘を忘れないでね',
    '别忘了买牛奶',
    `I forgot the milk, ${'and then it rained '.repeat(10)}which was a pity`,
  ])('R-50 tells, or asks for something new: %s', (text) => {
    expect(asksIndirectly(text)).toBe(false);
  });

  it('R-50 reads any text in linear time', () => {
    expect(asksIndirectly(`no ${'know , '.repeat(22)}`)).toBe(false);
    expect(asksIndirectly('not , '.repeat(100_000))).toBe(false);
  });
});

it('R-50 words that only say that something was forgotten are not looked for', () => {
  expect(framesIn('I forgot which port we chose')).toEqual(['forgot']);
  expect(parseQuery('I forgot which port we chose', 0).terms).toEqual(['port', 'chose']);
  expect(parseQuery('Ich weiß nicht mehr, wie das Hotel hieß', 0).terms).not.toContain('weiß');
  expect(parseQuery('What did Anna forget at the hotel?', 0).terms).toContain('forget');
});
