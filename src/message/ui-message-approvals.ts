/** Approvals in UI messages: members of the call they are about, and parts of their own everywhere else. */
import { answeredApproval, approvalRequestIn } from './approvals.ts';
import type { Json, MessageContent, OpaquePart, Part, ToolCallPart } from './message.ts';
import { isObject, rememberedFields, type Source } from './provider-fields.ts';

type Approval = Source & { id: string };

export function approvalOf(member: unknown): Approval | undefined {
  return isObject(member) && typeof member.id === 'string' ? (member as Approval) : undefined;
}

/** The approval that a call of a UI message was given with. */
export function rememberedApproval(call: ToolCallPart): Approval | undefined {
  return approvalOf(rememberedFields(call, 'ui-message').fields.approval);
}

/** What the AI SDK needs to run the call: the request, and what was answered. */
export function approvalParts(approval: Approval, callId: string): { request: Part; answer?: Part } {
  const { id, approved: _approved, reason: _reason, requestReason, ...request } = approval;
  return {
    request: part({
      type: 'tool-approval-request',
      approvalId: id,
      toolCallId: callId,
      ...request,
      ...(requestReason !== undefined && { reason: requestReason }),
    }),
    ...(approval.approved !== undefined && { answer: answerPart(approval) }),
  };
}

export function answerPart({ id, approved, reason }: Approval): Part {
  return part({
    type: 'tool-approval-response',
    approvalId: id,
    approved,
    ...(reason !== undefined && { reason }),
  });
}

export function isApprovalPart(given: Part): boolean {
  return approvalRequestIn(given) !== undefined || answeredApproval(given) !== undefined;
}

/** What was answered to each request for approval. */
export function approvalAnswers(messages: readonly Pick<MessageContent, 'parts'>[]): Map<string, Source> {
  const answers = new Map<string, Source>();
  for (const { parts } of messages) {
    for (const given of parts) {
      const approvalId = given.type === 'opaque' ? answeredApproval(given) : undefined;
      if (approvalId === undefined) continue;
      const { approved, reason } = (given as OpaquePart).value as Source;
      answers.set(approvalId, { approved, ...(reason !== undefined && { reason }) });
    }
  }
  return answers;
}

function part(value: Source): Part {
  return { type: 'opaque', format: 'ai-sdk', value: value as Json };
}
