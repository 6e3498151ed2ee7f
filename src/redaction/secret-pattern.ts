/** One kind of secret: how to find it, and how to reject false matches. */
export type SecretPattern = {
  kind: string;
  /** Pieces of text in lower case, one of which must occur. */
  hints: readonly string[];
  /** Every match contains a run of letters, digits, `_` and `-` of at least this length. */
  run?: number;
  /** The secret is the group `value`, or the whole match. */
  pattern: RegExp;
  accept?: (value: string, match: RegExpExecArray) => boolean;
};
