/** A standing instruction of the user as it is stored; how it is read is in facts/pins.ts. */
export type Pin = {
  /** `12` for the first rule of message 12, then `12.2`, `12.3`. Absent in old stores: see `withPinIds`. */
  id?: string;
  /** As the user wrote it. */
  text: string;
  /** The message it was said in, and when. */
  seq: number;
  at: string;
  /** What it is about: two pins of one subject cannot both hold. */
  subject: string;
  /** The newest message when it ended: the one that took it back or replaced it, or after which it was removed. */
  revokedBy?: number;
  /** Why it ended, where the user did not say so: removed by a call or command, or too many newer ones. */
  ended?: 'removed' | 'limit';
};
