/** Places answers to requests for approval among the results of the approved calls (see repair.ts). */
import { answeredApproval, approvalRequestIn } from '../message/approvals.ts';
import type { Message, Part } from '../message/message.ts';
import { type Call, type Pairs, place } from './call-pairs.ts';

/** Parts of one message that are sent as a tool message. */
export type Reply = { index: number; parts: Part[] };

/**
 * By the place of each answer, the call it was about, if that call has a result in a later message. An answer without
 * such a result stays in its place, where the AI SDK looks for it.
 */
export function settledAnswers(
  messages: readonly Pick<Message, 'parts'>[],
  { calls }: Pairs,
): Map<number, Call> {
  const settled = new Map<number, Call>();
  const requested = new Map<string, { index: number; callId: string }>();
  messages.forEach(({ parts }, index) => {
    parts.forEach((part, partIndex) => {
      if (part.type !== 'opaque') return;
      const request = approvalRequestIn(part);
      if (request !== undefined) requested.set(request.approvalId, { index, callId: request.callId });
      const about = requested.get(answeredApproval(part) ?? '');
      if (about === undefined) return;
      const call = messages[about.index]!.parts.findIndex(
        (asked) => asked.type === 'tool-call' && asked.callId === about.callId,
      );
      const found = call === -1 ? undefined : calls.get(place(about.index, call));
      if (found?.result !== undefined && found.result.index !== found.index)
        settled.set(place(index, partIndex), found);
    });
  });
  return settled;
}

/** The settled answers about calls of the messages from `start` to before `end`, by the message each came in. */
export function answersTo(
  run: { messages: readonly Pick<Message, 'parts'>[]; answers: ReadonlyMap<number, Call> },
  start: number,
  end: number,
): Reply[] {
  if (run.answers.size === 0) return [];
  const found: Reply[] = [];
  run.messages.forEach(({ parts }, index) => {
    const own = parts.filter((_, partIndex) => {
      const call = run.answers.get(place(index, partIndex));
      return call !== undefined && call.index >= start && call.index < end;
    });
    if (own.length > 0) found.push({ index, parts: own });
  });
  return found;
}

/** Each answer stands before the first result that did not come before it. */
export function withAnswers(results: readonly Reply[], answers: readonly Reply[]): Reply[] {
  const replies = [...results];
  for (const answer of answers) {
    const later = replies.findIndex(({ index }) => index >= answer.index);
    const at = Math.max(0, later);
    const next = replies[at];
    if (next?.index === answer.index) replies[at] = { ...next, parts: [...answer.parts, ...next.parts] };
    else replies.splice(at, 0, answer);
  }
  return replies;
}
