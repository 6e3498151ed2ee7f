/** Puts what a call did to files, and what it wrote into them, into a work record. */
import type { FileEffect } from '../facts/patch.ts';
import type { WrittenText } from '../facts/tool-input.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { definitionsIn } from './definitions.ts';
import { identifiersIn } from './names.ts';
import { addName, weights } from './record-names.ts';

export function describeEffect({ path, action, to }: FileEffect): string {
  if (action === 'rename') return `moved ${path} to ${to}`;
  return `${action === 'delete' ? 'deleted' : action === 'write' ? 'wrote' : 'edited'} ${path}`;
}

export function addEffects(
  record: WorkRecord,
  seq: number,
  effects: readonly FileEffect[],
  isCreated: (effect: FileEffect) => boolean,
): void {
  for (const effect of effects) {
    const { path, action, to } = effect;
    const none = { path, changes: 0, reads: 0, created: 0, changed: 0, read: 0, deleted: 0 };
    if (action === 'read') record.files.push({ ...none, reads: 1, read: seq });
    else {
      const created = effect.isNew === true || isCreated(effect) ? seq : 0;
      const deleted = action === 'delete' || action === 'rename' ? seq : 0;
      record.files.push({
        ...none,
        changes: 1,
        changed: seq,
        created,
        deleted,
        ...(to !== undefined && { renamedTo: to }),
        ...(action === 'write' && { firstWritten: seq }),
      });
      if (to !== undefined) record.files.push({ ...none, path: to, changes: 1, changed: seq });
    }
  }
}

export function recordWritten(record: WorkRecord, seq: number, written: readonly WrittenText[]): void {
  for (const text of written) {
    for (const name of identifiersIn(text.after)) addName(record, name, seq, weights.written);
    for (const { path, name, text: line } of definitionsIn(text)) {
      record.snippets.push({ path, text: line, seq });
      addName(record, name, seq, weights.defined);
    }
  }
}
