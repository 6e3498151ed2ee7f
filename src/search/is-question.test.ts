import { describe, expect, it } from 'vitest';
import { isOnlyQuestion, isQuestion } from './is-question.ts';

describe('isQuestion', () => {
  it.each([
    'what did we decide about the database?',
    'What did we decide about the database',
    'ok, and when is the go-live',
    'tell me about Folio',
    'We talked about backups. Where are they?',
    'Was haben wir beschlossen?',
    'wann ist der Umzug',
    '我们决定了什么？',
    'please remind me of the port',
    'wich databse did we chose',
    'so what port have we agreed on',
  ])('R-59 %s', (text) => {
    expect(isQuestion(text)).toBe(true);
  });

  it.each([
    'The backup runs at 4.',
    'hello',
    'We decided on PostgreSQL.',
    'What a day. The import is through.',
    'Is nice.',
    'Whatever happens, keep the logs.',
    'Das Backup läuft um vier.',
    'Only then did we see the leak',
    'für Postgres haben wir uns entschieden',
    `How it went:\n${'line\n'.repeat(20)}`,
  ])('R-59 told, not asked: %s', (text) => {
    expect(isQuestion(text)).toBe(false);
  });
});

describe('isOnlyQuestion', () => {
  it.each([
    'what is the port?',
    'hey! wich databse did we chose',
    'Who is Folio? And where does she sleep?',
    'Was haben wir beschlossen?',
  ])('R-59 asks and nothing else: %s', (text) => {
    expect(isOnlyQuestion(text)).toBe(true);
  });

  it.each([
    'The port is 5434. What was the password?',
    'We move on Monday.',
    'Can you always answer in German?',
    'Could you deploy it tonight?',
    '',
    `${'Where is it? '.repeat(60)}`,
  ])('R-59 tells something, or asks for work: %s', (text) => {
    expect(isOnlyQuestion(text)).toBe(false);
  });
});
