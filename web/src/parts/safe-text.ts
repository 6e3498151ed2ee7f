/** Makes untrusted text safe to show: characters that would hide or reorder the words around them become visible. */

/** Direction marks and other characters that change how neighbouring text looks, with the names shown instead. */
const names: Record<string, string> = {
  '\u200b': 'ZWSP',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u061c': 'ALM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\ufeff': 'BOM',
};

/** Control characters except line breaks and tabs, and the characters above. */
const invisible = /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function safeText(text: string): string {
  return text.replace(invisible, (character) => {
    if (character === '\r') return '';
    const name = names[character] ?? character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `⟨${name}⟩`;
  });
}

/** The address if it may be followed, else undefined, as for `javascript:` and `data:` links in a message. */
export function safeLink(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address);
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** The first part of a text that is too long to draw at once, and the number of characters left out. */
export function cut(text: string, limit: number): { shown: string; more: number } {
  return text.length > limit
    ? { shown: text.slice(0, limit), more: text.length - limit }
    : { shown: text, more: 0 };
}
