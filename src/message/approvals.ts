/**
 * Approvals of the AI SDK: an assistant's message requests one for a call, a later one answers it, and only then does the
 * SDK run the tool. Both are parts that no provider reads.
 */
import type { MessageContent, Part } from './message.ts';
import { isObject, type Source } from './provider-fields.ts';

export type ApprovalRequest = { approvalId: string; callId: string };

export function approvalRequestIn(part: Part): ApprovalRequest | undefined {
  const { approvalId, toolCallId } = approvalPart(part, 'tool-approval-request') ?? {};
  return typeof approvalId === 'string' && typeof toolCallId === 'string'
    ? { approvalId, callId: toolCallId }
    : undefined;
}

/** The id of the approval that the part grants or refuses. */
export function answeredApproval(part: Part): string | undefined {
  const approvalId = approvalPart(part, 'tool-approval-response')?.approvalId;
  return typeof approvalId === 'string' ? approvalId : undefined;
}

function approvalPart(part: Part, type: string): Source | undefined {
  if (part.type !== 'opaque' || part.format !== 'ai-sdk') return undefined;
  return isObject(part.value) && part.value.type === type ? part.value : undefined;
}

/** Whether a message says nothing of its own: it holds results of calls and answers to requests for approval. */
function isReply({ parts }: Pick<MessageContent, 'parts'>): boolean {
  return (
    parts.length > 0 &&
    parts.every((part) => part.type === 'tool-result' || answeredApproval(part) !== undefined)
  );
}

/** Calls of the message at `index`. */
export type CallsToApprove = { index: number; callIds: ReadonlySet<string> };

/**
 * Ids of calls at the end of the messages that the SDK runs once they are approved: nothing but replies stands behind
 * them. Such a call is sent to the SDK although it has no result yet. One that the conversation went on without is not.
 */
export function callsToApprove(messages: readonly Pick<MessageContent, 'role' | 'parts'>[]): CallsToApprove {
  let index = messages.length - 1;
  while (index >= 0 && isReply(messages[index]!)) index -= 1;
  const callIds = new Set<string>();
  const last = messages[index];
  if (last?.role === 'assistant')
    for (const part of last.parts) {
      const request = approvalRequestIn(part);
      if (request !== undefined) callIds.add(request.callId);
    }
  return { index, callIds };
}
