import { describe, expect, it } from 'vitest';
import { asksSomething } from './asking.ts';

describe('asksSomething', () => {
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
  ])('R-59 %s', (text) => {
    expect(asksSomething(text)).toBe(true);
  });

  it.each([
    'The backup runs at 4.',
    'hello',
    'We decided on PostgreSQL.',
    'What a day. The import is through.',
    'Is nice.',
    'Whatever happens, keep the logs.',
    'Das Backup läuft um vier.',
    `How it went:\n${'line\n'.repeat(20)}`,
  ])('R-59 told, not asked: %s', (text) => {
    expect(asksSomething(text)).toBe(false);
  });
});
