/**
 * Writes the messages of a request and its answer into the thread that the request has taken. If the thread changed
 * meanwhile, they go into a branch of it.
 */
import { isEverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import { isInterrupted } from '../../integrations/resent/interrupted.ts';
import type { Message, MessageContent } from '../../message/message.ts';
import type { MessageInput } from '../../message/normalize.ts';
import type { ConversationEnd } from '../../records/conversation-end.ts';
import type { Thread } from '../../thread.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import type { MeasuredState } from '../../turn/whole-history.ts';
import { copyMessages } from './copy-messages.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { type EndKeys, responseKey } from './end-keys.ts';
import type { KnownState } from './find-thread.ts';
import { newPlace } from './locate.ts';
import type { OpenEnds } from './open-ends.ts';
import { type ReplyKeys, replyKeys } from './reply-keys.ts';
import type { TakenThread } from './taken-thread.ts';
import { setBudget } from './thread-budget.ts';
import type { Handles } from './thread-handles.ts';
import { withIds } from './with-ids.ts';

const note = 'The answer was broken off, and asked for once more.';

export type GivenReply = {
  reply: MessageContent | undefined;
  /** Ids under which the provider keeps the answer and its parts. */
  responseId: string | undefined;
  names: readonly string[];
  /** Called when the thread exists but does not yet hold the answer; `state` is given if known. */
  beforeReply(thread: Thread, state: MeasuredState | undefined): Promise<void>;
};

export type WrittenConversation = {
  /** Messages of the request that the thread does not hold yet. */
  added(): MessageContent[];
  /** Stores them. */
  store(): Promise<Thread>;
  /** Announces the thread's end with the answer at once, and returns what stores the answer. */
  announce(answer: GivenReply): () => Promise<void>;
};

export function writeConversation(options: {
  ports: {
    everthread: Everthread;
    counter: Pick<TokenCounter, 'message'>;
    handles: Handles;
    openEnds: OpenEnds;
  };
  taken: TakenThread;
  request: ProxyRequest;
  keys: EndKeys;
  scope: string;
  /** Whether the client sends the whole conversation with every request. */
  sendsAll: boolean;
  windowTokens: number;
}): WrittenConversation {
  const { ports, taken, request, keys, scope, sendsAll, windowTokens } = options;
  const { everthread, counter, handles, openEnds } = ports;
  const { conversation } = request;
  let isStored = false;
  /** Settings of the thread, known once it is ready. */
  let settings: KnownState['settings'] | undefined;

  function added(): MessageContent[] {
    const messages: MessageContent[] = [];
    for (let index = taken.place.known; index < conversation.length; index += 1)
      messages.push(conversation.contentAt(index));
    return messages;
  }

  /** Announces the thread's end with the answer, before the answer is stored. */
  function openEarly(reply: MessageContent, { whole }: ReplyKeys): void {
    const { thread, owner, place } = taken;
    const { state, seq, takenBack } = place;
    if (!sendsAll || thread === undefined || state === undefined || takenBack.length > 0) return;
    const all = [...added(), reply];
    const tokens = all.reduce((sum, message) => sum + counter.message(message), 0);
    const next = { ...state, messages: seq + all.length, tokens: state.tokens + tokens };
    openEnds.add(whole, { thread, state: next, owner }, { isStored: false });
  }

  function openStored(thread: Thread, last: Message | undefined, { whole }: ReplyKeys): void {
    openEnds.drop(whole, taken.owner);
    if (!sendsAll || last === undefined || settings === undefined) return;
    const state = { id: thread.id, messages: last.seq, tokens: last.tokensBefore + last.tokens, settings };
    // Another request has already continued the thread.
    if (!taken.isHeld()) return;
    openEnds.add(whole, { thread, state, owner: taken.owner }, { isStored: true });
  }

  /** Stores messages behind the one the request continues, and empties interrupted answers that are asked for again. */
  async function append(
    thread: Thread,
    messages: readonly MessageInput[],
    ends: readonly ConversationEnd[],
  ): Promise<Message[]> {
    const { seq: after, takenBack } = taken.place;
    const appended = messages.length > 0 ? await thread.append(messages, { ends, after }) : [];
    taken.place = {
      ...taken.place,
      seq: after + messages.length,
      known: conversation.length,
      takenBack: [],
    };
    for (const { seq, role } of takenBack) await thread.edit(seq, { role, parts: [] }, { note });
    return takenBack.length > 0 ? [] : appended;
  }

  /** The thread that was found; a new one is created if necessary. */
  async function ready(): Promise<Thread> {
    const { state, branchOf, copyTo } = taken.place;
    if (taken.thread !== undefined) {
      if (state !== undefined) settings = await setBudget(taken.thread, state, windowTokens);
      return taken.thread;
    }
    const thread = await everthread.thread(taken.threadId);
    taken.thread = thread;
    handles.keep(thread);
    // A name that was just made up is unknown to anybody else, so the thread is empty.
    const found = isOwnName() ? { settings: {} } : await thread.state();
    settings = await setBudget(thread, found, windowTokens, branchOf);
    if (branchOf !== undefined && copyTo !== undefined) {
      const copied = await copyMessages({ everthread, from: branchOf, to: copyTo, branch: thread });
      taken.place = { ...taken.place, seq: taken.place.seq + copied };
    }
    return thread;
  }

  function isOwnName(): boolean {
    return taken.place.threadId === undefined;
  }

  /** Retries if the thread changed meanwhile: in a branch if it was continued, in a new thread if it was deleted. */
  async function unlessMoved<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const isGone = isEverthreadError(error, 'unknown_thread');
      const isMoved = isEverthreadError(error, 'message_conflict') && error.field === 'after';
      if (!isMoved && !isGone) throw error;
      taken.leave();
      const { threadId, place } = taken;
      if (isGone) handles.drop(threadId);
      const copied = sendsAll ? {} : { copyTo: place.seq };
      await taken.take({ ...newPlace(undefined), ...(isMoved && { branchOf: threadId, ...copied }) });
      return work();
    }
  }

  async function storeReply(
    reply: MessageContent,
    known: ReplyKeys,
    { responseId, beforeReply }: GivenReply,
  ): Promise<void> {
    const isEmpty = taken.thread === undefined && isOwnName() && taken.place.copyTo === undefined;
    const thread = await ready();
    await beforeReply(thread, isEmpty ? { id: taken.threadId, messages: 0, tokens: 0 } : undefined);
    const messages = withIds([...added(), reply], taken.place.seq);
    const seq = taken.place.seq + messages.length;
    const length = conversation.length + 1;
    const replyEnds = [...known.whole, ...known.nearest].map((key) => ({ key, seq, length }));
    const ends: ConversationEnd[] = sendsAll
      ? [...(isAskedAgain(reply) ? requestEnds(seq - 1) : []), ...replyEnds]
      : [];
    if (responseId !== undefined) ends.push({ key: responseKey(scope, responseId), seq, length });
    const appended = await append(thread, messages, ends);
    openStored(thread, appended.at(-1), known);
  }

  /**
   * Whether the request itself must be a known end. A client that asks for a complete answer again is recognized by
   * the answer before it. For the first answer of a thread, or an interrupted one, only the request can be recognized.
   */
  function isAskedAgain(reply: MessageContent): boolean {
    return taken.place.seq === 0 || isInterrupted(reply);
  }

  /** End keys for a client that sends the same request again. */
  function requestEnds(seq: number): ConversationEnd[] {
    const { length } = conversation;
    return [{ key: keys.whole(length), seq, length }];
  }

  return {
    added,
    async store() {
      const stored = await unlessMoved(async () => {
        const thread = await ready();
        await append(thread, withIds(added(), taken.place.seq), []);
        return thread;
      });
      isStored = true;
      return stored;
    },
    announce(answer) {
      const { reply, names } = answer;
      if (reply === undefined) {
        return async () => {
          if (!isStored || !sendsAll) return;
          const { threadId, place } = taken;
          await everthread.recordEnds({ threadId, ends: requestEnds(place.seq) });
        };
      }
      const known = replyKeys({ scope, request, reply, names });
      openEarly(reply, known);
      return async () => {
        try {
          await unlessMoved(() => storeReply(reply, known, answer));
        } catch (error) {
          openEnds.drop(known.whole, taken.owner);
          throw error;
        }
      };
    },
  };
}
