/** One kind of secret: how it is found, and what makes a find a mistake. */
export type SecretPattern = {
  kind: string;
  /** Lower-case pieces of text, one of which must be there. */
  hints: readonly string[];
  /** The secret is the group `value`, or the whole match. */
  pattern: RegExp;
  accept?: (value: string, match: RegExpExecArray) => boolean;
};
