/**
 * Checks that the summaries and rules of an imported file follow from its messages. Summaries must match the hashes
 * and the words of the messages they name, rules the words of the message they come from. The words are compared too
 * because the author of a file can compute any hash.
 */

import { type Message, textOf } from '../../message/message.ts';
import type { Pin } from '../../records/pin.ts';
import type { SummaryRecord } from '../../records/summary.ts';
import type { MessageMark } from '../../store.ts';
import type { Thread } from '../../thread.ts';
import { damageReport } from '../../verify/damage.ts';
import { sourceCheck } from '../../verify/sources.ts';

/** Least share of a summary's words that must occur in its messages, if it has more than a few words. */
const leastCarried = 0.4;
const fewWords = 8;
/** Least share of a rule's words that must occur in its message. Not all, because secrets in it were replaced. */
const leastQuoted = 0.7;

export type PastCheck = {
  /** Why the summaries must be refused; undefined if they are sound. */
  fault: string | undefined;
  /** The rules that the user did state in this thread. */
  pins: Pin[];
};

export async function checkPast(options: {
  thread: Thread;
  summaries: readonly SummaryRecord[];
  pins: readonly Pin[];
  marks: readonly MessageMark[];
}): Promise<PastCheck> {
  const { thread, summaries } = options;
  const report = damageReport(thread.id);
  const sources = sourceCheck({ heads: summaries, report });
  const marks = new Map(options.marks.map((mark) => [mark.seq, mark]));
  const carrying = carryCheck(summaries);
  const rules = ruleCheck(options.pins);
  const originals = originalCheck(summaries);
  for await (const message of thread.history()) {
    const marked = { ...message, ...marks.get(message.seq) };
    sources.add(marked);
    originals.add(marked);
    carrying.add(marked);
    rules.add(marked);
  }
  const fault = report.damages[0]?.message ?? originals.fault() ?? carrying.fault();
  return { fault, pins: rules.proven() };
}

function originalCheck(summaries: readonly SummaryRecord[]) {
  const hashesById = new Map<string, Set<string>>();
  for (const { originals, stale } of summaries) {
    if (stale) continue;
    for (const { id, hash } of originals) hashesById.set(id, (hashesById.get(id) ?? new Set()).add(hash));
  }
  let wrong: string | undefined;
  return {
    add({ id, hash, seq, removed, editedAt }: Message): void {
      const hashes = hashesById.get(id);
      hashesById.delete(id);
      if (!hashes || removed || editedAt !== undefined || hashes.has(hash)) return;
      wrong ??= `Message ${seq} is not the one that a summary names.`;
    },
    fault: () => wrong ?? (hashesById.size > 0 ? 'A summary names messages that are not there.' : undefined),
  };
}

type Carrying = { summary: SummaryRecord; missing: Set<string>; words: number };

function carryCheck(summaries: readonly SummaryRecord[]) {
  const waiting: Carrying[] = summaries
    // A person may write anything into a summary, and the messages of a stale summary have changed since.
    .filter(
      ({ stale, edited, pinned, kept, rung }) => !stale && !edited && !pinned && !kept && rung !== 'person',
    )
    .map((summary) => {
      const missing = wordsOf(summary.text);
      return { summary, missing, words: missing.size };
    })
    .filter(({ words }) => words >= fewWords)
    .sort((first, second) => first.summary.from - second.summary.from);
  const uncheckable = new Set<Carrying>();
  return {
    add(message: Message): void {
      const within = waiting.filter(
        ({ summary }) => summary.from <= message.seq && message.seq <= summary.to,
      );
      if (within.length === 0) return;
      const messageWords = wordsOf(JSON.stringify(message.parts));
      for (const one of within) {
        if (message.removed) uncheckable.add(one);
        for (const word of messageWords) one.missing.delete(word);
      }
    },
    fault(): string | undefined {
      const invented = waiting.find(
        (one) => !uncheckable.has(one) && 1 - one.missing.size / one.words < leastCarried,
      );
      if (!invented) return undefined;
      const { from, to } = invented.summary;
      return `The summary of messages ${from} to ${to} tells of what is not in them.`;
    },
  };
}

function ruleCheck(pins: readonly Pin[]) {
  const bySeq = new Map<number, Pin[]>();
  for (const pin of pins) bySeq.set(pin.seq, [...(bySeq.get(pin.seq) ?? []), pin]);
  const proven = new Set<Pin>();
  return {
    add({ seq, role, parts, removed }: Message): void {
      for (const pin of bySeq.get(seq) ?? []) {
        // For a correction, the corrected value is looked for: it was said by someone, the correction itself was not.
        const words = wordsOf(pin.corrects?.value ?? pin.text);
        const there = wordsOf(pin.corrects ? JSON.stringify(parts) : textOf(parts));
        const share = [...words].filter((word) => there.has(word)).length / Math.max(1, words.size);
        // A removed message can no longer prove its rules.
        if ((role === 'user' || pin.corrects) && !removed && share >= leastQuoted) proven.add(pin);
      }
    },
    proven: () => pins.filter((pin) => proven.has(pin)),
  };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}
