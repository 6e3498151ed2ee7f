/** Takes the messages of one conversation: writes them into its thread, or only counts them. */
import { checkSettings } from '../../engine/thread-settings.ts';
import type { Everthread } from '../../everthread.ts';
import { hashMessage } from '../../message/hash.ts';
import type { NormalizedMessage } from '../../message/normalize.ts';
import type { Store } from '../../store.ts';
import type { ArchiveRecord } from '../../transcripts/archive.ts';
import { stableMessageId } from '../../transcripts/message-id.ts';
import type {
  ConversationDetails,
  ConversationEvent,
  MessageEvent,
  TranscriptEvent,
} from '../../transcripts/transcript.ts';
import { createPastRestorer, type RestoredPast } from './restore-past.ts';
import {
  createThreadWriter,
  nothingWritten,
  type ThreadWriter,
  type WrittenThread,
} from './thread-writer.ts';

export type ImportedThread = WrittenThread & {
  /** Set for exports of Everthread. */
  past?: RestoredPast;
  /**
   * What was left out of a file the user does not trust: placeholders of removed messages, marks of edits, and marks
   * that would hide messages from the conversation or from searches.
   */
  unmarked?: { removed: number; edited: number; hidden: number };
};

export type Target = { everthread: Everthread; store: Store };

const batchMessages = 256;
const batchCharacters = 2_000_000;
export type Sink = {
  message(event: Extract<TranscriptEvent, { kind: 'message' }>): Promise<void>;
  details(details: ConversationDetails): void;
  record(record: ArchiveRecord): void;
  waitingCharacters(): number;
  flush(): Promise<void>;
  finish(): Promise<ImportedThread>;
};

export function createSink(options: {
  target: Target | undefined;
  name: string;
  /** Whether the user named the thread. */
  asked: boolean;
  conversation: ConversationEvent;
  trust: boolean;
}): Sink {
  const { target, name, asked, conversation, trust } = options;
  if (target === undefined) return countingSink(name, conversation);
  const { header } = conversation;
  const unmarked = { removed: 0, edited: 0, hidden: 0 };
  let details: ConversationDetails = {};
  let writing: { writer: ThreadWriter; past: ReturnType<typeof createPastRestorer> | undefined } | undefined;
  /** The first message shows whether the existing thread of that name belongs to the file. */
  const open = async (first: MessageEvent | undefined) => {
    if (writing) return writing;
    const threadId = header && !asked ? await ownThread(target.everthread, name, first) : name;
    return start(threadId);
  };
  const start = (threadId: string) => {
    const writer = createThreadWriter({ ...target, threadId, conversation });
    const past = header && createPastRestorer({ ...target, threadId, header, trust });
    writing = { writer, past };
    return writing;
  };
  // Invalid settings are refused before anything is stored.
  if (header && trust) checkSettings(header.thread.settings);
  return {
    details(given) {
      details = given;
    },
    record(record) {
      (writing ?? start(name)).past?.add(record);
    },
    waitingCharacters: () => writing?.writer.waiting.characters ?? 0,
    flush: async () => writing?.writer.flush(),
    async message(event) {
      const { writer } = await open(event);
      if (event.stored && !trust) {
        if (event.stored.editedAt !== undefined) unmarked.edited += 1;
        // A placeholder without content would only prevent a message with that id from being stored later.
        if (event.stored.removed !== undefined) {
          unmarked.removed += 1;
          return;
        }
      }
      const { origin, ...message } = event.message as NormalizedMessage;
      const marked = origin === undefined || (trust && event.stored !== undefined);
      if (!marked) unmarked.hidden += 1;
      writer.add(marked ? event : { ...event, message });
      const { messages, characters } = writer.waiting;
      if (messages >= batchMessages || characters >= batchCharacters) await writer.flush();
    },
    async finish() {
      const { writer, past } = await open(undefined);
      await writer.flush();
      await writer.describe(details);
      const restored = await past?.restore({ marks: writer.marks(), added: writer.written.added });
      const left = unmarked.removed + unmarked.edited + unmarked.hidden > 0;
      return { ...writer.written, ...(restored && { past: restored }), ...(left && { unmarked }) };
    },
  };
}

/**
 * Chooses the thread a file goes into: the one of its name if that is empty or holds the file's first message, else the
 * next numbered name of which that is true. So a file cannot add messages to a thread just by naming it.
 */
async function ownThread(
  everthread: Everthread,
  name: string,
  first: MessageEvent | undefined,
): Promise<string> {
  for (let count = 1; ; count += 1) {
    const threadId = count === 1 ? name : `${name}-${count}`;
    const thread = await everthread.findThread(threadId);
    if (!thread || !first || (await thread.state()).messages === 0) return threadId;
    const [known] = await thread.find([stableMessageId(first)]);
    const same = known && (known.hash === hashMessage(first.message) || known.removed || known.editedAt);
    if (same) return threadId;
  }
}

function countingSink(threadId: string, conversation: ConversationEvent): Sink {
  const seen = nothingWritten(threadId, conversation);
  return {
    details({ title }) {
      if (title !== undefined) seen.title = title;
    },
    record() {},
    waitingCharacters: () => 0,
    async flush() {},
    async message() {
      seen.added += 1;
    },
    finish: async () => seen,
  };
}
