/** Messages as clients record them, for tests of the work record. */
import type { Json, Part, Role } from '../message/message.ts';
import type { WorkMessage } from './read-work.ts';

/** Messages that belong together, without numbers. */
export type Unit = { role: Role; parts: Part[] }[];

let calls = 0;

export function said(role: 'user' | 'assistant', text: string): Unit {
  return [{ role, parts: [{ type: 'text', text }] }];
}

/** A tool call with its result. */
export function called(
  name: string,
  input: Json,
  output: Json = 'ok',
  options: { isError?: boolean; text?: string } = {},
): Unit {
  calls += 1;
  const callId = `call-${calls}`;
  const { isError, text } = options;
  return [
    {
      role: 'assistant',
      parts: [
        ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
        { type: 'tool-call', callId, name, input },
      ],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool-result', callId, output, ...(isError !== undefined && { isError }) }],
    },
  ];
}

export function bash(command: string, output = '', isError = false): Unit {
  return called('Bash', { command }, output, { isError });
}

export function edited(path: string, before = 'a', after = 'b'): Unit {
  return called('Edit', { file_path: path, old_string: before, new_string: after }, 'The file was updated.');
}

export function numbered(units: readonly Unit[], from = 1): WorkMessage[] {
  return units.flat().map((message, index) => ({ ...message, seq: from + index }));
}
