/**
 * Reads the user's standing instructions during a turn. They are read from user messages when these are
 * appended. They appear in the pinned section only when their message is no longer shown verbatim. So the section
 * changes with compactions and revocations, not with every new rule (I-7).
 */
import type { ShownRule } from '../context/rules.ts';
import { type Correction, correctionText } from '../facts/corrections.ts';
import {
  activePins,
  compileRules,
  type RulesInText,
  readRules,
  readRulesSteps,
  updatePins,
} from '../facts/pins.ts';
import { type PreparedMessage, textOf } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { Pin } from '../records/pin.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { UpdatePins } from '../store.ts';
import { lazily } from '../text/lazily.ts';
import { inSteps } from '../text/steps.ts';

/** Text further back in a message was probably pasted. */
const readCharacters = 20_000;
const revokedKept = 100;

/** Characters read between two pauses: a few milliseconds, the first time some ten. */
const sliceCharacters = 1_000;

type RedactStart = (text: string, characters: number) => string;

/** In the background, behind the first message of a process: the next ones find everything compiled. */
const compileBehind = lazily(() => void inSteps(compileRules(), yieldToEventLoop));

/**
 * The rules read from each message, by its id. Read before the transaction, so that it does not wait for the reading.
 */
export async function readRulesAhead(
  messages: readonly PreparedMessage[],
  redactStart: RedactStart,
): Promise<Map<string, RulesInText>> {
  const rulesById = new Map<string, RulesInText>();
  let worked = 0;
  for (const message of messages) {
    if (message.role !== 'user' || isAside(message)) continue;
    const text = textOf(message.parts);
    const start = text.slice(0, readCharacters);
    // Only the few messages with rules are searched for secrets.
    const hasRules = (await inSteps(readRulesSteps(start), yieldToEventLoop)).length > 0;
    rulesById.set(message.id, hasRules ? readRules(redactStart(text, readCharacters)) : []);
    compileBehind();
    worked += start.length;
    if (worked < sliceCharacters) continue;
    worked = 0;
    await yieldToEventLoop();
  }
  return rulesById;
}

export function readPins(redactStart: RedactStart, rulesById?: ReadonlyMap<string, RulesInText>): UpdatePins {
  return (pins, messages) => {
    let current = pins as Pin[];
    for (const message of messages) {
      const { id, seq, role, createdAt, parts } = message;
      if (role !== 'user' || isAside(message)) continue;
      const known = rulesById?.get(id);
      if (known?.length === 0) continue;
      const text = known ? '' : redactStart(textOf(parts), readCharacters);
      current = updatePins({ pins: current, message: { seq, role, at: createdAt, text }, rules: known });
    }
    // Returns the same list when nothing changed, so that nothing is written.
    if (current === pins) return current;
    const revoked = current.filter((pin) => pin.revokedBy !== undefined);
    const dropped = new Set(revoked.slice(0, Math.max(0, revoked.length - revokedKept)));
    return dropped.size === 0 ? current : current.filter((pin) => !dropped.has(pin));
  };
}

/**
 * Rules whose message is no longer shown, oldest first. Then corrections, which are always shown, because no message
 * contains them.
 */
export function shownPins(
  pins: readonly Pin[],
  { summaries, corrections }: { summaries: readonly SummaryRecord[]; corrections: readonly Correction[] },
): ShownRule[] {
  const coveredTo = summaries[summaries.length - 1]?.to ?? 0;
  const rules = activePins(pins).filter((pin) => pin.seq <= coveredTo);
  return [
    ...rules.map(({ text, seq, at }) => ({ text, seq, at })),
    ...corrections.map((pin) => ({
      ...{ text: correctionText(pin), seq: pin.seq, at: pin.at },
      corrects: true as const,
    })),
  ];
}

/** Rules that were dropped because message `from` or a later one added newer ones. */
export function droppedPins(pins: readonly Pin[], from: number): Pin[] {
  return pins.filter(({ ended, revokedBy = 0 }) => ended === 'limit' && revokedBy >= from);
}

/** The pins as they were when message `at` was the newest. */
export function pinsAt(pins: readonly Pin[], at: number): Pin[] {
  return pins
    .filter(({ corrects, seq }) => (corrects?.after ?? seq) <= at)
    .map(({ revokedBy, ended, ...pin }) =>
      revokedBy !== undefined && revokedBy <= at ? { ...pin, revokedBy, ...(ended && { ended }) } : pin,
    );
}
