/** Text in a header, which holds printable ASCII only: all else is percent-encoded, so that it comes back as it was. */

export function headerText(text: string): string {
  const isPlain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && fromHeaderText(text) === text;
  return isPlain ? text : encodeURIComponent(text.toWellFormed());
}

/** A value that is not encoded, or not rightly so, is taken as it stands. */
export function fromHeaderText(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
