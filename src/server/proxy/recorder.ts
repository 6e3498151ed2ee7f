/**
 * Stores proxied conversations in threads. The thread of a request is found at once. New messages are stored together
 * with the answer, so that a failed request leaves nothing behind; or before the request is sent, if the context has to
 * be made from them. Requests of one conversation wait for each other only during a look-up, or if one needs what
 * another stores.
 */
import type { Everthread } from '../../everthread.ts';
import type { PromptMode } from '../../integrations/resent/align-thread.ts';
import { createKeyedQueue } from '../../integrations/resent/keyed-queue.ts';
import type { MessageContent } from '../../message/message.ts';
import type { Runtime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import type { ProxyRequest } from './dialects/dialect.ts';
import { endKeys } from './end-keys.ts';
import { answeredLength, type KnownState } from './find-thread.ts';
import { locate } from './locate.ts';
import { createOpenEnds, type OpenEnd } from './open-ends.ts';
import { takeThread } from './taken-thread.ts';
import { createHandles } from './thread-handles.ts';
import { type GivenReply, writeConversation } from './write-conversation.ts';

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
  finish(answer: GivenReply): Promise<void>;
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
    const taken = takeThread({ handles, busy, newId, named, windowTokens });

    /** Takes the thread of a conversation that was answered a moment ago; false if there is none. */
    const goOn = (): boolean => {
      const known = sendsAll ? answeredLength(conversation) : undefined;
      if (known === undefined) return false;
      const isFree = ({ state, owner }: OpenEnd) => (busy.get(state.id) ?? owner) === owner;
      const end = openEnds.take(keys.whole(known), isFree);
      if (end !== undefined) taken.takeEnd(end, known);
      return end !== undefined;
    };
    if (!goOn()) {
      await queue(queueKey, async () => {
        if (goOn()) return;
        const isBusy = (id: string) => busy.has(id);
        await taken.take(await locate({ everthread, named, mode, request, keys, scope, isBusy }));
      });
    }

    const writing = writeConversation({
      ports: { everthread, counter, handles, openEnds },
      ...{ taken, request, keys, scope, sendsAll, windowTokens },
    });
    return {
      get threadId() {
        return taken.threadId;
      },
      get thread() {
        return taken.thread;
      },
      get state() {
        return taken.place.state;
      },
      isWhole: sendsAll || taken.place.seq > 0 || taken.place.copyTo !== undefined || mode === 'append',
      budgetTokens: taken.budgetTokens,
      added: writing.added,
      store: () => queue(queueKey, writing.store),
      finish(answer) {
        const write = writing.announce(answer);
        return queue(queueKey, () => write().finally(taken.leave));
      },
    };
  };
}
