/** A thread holds an id and no state, so that a million of them cost nothing. */

import { guardMethods } from '../input/foreign-values.ts';
import type { Thread } from '../thread.ts';
import { changingMethods } from './changing-methods.ts';
import { readingMethods } from './reading-methods.ts';
import { accessThread, type ThreadParts } from './thread-access.ts';

export function createThread(id: string, parts: ThreadParts): Thread {
  const access = accessThread(id, parts);
  const methods: Thread = { id, ...readingMethods(access), ...changingMethods(access) };
  return guardMethods(methods, parameters, { direct: ['history', 'events'] });
}

/** Arguments that are copied. Messages are copied where they are read. */
const parameters = {
  append: [null, 'options'],
  context: ['options'],
  measure: ['options'],
  compact: ['options'],
  brief: ['options'],
  history: ['options'],
  summaries: ['options'],
  summary: ['summaryId'],
  expand: ['summaryId', 'options'],
  search: ['query', 'options'],
  find: ['ids'],
  requests: ['options'],
  receipts: ['options'],
  edit: ['message', null, 'options'],
  forget: ['messages', 'options'],
  editSummary: ['summaryId', 'text', 'options'],
  pinSummary: ['summaryId', 'options'],
  correctFact: ['factId', 'value', 'options'],
  audit: ['options'],
  explain: ['options'],
  events: ['options'],
  configure: ['settings'],
  update: ['details'],
} as const;
