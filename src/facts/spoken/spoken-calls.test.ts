import { describe, expect, it } from 'vitest';
import type { MessageContent } from '../../message/message.ts';
import { openProblems } from '../../work/current-state.ts';
import { readWork } from '../../work/read-work.ts';
import { readToolActivity } from '../tool-activity.ts';
import { withSpokenCalls } from './spoken-calls.ts';

type Said = [role: 'user' | 'assistant', text: string];

const messagesOf = (...said: Said[]) =>
  said.map(([role, text], index) => ({
    seq: index + 1,
    role,
    parts: [{ type: 'text', text }] as MessageContent['parts'],
  }));
const work = (...said: Said[]) => readWork(messagesOf(...said))!;
const files = (...said: Said[]) =>
  work(...said).files.map(({ path, changes, created }) => `${path} ×${changes}${created > 0 ? ' new' : ''}`);
const block = (before: string, after: string) =>
  `<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE`;

describe('edits that stand in the text', () => {
  it.each<[string, string]>([
    ['a name above the fence', `lib/a.py\n\`\`\`python\n${block('a = 1', 'a = 2')}\n\`\`\``],
    ['a name within the fence', `\`\`\`python\nlib/a.py\n${block('a = 1', 'a = 2')}\n\`\`\``],
    ['a name behind the language', `\`\`\`python lib/a.py\n${block('a = 1', 'a = 2')}\n\`\`\``],
    ['a name in marks', `**lib/a.py**\n\n\`\`\`\n${block('a = 1', 'a = 2')}\n\`\`\``],
    ['a patch', '*** Begin Patch\n*** Update File: lib/a.py\n@@\n-a = 1\n+a = 2\n*** End Patch'],
  ])('R-66 are changes of the file, told by %s', (_how, edit) => {
    const record = work(['user', 'Make it 2.'], ['assistant', `I set it to 2.\n\n${edit}\n\nIs that right?`]);
    expect(record.files).toMatchObject([{ path: 'lib/a.py', changes: 1 }]);
    expect(record.statement?.text).toBe('I set it to 2.\n\nIs that right?');
  });

  it('R-66 several blocks below one name are changes of that file', () => {
    const text = `a.go\n\`\`\`go\n${block('x', 'y')}\n\n${block('v', 'w')}\n\`\`\`\nb.go\n${block('', 'z')}`;
    expect(files(['assistant', text])).toEqual(['a.go ×2', 'b.go ×1']);
  });

  it('R-66 a block that is cut off, has no file, or stands in the words of the user changes nothing', () => {
    const cut = work(['assistant', 'I do it.\n\na.go\n```go\n<<<<<<< SEARCH\nx\n=======\ny']);
    expect(cut.files).toEqual([]);
    expect(cut.statement?.text).toBe('I do it.');
    expect(files(['assistant', `It looks like this:\n\n${block('x', 'y')}`])).toEqual([]);
    expect(files(['user', `a.go\n${block('x', 'y')}`], ['assistant', 'I see.'])).toEqual([]);
  });

  it('R-66 what the client reports as failed was not changed, and is no request', () => {
    const text = `a.go\n${block('x', 'y')}\n\nb.go\n${block('v', 'w')}`;
    const report =
      '# 1 SEARCH/REPLACE block failed to match!\n\n## This SEARCH block failed to exactly match lines in a.go\n…\n# The other block was applied.';
    const said: Said[] = [
      ['user', 'Change both.'],
      ['assistant', text],
      ['user', report],
    ];
    expect(files(...said)).toEqual(['b.go ×1']);
    expect(work(...said).turns.map(({ request }) => request?.text)).toEqual(['Change both.']);
    expect(readToolActivity(messagesOf(...said)).filesModified).toEqual(['b.go']);
  });
});

