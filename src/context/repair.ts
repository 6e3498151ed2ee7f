/**
 * Brings a run of messages into a form every provider accepts (I-8), for sending only: the log keeps what came.
 *
 * - A result stands right behind the assistant messages that called, in the order of the calls. One that came a
 *   little later moves up; what stands between them stays in order behind it.
 * - A call without a result, a result without a call and a second result become text.
 * - Call ids are unique and made of letters every provider takes.
 * - Nothing is empty: blank texts go, and a message without anything left says so.
 * - Reasoning stays with the assistant message it came with, because dropping it from older turns would change
 *   the past with every new one (I-7). Reasoning that no assistant message follows up on has no home and goes.
 *
 * Everything is decided inside one unit (see message/units.ts) by the numbers stored with the messages, so it does
 * not matter how far back the run begins, and the cost is that of the run. Rules of a single provider are
 * left to render.ts.
 */
import { sha256 } from '../message/hash.ts';
import type {
  Json,
  Message,
  MessageContent,
  Part,
  Role,
  ToolCallPart,
  ToolResultPart,
} from '../message/message.ts';
import { unitReach } from '../message/units.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { emptyMessageText, partText, strayResultText, unansweredCallText } from './text.ts';

export type Repairable = Pick<
  Message,
  'seq' | 'unitStart' | 'role' | 'parts' | 'name' | 'extra' | 'tokens' | 'hash'
>;

export type RepairedMessage = {
  /** The message it comes from. One message may come out as several. */
  seq: number;
  content: MessageContent;
  tokens: number;
  /** False when a later message may still change it: a call that waits for its result. */
  settled: boolean;
  /** The message's own, where it is shown as it was said. */
  hash?: string | undefined;
};

type Call = { index: number; part: ToolCallPart; callId: string; result: Result | undefined };
type Result = { index: number; part: ToolResultPart; call: Call };
/** By place, because one part object may stand in several messages. */
type Pairs = { calls: Map<number, Call>; results: Map<number, Result> };

