/**
 * Units: runs of messages that no cut may separate, because they hold a tool call and its results (I-8). A unit starts
 * at the assistant message with the call; every message that answers one of its calls joins it. Reasoning in a message
 * of its own and the assistant message that follows it are one unit too, because OpenAI refuses one without the other.
 * The start of a message's unit is computed once, on append.
 */
import type { MessageContent, MessageMeta } from './message.ts';

/** A result further behind its call than this does not join the unit: it is shown as text. */
export const unitReach = 64;

export type UnitNeighbour = { seq: number; unitStart: number };

/** Call ids answered by a message, in order. */
export function answeredCalls({ parts }: Pick<MessageContent, 'parts'>): string[] {
  const ids: string[] = [];
  for (const part of parts) if (part.type === 'tool-result') ids.push(part.callId);
  return ids;
}

/** Call ids opened by a message, in order. */
export function openedCalls({ parts }: Pick<MessageContent, 'parts'>): string[] {
  const ids: string[] = [];
  for (const part of parts) if (part.type === 'tool-call') ids.push(part.callId);
  return ids;
}

/** Whether any of the messages opens or answers a call. */
export function usesTools(messages: readonly Pick<MessageContent, 'parts'>[]): boolean {
  for (const { parts } of messages)
    for (const { type } of parts) if (type === 'tool-call' || type === 'tool-result') return true;
  return false;
}

/** Whether a message directly follows reasoning of the same assistant in a message of its own. */
export function followsThought(
  before: Pick<MessageContent, 'role' | 'parts'>,
  { role }: Pick<MessageContent, 'role'>,
): boolean {
  const isThought = before.parts.length > 0 && before.parts.every(({ type }) => type === 'reasoning');
  return role === 'assistant' && before.role === 'assistant' && isThought;
}

/**
 * Start of a new message's unit. `calls` are the known messages with the calls it answers; `previous` is the message
 * right before it.
 */
export function unitStartOf(options: {
  seq: number;
  calls: readonly UnitNeighbour[];
  previous: UnitNeighbour | undefined;
}): number {
  const { seq, calls, previous } = options;
  let start = seq;
  for (const call of calls) {
    const near = seq - call.seq <= unitReach;
    const sameRun = previous !== undefined && previous.unitStart <= call.unitStart;
    if (near || sameRun) start = Math.min(start, call.unitStart);
  }
  return start;
}

/**
 * The last place at or before `wanted` where a cut splits no unit: messages up to the returned seq may be covered,
 * those after it stay. `metas` must hold every message after `floor`, in order, up to the end of the log or at least
 * `unitReach` messages past `wanted`.
 */
export function safeCut(options: { metas: readonly MessageMeta[]; wanted: number; floor: number }): number {
  const { metas, floor } = options;
  let cut = options.wanted;
  for (let index = metas.length - 1; index >= 0; index -= 1) {
    const meta = metas[index]!;
    if (meta.seq <= cut) break;
    if (meta.unitStart <= cut) cut = meta.unitStart - 1;
  }
  return Math.max(cut, floor);
}
