/**
 * Whether what a file says besides its messages follows from these: summaries are held against the hashes of the
 * messages they name and against what was said in them, rules against the message they are said to come from. A file
 * can compute any hash; what it cannot do is make others have said what it wants.
 */

import { type Message, textOf } from '../../message/message.ts';
import type { Pin } from '../../records/pin.ts';
import type { SummaryRecord } from '../../records/summary.ts';
import type { MessageMark } from '../../store.ts';
import type { Thread } from '../../thread.ts';
import { damageReport } from '../../verify/damage.ts';
import { sourceCheck } from '../../verify/sources.ts';

/** Words of a summary that must be words of its messages, where it has enough of them to tell. */
const leastCarried = 0.4;
const fewWords = 8;
/** Words of a rule that must be words of its message; secrets in it were replaced. */
const leastSaid = 0.7;

export type PastCheck = {
  /** Why the summaries are not to be taken; undefined where they are. */
  fault: string | undefined;
  /** Rules that were said by the user in this thread. */
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
  return { fault, pins: rules.said() };
}

function originalCheck(summaries: readonly SummaryRecord[]) {
  const wanted = new Map<string, Set<string>>();
  for (const { originals, stale } of summaries) {
    if (stale) continue;
    for (const { id, hash } of originals) wanted.set(id, (wanted.get(id) ?? new Set()).add(hash));
  }
  let wrong: string | undefined;
  return {
    add({ id, hash, seq, removed, editedAt }: Message): void {
      const hashes = wanted.get(id);
      wanted.delete(id);
      if (!hashes || removed || editedAt !== undefined || hashes.has(hash)) return;
      wrong ??= `Message ${seq} is not the one that a summary names.`;
    },
    fault: () => wrong ?? (wanted.size > 0 ? 'A summary names messages that are not there.' : undefined),
  };
}

type Carrying = { summary: SummaryRecord; missing: Set<string>; words: number };

function carryCheck(summaries: readonly SummaryRecord[]) {
  const waiting: Carrying[] = summaries
    // A person may write what was never said; of a stale one the messages have changed.
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
      const said = wordsOf(JSON.stringify(message.parts));
      for (const one of within) {
        if (message.removed) uncheckable.add(one);
        for (const word of said) one.missing.delete(word);
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
  const said = new Set<Pin>();
  return {
    add({ seq, role, parts, removed }: Message): void {
      for (const pin of bySeq.get(seq) ?? []) {
        // What a person corrected was never said; what it corrects was, by whomever.
        const words = wordsOf(pin.corrects?.value ?? pin.text);
        const there = wordsOf(pin.corrects ? JSON.stringify(parts) : textOf(parts));
        const share = [...words].filter((word) => there.has(word)).length / Math.max(1, words.size);
        // A deleted original keeps its rules, but cannot prove them any more.
        if ((role === 'user' || pin.corrects) && !removed && share >= leastSaid) said.add(pin);
      }
    },
    said: () => pins.filter((pin) => said.has(pin)),
  };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}
