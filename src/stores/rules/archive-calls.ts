/**
 * Finds the calls of the archive's own tools in an append, recognized by their answers. Pure, and the same for every
 * store; each store finds and writes the calling messages itself.
 */
import { archiveCallIds } from '../../message/archive-answer.ts';
import type { Message } from '../../message/message.ts';
import { withArchiveCalls } from '../../message/origin.ts';
import { openedCalls } from '../../message/units.ts';
import { callKey } from './numbering.ts';

export function answeredByArchive(
  messages: readonly Message[],
  /** Number of the stored message that opened a call, by `callKey`. */
  storedOpener: (key: string) => number | undefined,
): {
  numbered: Message[];
  /** Stored messages that called the archive: the ids of those calls, by message number. */
  earlier: Map<number, string[]>;
} {
  const numbered = [...messages];
  const earlier = new Map<number, string[]>();
  messages.forEach((message, index) => {
    for (const callId of archiveCallIds(message)) {
      const key = callKey(callId);
      const opener = numbered.findLastIndex(
        (one, place) => place < index && openedCalls(one).some((id) => callKey(id) === key),
      );
      const stored = opener === -1 ? storedOpener(key) : undefined;
      if (opener !== -1) numbered[opener] = withArchiveCalls(numbered[opener]!, [callId]);
      else if (stored !== undefined) earlier.set(stored, [...(earlier.get(stored) ?? []), callId]);
    }
  });
  return { numbered, earlier };
}
