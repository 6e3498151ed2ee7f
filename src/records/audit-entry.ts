export const auditActions = [
  'edit-message',
  'forget',
  'delete-originals',
  'edit-summary',
  'pin-summary',
  'unpin-summary',
  'remove-rule',
  'correct-fact',
] as const;

/** A change that a person made to the past. `before` holds the earlier text if it may be kept. */
export type AuditEntry = {
  id: string;
  threadId: string;
  at: string;
  action: (typeof auditActions)[number];
  /** The first and last message concerned, or `summaryId`: the summary concerned. */
  from: number;
  to: number;
  summaryId: string | null;
  /** The caller's own text: who and why. */
  note: string;
  before: string | null;
};