export function repairMessages(options: {
  messages: readonly Repairable[];
  counter: TokenCounter;
  /** Changed messages whose original is larger are not counted again: they cannot be shown whole anyway. */
  countUpTo?: number;
  /** Turns every call and result into text: for runs in which pairs cannot be kept. */
  pairsAsText?: boolean;
}): RepairedMessage[] {
  const { messages, counter, countUpTo = Number.POSITIVE_INFINITY, pairsAsText = false } = options;
  const { calls, results }: Pairs = pairsAsText
    ? { calls: new Map(), results: new Map() }
    : findPairs(messages);
  const repaired: RepairedMessage[] = [];

  for (let start = 0; start < messages.length; ) {
    const end = endOfRun(messages, start);
    const following: Result[] = [];
    for (let index = start; index < end; index += 1) {
      if (isPlain(messages[index]!)) {
        repaired.push(unchanged(messages[index]!));
        continue;
      }
      const own = ownParts(index);
      following.push(...own.following);
      if (own.parts.length > 0 || !own.movedWhole) add({ index, parts: own.parts, waits: own.waits });
    }
    addResults(following);
    start = end;
  }
  return repaired;

  /** The parts a message keeps at its own place, and the results its calls bring up behind the run. */
  function ownParts(index: number) {
    const message = messages[index]!;
    const holdsItsResults = isSelfContained(index);
    const parts: Part[] = [];
    const following: Result[] = [];
    let moved = 0;
    let waits = false;
    message.parts.forEach((part, partIndex) => {
      if (part.type === 'tool-call') {
        const call = calls.get(place(index, partIndex));
        if (call?.result === undefined) {
          parts.push({ type: 'text', text: pairsAsText ? partText(part) : unansweredCallText(part) });
          waits ||= call !== undefined && mayStillBeAnswered(message);
        } else {
          parts.push(call.callId === part.callId ? part : { ...part, callId: call.callId });
          if (!holdsItsResults || call.result.index !== index) following.push(call.result);
        }
      } else if (part.type === 'tool-result') {
        const result = results.get(place(index, partIndex));
        if (result === undefined) parts.push({ type: 'text', text: strayResultText(part) });
        else if (holdsItsResults) parts.push(sentResult(result));
        else moved += 1;
      } else {
        const kept = partFor(message, part);
        if (kept !== undefined) parts.push(kept);
      }
    });
    if (message.role === 'assistant' && parts.length > 0 && parts.every(({ type }) => type === 'reasoning')) {
      const next = messages[index + 1];
      if (next?.role !== 'assistant') parts.length = 0;
      waits ||= next === undefined;
    }
    return { parts, following, waits, movedWhole: moved > 0 && moved === message.parts.length };
  }

  /**
   * A tool that the provider ran itself has its result in the assistant's own message. It stays there when
   * nothing is said between a call and its result, because then every format can write it. Calls that the next
   * message answers may stand beside it.
   */
  function isSelfContained(index: number): boolean {
    const open = new Set<Call>();
    let opensOthers = false;
    let returning = false;
    for (const [partIndex, part] of messages[index]!.parts.entries()) {
      const call = calls.get(place(index, partIndex));
      const result = results.get(place(index, partIndex));
      if (result !== undefined) {
        if (!open.delete(result.call)) return false;
        returning = true;
      } else {
        if (returning && (open.size > 0 || opensOthers) && part.type !== 'tool-result') return false;
        returning = false;
        if (call?.result === undefined) continue;
        if (call.result.index === index) open.add(call);
        else opensOthers = true;
      }
    }
    return open.size === 0;
  }

  function mayStillBeAnswered(message: Repairable): boolean {
    const last = messages.at(-1)!;
    return last.seq - message.seq < unitReach || last.unitStart <= message.unitStart;
  }

  /** Results that came in one message stay together. */
  function addResults(following: readonly Result[]): void {
    for (let start = 0; start < following.length; ) {
      const { index } = following[start]!;
      let end = start + 1;
      while (end < following.length && following[end]!.index === index) end += 1;
      add({ index, parts: following.slice(start, end).map(sentResult), isResult: true });
      start = end;
    }
  }

  function add(piece: { index: number; parts: Part[]; waits?: boolean; isResult?: boolean }): void {
    const { index, parts, waits = false, isResult = false } = piece;
    const message = messages[index]!;
    const sameContent = sameParts(parts, message.parts);
    const role = roleFor(message, parts, isResult && !(sameContent && message.role === 'user'));
    const isSame = sameContent && role === message.role && parts.length > 0;
    if (isSame) {
      repaired.push(unchanged(message, !waits));
      return;
    }
    const { name, extra } = message;
    // Fields of the whole message belong to the piece that still is that message.
    const keepsFields = role === message.role;
    const content: MessageContent = {
      role,
      parts: parts.length > 0 ? parts : [{ type: 'text', text: emptyMessageText }],
      ...(keepsFields && name !== undefined && { name }),
      ...(keepsFields && extra !== undefined && { extra }),
    };
    repaired.push({
      seq: message.seq,
      content,
      tokens: message.tokens > countUpTo ? message.tokens : counter.message(content),
      settled: !waits,
    });
  }
}

/** As it was said. */
export function unchanged(message: Repairable, settled = true): RepairedMessage {
  const { seq, tokens, hash } = message;
  return { seq, content: contentOf(message), tokens, settled, hash };
}

export function contentOf({ role, parts, name, extra }: Repairable): MessageContent {
  const content: MessageContent = { role, parts };
  if (name !== undefined) content.name = name;
  if (extra !== undefined) content.extra = extra;
  return content;
}

/** Nothing but words, which nothing around them changes: most messages of most conversations. */
export function isPlain({ role, parts }: Repairable): boolean {
  if (role === 'tool' || parts.length === 0) return false;
  for (let index = 0; index < parts.length; index += 1) if (!saysSomething(parts[index]!)) return false;
  return true;
}

