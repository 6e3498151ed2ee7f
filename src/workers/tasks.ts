/** Everything that may run in another thread, by name. */
import type { Message, MessageContent } from '../message/message.ts';
import type { WorkRecord } from '../records/work-record.ts';
import type { Redacted, ViewLimits } from '../redaction/redact-content.ts';
import { redactFields } from '../redaction/redact-fields.ts';
import type { SummaryRequest, SummaryResult } from '../summarizer.ts';
import { composeExtract } from '../summarizers/extractive/extractive.ts';
import { readWork } from '../work/read-work.ts';
import type { Task } from './task.ts';
import { auditTask } from './tasks/audit.ts';
import { pageTask } from './tasks/page.ts';
import { threadFactsTask } from './tasks/thread-facts.ts';

type ComposeInput = Omit<SummaryRequest, 'signal'>;
type ViewInput = { content: MessageContent; limits?: ViewLimits | undefined };

const compose: Task<ComposeInput, Pick<SummaryResult, 'text' | 'record'>> = (
  request,
  { tools: { counter }, signal },
) => composeExtract({ ...request, signal }, counter);

const count: Task<{ text: string }, number> = ({ text }, { tools }) => tools.counter.countLong(text);

const countMessage: Task<{ content: Pick<MessageContent, 'role' | 'parts' | 'name'> }, number> = (
  { content },
  { tools },
) => tools.counter.messageLong(content);

const redact: Task<{ text: string }, string> = ({ text }, { tools, pause }) =>
  tools.views.redactLong(text, pause);

const view: Task<ViewInput, Redacted<MessageContent>> = ({ content, limits }, { tools, pause }) =>
  tools.views.view(content, limits, pause);

const fields: Task<{ fields: object }, object> = async (input, { tools }) =>
  redactFields(input.fields, tools.views.redact);

const work: Task<{ messages: readonly Redacted<Message>[] }, WorkRecord | null> = async ({ messages }) =>
  readWork(messages);

export const tasks = {
  audit: auditTask,
  compose,
  count,
  countMessage,
  fields,
  page: pageTask,
  redact,
  threadFacts: threadFactsTask,
  view,
  work,
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
