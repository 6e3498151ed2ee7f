/**
 * What is made of a text by a pure function, remembered: a context begins with the bytes of the last one (I-7), so that
 * most of its texts were looked at in the turn before. Holds the texts asked about last, up to so many characters.
 */
export function rememberTexts<Result>(
  make: (text: string) => Result,
  { mostCharacters }: { mostCharacters: number },
): (text: string) => Result {
  const known = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = make(text);
    // One that is longer would push out what all others share.
    if (text.length > mostCharacters / 4) return made;
    known.set(text, made);
    characters += text.length;
    for (const oldest of known.keys()) {
      if (characters <= mostCharacters) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return made;
  };
}
