/**
 * What holds until somebody takes it back, as it is stored: a standing instruction of the user (facts/pins.ts), or a fact
 * that a person corrected (facts/corrections.ts).
 */
import type { FactKind } from './fact.ts';

export type Pin = {
  /** `12` for the first rule of message 12, then `12.2`, `12.3`. Absent in old stores: see `withPinIds`. */
  id?: string;
  /** As the user wrote it; of a correction, the value that is right. */
  text: string;
  /** The message it was said in, and when; of a correction, the message that is wrong, and when it was corrected. */
  seq: number;
  at: string;
  /** What it is about: two pins of one subject cannot both hold. */
  subject: string;
  /** The newest message when it ended: the one that took it back or replaced it, or after which it was removed. */
  revokedBy?: number;
  /** Why it ended, where the user did not say so: removed by a call or command, or too many newer ones. */
  ended?: 'removed' | 'limit';
  /** The fact that is put right by this; absent for a rule. */
  corrects?: {
    factId: string;
    kind: FactKind;
    value: string;
    /** What the value belongs to, as the fact has it. */
    about?: string;
    /** The newest message when it was corrected: what is said later may hold instead. */
    after: number;
  };
};
