/**
 * Brings a run of messages into a form that every provider accepts (I-8). Only what is sent changes; the log keeps the
 * original messages.
 *
 * - A result stands directly behind the assistant messages with the calls, in the order of the calls. A later result
 *   moves up; messages between stay in their order behind it.
 * - A call without a result, a result without a call and a second result become text. Only a call at the end that waits
 *   for approval stays, because the AI SDK runs it from there; other formats get it as text (see convert.ts).
 * - The answer to a request for approval stands before the result of its call: behind it, the SDK would run the tool
 *   again.
 * - Call ids are unique and use only characters that every provider accepts.
 * - Nothing is empty: blank texts are removed, and a message with nothing left says so.
 * - Reasoning stays with its assistant message, because dropping it from older turns would change the past with every
 *   new turn (I-7). An assistant message of reasoning alone is removed if no assistant message follows it.
 *
 * Everything is decided inside one unit (see message/units.ts) by the numbers stored with the messages. So it does not
 * matter how far back the run begins, and the cost depends only on its length. Rules of single providers are in
 * convert.ts and render.ts.
 */
import { type CallsToApprove, callsToApprove } from '../message/approvals.ts';
import type { Message, MessageContent, Part, Role, ToolCallPart } from '../message/message.ts';
import { unitReach } from '../message/units.ts';
import type { Steps } from '../text/steps.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { answersTo, type Reply, settledAnswers, withAnswers } from './approval-answers.ts';
import {
  type Call,
  findPairs,
  noPairs,
  type Pairs,
  partsPerSlice,
  place,
  type Result,
} from './call-pairs.ts';
import { tokensToApprove } from './calls-to-approve.ts';
import { sentResult } from './sent-result.ts';
import { emptyMessageText, partText, strayResultText, unansweredCallText } from './text.ts';

export type Repairable = Pick<
  Message,
  'seq' | 'unitStart' | 'role' | 'parts' | 'name' | 'extra' | 'tokens' | 'hash'
>;

export type RepairedMessage = {
  /** Number of the message it comes from. One message may become several. */
  seq: number;
  content: MessageContent;
  tokens: number;
  /** False if a later message may still change how it is shown, such as a call that waits for its result. */
  final: boolean;
  /** The hash of the message, if it is shown unchanged. */
  hash?: string | undefined;
};

/** What the repair of one run needs everywhere, and the messages finished so far. */
type Run = {
  messages: readonly Repairable[];
  pairs: Pairs;
  /** The calls at the end that the AI SDK runs once they are approved. */
  toApprove: CallsToApprove;
  /** Answers to requests for approval that are shown before the results of the calls, by the place of each. */
  answers: ReadonlyMap<number, Call>;
  counter: TokenCounter;
  countUpTo: number;
  pairsAsText: boolean;
  repaired: RepairedMessage[];
};

type RepairOptions = {
  messages: readonly Repairable[];
  counter: TokenCounter;
  /** Changed messages whose original is larger are not counted again: they cannot be shown whole anyway. */
  countUpTo?: number;
  /** Turns every call and result into text, for runs in which pairs cannot be kept. */
  pairsAsText?: boolean;
};

/** Pauses in messages of very many parts. */
export function* repairSteps(options: RepairOptions): Steps<RepairedMessage[]> {
  const { messages, counter, countUpTo = Number.POSITIVE_INFINITY, pairsAsText = false } = options;
  const pairs = pairsAsText ? noPairs() : yield* findPairs(messages);
  const toApprove = callsToApprove(messages);
  const answers = settledAnswers(messages, pairs);
  const run: Run = { messages, pairs, toApprove, answers, counter, countUpTo, pairsAsText, repaired: [] };
  for (let start = 0; start < messages.length; ) {
    const end = endOfSpeech(messages, start);
    const results: Result[] = [];
    for (let index = start; index < end; index += 1) {
      if (isPlain(messages[index]!)) {
        run.repaired.push(unchanged(messages[index]!));
        continue;
      }
      const own = yield* ownParts(run, index);
      results.push(...own.results);
      if (own.parts.length > 0 || !own.movedWhole) add(run, { index, parts: own.parts, waits: own.waits });
    }
    addResults(run, results, answersTo(run, start, end));
    start = end;
  }
  return run.repaired;
}

