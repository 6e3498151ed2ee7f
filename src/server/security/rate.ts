/** Rate limit: a token bucket that fills evenly and holds one minute's worth. */
export type RateLimit = {
  /** Returns 0 if the request may go on, else the seconds to wait. */
  take(who: string): number;
};

/** More callers than this at once is an attack: the longest unused buckets are dropped. */
const mostBuckets = 10_000;

export function createRateLimit(options: { perMinute: number; now(): number }): RateLimit {
  const { perMinute, now } = options;
  const perMs = perMinute / 60_000;
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(who) {
      const at = now();
      const bucket = buckets.get(who) ?? { left: perMinute, at };
      const left = Math.min(perMinute, bucket.left + (at - bucket.at) * perMs);
      buckets.delete(who);
      if (buckets.size >= mostBuckets) buckets.delete(buckets.keys().next().value!);
      buckets.set(who, { left: left < 1 ? left : left - 1, at });
      return left < 1 ? Math.ceil((1 - left) / perMs / 1_000) : 0;
    },
  };
}
