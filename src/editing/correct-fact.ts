/**
 * Corrections of facts by a person. The messages stay as they are. Every later context, list and brief
 * shows the corrected value, through any compaction, until the correction is taken back or a newer message states a
 * value.
 */
import type { Redaction } from '../engine/redaction.ts';
import { EverthreadError, invalidInput } from '../errors.ts';
import { type Correction, isCorrection, type KnownFact, mostCorrections } from '../facts/corrections.ts';
import type { Pin } from '../records/pin.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import { threadFacts } from '../search/thread-facts.ts';
import type { Store } from '../store.ts';
import type { Workers } from '../workers/workers.ts';
import { auditEntry } from './audit.ts';

const longestCharacters = 2_000;

export async function correctFact(options: {
  ports: { store: Store; runtime: Runtime; redaction: Redaction; workers: Pick<Workers, 'run'> };
  state: ThreadState;
  factId: string;
  /** Null takes a correction back. */
  value: string | null;
  note: string;
}): Promise<KnownFact> {
  const { ports, state, factId, value, note } = options;
  const { store, runtime, redaction } = ports;
  const right = value === null ? null : redaction.redact(checkedValue(value));
  const known = find(await threadFacts({ ports, state }), state.id, factId);
  if (right === null && known.corrected === undefined) {
    throw invalidInput('value', 'a text, for there is no correction to take back', value);
  }
  if (right === known.value) throw invalidInput('value', 'another value than the fact has', right);
  const wrong = known.corrected?.value ?? known.value;
  const updated = await store.updatePins({
    threadId: state.id,
    change: (pins, { messages }) => {
      const isOf = (pin: Pin): boolean => isCorrection(pin) && pin.corrects.factId === factId;
      const ended = pins.map((pin) =>
        isOf(pin) && pin.revokedBy === undefined
          ? { ...pin, revokedBy: messages, ended: 'removed' as const }
          : pin,
      );
      if (right === null || right === wrong) return ended;
      checkRoom(ended);
      const about = known.subject ?? known.context;
      const correction: Correction = {
        id: `${factId}.${pins.filter(isOf).length + 1}`,
        text: right,
        seq: known.seq,
        at: isoTime(runtime.now()),
        subject: factId,
        corrects: {
          ...{ factId, kind: known.kind, value: wrong, after: messages },
          ...(about !== undefined && { about }),
        },
      };
      return [...ended, correction];
    },
    audit: auditEntry(runtime, state.id, {
      action: 'correct-fact',
      ...{ from: known.seq, to: known.seq, note, before: known.value },
    }),
    now: runtime.now(),
  });
  return find(await threadFacts({ ports, state: updated }), state.id, factId);
}

function checkedValue(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > longestCharacters) {
    const accepted = `a text of 1 to ${longestCharacters.toLocaleString('en-US')} characters, or null`;
    throw invalidInput('value', accepted, value);
  }
  return value.trim();
}

function checkRoom(pins: readonly Pin[]): void {
  const holding = pins.filter((pin) => isCorrection(pin) && pin.revokedBy === undefined).length;
  if (holding < mostCorrections) return;
  throw new EverthreadError({
    code: 'limit_exceeded',
    field: 'factId',
    message: `A thread holds ${mostCorrections} corrections at most. Take one back, or edit the messages that are wrong.`,
    details: { holding },
  });
}

function find(facts: readonly KnownFact[], threadId: string, factId: string): KnownFact {
  const found = facts.find(({ id }) => id === factId);
  if (found !== undefined) return found;
  throw new EverthreadError({
    code: 'unknown_fact',
    field: 'factId',
    message: `There is no fact ${JSON.stringify(factId)} in thread ${JSON.stringify(threadId)}. Its list of facts gives the id of each.`,
    details: { threadId, factId },
  });
}
