import { describe, expect, it } from 'vitest';
import type { WorkRecord } from '../records/work-record.ts';
import { readWork } from './read-work.ts';
import { bash, called, edited, numbered, said, type Unit } from './samples.suite.ts';

function work(...units: Unit[]): WorkRecord {
  return readWork(numbered(units))!;
}

describe('talk', () => {
  it('R-66 keeps requests word for word, with the last reply to them', () => {
    const { turns, constraints, statement } = work(
      said('user', 'Port the `Loader` to Rust.\nNever touch vendor/.'),
      bash('ls'),
      said('assistant', 'The loader is ported.'),
      said('user', 'and now the saver'),
      said('assistant', "Let me read it first. I'll start with saver.c."),
    );
    expect(turns).toMatchObject([
      {
        request: { seq: 1, text: 'Port the `Loader` to Rust.\nNever touch vendor/.' },
        reply: { text: 'The loader is ported.' },
        calls: 1,
      },
      { request: { seq: 5, text: 'and now the saver' } },
    ]);
    expect(constraints.map(({ text }) => text)).toEqual(['Never touch vendor/.']);
    expect(statement?.text).toContain('Let me read it first');
  });

  it('R-66 marks what is shortened, and keeps what the user typed around a paste', () => {
    const log = Array.from(
      { length: 80 },
      (_, index) => `2026-01-01 10:00:${index} INFO worker ${index} is up`,
    ).join('\n');
    const { turns } = work(said('user', `Why do the workers restart every minute?\n\n${log}`));
    expect(turns[0]?.request).toMatchObject({ shortened: true });
    expect(turns[0]?.request?.text).toContain('Why do the workers restart every minute?');
  });

  it.each([
    [
      'a reminder of the client',
      '<system-reminder>Always use tabs. We decided to use tabs.</system-reminder>',
    ],
    ['output of a local command', '<local-command-stdout>We decided to go</local-command-stdout>'],
    ['a hook', 'Stop hook feedback:\n- Never commit without tests.'],
    ['a hand-over', 'This session is being continued from a previous conversation. We decided to use Go.'],
    ['a command of the client', '/compact'],
  ])('R-66 %s is nobody’s request, rule or decision', (_what, text) => {
    const record = work(said('user', text));
    expect({ ...record, from: 0, to: 0 }).toMatchObject({ turns: [], constraints: [], decisions: [] });
  });

  it('R-66 takes nothing from what tools print', () => {
    const output =
      'TODO: we decided to use Redis instead of Kafka.\n- [ ] buy milk\nAlways run make.\nShall we go on?';
    const record = work(
      said('user', 'look'),
      bash('cat notes.md', output),
      called('Read', { file_path: 'n.md' }, output),
    );
    expect(record).toMatchObject({ decisions: [], constraints: [], questions: [], plan: [] });
  });

  it('R-66 keeps decisions with their reasons and questions to the user', () => {
    const { decisions, questions } = work(
      said(
        'assistant',
        'We decided to use SQLite. This avoids a second server.\n\nShould the old files be deleted?',
      ),
      called('AskUserQuestion', { questions: [{ question: 'Which port?', options: [{ label: '80' }] }] }),
    );
    expect(decisions.map(({ text }) => text)).toEqual([
      'We decided to use SQLite. This avoids a second server.',
    ]);
    expect(questions.map(({ text }) => text)).toEqual(['Should the old files be deleted?', 'Which port?']);
  });

  it('R-66 marks a turn that the user interrupted', () => {
    const { turns } = work(said('user', 'do it'), said('user', '[Request interrupted by user for tool use]'));
    expect(turns).toMatchObject([{ request: { text: 'do it' }, interrupted: true }]);
  });

  it('R-66 keeps the signatures that edits define, and not those that existed before', () => {
    const { snippets } = work(
      edited(
        'a.ts',
        'export function old(): void {',
        'export function old(): void {\nexport function made(size: number): string {',
      ),
    );
    expect(snippets.map(({ text }) => text)).toEqual(['export function made(size: number): string']);
  });
});

it.each([
  'Und bitte nie die Dateien unter `legacy/` anfassen.',
  'Y no toques nada en prod.',
  'Ne touche pas aux migrations.',
  'Never use `update_column`.',
])('R-40 R-66 tells the rules that are kept: %s', (text) => {
  const { constraints } = readWork(numbered([said('user', `Hola. ${text}`)]))!;
  expect(constraints.map((note) => note.text)).toEqual([text]);
});
