/** Calls whose program still runs, and later calls that ask how it goes. */
import type { CallReading } from '../facts/tool-call.ts';

/** By the client's name for the program. */
export type Running = Map<string, CallReading>;

const nameKeys = [
  'session_id',
  'sessionId',
  'bash_id',
  'shell_id',
  'shellId',
  'task_id',
  'taskId',
  'id',
  'pid',
];

/** The call that was started earlier and is asked about now. */
export function polledCall({ input }: CallReading, running: Running): CallReading | undefined {
  if (running.size === 0 || typeof input !== 'object' || input === null || Array.isArray(input))
    return undefined;
  const name = nameKeys.map((key) => input[key]).find((value) => value !== undefined && value !== null);
  return name === undefined ? undefined : running.get(String(name));
}
