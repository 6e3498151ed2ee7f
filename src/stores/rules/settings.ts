/** How settings are merged: the same in every store. */
import type { ThreadSettings } from '../../records/thread-state.ts';

export type SettingsPatch = { [key in keyof ThreadSettings]?: ThreadSettings[key] | null };

/** `undefined` members of the patch are left as they are, null ones removed. */
export function mergedSettings(settings: ThreadSettings, patch: SettingsPatch): ThreadSettings {
  const merged = new Map<string, unknown>(Object.entries(settings));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (value !== undefined) merged.set(key, value);
  }
  // Not by assignment: a member called __proto__ is a member like any other.
  return Object.fromEntries(merged);
}
