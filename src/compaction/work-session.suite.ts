/** A short session of work with tools: a bug is found and fixed, a test fails, and nothing is committed yet. */
import type { MessageInput } from '../message/normalize.ts';

const call = (id: string, name: string, input: { [key: string]: string }): MessageInput => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: id, name, input }],
});
const result = (id: string, name: string, output: string): MessageInput => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId: id, name, output }],
});

/** Unimportant lines that fill a file. */
export const parserLines = Array.from(
  { length: 40 },
  (_, index) => `  { column: ${index}, type: 'amount', width: ${10 + index} },`,
);

export const workSession: MessageInput[] = [
  {
    role: 'user',
    content:
      'The invoice parser drops the last line of every table. Please mend it, and never touch the billing schema.',
  },
  { role: 'assistant', content: 'I will look at src/invoice/parser.ts first.' },
  call('c1', 'read_file', { path: 'src/invoice/parser.ts' }),
  result(
    'c1',
    'read_file',
    `export function parseTable(rows: Row[]): Line[] {\n  for (let index = 0; index < rows.length - 1; index += 1) push(rows[index]);\n}\n${parserLines.join('\n')}`,
  ),
  {
    role: 'assistant',
    content:
      'The loop in parseTable ends one row early, because its bound is rows.length - 1. I decided to iterate over the rows instead, since the index is not needed.',
  },
  call('c2', 'edit_file', {
    path: 'src/invoice/parser.ts',
    old_string: 'rows.length - 1',
    new_string: 'rows.length',
  }),
  result('c2', 'edit_file', 'The file src/invoice/parser.ts has been updated.'),
  call('c3', 'bash', { command: 'npm test' }),
  result(
    'c3',
    'bash',
    'Tests: 12 passed, 1 failed\nFAIL test/totals.test.ts: expected 40 but got 41\nexit code 1',
  ),
  {
    role: 'assistant',
    content:
      'One test fails: test/totals.test.ts expects 40 lines, and the mended parser gives 41. The totals were counted without the last line, so the expectation has to change.',
  },
  { role: 'user', content: 'Then change the expectation and commit both.' },
  { role: 'assistant', content: 'I will change test/totals.test.ts next, and then commit.' },
];