describe('calls that stand in the text as elements', () => {
  const answered = (name: string, output: string): Said => [
    'user',
    `[${name} for 'x'] Result:\n\n${output}\n\n<environment_details>\nfiles\n</environment_details>`,
  ];
  const write = '<write_to_file>\n<path>a.py</path>\n<content>\nx = 1\n</content>\n</write_to_file>';

  it('R-66 are read with their answers', () => {
    const record = work(
      ['user', '<task>\nWrite it.\n</task>'],
      ['assistant', `I write it.\n\n${write}`],
      answered('write_to_file', 'The content was successfully saved to a.py.'),
      ['assistant', '<execute_command>\n<command>pytest -q</command>\n</execute_command>'],
      answered('execute_command', 'Command executed.\nOutput:\n3 passed in 0.1s'),
      [
        'assistant',
        '<attempt_completion>\n<result>\nWritten, all tests pass.\n</result>\n</attempt_completion>',
      ],
    );
    expect(record.turns.map(({ request, calls }) => [request?.text, calls])).toEqual([['Write it.', 2]]);
    expect(record.files).toMatchObject([{ path: 'a.py', changes: 1 }]);
    expect(record.commands).toMatchObject([{ line: 'pytest -q', ok: true }]);
    expect(record.statement?.text).toBe('Written, all tests pass.');
  });

  it('R-66 a declined one was not carried out, and what the user said then is a request', () => {
    const record = work(
      ['user', 'Write it.'],
      ['assistant', write],
      answered(
        'write_to_file',
        'The user denied this operation.\n<feedback>\nNot in a new file.\n</feedback>',
      ),
    );
    expect(record.files).toEqual([]);
    expect(record.turns.map(({ request }) => request?.text)).toEqual(['Write it.', 'Not in a new file.']);
  });

  it('R-66 what the user answers to a question is a request', () => {
    const record = work(
      ['user', 'Write it.'],
      ['assistant', '<ask_followup_question>\n<question>In Python 3?</question>\n</ask_followup_question>'],
      ['user', "[ask_followup_question for 'In'] Result:\n\n<answer>\nYes, in 3.12.\n</answer>"],
    );
    expect(record.turns.map(({ request }) => request?.text)).toEqual(['Write it.', 'Yes, in 3.12.']);
    expect(record.statement?.text).toBe('In Python 3?');
  });

  it('R-66 elements that nobody answers are text', () => {
    const said = messagesOf(['user', 'Show me one.'], ['assistant', write]);
    expect(withSpokenCalls(said)).toEqual(said);
  });
});

describe('commands that the user shows', () => {
  const failing = '$ go test ./...\n--- FAIL: TestA (0.00s)\n    a_test.go:3: got 6, want 5\nFAIL';

  it('R-66 have their outcome, and are told as pasted where the user says nothing', () => {
    const record = work(
      ['user', `It still fails:\n\n${failing}`],
      ['assistant', `a.go\n${block('6', '5')}`],
      ['user', '$ go test ./...\nok  \tacme/a\t0.006s'],
    );
    expect(record.turns.map(({ request }) => [request?.text, request?.pasted])).toEqual([
      [`It still fails:\n\n${failing}`, undefined],
      ['$ go test ./...\nok  \tacme/a\t0.006s', true],
    ]);
    expect(record.commands).toMatchObject([{ line: 'go test ./...', ok: true, runs: 2 }]);
    expect(openProblems(record)).toMatchObject([{ state: 'fixed by a.go' }]);
  });

  it('R-66 may hold quotations, and end with the output', () => {
    const shown =
      '$ git commit -am "Fix the sign"\n[main 6f00d1e] Fix the sign\n 1 file changed\n\nWhat now?';
    const record = work(['assistant', `a.go\n${block('6', '5')}`], ['user', shown]);
    expect(record.commits).toMatchObject([{ hash: '6f00d1e', subject: 'Fix the sign', count: 1 }]);
    expect(record.turns.at(-1)?.request?.text).toBe(shown);
    const [, summarized] = withSpokenCalls(messagesOf(['assistant', 'I see.'], ['user', shown]), {
      outputs: false,
    });
    expect(summarized?.parts).toMatchObject([
      { type: 'text', text: 'What now?' },
      { type: 'tool-call', input: { command: 'git commit -am "Fix the sign"' } },
    ]);
  });

  it("R-66 are read from a client's report of them", () => {
    const report = 'I ran this command:\n\npytest -q\n\nAnd got this output:\n\n1 failed, 2 passed\n';
    const record = work(['user', report], ['assistant', 'I see.']);
    expect(record.commands).toMatchObject([
      { line: 'pytest -q', ok: false, figures: ['1 failed, 2 passed'] },
    ]);
    expect(record.turns.map(({ request }) => request)).toEqual([null]);
  });

  it.each(['It costs\n$ 40 a month', '> npm test is what he said', 'about 50 %\nof them'])(
    'R-66 are not read from %j',
    (text) => {
      const said = messagesOf(['user', text]);
      expect(withSpokenCalls(said)).toEqual(said);
    },
  );
});
