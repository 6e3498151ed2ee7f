/** Helpers shared by the tests of owners. */
import type { Context } from '../context/render.ts';
import { type Runtime, systemRuntime } from '../runtime.ts';

/** A clock that advances a second with every reading, so that no two times are equal. */
export function ticking(): Runtime {
  let time = Date.UTC(2026, 2, 1);
  return { ...systemRuntime, now: () => (time += 1_000) };
}

export function profileIn(context: Context): string | undefined {
  return /<user-profile>[\s\S]*<\/user-profile>/u.exec(context.toText())?.[0];
}
