import { expect, it } from 'vitest';
import { saysDeclined, saysRefused } from './refused-call.ts';
import { readToolActivity } from './tool-activity.ts';

it.each([
  'Error: EACCES: permission denied, open z.ts',
  'apply_patch verification failed: Failed to find expected lines in x.py',
  'Failed to edit, 0 occurrences found for old_string in y.ts.',
  'String to replace not found in file.',
  '<tool_use_error>File has not been read yet.</tool_use_error>',
  '{"error":"no such file"}',
  '{"output":"patch rejected","metadata":{"exit_code":1,"duration_seconds":0.1}}',
  'The text was not found in the file, nothing was changed.',
  'Replaced 0 occurrences in x.go',
  '{"success": false, "message": "no match"}',
  'Found 3 matches of the string to replace, but replace_all is false.',
  'EROFS: read-only file system, open x.go',
  'old_string and new_string are identical; no changes made',
  'Error calling tool: the model failed to apply the edit. The file was not changed.',
  'The SEARCH block did not match anything in the file. It was reverted to its original state.',
  'Waiting for approval.',
  'Tool write_file does not exist.',
])('R-66 a call that did nothing says so: %s', (output) => {
  expect(saysRefused(output)).toBe(true);
});

it.each([
  '',
  'The file /w/a.ts has been updated.',
  'Success. Updated the following files:\nM script.js',
  '{"output":"Done!\\nerror: none","metadata":{"exit_code":0}}',
  'ok',
  '1\timport failed from "./failed.ts"',
  'src/error.ts',
  'Updated src/errors/not-found.ts, no warnings',
  'The file a.ts has been updated. Linter errors: 2 errors found',
  'The apply model made the following changes to the file:\n- no\n+ yes',
  '# Not found page',
  '--- a/failed.ts\n+++ b/failed.ts',
  '{"result":"ok","error":""}',
  'Wrote 12 bytes to "missing.md"',
])('R-66 and one that did it does not: %j', (output) => {
  expect(saysRefused(output)).toBe(false);
});

it.each([
  "The user doesn't want to proceed with this tool use. The tool use was rejected.",
  '[Operation Cancelled] Reason: User did not allow tool call',
  'User denied permission to write a.rb',
  'exec command rejected by user',
  'aborted by user after 3.2s',
  'Skipped: the user chose not to apply this change.',
  'Tool call was not executed.',
])('R-66 a call that somebody declined was not made: %s', (output) => {
  expect(saysDeclined(output)).toBe(true);
});

it.each([
  "ERROR 1045 (28000): Access denied for user 'root'@'localhost'",
  'FATAL: role "user" does not exist',
  'The user was updated.',
  'Operation not permitted',
  'Tests: 3 passed',
])('R-66 and what a program prints declines nothing: %s', (output) => {
  expect(saysDeclined(output)).toBe(false);
});

it('R-10 a call that has no answer while others have one is not said to have changed a file', () => {
  const call = (callId: string, path: string) =>
    ({ type: 'tool-call', callId, name: 'write_file', input: { path, content: 'x' } }) as const;
  const answer = { type: 'tool-result', callId: '1', output: 'written' } as const;
  const asked = { seq: 1, role: 'assistant' as const, parts: [call('1', 'a.ts'), call('2', 'b.ts')] };
  const files = (...parts: (typeof answer)[]) =>
    readToolActivity([asked, { seq: 2, role: 'tool', parts }]).filesModified;
  expect(files(answer)).toEqual(['a.ts']);
  expect(files()).toEqual(['a.ts', 'b.ts']);
});

it('R-10 a file that an edit was refused for was not modified, also where the client marks no errors', () => {
  const call = (callId: string, path: string) =>
    ({ type: 'tool-call', callId, name: 'write_file', input: { path, content: 'x' } }) as const;
  const result = (callId: string, output: string) => ({ type: 'tool-result', callId, output }) as const;
  const { filesModified } = readToolActivity([
    { seq: 1, role: 'assistant', parts: [call('1', 'a.ts'), call('2', 'b.ts')] },
    { seq: 2, role: 'tool', parts: [result('1', 'Error: permission denied'), result('2', 'written')] },
  ]);
  expect(filesModified).toEqual(['b.ts']);
});

it.each([
  ['Exit code: 1\nOutput:\npatch verification: lines differ', true],
  ['Process exited with code 1\nWall time: 0.1 s\nOutput:\n', true],
  ['Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nM a.ts', false],
  ['Exit code: 0\nOutput:\nThe text was not found', true],
])('R-66 an exit code in front of the answer tells whether the edit was made: %j', (output, refused) => {
  expect(saysRefused(output)).toBe(refused);
});