type OwnParts = {
  parts: Part[];
  /** Results of its calls, which are shown behind the assistant messages in a row. */
  results: Result[];
  /** True if a later message may still change the parts. */
  waits: boolean;
  /** True if the message held nothing but results and answers that are shown elsewhere. */
  movedWhole: boolean;
};

/** The parts that a message keeps in its place. */
function* ownParts(run: Run, index: number): Steps<OwnParts> {
  const { messages } = run;
  const message = messages[index]!;
  const holdsItsResults = isSelfContained(run, index);
  const own: OwnParts = { parts: [], results: [], waits: false, movedWhole: false };
  let moved = 0;
  for (const [partIndex, part] of message.parts.entries()) {
    if (partIndex % partsPerSlice === partsPerSlice - 1) yield;
    if (part.type === 'tool-call') addCall(run, own, { index, partIndex, part, holdsItsResults });
    else if (part.type === 'tool-result') {
      const result = run.pairs.results.get(place(index, partIndex));
      if (result === undefined) own.parts.push({ type: 'text', text: strayResultText(part) });
      else if (holdsItsResults) own.parts.push(sentResult(result));
      else moved += 1;
    } else if (run.answers.has(place(index, partIndex))) moved += 1;
    else own.parts.push(...partFor(message, part));
  }
  const isThought = own.parts.length > 0 && own.parts.every(({ type }) => type === 'reasoning');
  if (message.role === 'assistant' && isThought) {
    const next = messages[index + 1];
    if (next?.role !== 'assistant') own.parts = [];
    own.waits ||= next === undefined;
  }
  own.movedWhole = moved > 0 && moved === message.parts.length;
  return own;
}

/** Adds a call, as text if it has no result and none can come of it. */
function addCall(
  { messages, pairs, toApprove, pairsAsText }: Run,
  own: OwnParts,
  options: { index: number; partIndex: number; part: ToolCallPart; holdsItsResults: boolean },
): void {
  const { index, partIndex, part, holdsItsResults } = options;
  const call = pairs.calls.get(place(index, partIndex));
  if (call?.result === undefined) {
    const waits = index === toApprove.index && toApprove.callIds.has(part.callId);
    if (waits && !pairsAsText && call?.callId === part.callId) own.parts.push(part);
    else own.parts.push({ type: 'text', text: pairsAsText ? partText(part) : unansweredCallText(part) });
    own.waits ||= call !== undefined && mayStillBeAnswered(messages, messages[index]!);
    return;
  }
  own.parts.push(call.callId === part.callId ? part : { ...part, callId: call.callId });
  if (!holdsItsResults || call.result.index !== index) own.results.push(call.result);
}

/**
 * A tool that the provider ran itself has its result in the assistant's own message. It stays there if nothing is said
 * between the call and its result, because then every format can express it. Calls that the next message answers may
 * stand beside it.
 */
function isSelfContained({ messages, pairs }: Run, index: number): boolean {
  const waiting = new Set<Call>();
  let callsOthers = false;
  let lastWasResult = false;
  for (const [partIndex, part] of messages[index]!.parts.entries()) {
    const call = pairs.calls.get(place(index, partIndex));
    const result = pairs.results.get(place(index, partIndex));
    if (result !== undefined) {
      if (!waiting.delete(result.call)) return false;
      lastWasResult = true;
    } else {
      if (lastWasResult && (waiting.size > 0 || callsOthers) && part.type !== 'tool-result') return false;
      lastWasResult = false;
      if (call?.result === undefined) continue;
      if (call.result.index === index) waiting.add(call);
      else callsOthers = true;
    }
  }
  return waiting.size === 0;
}

