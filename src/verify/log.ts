/**
 * Walks over the log once, from the first message to the last, in bounded pieces. It checks every message against its
 * hash and its neighbours, and every summary against the messages it names and was made from.
 */

import { hashMessage } from '../message/hash.ts';
import { isLarge } from '../message/limits.ts';
import type { Message, MessageMeta } from '../message/message.ts';
import { followsThought } from '../message/units.ts';
import type { RecordProof } from '../records/proofs.ts';
import { messageRecordHash } from '../records/record-hash.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { type DamageReport, isDamage, rangeName } from './damage.ts';
import type { HashCheck } from './hashes.ts';
import type { SourceCheck } from './sources.ts';

const metasPerPage = 500;
/** Limits of a piece of the log, so that large messages do not add up in memory. */
const messagesPerRead = 64;
const tokensPerRead = 200_000;
/** Unit starts kept in memory: nearly every unit begins within this many messages. */
const rememberedUnits = 256;

/** A message, or what could be read of it. */
type Seen = MessageMeta & { message?: Message };

export async function checkLog(options: {
  store: Store;
  state: ThreadState;
  report: DamageReport;
  sources: SourceCheck;
  hashes: HashCheck;
  onMessages(count: number): void;
}): Promise<void> {
  const { store, state, report, sources, hashes, onMessages } = options;
  const units = unitCheck(store, state.id, report);
  let expected = 1;
  let tokens = 0;
  let tailTokens = 0;
  /** Expected `tokensBefore` of the next message; unknown once a message was changed. */
  let before: number | undefined = 0;

  for await (const page of pages(store, state)) {
    const proofs = await readPageProofs(store, state.id, page);
    for await (const seen of readContents({ store, threadId: state.id, page, report })) {
      const { seq, message } = seen;
      if (seq > expected) missing(report, expected, seq - 1);
      expected = seq + 1;
      tokens += seen.tokens;
      if (seq > state.coveredTo) tailTokens += seen.tokens;
      if (before !== undefined && before !== seen.tokensBefore) {
        report.add(
          'tokens-before',
          `message ${seq}`,
          `Message ${seq} says that ${seen.tokensBefore} tokens came before it; it should be ${before}.`,
        );
      }
      const changed = seen.removed !== undefined || message?.editedAt !== undefined;
      before = changed || before === undefined ? undefined : seen.tokensBefore + seen.tokens;
      if (message) {
        if (isLarge(message)) await yieldToEventLoop();
        checkContent(report, message);
        if (isLarge(message)) await yieldToEventLoop();
        const stored = proofs.get(seq)?.hash;
        hashes.compare({ where: `message ${seq}`, stored, computed: () => messageRecordHash(message) });
      }
      await units.add(seen);
      sources.add(seen);
    }
    onMessages(page.length);
    if (report.isFull()) return;
  }
  if (expected <= state.messages) missing(report, expected, state.messages);
  await checkEnd({ store, state, report });
  // Sums over a log with gaps would only report the gaps again.
  if (report.damages.some(({ kind }) => kind === 'missing-message')) return;
  checkCounter(report, 'tokens', state.tokens, tokens);
  checkCounter(report, 'tail tokens', state.tailTokens, tailTokens);
}

export function checkCounter(report: DamageReport, name: string, stored: number, counted: number): void {
  if (stored === counted) return;
  report.add('counter', 'row', `The thread's row says ${stored} ${name}; what is stored makes ${counted}.`);
}

function missing(report: DamageReport, from: number, to: number): void {
  const where = rangeName('message', from, to);
  report.add(
    'missing-message',
    where,
    `${where[0]!.toUpperCase()}${where.slice(1)} cannot be found in the log.`,
  );
}

async function* pages(store: Store, { id: threadId, messages }: ThreadState): AsyncGenerator<MessageMeta[]> {
  for (let from = 1; from <= messages; ) {
    const page = await store.readMetas({ threadId, from, to: messages, limit: metasPerPage });
    if (page.length === 0) return;
    yield page;
    const next = page.at(-1)!.seq + 1;
    // Numbers that go backwards are reported as gaps; here they must not cause an endless loop.
    if (!(next > from)) return;
    from = next;
  }
}

async function readPageProofs(
  store: Store,
  threadId: string,
  page: readonly MessageMeta[],
): Promise<Map<number, RecordProof>> {
  const after = page[0]!.seq - 1;
  const proofs = await store.readHashes({ threadId, of: 'messages', after, limit: page.length });
  return new Map(proofs.map((proof) => [proof.number, proof]));
}

