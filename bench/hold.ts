/**
 * How long the event loop was held: the longest time between two of its turns, by the clock and in processor time of
 * the thread. On a machine with other work, only the processor time describes the program itself.
 */
export type Hold = { clockMs: number; ownMs: number };

export async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  const hold = { clockMs: 0, ownMs: 0 };
  let [clock, own] = [performance.now(), ownTime()];
  const tick = () => {
    const [now, used] = [performance.now(), ownTime()];
    hold.clockMs = Math.max(hold.clockMs, now - clock);
    hold.ownMs = Math.max(hold.ownMs, used - own);
    [clock, own] = [now, used];
  };
  const timer = setInterval(tick, 1);
  try {
    await work();
    tick();
  } finally {
    clearInterval(timer);
  }
  return hold;
}

function ownTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