/** Most texts begin with a character that anybody can see. */
function saysSomething(part: Part): boolean {
  if (part.type !== 'text') return false;
  const first = part.text.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || /\S/u.test(part.text);
}

function roleFor(message: Repairable, parts: readonly Part[], isResult: boolean): Role {
  if (isResult) return 'tool';
  if (message.role !== 'tool') return message.role;
  // A tool message may hold a provider's own blocks; words in it can only be said by the user.
  return parts.length > 0 && parts.every(({ type }) => type === 'opaque') ? 'tool' : 'user';
}

/**
 * Assistant messages in a row speak as one: their results come after the last of them. One that brings results
 * itself stands alone, because what it opens it also closes.
 */
function endOfRun(messages: readonly Repairable[], start: number): number {
  const isSpeech = ({ role, parts }: Repairable) =>
    role === 'assistant' && !parts.some(({ type }) => type === 'tool-result');
  let end = start;
  while (end < messages.length && isSpeech(messages[end]!)) end += 1;
  return Math.max(end, start + 1);
}

/** Pairs each result with the newest open call of its id inside the result's own unit. */
function findPairs(messages: readonly Repairable[]): Pairs {
  const calls = new Map<number, Call>();
  const results = new Map<number, Result>();
  const open = new Map<string, Call[]>();
  const used = new Set<string>();
  messages.forEach((message, index) => {
    message.parts.forEach((part, partIndex) => {
      if (part.type === 'tool-call' && message.role === 'assistant') {
        const call: Call = {
          index,
          part,
          callId: uniqueId(part.callId, message.seq, used),
          result: undefined,
        };
        calls.set(place(index, partIndex), call);
        const sameId = open.get(part.callId);
        if (sameId === undefined) open.set(part.callId, [call]);
        else sameId.push(call);
      } else if (part.type === 'tool-result' && message.role !== 'system') {
        const call = open.get(part.callId)?.at(-1);
        if (call === undefined || messages[call.index]!.seq < message.unitStart) return;
        open.get(part.callId)!.pop();
        call.result = { index, part, call };
        results.set(place(index, partIndex), call.result);
      }
    });
  });
  return { calls, results };
}

function place(index: number, partIndex: number): number {
  return index * 2 ** 24 + partIndex;
}

/** Providers refuse ids that repeat and, some of them, ids with other characters. */
function uniqueId(callId: string, seq: number, used: Set<string>): string {
  let id = /^[a-zA-Z0-9_-]+$/.test(callId) ? callId : `call_${sha256(callId).slice(0, 24)}`;
  if (used.has(id)) id = `${id}_${seq}`;
  for (let copy = 2; used.has(id); copy += 1) id = `${id}_${copy}`;
  used.add(id);
  return id;
}

function sentResult({ part, call }: Result): ToolResultPart {
  const sent = call.callId === part.callId ? part : { ...part, callId: call.callId };
  if (!Array.isArray(sent.output) || !sent.output.some(isBlankText)) return sent;
  const output = sent.output.filter((item) => !isBlankText(item));
  return { ...sent, output: output.length > 0 ? output : '' };
}

function isBlankText(item: Json): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || item.type !== 'text') return false;
  return typeof item.text === 'string' && item.text.trim() === '';
}

/** What a part that is neither call nor result becomes in a message of this role. */
function partFor({ role }: Repairable, part: Part): Part | undefined {
  if (part.type === 'text') return part.text.trim() === '' ? undefined : part;
  if (role === 'assistant') return part;
  if (role === 'system' || part.type === 'reasoning') {
    const text = partText(part);
    return text.trim() === '' ? undefined : { type: 'text', text };
  }
  return part;
}

function sameParts(left: readonly Part[], right: readonly Part[]): boolean {
  return left.length === right.length && left.every((part, index) => part === right[index]);
}
