/** The work record of a range of messages, read by code from talk and tool calls. */
import type { Message } from '../message/message.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { emptyWork } from './empty-work.ts';

/** What is read of a message: its redacted view, with its number. */
export type WorkMessage = Pick<Message, 'seq' | 'role' | 'parts'>;

/** Null where the messages hold no work: nothing was called, changed or run. */
export function readWork(messages: readonly WorkMessage[]): WorkRecord | null {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return null;
  return emptyWork(first.seq, last.seq);
}
