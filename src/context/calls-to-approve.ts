/**
 * Calls that wait for approval at the end of a conversation (see message/approvals.ts). The AI SDK runs them from there;
 * a provider would refuse a call without a result, and gets it as text.
 */
import {
  answeredApproval,
  approvalRequestIn,
  type CallsToApprove,
  callsToApprove,
} from '../message/approvals.ts';
import type { MessageContent, Part } from '../message/message.ts';
import { answeredCalls } from '../message/units.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { unansweredCallText } from './text.ts';

function spelledOut(parts: readonly Part[], isOpen: (callId: string) => boolean): Part[] {
  return parts.map((part) =>
    part.type === 'tool-call' && isOpen(part.callId)
      ? { type: 'text', text: unansweredCallText(part) }
      : part,
  );
}

/** Of a message with such calls, in the form that takes more: as calls, or as the text that providers get. */
export function tokensToApprove(
  { content, tokens }: { content: MessageContent; tokens: number },
  run: { toApprove: CallsToApprove; counter: TokenCounter; countUpTo: number },
): number {
  const { callIds } = run.toApprove;
  if (callIds.size === 0 || tokens > run.countUpTo) return tokens;
  const parts = spelledOut(content.parts, (callId) => callIds.has(callId));
  return Math.max(tokens, run.counter.message({ ...content, parts }));
}

export function withoutCallsToApprove<Content extends MessageContent>(
  messages: readonly Content[],
): readonly Content[] {
  const { index, callIds } = callsToApprove(messages);
  if (callIds.size === 0) return messages;
  const answered = new Set(messages.slice(index).flatMap(answeredCalls));
  const asking = messages[index]!;
  const parts = spelledOut(asking.parts, (callId) => callIds.has(callId) && !answered.has(callId));
  return messages.with(index, { ...asking, parts });
}

/** The SDK throws on an answer at the end whose request, or the call it is about, is not among the messages. */
export function withoutStrayAnswers<Content extends MessageContent>(
  messages: readonly Content[],
): readonly Content[] {
  const last = messages.at(-1);
  if (last?.parts.every((part) => answeredApproval(part) === undefined) !== false) return messages;
  const requested = new Set<string>();
  for (const { parts } of messages)
    for (const part of parts) {
      const request = approvalRequestIn(part);
      const isShown = parts.some((asked) => asked.type === 'tool-call' && asked.callId === request?.callId);
      if (request !== undefined && isShown) requested.add(request.approvalId);
    }
  const kept = last.parts.filter((part) => {
    const approvalId = answeredApproval(part);
    return approvalId === undefined || requested.has(approvalId);
  });
  return kept.length === 0 ? messages.slice(0, -1) : messages.with(-1, { ...last, parts: kept });
}
