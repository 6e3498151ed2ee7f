/**
 * How long to wait after a failure: longer each time, and at least as long as the provider asked for, within bounds.
 */
export type WaitRule = { readonly firstMs: number; readonly factor: number; readonly mostMs: number };

/** Before a failed compaction is tried again. */
export const compactionWait: WaitRule = { firstMs: 30_000, factor: 2, mostMs: 3_600_000 };
/** Before the model is asked again to redo a summary that code wrote. */
export const renewalWait: WaitRule = { firstMs: 60_000, factor: 4, mostMs: 86_400_000 };

export function waitMs(options: {
  rule: WaitRule;
  /** Earlier failures. */
  failures: number;
  retryAfterMs?: number | undefined;
  /**
   * Makes equal waits differ by up to a quarter, always equally for the same id, so that not everything wakes at once.
   */
  id: string;
}): number {
  const { rule, failures, retryAfterMs = 0, id } = options;
  const grown = Math.min(rule.mostMs, rule.firstMs * rule.factor ** failures);
  const requestedMs = Math.min(rule.mostMs, retryAfterMs);
  return Math.ceil(Math.max(grown, requestedMs) * (1 + spread(id) / 4));
}

function spread(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  return (hash % 1_000) / 1_000;
}
