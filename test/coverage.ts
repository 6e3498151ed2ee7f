/** Computes in which form a context shows each message, to prove that none is missing and none appears twice (I-2). */
import type { AssembledContext, ContextItem } from '../src/context/context.ts';

export type CoveredRange = {
  from: number;
  to: number;
  kind: ContextItem['kind'];
  section: ContextItem['section'];
};

/** Ranges in the order of the messages. */
export function coverageOf({ items }: Pick<AssembledContext, 'items'>): CoveredRange[] {
  return items
    .flatMap(({ from, to, kind, section }) =>
      from === null || to === null ? [] : [{ from, to, kind, section }],
    )
    .sort((left, right) => left.from - right.from);
}

/** Gaps and overlaps among messages 1 … `messages`; empty when every one is shown exactly once. */
export function coverageProblems(context: Pick<AssembledContext, 'items'>, messages: number): string[] {
  const problems: string[] = [];
  let next = 1;
  for (const { from, to, kind } of coverageOf(context)) {
    if (from > next) problems.push(`messages ${next} to ${from - 1} are missing`);
    if (from < next) problems.push(`messages ${from} to ${next - 1} are shown again as ${kind}`);
    if (to < from) problems.push(`the range ${from} to ${to} is empty`);
    next = Math.max(next, to + 1);
  }
  if (next <= messages) problems.push(`messages ${next} to ${messages} are missing`);
  if (next > messages + 1) problems.push(`messages ${messages + 1} to ${next - 1} do not exist`);
  return problems;
}
