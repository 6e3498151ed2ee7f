/** One kind of secret: how it is found, and what makes a find a mistake. */
export type SecretPattern = {
  kind: string;
  /** Lower-case pieces of text, one of which must be there. */
  hints: readonly string[];
  /** Every match holds a run of letters, digits, `_` and `-` that is at least this long. */
  run?: number;
  /** The secret is the group `value`, or the whole match. */
  pattern: RegExp;
  accept?: (value: string, match: RegExpExecArray) => boolean;
};
