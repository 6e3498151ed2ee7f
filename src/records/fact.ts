/** One exact thing said in a conversation, kept verbatim beside the prose. */

/** Somebody's statement as a whole. */
const statementKinds = ['rule', 'decision', 'commitment', 'question'] as const;
/** A thing with a name of its own, or a figure. */
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
  /** The message it was last said in, by whom and when. */
  seq: number;
  role: string;
  at: string;
  /** Higher is kept first when the ledger's budget is short. */
  importance: number;
  /** What the value belongs to, where the text says so ("port", "deadline"): a newer value replaces an older one. */
  subject?: string;
  /** A few words from around a value that says little alone (a date, a sum); never used to replace anything. */
  context?: string;
  /** How many messages said it; absent means one. */
  mentions?: number;
  /** Earlier values of the same subject, newest first. */
  valueHistory?: { value: string; seq: number; at: string }[];
  /** Stands in the summary's own text: remembered so that a rewrite cannot lose it, not shown a second time. */
  inProse?: boolean;
};
