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

/** What a person did to the past, when, and to what. `before` holds the earlier text where it may be kept. */
export type AuditEntry = {
  id: string;
  threadId: string;
  at: string;
  action: (typeof auditActions)[number];
  /** Messages or the summary it was done to. */
  from: number;
  to: number;
  summaryId: string | null;
  /** Free text of the caller: who, why. */
  note: string;
  before: string | null;
};
