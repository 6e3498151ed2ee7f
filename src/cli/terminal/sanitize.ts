/**
 * Makes text safe for a terminal. A message may hold escape sequences that move the cursor, rename the window or hide
 * text; they become visible signs. All text that Everthread did not write itself passes through this file.
 */

/** Bidirectional embeddings, overrides and isolates, which can reorder even the text after the message. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/gu;
const lineEnds = /\r\n|[\u2028\u2029]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu;

/** Keeps line feeds, turns tabs into spaces, and other control characters into visible signs: `␛` for escape. */
export function sanitize(text: string): string {
  return text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replace(reordering, '')
    .replace(controls, visibleControl);
}

export type PieceSanitizer = {
  push(piece: string): string;
  /** The character that was held back because its other half could still come. */
  end(): string;
};

/** Sanitizes text that comes in pieces, which may split a character or a line end in two. */
export function createPieceSanitizer(): PieceSanitizer {
  let heldBack = '';
  return {
    push(piece) {
      const text = heldBack + piece;
      heldBack = /[\ud800-\udbff\r]$/.exec(text)?.[0] ?? '';
      return sanitize(heldBack === '' ? text : text.slice(0, -heldBack.length));
    },
    end() {
      const rest = sanitize(heldBack);
      heldBack = '';
      return rest;
    },
  };
}

/** Sanitizes text and puts it on one line. */
export function sanitizeLine(text: string): string {
  return sanitize(text).replace(/\s+/gu, ' ').trim();
}

/** JSON that parses to the same value, without control characters that a terminal would act on. */
export function terminalJson(value: unknown, { indent = 2 }: { indent?: number } = {}): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function visibleControl(character: string): string {
  if (character === '\t') return '  ';
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
}
