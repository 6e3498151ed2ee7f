/** What a line leaves of its changes when it restores files. */
import type { FileEffect } from '../facts/patch.ts';
import type { ShellStep } from '../facts/shell.ts';
import type { GitEvent } from './git.ts';

/**
 * A file restored to its committed version is unchanged, unless a later command of the same line changes it: then the
 * line restores nothing that lasts.
 */
export function withoutRestored(
  ran: readonly ShellStep[],
  done: readonly FileEffect[],
  events: readonly GitEvent[],
): { effects: FileEffect[]; events: GitEvent[] } {
  const placeOf = (effect: FileEffect) => ran.findIndex((step) => step.effects.includes(effect));
  let effects = [...done];
  const lasting = events.flatMap((event): GitEvent[] => {
    if (event.kind !== 'undo' || event.undo.kind !== 'discard' || event.undo.paths === null) return [event];
    const place = event.step === undefined ? ran.length : ran.indexOf(event.step);
    const { paths } = event.undo;
    effects = effects.filter((effect) => placeOf(effect) > place || !paths.includes(effect.path));
    const still = paths.filter((path) => !effects.some((effect) => effect.path === path));
    return still.length === 0 ? [] : [{ ...event, undo: { ...event.undo, paths: still } }];
  });
  return { effects, events: lasting };
}
