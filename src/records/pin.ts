/**
 * A stored statement that holds until it is revoked: a standing instruction of the user (facts/pins.ts), or a person's
 * correction of a fact (facts/corrections.ts).
 */
import type { FactKind } from './fact.ts';

export type Pin = {
  /** `12` for the first rule of message 12, then `12.2`, `12.3`. Absent in old stores: see `withPinIds`. */
  id?: string;
  /** The text as the user wrote it. For a correction: the correct value. */
  text: string;
  /**
   * The message that states it, and its time. For a correction: the message that is wrong, and the time of the
   * correction.
   */
  seq: number;
  at: string;
  /** What it is about. Two pins on one subject cannot both hold. */
  subject: string;
  /** The newest message when it ended: the one that revoked or replaced it, or after which it was removed. */
  revokedBy?: number;
  /** Why it ended, if the user did not revoke it: removed by a call or command, or displaced by too many newer ones. */
  ended?: 'removed' | 'limit';
  /** Set if a part of the sentence was revoked, and this pin is the rest of it: the message that revoked that part. */
  since?: number;
  /** The fact that this corrects; absent for a rule. */
  corrects?: {
    factId: string;
    kind: FactKind;
    value: string;
    /** The subject of the fact's value. */
    about?: string;
    /** The newest message at the time of the correction. A later message may state a value that holds instead. */
    after: number;
  };
};
