/** Why something was found: by what, for code, and in words, for people. */

const reasonKinds = ['words', 'related-words', 'speaker', 'time', 'meaning', 'neighbour'] as const;
export type ReasonKind = (typeof reasonKinds)[number];

export type Reason = {
  kind: ReasonKind;
  /** A short phrase: "matches adoption, agencies", "next to #12", "in May 2023". */
  text: string;
};

/** The reasons as they may be shown: a query that holds a secret lends its words to them. */
export function shownReasons(
  reasons: readonly Reason[],
  query: string,
  told: (text: string) => string,
): string[] {
  const holdsSecret = told(query) !== query;
  return reasons.map(({ kind, text }) => {
    // Consists of fixed words and a number, so there is nothing to redact, and caching would not help.
    if (kind === 'neighbour') return text;
    const quotesQuery = kind === 'words' || kind === 'related-words';
    return holdsSecret && quotesQuery ? 'matches words of the query' : told(text);
  });
}
