/** A thread holds an id and no state, so that a million of them cost nothing. */

import type { BriefOptions } from '../brief/brief.ts';
import type { CompactOptions } from '../compaction/on-demand.ts';
import type { ForgetOptions } from '../editing/forget-messages.ts';
import { guardMethods, optionsOf } from '../input/foreign-values.ts';
import { flag, text } from '../input/member-checks.ts';
import { checkSignal } from '../input/signals.ts';
import type { SummaryStatus } from '../records/summary.ts';
import type { ExpandOptions, HistoryOptions } from '../search/read-archive.ts';
import type { AppendOptions, Thread } from '../thread.ts';
import type { WholeHistoryOptions } from '../turn/whole-history.ts';
import { changingMethods } from './changing-methods.ts';
import { readingMethods } from './reading-methods.ts';
import { accessThread, type ThreadParts } from './thread-access.ts';

export function createThread(id: string, parts: ThreadParts): Thread {
  const access = accessThread(id, parts);
  const methods: Thread = { id, ...readingMethods(access), ...changingMethods(access) };
  return guardMethods(methods, parameters, { direct: ['history', 'events'] });
}

const noted = optionsOf<{ note?: string }>({ note: text });
const paged = optionsOf<{ limit?: number; before?: string }>({ limit: null, before: text });

/** Arguments that are copied. Messages are copied where they are read. */
const parameters = {
  append: [null, optionsOf<AppendOptions>({ signal: null, ends: null, after: null })],
  context: ['options'],
  measure: [
    optionsOf<WholeHistoryOptions>({ model: null, messages: null, besides: null, sent: flag, state: null }),
  ],
  compact: [optionsOf<CompactOptions>({ refresh: null, focus: null, detail: null, signal: null })],
  brief: [optionsOf<BriefOptions>({ tokens: null, focus: null, title: null, signal: null })],
  history: [optionsOf<HistoryOptions>({ from: null, to: null, newestFirst: flag, redacted: flag })],
  summaries: [optionsOf<{ statuses?: readonly SummaryStatus[] }>({ statuses: null })],
  summary: ['summaryId'],
  expand: ['summaryId', optionsOf<ExpandOptions>({ after: null, limit: null, redacted: flag })],
  search: ['query', 'options'],
  find: ['ids'],
  requests: [
    optionsOf<{ limit?: number; before?: number; seq?: number }>({ limit: null, before: null, seq: null }),
  ],
  receipts: [paged],
  edit: ['message', null, noted],
  forget: ['messages', optionsOf<ForgetOptions>({ note: text, vacuum: flag, copies: flag })],
  copies: ['messages'],
  editSummary: ['summaryId', 'text', noted],
  pinSummary: ['summaryId', optionsOf<{ pinned?: boolean; note?: string }>({ pinned: flag, note: text })],
  correctFact: ['factId', 'value', noted],
  removeRule: ['ruleId', noted],
  audit: [paged],
  explain: ['options'],
  events: [optionsOf<{ signal?: AbortSignal }>({ signal: (_field, signal) => checkSignal(signal) })],
  configure: ['settings'],
  update: ['details'],
} as const;
