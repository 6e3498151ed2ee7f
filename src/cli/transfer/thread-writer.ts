/**
 * Writes the messages of one conversation into its thread, one transaction a batch. Messages that are stored already
 * are not added again, so an interrupted import can be continued and a repeated one adds nothing. A message that has
 * grown since, such as an unfinished answer, is edited.
 */
import type { Everthread } from '../../everthread.ts';
import { clip } from '../../facts/text.ts';
import { canonicalJson, hashMessage } from '../../message/hash.ts';
import type { Json, Message, Part } from '../../message/message.ts';
import type { DetailsChange } from '../../records/thread-list.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { MessageMark, Store } from '../../store.ts';
import { detailLimits } from '../../stores/rules/details.ts';
import type { Thread } from '../../thread.ts';
import { distinctMessageId, stableMessageId } from '../../transcripts/message-id.ts';
import { createRecent } from '../../transcripts/recent.ts';
import type {
  ConversationDetails,
  ConversationEvent,
  ExportedFields,
  MessageEvent,
  TranscriptMessage,
} from '../../transcripts/transcript.ts';

export type WrittenThread = {
  id: string;
  title: string | undefined;
  format: string;
  added: number;
  /** Stored before, with the same content. */
  already: number;
  /** Stored before, and longer in the file now. */
  grown: number;
  /** Stored before with other content, which was kept. */
  differing: number;
  /** Dated in the future by the file; they got the time of the message before. */
  redated: number;
  tokens: number;
};

export function nothingWritten(
  id: string,
  { format, title }: Pick<ConversationEvent, 'format' | 'title'>,
): WrittenThread {
  return { id, title, format, added: 0, already: 0, grown: 0, differing: 0, redated: 0, tokens: 0 };
}

export type ThreadWriter = {
  readonly written: WrittenThread;
  /** Size of the batch that waits to be written. */
  readonly waiting: { messages: number; characters: number };
  add(event: MessageEvent): void;
  flush(): Promise<void>;
  /** Stores the client's title and folder of the session, once all messages are written. */
  describe(details: ConversationDetails): Promise<void>;
  /** Marks of edits and removals from an export; undefined if its messages have other numbers in this thread. */
  marks(): MessageMark[] | undefined;
};

const rememberedIds = 20_000;
const dayMs = 86_400_000;

type Waiting = { id: string; hash: string; message: TranscriptMessage; stored: ExportedFields | undefined };