async function* readContents(options: {
  store: Store;
  threadId: string;
  page: readonly MessageMeta[];
  report: DamageReport;
}): AsyncGenerator<Seen> {
  const { store, threadId, page, report } = options;
  for (let start = 0; start < page.length; ) {
    let end = start + 1;
    let tokens = page[start]!.tokens;
    while (
      end < page.length &&
      end - start < messagesPerRead &&
      tokens + page[end]!.tokens <= tokensPerRead
    ) {
      tokens += page[end]!.tokens;
      end += 1;
    }
    const piece = page.slice(start, end);
    const contents = await readPiece({ store, threadId, piece, report });
    for (const meta of piece) yield { ...meta, message: contents.get(meta.seq) };
    start = end;
  }
}

/** One unreadable message makes the whole read fail; then messages are read one by one to name it. */
async function readPiece(options: {
  store: Store;
  threadId: string;
  piece: readonly MessageMeta[];
  report: DamageReport;
}): Promise<Map<number, Message>> {
  const { store, threadId, piece, report } = options;
  const [from, to] = [piece[0]!.seq, piece.at(-1)!.seq];
  try {
    const messages = await store.readMessages({ threadId, from, to });
    return new Map(messages.map((message) => [message.seq, message]));
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (piece.length === 1) {
      report.add('unreadable', `message ${from}`, `The content of message ${from} cannot be read.`);
      return new Map();
    }
  }
  const found = new Map<number, Message>();
  for (const meta of piece) {
    for (const [seq, message] of await readPiece({ ...options, piece: [meta] })) found.set(seq, message);
  }
  return found;
}

function checkContent(report: DamageReport, message: Message): void {
  const { seq, removed, parts, name, extra, hash } = message;
  if (removed) {
    if (parts.length === 0 && name === undefined && extra === undefined) return;
    const detail = `Message ${seq} is marked as ${removed}, but content of it is still there.`;
    report.add('removed-content', `message ${seq}`, detail);
  } else if (!Array.isArray(parts) || hashMessage(message) !== hash) {
    const detail = `Message ${seq} is not what it was when it was stored: its content does not match its hash.`;
    report.add('message-hash', `message ${seq}`, detail);
  }
}

/** A row that counts too few messages hides the ones behind. They may also have arrived since the row was read. */
async function checkEnd(options: { store: Store; state: ThreadState; report: DamageReport }): Promise<void> {
  const { store, state, report } = options;
  const [newest] = await store.readMetas({ threadId: state.id, limit: 1, newestFirst: true });
  if (!newest || newest.seq <= state.messages) return;
  const now = await store.readThread(state.id);
  if (now && newest.seq > now.messages) checkCounter(report, 'messages', now.messages, newest.seq);
}

/**
 * A unit starts at a message that is its own start. Only answers to calls, and messages that follow reasoning, may join
 * one (I-8).
 */
function unitCheck(store: Store, threadId: string, report: DamageReport) {
  const starts = new Map<number, number>();
  let before: Seen | undefined;
  const startOf = async (seq: number): Promise<number | undefined> => {
    const known = starts.get(seq);
    if (known !== undefined) return known;
    const [meta] = await store.readMetas({ threadId, from: seq, to: seq });
    return meta?.unitStart;
  };
  return {
    async add(seen: Seen): Promise<void> {
      const { seq, unitStart, removed, message } = seen;
      const previous = before;
      before = seen;
      starts.set(seq, unitStart);
      if (starts.size > rememberedUnits) starts.delete(starts.keys().next().value!);
      if (unitStart === seq) return;
      const wrong = (why: string) =>
        report.add(
          'unit-start',
          `message ${seq}`,
          `Message ${seq} says its unit starts at ${unitStart}, ${why}.`,
        );
      if (!(unitStart >= 1 && unitStart < seq)) {
        wrong('which is not at or before it');
        return;
      }
      if ((await startOf(unitStart)) !== unitStart) wrong('where no unit starts');
      const whole = message && !removed && message.editedAt === undefined;
      if (!whole || message.parts.some(({ type }) => type === 'tool-result')) return;
      // A message that cannot be read, or was changed, may have been reasoning.
      const wasThought =
        previous?.message === undefined || previous.removed || previous.message.editedAt !== undefined;
      if (!wasThought && !followsThought(previous.message!, message)) wrong('but it answers no tool call');
    },
  };
}
