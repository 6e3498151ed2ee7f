/** What tests of owners share. */
import type { Context } from '../context/render.ts';
import { type Runtime, systemRuntime } from '../runtime.ts';

/** A second passes with every look at the clock: nothing is ever said at the same time. */
export function ticking(): Runtime {
  let time = Date.UTC(2026, 2, 1);
  return { ...systemRuntime, now: () => (time += 1_000) };
}

export function profileIn(context: Context): string | undefined {
  return /<user-profile>[\s\S]*<\/user-profile>/u.exec(context.toText())?.[0];
}