export function createThreadWriter(options: {
  everthread: Everthread;
  store: Pick<Store, 'updateDetails'>;
  threadId: string;
  conversation: ConversationEvent;
}): ThreadWriter {
  const { everthread, store, threadId, conversation } = options;
  const written = nothingWritten(threadId, conversation);
  const waiting = { messages: 0, characters: 0 };
  const marks: MessageMark[] = [];
  const ids = createRecent(rememberedIds);
  const hashes = new Map<string, string>();
  let batch: Waiting[] = [];
  /** Times up to a day ahead are accepted, because clocks differ and files lose time zones; later ones are wrong. */
  const latest = Date.now() + dayMs;
  const { createdAt: startedAt } = conversation;
  let lastTime = startedAt !== undefined && Date.parse(startedAt) > latest ? undefined : startedAt;
  let moved = false;
  let thread: Thread | undefined;

  const open = async (): Promise<Thread> => {
    if (thread !== undefined) return thread;
    thread = await everthread.thread(threadId);
    return thread;
  };

  const remember = (wanted: Waiting, message: Message): void => {
    if (wanted.stored === undefined) return;
    if (message.seq !== wanted.stored.seq) moved = true;
    const mark = markOf(wanted.stored, message);
    if (mark !== undefined) marks.push(mark);
  };

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const work = batch;
    batch = [];
    waiting.messages = 0;
    waiting.characters = 0;
    const target = await open();
    const known = new Map(
      (await target.find(work.map(({ id }) => id))).map((message) => [message.id, message]),
    );
    const fresh: Waiting[] = [];
    for (const wanted of work) {
      const message = known.get(wanted.id);
      if (message === undefined) fresh.push(wanted);
      else await compare(target, wanted, message);
    }
    if (fresh.length === 0) return;
    const appended = await target.append(
      fresh.map(({ id, message }) => ({ ...message, id, ...timeOf(message) })),
    );
    for (const [index, message] of appended.entries()) {
      written.added += 1;
      written.tokens += message.tokens;
      remember(fresh[index]!, message);
    }
  }

  async function compare(target: Thread, wanted: Waiting, message: Message): Promise<void> {
    lastTime = message.createdAt;
    remember(wanted, message);
    if (message.removed !== undefined || message.hash === wanted.hash) written.already += 1;
    // Messages of an Everthread export cannot have grown: a longer one is another message.
    else if (
      wanted.stored === undefined &&
      hasGrown(message.parts, wanted.message.parts) &&
      message.role === wanted.message.role
    ) {
      const { role, parts, name, extra } = wanted.message;
      const content = { role, parts, ...(name !== undefined && { name }), ...(extra && { extra }) };
      await target.edit(wanted.id, content, { note: 'import: the message was longer in the file by now' });
      written.grown += 1;
    } else written.differing += 1;
  }

  /** A message without a time gets that of the message before; in a file without times, that of the import. */
  const timeOf = ({ createdAt }: TranscriptMessage): { createdAt?: string } => {
    if (createdAt !== undefined && Date.parse(createdAt) > latest) written.redated += 1;
    else lastTime = createdAt ?? lastTime;
    return lastTime === undefined ? {} : { createdAt: lastTime };
  };

  return {
    written,
    waiting,
    add(event) {
      const { message, stored } = event;
      const hash = hashMessage(message);
      let id = stableMessageId(event);
      if (ids.has(id) && hashes.get(id) !== hash) id = distinctMessageId(id, hash);
      else if (ids.has(id)) {
        written.already += 1;
        return;
      }
      ids.add(id);
      rememberHash(hashes, id, hash);
      batch.push({ id, hash, message, stored });
      waiting.messages += 1;
      waiting.characters += sizeOf(message.parts);
    },
    flush,
    async describe({ title = conversation.title, project }) {
      if (conversation.header !== undefined || thread === undefined) return;
      const state = await thread.state();
      const details = newDetails(state, { title, project });
      // A title is nothing new in the conversation, so the thread keeps the time of its last change.
      const now = Date.parse(state.updatedAt);
      if (Object.keys(details).length > 0) await store.updateDetails({ threadId, details, now });
      if (details.title !== undefined) written.title = details.title ?? undefined;
    },
    marks: () => (moved ? undefined : marks),
  };
}

function rememberHash(hashes: Map<string, string>, id: string, hash: string): void {
  hashes.set(id, hash);
  if (hashes.size > rememberedIds * 2) hashes.delete(hashes.keys().next().value!);
}

/** The client's title, unless a person gave the thread one, and its folder as a label, unless the thread has labels. */
function newDetails(state: ThreadState, { title = '', project = '' }: ConversationDetails): DetailsChange {
  const isGiven = state.title !== undefined && state.titleFrom === undefined;
  const line = oneLine(title, detailLimits.titleCharacters);
  const folder = oneLine(
    project.split(/[/\\]/u).findLast((name) => name !== '') ?? '',
    detailLimits.labelCharacters,
  );
  return {
    ...(line === '' || isGiven ? {} : { title: line }),
    ...(folder === '' || (state.labels ?? []).length > 0 ? {} : { labels: [folder] }),
  };
}

function oneLine(text: string, characters: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return clip(line.toWellFormed(), characters);
}

function markOf(wanted: ExportedFields, message: Message): MessageMark | undefined {
  const { seq, hash, unitStart, editedAt, removed } = wanted;
  const mark: MessageMark = {
    seq,
    ...(hash !== message.hash && removed !== undefined && { hash }),
    ...(unitStart !== message.unitStart && { unitStart }),
    ...(editedAt !== undefined && { editedAt }),
    ...(removed !== undefined && { removed }),
  };
  return Object.keys(mark).length > 1 ? mark : undefined;
}

/** Whether the new parts contain all old ones in the same order, and more. */
function hasGrown(before: readonly Part[], after: readonly Part[]): boolean {
  if (after.length <= before.length) return false;
  const texts = after.map((part) => canonicalJson(part as unknown as Json));
  let next = 0;
  return before.every((part) => {
    const place = texts.indexOf(canonicalJson(part as unknown as Json), next);
    next = place + 1;
    return place !== -1;
  });
}

/** The approximate number of characters in the parts. */
function sizeOf(parts: readonly Part[]): number {
  let size = 0;
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'reasoning') size += part.text.length;
    else if (part.type === 'file') size += part.data?.length ?? 0;
    else if (part.type === 'tool-result' && typeof part.output === 'string') size += part.output.length;
    else size += 1_000;
  }
  return size;
}
