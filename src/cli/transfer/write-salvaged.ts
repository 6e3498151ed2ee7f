/** Writes salvaged messages into a new store, in order, with their ids, times and marks. */
import type { Everthread } from '../../everthread.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import type { MessageMark, Store } from '../../store.ts';
import type { Salvage, SalvagedMessage, SalvagedThread } from '../../stores/sqlite/salvage/salvage.ts';

export type RepairedThread = {
  id: string;
  messages: number;
  /** Ranges of message numbers that could not be read. */
  lost: { from: number; to: number }[];
  lostMessages: number;
  /** Numbers, in the damaged file, of messages that were saved although their hash shows a change. */
  changed: number[];
  /** Whether settings and rules were saved too. */
  settings: boolean;
};

const batchMessages = 128;
const batchCharacters = 2_000_000;

export async function writeSalvaged(options: {
  salvage: Salvage;
  everthread: Everthread;
  store: Store;
  onThread?: (done: RepairedThread) => void;
}): Promise<RepairedThread[]> {
  const { salvage, everthread, store, onThread } = options;
  const repaired: RepairedThread[] = [];
  const used = new Set<string>();
  for (const thread of salvage.threads) {
    const id = unused(thread.id, used);
    const done = await writeThread({ everthread, store, thread, id });
    repaired.push(done);
    onThread?.(done);
  }
  return repaired;
}

async function writeThread(options: {
  everthread: Everthread;
  store: Store;
  thread: SalvagedThread;
  id: string;
}): Promise<RepairedThread> {
  const { everthread, store, thread, id } = options;
  const target = await everthread.thread(id);
  const ids = new Set<string>();
  const marks: MessageMark[] = [];
  const changed: number[] = [];
  let lastTime = thread.state?.createdAt;
  let batch: SalvagedMessage[] = [];
  let characters = 0;
  let written = 0;

  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const appended = await target.append(
      batch.map(({ id: given, role, parts, name, extra, origin, createdAt }) => {
        lastTime = timeOf(createdAt) ?? lastTime;
        return {
          id: unused(given, ids),
          role,
          parts,
          ...(name !== undefined && { name }),
          ...(extra !== undefined && { extra }),
          ...(origin !== undefined && { origin }),
          ...(lastTime !== undefined && { createdAt: lastTime }),
        };
      }),
    );
    for (const [index, { seq }] of appended.entries()) {
      const { editedAt, removed, hash } = batch[index]!;
      if (editedAt !== undefined || removed !== undefined) {
        marks.push({ seq, ...(editedAt && { editedAt }), ...(removed && { removed, hash }) });
      }
    }
    written += batch.length;
    batch = [];
    characters = 0;
  };
  for (const seq of thread.seqs) {
    const message = thread.read(seq);
    if (!message.intact) changed.push(seq);
    batch.push(message);
    characters += JSON.stringify(message.parts).length;
    if (batch.length >= batchMessages || characters >= batchCharacters) await flush();
  }
  await flush();
  const lost = gaps(thread.seqs, thread.expected);
  const { state } = thread;
  await store.restore({
    threadId: id,
    thread: rowOf(state, await target.state(), lost.length === 0),
    marks,
    summaries: [],
    receipts: [],
    audit: [],
  });
  const lostMessages = lost.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return { id, messages: written, lost, lostMessages, changed, settings: state !== undefined };
}

/**
 * The thread's row, with the counters of the new log. Rules name messages by number: after a gap, those that were
 * found while the messages were appended replace the saved ones.
 */
function rowOf(saved: ThreadState | undefined, fresh: ThreadState, whole: boolean): ThreadState {
  if (!saved) return fresh;
  const { createdAt, updatedAt, settings, pins, title, titleFrom, owner, labels } = saved;
  return {
    ...fresh,
    ...{ createdAt, updatedAt, settings },
    ...(owner !== undefined && { owner }),
    ...(labels !== undefined && { labels }),
    // A title made from a message names it by number, too.
    ...(title !== undefined && (whole || titleFrom === undefined) && { title }),
    ...(whole && { pins, ...(titleFrom !== undefined && { titleFrom }) }),
  };
}

function timeOf(text: unknown): string | undefined {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function unused(id: string, used: Set<string>): string {
  let name = id;
  for (let count = 2; used.has(name); count += 1) name = `${id}-${count}`;
  used.add(name);
  return name;
}

function gaps(seqs: readonly number[], expected: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let next = 1;
  for (const seq of [...seqs, expected + 1]) {
    if (seq > next) found.push({ from: next, to: seq - 1 });
    next = seq + 1;
  }
  return found;
}
