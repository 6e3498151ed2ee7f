/** Finds which tool result of a run of messages answers which call. */
import { sha256 } from '../message/hash.ts';
import type { Message, ToolCallPart, ToolResultPart } from '../message/message.ts';
import type { Steps } from '../text/steps.ts';

/** `callId` is the id that is sent; `index` is the message's place in the run. */
export type Call = { index: number; part: ToolCallPart; callId: string; result: Result | undefined };
export type Result = { index: number; part: ToolResultPart; call: Call };
/** By the place of the part, because one part object may be in several messages. */
export type Pairs = { calls: Map<number, Call>; results: Map<number, Result> };

/** Parts read between two pauses, about a millisecond. */
export const partsPerSlice = 1_000;

export function noPairs(): Pairs {
  return { calls: new Map(), results: new Map() };
}

/** Pairs each result with the newest unanswered call of its id inside the result's own unit. */
export function* findPairs(
  messages: readonly Pick<Message, 'seq' | 'unitStart' | 'role' | 'parts'>[],
): Steps<Pairs> {
  const calls = new Map<number, Call>();
  const results = new Map<number, Result>();
  const unanswered = new Map<string, Call[]>();
  const used = new Set<string>();
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]!;
    for (let partIndex = 0; partIndex < message.parts.length; partIndex += 1) {
      if (partIndex % partsPerSlice === partsPerSlice - 1) yield;
      const part = message.parts[partIndex]!;
      if (part.type === 'tool-call' && message.role === 'assistant') {
        const call: Call = {
          index,
          part,
          callId: uniqueId(part.callId, message.seq, used),
          result: undefined,
        };
        calls.set(place(index, partIndex), call);
        const sameId = unanswered.get(part.callId);
        if (sameId === undefined) unanswered.set(part.callId, [call]);
        else sameId.push(call);
      } else if (part.type === 'tool-result' && message.role !== 'system') {
        const call = unanswered.get(part.callId)?.at(-1);
        if (call === undefined || messages[call.index]!.seq < message.unitStart) continue;
        unanswered.get(part.callId)!.pop();
        call.result = { index, part, call };
        results.set(place(index, partIndex), call.result);
      }
    }
  }
  return { calls, results };
}

/** One number for a part's place, as the key of a map. */
export function place(index: number, partIndex: number): number {
  return index * 2 ** 24 + partIndex;
}

/** Providers refuse repeated ids, and some refuse ids with other characters. */
function uniqueId(callId: string, seq: number, used: Set<string>): string {
  let id = /^[a-zA-Z0-9_-]+$/.test(callId) ? callId : `call_${sha256(callId).slice(0, 24)}`;
  if (used.has(id)) id = `${id}_${seq}`;
  for (let copy = 2; used.has(id); copy += 1) id = `${id}_${copy}`;
  used.add(id);
  return id;
}
