/** Ends a standing rule because a person asked for it (R-40). It stays on record, and the audit trail says so. */
import { EverthreadError } from '../errors.ts';
import { activePins, type Rule, withPinIds } from '../facts/pins.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { auditEntry } from './audit.ts';

export async function removeRule(options: {
  ports: { store: Store; runtime: Runtime };
  threadId: string;
  ruleId: string;
  note: string;
}): Promise<Rule> {
  const { ports, threadId, ruleId, note } = options;
  const { store, runtime } = ports;
  const known = withPinIds((await store.readThread(threadId))?.pins ?? []);
  const { seq } = find(known, threadId, ruleId);
  const state = await store.updatePins({
    threadId,
    change: (pins, { messages }) => {
      const all = withPinIds(pins);
      const removed = find(all, threadId, ruleId);
      return all.map((rule) =>
        rule === removed ? { ...rule, revokedBy: messages, ended: 'removed' as const } : rule,
      );
    },
    audit: auditEntry(runtime, threadId, { action: 'remove-rule', from: seq, to: seq, note, before: null }),
    now: runtime.now(),
  });
  return withPinIds(state.pins).find(({ id }) => id === ruleId)!;
}

function find(rules: readonly Rule[], threadId: string, ruleId: string): Rule {
  const active = activePins(rules);
  const found = active.find(({ id }) => id === ruleId);
  if (found !== undefined) return found;
  const ids = active.map(({ id }) => id);
  throw new EverthreadError({
    code: 'unknown_rule',
    field: 'ruleId',
    message: `There is no standing rule ${JSON.stringify(ruleId)} in thread ${JSON.stringify(threadId)}. ${
      ids.length === 0 ? 'It has none.' : `It has: ${ids.slice(-20).join(', ')}.`
    }`,
    details: { threadId, ruleId },
  });
}
