/** Why something was found, as it may be told: a query that holds a secret lends its words to the reasons. */
export function shownReasons(
  reasons: readonly string[],
  query: string,
  told: (text: string) => string,
): string[] {
  const holdsSecret = told(query) !== query;
  return reasons.map((reason) => {
    // Ours alone: a number holds nothing, and every hit has another one.
    if (/^next to #\d+$/u.test(reason)) return reason;
    return holdsSecret && /^(?:matches|related to) /u.test(reason)
      ? 'matches words of the query'
      : told(reason);
  });
}
