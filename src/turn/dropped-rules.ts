import type { Emitter } from '../engine/emitter.ts';
import { droppedPins } from '../engine/standing-rules.ts';
import { mostActivePins } from '../facts/pins.ts';
import type { ThreadState } from '../records/thread-state.ts';

/** Reports each rule that was dropped because there are too many, by its number and not by its text (I-10). */
export function reportDroppedRules(emitter: Emitter, state: ThreadState, from = Infinity): void {
  for (const { seq } of droppedPins(state.pins, from)) {
    emitter.emit('diagnostic', {
      threadId: state.id,
      code: 'rule_dropped',
      message: `More than ${mostActivePins} standing rules: the oldest, of message ${seq}, was dropped.`,
      consequence: 'It is in no context any more. Remove rules that are no longer needed, and say it again.',
    });
  }
}
