/** How settings are merged, the same in every store. */
import type { ThreadSettings } from '../../records/thread-state.ts';

export type SettingsPatch = { [key in keyof ThreadSettings]?: ThreadSettings[key] | null };

/** Undefined members of the patch leave a setting unchanged, null members remove it. */
export function mergedSettings(settings: ThreadSettings, patch: SettingsPatch): ThreadSettings {
  const merged = new Map<string, unknown>(Object.entries(settings));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (value !== undefined) merged.set(key, value);
  }
  // Not by assignment, because a member named __proto__ must stay an ordinary member.
  return Object.fromEntries(merged);
}
