import { expect, it } from 'vitest';
import { saysRefused } from './refused-call.ts';
import { readToolActivity } from './tool-activity.ts';

it.each([
  'Error: EACCES: permission denied, open z.ts',
  'apply_patch verification failed: Failed to find expected lines in x.py',
  'Failed to edit, 0 occurrences found for old_string in y.ts.',
  'String to replace not found in file.',
  '<tool_use_error>File has not been read yet.</tool_use_error>',
  '{"error":"no such file"}',
  '{"output":"patch rejected","metadata":{"exit_code":1,"duration_seconds":0.1}}',
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
])('R-66 and one that did it does not: %j', (output) => {
  expect(saysRefused(output)).toBe(false);
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
