/**
 * Stores proxied conversations in threads. The thread of a request is found at once. New messages are stored together
 * with the answer, so that a failed request leaves nothing behind; or before the request is sent, if the context has to
 * be made from them. Requests of one conversation wait for each other only during a look-up, or if one needs what
 * another stores.
 */
import { isEverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import type { PromptMode } from '../../integrations/resent/align-thread.ts';
import { isInterrupted } from '../../integrations/resent/interrupted.ts';
import { createKeyedQueue } from '../../integrations/resent/keyed-queue.ts';
import type { Message, MessageContent } from '../../message/message.ts';
import type { MessageInput } from '../../message/normalize.ts';
import type { ConversationEnd } from '../../records/conversation-end.ts';
import type { Runtime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import type { MeasuredState } from '../../turn/whole-history.ts';
import { copyMessages } from './copy-messages.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { endKeys, responseKey } from './end-keys.ts';
import { answeredLength, type KnownState } from './find-thread.ts';
import { locate, newPlace, type Place } from './locate.ts';
import { createOpenEnds, type OpenEnd } from './open-ends.ts';
import { type ReplyKeys, replyKeys } from './reply-keys.ts';
import { budgetOf, setBudget } from './thread-budget.ts';
import { createHandles } from './thread-handles.ts';
import { withIds } from './with-ids.ts';

export type RecordedRequest = {
  readonly threadId: string;
  /** The thread, if it existed before, and its state at that time. */
  readonly thread: Thread | undefined;
  readonly state: KnownState | undefined;
  /** Whether thread and request together hold the whole conversation. */
  readonly isWhole: boolean;
  /** The model's window, or the smaller budget that a person set for the thread. */
  readonly budgetTokens: number;
  /** Messages of the request that the thread does not hold yet. */
  added(): MessageContent[];
  /** Stores them now. Without this call they are stored with the answer. */
  store(): Promise<Thread>;
  /** Called once, with or without an answer. */
  finish(answer: {
    reply: MessageContent | undefined;
    /** Ids under which the provider keeps the answer and its parts. */
    responseId: string | undefined;
    names: readonly string[];
    /** Called when the thread exists but does not yet hold the answer; `state` is given if known. */
    beforeReply(thread: Thread, state: MeasuredState | undefined): Promise<void>;
  }): Promise<void>;
};

export type RecordOptions = {
  /** The thread name given by the client. Without it, the thread is found by the messages sent. */
  named: string | undefined;
  mode: PromptMode;
  request: ProxyRequest;
  /** The model's context window. */
  windowTokens: number;
};

export type Recorder = (options: RecordOptions) => Promise<RecordedRequest>;

const note = 'The answer was broken off, and asked for once more.';

export function createRecorder(ports: {
  everthread: Everthread;
  runtime: Pick<Runtime, 'newId' | 'now'>;
  counter: Pick<TokenCounter, 'message'>;
}): Recorder {
  const { everthread, counter } = ports;
  const { newId } = ports.runtime;
  const queue = createKeyedQueue();
  /** Threads that wait for an answer, and the request each waits for. */
  const busy = new Map<string, object>();
  const handles = createHandles(everthread);
  const openEnds = createOpenEnds(ports.runtime);

  return async ({ named, mode, request, windowTokens }) => {
    const { conversation, previousId, sizeAt, nameAt } = request;
    const scope = named ?? '';
    const queueKey = `${previousId ?? conversation.keyAt(0)} ${scope}`;
    const keys = endKeys({ scope, conversation, sizeAt, ...(nameAt && { nameAt }) });
    const sendsAll = mode === 'history' && previousId === undefined;
    let place = newPlace(undefined);
    let thread: Thread | undefined;
    let threadId = '';
    let budgetTokens = windowTokens;
    let stored = false;
    /** Settings of the thread, known once it is ready. */
    let settings: KnownState['settings'] | undefined;
    const asking = {};

    const take = async (found: Place): Promise<void> => {
      place = found;
      threadId = found.threadId ?? newThreadId(found.branchOf);
      thread = found.seq === 0 ? undefined : await handles.find(threadId);
      if (place.state !== undefined) budgetTokens = budgetOf(place.state, windowTokens);
      busy.set(threadId, asking);
    };
    const leave = (): void => {
      if (busy.get(threadId) === asking) busy.delete(threadId);
    };
    /** Takes the thread of a conversation that was answered a moment ago; false if there is none. */
    const goOn = (): boolean => {
      const known = sendsAll ? answeredLength(conversation) : undefined;
      if (known === undefined) return false;
      const isFree = ({ state, owner }: OpenEnd) => (busy.get(state.id) ?? owner) === owner;
      const end = openEnds.take(keys.whole(known), isFree);
      if (end === undefined) return false;
      const { state } = end;
      ({ thread } = end);
      threadId = state.id;
      place = { ...newPlace(threadId), seq: state.messages, known, state };
      budgetTokens = budgetOf(state, windowTokens);
      busy.set(threadId, asking);
      return true;
    };
    const newThreadId = (branchOf: string | undefined): string =>
      named === undefined && branchOf === undefined
        ? newId('chat')
        : `${(named ?? branchOf!).slice(0, 200).toWellFormed()}~${newId('b')}`;

    if (!goOn()) {
      await queue(queueKey, async () => {
        if (goOn()) return;
        const isBusy = (id: string) => busy.has(id);
        await take(await locate({ everthread, named, mode, request, keys, scope, isBusy }));
      });
    }

    return {
      get threadId() {
        return threadId;
      },
      get thread() {
        return thread;
      },
      get state() {
        return place.state;
      },
      isWhole: sendsAll || place.seq > 0 || place.copyTo !== undefined || mode === 'append',
      budgetTokens,
      added: () => messagesFrom(place.known),
      store: () =>
        queue(queueKey, async () => {
          const made = await unlessMoved(async () => {
            const made = await ready();
            await append(made, withIds(messagesFrom(place.known), place.seq), []);
            return made;
          });
          stored = true;
          return made;
        }),
      finish(answer) {
        const { reply, names } = answer;
        const known = reply === undefined ? undefined : replyKeys({ scope, request, reply, names });
        if (reply !== undefined && known !== undefined) openEarly(reply, known);
        return queue(queueKey, async () => {
          try {
            if (reply !== undefined && known !== undefined)
              await unlessMoved(() => storeReply(reply, known, answer));
            else if (stored && sendsAll)
              await everthread.recordEnds({ threadId, ends: requestEnds(place.seq) });
          } catch (error) {
            openEnds.drop(known?.whole ?? [], asking);
            throw error;
          } finally {
            leave();
          }
        });
      },
    };

    /** Announces the thread's end with the answer, before the answer is stored. */
    function openEarly(reply: MessageContent, { whole }: ReplyKeys): void {
      const { state, seq, known, takenBack } = place;
      if (!sendsAll || thread === undefined || state === undefined || takenBack.length > 0) return;
      const added = [...messagesFrom(known), reply];
      const tokens = added.reduce((sum, message) => sum + counter.message(message), 0);
      const next = { ...state, messages: seq + added.length, tokens: state.tokens + tokens };
      openEnds.add(whole, { thread, state: next, owner: asking }, { isStored: false });
    }

    function openStored(made: Thread, last: Message | undefined, { whole }: ReplyKeys): void {
      openEnds.drop(whole, asking);
      if (!sendsAll || last === undefined || settings === undefined) return;
      const state = { id: made.id, messages: last.seq, tokens: last.tokensBefore + last.tokens, settings };
      // Another request has already continued the thread.
      if (busy.get(made.id) !== asking) return;
      openEnds.add(whole, { thread: made, state, owner: asking }, { isStored: true });
    }

    /**
     * Stores messages behind the one the request continues, and empties interrupted answers that are asked for again.
     */
    async function append(
      made: Thread,
      added: readonly MessageInput[],
      ends: readonly ConversationEnd[],
    ): Promise<Message[]> {
      const { seq: after, takenBack } = place;
      const appended = added.length > 0 ? await made.append(added, { ends, after }) : [];
      place = { ...place, seq: after + added.length, known: conversation.length, takenBack: [] };
      for (const { seq, role } of takenBack) await made.edit(seq, { role, parts: [] }, { note });
      return takenBack.length > 0 ? [] : appended;
    }

    function isOwnName(): boolean {
      return place.threadId === undefined;
    }

    /** The thread that was found; a new one is created if necessary. */
    async function ready(): Promise<Thread> {
      if (thread !== undefined) {
        if (place.state !== undefined) settings = await setBudget(thread, place.state, windowTokens);
        return thread;
      }
      thread = await everthread.thread(threadId);
      handles.keep(thread);
      const { branchOf, copyTo } = place;
      // A name that was just made up is unknown to anybody else, so the thread is empty.
      const state = isOwnName() ? { settings: {} } : await thread.state();
      settings = await setBudget(thread, state, windowTokens, branchOf);
      if (branchOf !== undefined && copyTo !== undefined) {
        const copied = await copyMessages({ everthread, from: branchOf, to: copyTo, branch: thread });
        place = { ...place, seq: place.seq + copied };
      }
      return thread;
    }

    /** Retries if the thread changed meanwhile: in a branch if it was continued, in a new thread if it was deleted. */
    async function unlessMoved<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await work();
      } catch (error) {
        const isGone = isEverthreadError(error, 'unknown_thread');
        const isMoved = isEverthreadError(error, 'message_conflict') && error.field === 'after';
        if (!isMoved && !isGone) throw error;
        leave();
        if (isGone) handles.drop(threadId);
        const copied = sendsAll ? {} : { copyTo: place.seq };
        await take({ ...newPlace(undefined), ...(isMoved && { branchOf: threadId, ...copied }) });
        return work();
      }
    }

    async function storeReply(
      reply: MessageContent,
      known: ReplyKeys,
      { responseId, beforeReply }: Parameters<RecordedRequest['finish']>[0],
    ): Promise<void> {
      const isEmpty = thread === undefined && isOwnName() && place.copyTo === undefined;
      const made = await ready();
      await beforeReply(made, isEmpty ? { id: threadId, messages: 0, tokens: 0 } : undefined);
      const added = withIds([...messagesFrom(place.known), reply], place.seq);
      const seq = place.seq + added.length;
      const length = conversation.length + 1;
      const replyEnds = [...known.whole, ...known.nearest].map((key) => ({ key, seq, length }));
      const ends: ConversationEnd[] = sendsAll
        ? [...(isAskedAgain(reply) ? requestEnds(seq - 1) : []), ...replyEnds]
        : [];
      if (responseId !== undefined) ends.push({ key: responseKey(scope, responseId), seq, length });
      const appended = await append(made, added, ends);
      openStored(made, appended.at(-1), known);
    }

    /**
     * Whether the request itself must be a known end. A client that asks for a complete answer again is recognized by
     * the answer before it. For the first answer of a thread, or an interrupted one, only the request can be
     * recognized.
     */
    function isAskedAgain(reply: MessageContent): boolean {
      return place.seq === 0 || isInterrupted(reply);
    }

    /** End keys for a client that sends the same request again. */
    function requestEnds(seq: number): ConversationEnd[] {
      const { length } = conversation;
      return [{ key: keys.whole(length), seq, length }];
    }

    function messagesFrom(known: number): MessageContent[] {
      const messages: MessageContent[] = [];
      for (let index = known; index < conversation.length; index += 1)
        messages.push(conversation.contentAt(index));
      return messages;
    }
  };
}
