/** A standing rule that a person takes away by hand (R-40): it ends now, stays on record, and the audit trail says so. */
import type { Engine } from '../engine/engine.ts';
import { EverthreadError } from '../errors.ts';
import { activePins, type Rule, withPinIds } from '../facts/pins.ts';
import { auditEntry } from './edit-messages.ts';

export async function removeRule(options: {
  engine: Engine;
  threadId: string;
  ruleId: string;
  note: string;
}): Promise<Rule> {
  const { engine, threadId, ruleId, note } = options;
  const known = withPinIds((await engine.store.readThread(threadId))?.pins ?? []);
  const { seq } = find(known, threadId, ruleId);
  const state = await engine.store.updatePins({
    threadId,
    change: (pins, { messages }) => {
      const all = withPinIds(pins);
      const removed = find(all, threadId, ruleId);
      return all.map((rule) =>
        rule === removed ? { ...rule, revokedBy: messages, ended: 'removed' as const } : rule,
      );
    },
    audit: auditEntry(engine, threadId, { action: 'remove-rule', from: seq, to: seq, note, before: null }),
    now: engine.runtime.now(),
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
