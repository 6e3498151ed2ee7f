import type { z } from '@hono/zod-openapi';
import { holdingCorrections, knownFacts } from '../../../facts/corrections.ts';
import type { AuditEntry } from '../../../records/audit-entry.ts';
import type { SummaryRecord } from '../../../records/summary.ts';
import type { Thread } from '../../../thread.ts';
import { endpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { summaryParams, threadParams } from '../schemas/common.ts';
import {
  compactBody,
  compactResult,
  expansion,
  expansionQuery,
  strata,
  summaryChange,
  summaryList,
  summaryQuery,
  summary as summarySchema,
  wholeSummary,
} from '../schemas/summary.ts';

const tag = 'Summaries';
/**
 * Audit entries read for a summary's versions. People rarely edit summaries; of a longer trail the newest entries are
 * read.
 */
const mostAudit = 500;

export const summaryEndpoints = [
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/strata',
    tag,
    summary: 'Which summary covers which messages: data for a picture of the thread, small for any length.',
    params: threadParams,
    response: strata,
    run: async ({ caller, params }) => (await knownThread(caller, params.threadId)).strata(),
  }),
  endpoint({
    method: 'post',
    path: '/threads/{threadId}/compact',
    tag,
    summary: 'Compacts now. Returns a receipt, or why there is nothing to do.',
    params: threadParams,
    body: compactBody,
    response: compactResult,
    async run({ caller, params, body, signal }) {
      return (await knownThread(caller, params.threadId)).compact({ ...body, signal });
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/summaries',
    tag,
    summary: 'Summaries that are currently shown, or those with other statuses.',
    params: threadParams,
    query: summaryQuery,
    response: summaryList,
    async run({ caller, params, query: { statuses } }) {
      const thread = await knownThread(caller, params.threadId);
      return { summaries: (await thread.summaries(statuses && { statuses })).map(viewOf) };
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/summaries/{summaryId}',
    tag,
    summary: 'One summary with its facts and its changes by people.',
    params: summaryParams,
    response: wholeSummary,
    async run({ caller, params: { threadId, summaryId } }) {
      const thread = await knownThread(caller, threadId);
      return wholeOf(thread, await thread.summary(summaryId));
    },
  }),
  endpoint({
    method: 'patch',
    path: '/threads/{threadId}/summaries/{summaryId}',
    tag,
    summary: 'Corrects the text of a summary, or pins it. Later compactions keep the text.',
    params: summaryParams,
    body: summaryChange,
    response: summarySchema,
    async run({ caller, params: { threadId, summaryId }, body: { text, pinned, note } }) {
      const thread = await knownThread(caller, threadId);
      const options = note === undefined ? {} : { note };
      if (text !== undefined) await thread.editSummary(summaryId, text, options);
      if (pinned !== undefined) await thread.pinSummary(summaryId, { pinned, ...options });
      return viewOf(await thread.summary(summaryId));
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/summaries/{summaryId}/messages',
    tag,
    summary: 'The exact messages that a summary covers, page by page.',
    params: summaryParams,
    query: expansionQuery,
    response: expansion,
    async run({ caller, params: { threadId, summaryId }, query }) {
      const { messages, next } = await (await knownThread(caller, threadId)).expand(summaryId, query);
      return { summaryId, messages, next: next ?? null };
    },
  }),
];

function viewOf(record: SummaryRecord): z.input<typeof summarySchema> {
  const { id, threadId, status, level, tier, depth, from, to, tokens, sourceTokens, parentId } = record;
  const { sourceIds, sourceHash, shape, text, rewrites, strategy, model, rung, promptVersion } = record;
  const { survival, fidelity, createdAt, stale, pinned, edited, facts, messagesCovered } = record;
  return {
    ...{ id, threadId, status, level, tier, depth, from, to, tokens, sourceTokens, parentId },
    ...{ sourceIds, sourceHash, shape, text, rewrites, strategy, model, rung, promptVersion },
    ...{ survival, fidelity, createdAt },
    messages: messagesCovered,
    factCount: facts.length,
    stale: stale === true,
    pinned: pinned === true,
    edited: edited ?? null,
  };
}

async function wholeOf(thread: Thread, record: SummaryRecord): Promise<z.input<typeof wholeSummary>> {
  const [trail, { pins }] = await Promise.all([thread.audit({ limit: mostAudit }), thread.state()]);
  const { focus, detail } = record.limits ?? {};
  return {
    ...viewOf(record),
    facts: knownFacts(record.facts, holdingCorrections(pins, record.facts)).map((fact) => ({
      ...fact,
      survivesIn: fact.inProse === true ? ('prose' as const) : ('ledger' as const),
    })),
    versions: trail.filter((entry: AuditEntry) => entry.summaryId === record.id).map(versionOf),
    record: record.record,
    segment: record.segment,
    wishes: { ...(focus !== undefined && { focus }), ...(detail !== undefined && { detail }) },
  };
}

function versionOf({ at, action, note, before }: AuditEntry) {
  return { at, action, note, before: before === null ? null : textBefore(before) };
}

/** The text a summary had before an edit. The audit entry keeps the whole replaced record as JSON. */
function textBefore(before: string): string | null {
  const text: unknown = JSON.parse(before)?.text;
  return typeof text === 'string' ? text : null;
}
