/**
 * A UI message grows under its id: calls get their approvals and results in later requests, and the steps that follow
 * are added to it. Messages of the log never change, so what was added is stored behind it, as messages that continue it.
 */
import { answeredApproval, approvalRequestIn } from './approvals.ts';
import { canonicalJson } from './hash.ts';
import type { Json, JsonObject, MessageContent, Part, ToolResultPart } from './message.ts';
import { extraFor, remember, rememberedFields } from './provider-fields.ts';
import { answerPart, isApprovalPart, rememberedApproval } from './ui-message-approvals.ts';

const format = 'ui-message';

/** The id of the message that continues another as its `place`th part: 2 for the first. */
export function continuationId(id: string, place: number): string {
  return `${id}~${place}`;
}

/**
 * What a UI message says beyond the messages it was stored as, as replies to its calls and the steps after them.
 * Undefined if it takes back or changes anything of them.
 */
export function growthOf(
  stored: readonly MessageContent[],
  given: MessageContent,
): MessageContent[] | undefined {
  const [first] = stored;
  if (first?.role !== 'assistant' || given.role !== 'assistant') return undefined;
  if (!isWhole(first) || !isWhole(given)) return undefined;
  const before = stored.flatMap(({ parts }) => parts);
  const said = before.filter(isSaid);
  const saidNow = given.parts.filter(isSaid);
  if (said.some((part, index) => saidNow[index] === undefined || mark(part) !== mark(saidNow[index])))
    return undefined;
  const results = resultsIn(before);
  const resultsNow = resultsIn(given.parts);
  for (const [callId, result] of results) {
    const now = resultsNow.get(callId);
    if (now === undefined || mark(now) !== mark(result)) return undefined;
  }
  return newMessages({ before, given, old: new Set(saidNow.slice(0, said.length)) });
}

function newMessages(options: { before: readonly Part[]; given: MessageContent; old: ReadonlySet<Part> }) {
  const { before, given, old } = options;
  const known = new Set<string>();
  for (const part of before) {
    const approvalId = answeredApproval(part);
    if (approvalId !== undefined) known.add(`approval ${approvalId}`);
    if (part.type === 'tool-result') known.add(`result ${part.callId}`);
  }
  const asked = askedCalls(given.parts);
  // The answers about these are taken from the calls.
  const oldCalls = new Set<string>();
  const replies: Part[] = [];
  const steps: Part[] = [];
  for (const part of given.parts) {
    if (part.type === 'tool-call' && old.has(part)) {
      oldCalls.add(part.callId);
      const approval = rememberedApproval(part);
      if (approval?.approved !== undefined && !known.has(`approval ${approval.id}`))
        replies.push(answerPart(approval));
    } else if (part.type === 'tool-result' && oldCalls.has(part.callId)) {
      if (!known.has(`result ${part.callId}`)) replies.push(part);
    } else if (!old.has(part) && !oldCalls.has(asked.get(part) ?? '')) steps.push(part);
  }
  const { fields } = rememberedFields(given, format);
  const extra = extraFor(format, remember(fields, [], { continues: true }) as JsonObject);
  return [
    ...(replies.length > 0 ? [{ role: 'tool' as const, parts: replies, ...extra }] : []),
    ...(steps.length > 0 ? [{ role: 'assistant' as const, parts: steps, ...extra }] : []),
  ];
}

/** The call that a request or an answer in these parts is about. */
function askedCalls(parts: readonly Part[]): Map<Part, string> {
  const requests = new Map<string, string>();
  const about = new Map<Part, string>();
  for (const part of parts) {
    const request = approvalRequestIn(part);
    if (request !== undefined) requests.set(request.approvalId, request.callId);
    const callId = request?.callId ?? requests.get(answeredApproval(part) ?? '');
    if (callId !== undefined) about.set(part, callId);
  }
  return about;
}

function isWhole(message: MessageContent): boolean {
  return rememberedFields(message, format).notes.whole === true;
}

/** What does not change later. Results and approvals come when they come. */
function isSaid(part: Part): boolean {
  return part.type !== 'tool-result' && !isApprovalPart(part);
}

function resultsIn(parts: readonly Part[]): Map<string, ToolResultPart> {
  const results = new Map<string, ToolResultPart>();
  for (const part of parts) if (part.type === 'tool-result') results.set(part.callId, part);
  return results;
}

/** Calls are compared without what the app notes with them, which is where an approval is given. */
function mark(part: Part): string {
  if (part.type !== 'tool-call') return canonicalJson(part as unknown as Json);
  const { callId, name, input } = part;
  return canonicalJson({ callId, name, input });
}
