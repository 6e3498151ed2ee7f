import type { WorkNote, WorkRecord } from '../records/work-record.ts';
import { noteOf } from './requests.ts';

/** Enough characters to recognize the text. */
const reminder = 60;

/**
 * The work record of messages that are deleted once they are summarized. Actions stay. Of texts only a short
 * beginning stays, so that the record is no copy of what is no longer wanted.
 */
export function withoutWords(record: WorkRecord): WorkRecord {
  const one = (note: WorkNote): WorkNote => {
    const { text, shortened } = noteOf(note.seq, note.text, reminder);
    return { seq: note.seq, text, ...((shortened ?? note.shortened) && { shortened: true }) };
  };
  const maybe = (note: WorkNote | null) => (note === null ? null : one(note));
  return {
    ...record,
    turns: record.turns.map((turn) => ({ ...turn, request: maybe(turn.request), reply: maybe(turn.reply) })),
    constraints: record.constraints.map(one),
    decisions: record.decisions.map(one),
    questions: record.questions.map(one),
    statement: maybe(record.statement),
    next: maybe(record.next),
  };
}
