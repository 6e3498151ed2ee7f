/** An exact fact from a conversation, kept verbatim beside the prose. */

/** Whole statements. */
const statementKinds = ['rule', 'decision', 'commitment', 'question'] as const;
/** Things with a name of their own, or figures. */
const namedKinds = [
  'path',
  'command',
  'identifier',
  'url',
  'handle',
  'version',
  'money',
  'date',
  'quantity',
  'name',
] as const;
export const entityKinds = [...namedKinds, 'code'] as const;
/** In the order in which a ledger lists them. */
export const factKinds = [...statementKinds, ...namedKinds, 'quote', 'code'] as const;
export type FactKind = (typeof factKinds)[number];

export function isStatement(kind: FactKind): boolean {
  return statementKinds.some((one) => one === kind);
}

export type Fact = {
  kind: FactKind;
  /** Exactly as written in the source, secrets replaced by placeholders. */
  value: string;
  /** The message that stated it last, with its role and time. */
  seq: number;
  role: string;
  at: string;
  /** Higher is kept first when the ledger's budget is short. */
  importance: number;
  /**
   * What the value belongs to, if the text says so ("port", "deadline"). A newer value of a subject replaces an older
   * one.
   */
  subject?: string;
  /** A few words around a value that says little alone (a date, a sum). Never used to decide what replaces what. */
  context?: string;
  /** How many messages stated it; absent means one. */
  mentions?: number;
  /** Earlier values of the same subject, newest first. */
  valueHistory?: { value: string; seq: number; at: string }[];
  /** True if the summary's text contains it. Kept so that a rewrite cannot lose it, but not shown twice. */
  inProse?: boolean;
};
