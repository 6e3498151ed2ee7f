import { expect, it } from 'vitest';
import { readWork } from './read-work.ts';
import { bash, called, numbered, said, type Unit } from './samples.suite.ts';

const work = (...units: Unit[]) => readWork(numbered(units))!;
const texts = (notes: readonly { text: string }[]) => notes.map(({ text }) => text);

it('R-66 a question that a tool asked is open until it is answered', () => {
  const ask = (answer: string) =>
    called('ask_followup_question', { question: 'Shall I make the name a variable?' }, answer);
  expect(texts(work(ask('ok')).questions)).toEqual(['Shall I make the name a variable?']);
  const answered = work(ask('yes, with nginx as its default'));
  expect(answered.questions).toEqual([]);
  expect(texts(answered.decisions)).toEqual([
    'Shall I make the name a variable? → yes, with nginx as its default',
  ]);
});

it('R-66 what the user says when declining a call counts as a request', () => {
  const declined = called(
    'ExitPlanMode',
    { plan: 'Use RE2' },
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nNo new dependencies, write a scanner.",
    { isError: true },
  );
  const feedback = called(
    'write_to_file',
    { path: 'a.yml', content: 'x' },
    'The user denied this operation and provided the following feedback:\n<feedback>\nUse the systemd module.\n</feedback>',
  );
  const behindColon = called(
    'edit_file',
    { target_file: 'a.sh', code_edit: 'x' },
    'The edit was rejected by the user: do not raise the time-out, only retry',
  );
  const { turns, files } = work(
    said('user', 'Make it fast.'),
    declined,
    feedback,
    behindColon,
    called('edit_file', { target_file: 'b.sh', code_edit: 'x' }, 'Rejected by user: edit_file'),
    called('run', { command: 'x' }, '[Operation Cancelled] Reason: User did not allow tool call'),
    bash('ls'),
  );
  expect(turns.map(({ request }) => request?.text)).toEqual([
    'Make it fast.',
    'No new dependencies, write a scanner.',
    'Use the systemd module.',
    'do not raise the time-out, only retry',
  ]);
  expect(files).toEqual([]);
});

it('R-66 a request is interrupted only while nothing is done after it', () => {
  const declined = called('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'User cancelled it.');
  const interrupted = (...units: Unit[]) => work(said('user', 'Go.'), ...units).turns[0]!.interrupted;
  expect(interrupted(declined)).toBe(true);
  expect(interrupted(declined, bash('npm test', '3 passed'))).toBeUndefined();
});