function mayStillBeAnswered(messages: readonly Repairable[], message: Repairable): boolean {
  const last = messages.at(-1)!;
  return last.seq - message.seq < unitReach || last.unitStart <= message.unitStart;
}

/** Adds results behind their calls, with the answers that approved them. Results that came in one message stay together. */
function addResults(run: Run, results: readonly Result[], answers: readonly Reply[]): void {
  const replies: Reply[] = [];
  for (const result of results) {
    const last = replies.at(-1);
    if (last?.index === result.index) last.parts.push(sentResult(result));
    else replies.push({ index: result.index, parts: [sentResult(result)] });
  }
  for (const { index, parts } of withAnswers(replies, answers)) add(run, { index, parts, isResult: true });
}

function add(run: Run, piece: { index: number; parts: Part[]; waits?: boolean; isResult?: boolean }): void {
  const { messages, repaired, counter, countUpTo } = run;
  const { index, parts, waits = false, isResult = false } = piece;
  const message = messages[index]!;
  const sameContent = sameParts(parts, message.parts);
  const role = roleFor(message, parts, isResult && !(sameContent && message.role === 'user'));
  const isSame = sameContent && role === message.role && parts.length > 0;
  if (isSame) {
    const whole = unchanged(message, !waits);
    repaired.push(waits ? { ...whole, tokens: tokensToApprove(whole, run) } : whole);
    return;
  }
  const { name, extra } = message;
  // Name and extra fields stay with the piece that keeps the role of the message.
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
    final: !waits,
  });
}

/** The message as it is in the log. */
export function unchanged(message: Repairable, final = true): RepairedMessage {
  const { seq, tokens, hash } = message;
  return { seq, content: contentOf(message), tokens, final, hash };
}

export function contentOf({ role, parts, name, extra }: Repairable): MessageContent {
  const content: MessageContent = { role, parts };
  if (name !== undefined) content.name = name;
  if (extra !== undefined) content.extra = extra;
  return content;
}

/** Whether a message holds only text, which needs no repair. Most messages do. */
export function isPlain({ role, parts }: Repairable): boolean {
  if (role === 'tool' || parts.length === 0) return false;
  for (let index = 0; index < parts.length; index += 1) if (!isVisibleText(parts[index]!)) return false;
  return true;
}

/** Checks the first character before the whole text, because most texts begin with a visible one. */
function isVisibleText(part: Part): boolean {
  if (part.type !== 'text') return false;
  const first = part.text.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || /\S/u.test(part.text);
}

function roleFor(message: Repairable, parts: readonly Part[], isResult: boolean): Role {
  if (isResult) return 'tool';
  if (message.role !== 'tool') return message.role;
  // A tool message may hold a provider's own blocks. Text in it is sent as the user's, because no provider takes it
  // from a tool.
  return parts.length > 0 && parts.every(({ type }) => type === 'opaque') ? 'tool' : 'user';
}

/**
 * The end of the assistant messages in a row that begin here. The results of all of them stand after the last one. An
 * assistant message that holds results itself is a row of its own.
 */
function endOfSpeech(messages: readonly Repairable[], start: number): number {
  const isSpeech = ({ role, parts }: Repairable) =>
    role === 'assistant' && !parts.some(({ type }) => type === 'tool-result');
  let end = start;
  while (end < messages.length && isSpeech(messages[end]!)) end += 1;
  return Math.max(end, start + 1);
}

/** The form of a part that is neither call nor result in a message of this role; nothing if it is left out. */
function partFor({ role }: Repairable, part: Part): Part[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [part];
  if (role === 'assistant') return [part];
  if (role === 'system' || part.type === 'reasoning') {
    const text = partText(part);
    return text.trim() === '' ? [] : [{ type: 'text', text }];
  }
  return [part];
}

function sameParts(left: readonly Part[], right: readonly Part[]): boolean {
  return left.length === right.length && left.every((part, index) => part === right[index]);
}
