/**
 * Units: runs of messages that must stay on one side of every cut, because a tool call and its results stand
 * in them (I-8). A unit starts at the assistant message that calls; every message that answers one of its
 * calls joins it. What an assistant thought on its own, and what it said or called because of it, are one unit too
 * where they came together: OpenAI refuses the one without the other. The number of a message's unit start is computed once, when it is appended.
 */
import type { MessageContent, MessageMeta } from './message.ts';

/** A result this far behind its call no longer holds the messages between together: it is shown as text. */
export const unitReach = 64;

export type UnitNeighbour = { seq: number; unitStart: number };

/** Call ids answered by a message, in order. */
export function answeredCalls(content: Pick<MessageContent, 'parts'>): string[] {
  return content.parts.filter((part) => part.type === 'tool-result').map((part) => part.callId);
}

/** Call ids opened by a message, in order. */
export function openedCalls(content: Pick<MessageContent, 'parts'>): string[] {
  return content.parts.filter((part) => part.type === 'tool-call').map((part) => part.callId);
}

/** Whether a message is what came of the one right before it, which holds nothing but thoughts. */
export function followsThought(
  before: Pick<MessageContent, 'role' | 'parts'>,
  { role }: Pick<MessageContent, 'role'>,
): boolean {
  const isThought = before.parts.length > 0 && before.parts.every(({ type }) => type === 'reasoning');
  return role === 'assistant' && before.role === 'assistant' && isThought;
}

/**
 * Where the unit of a new message starts. `calls` are the messages that opened the calls it answers, as far as
 * the log knows them; `previous` is the message right before it.
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
 * The last place at or before `wanted` where a cut parts no unit: messages up to the returned seq may be
 * covered, those after it stay. `metas` must hold every message after `floor`, in order, up to the end of the log
 * or at least `unitReach` messages past `wanted`.
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
