/**
 * Frames: text that was said or found somewhere is shown between delimiters, with a line that says what it is, so
 * that it reads as data and gains no authority by standing in the prompt. Delimiters inside the text are
 * made harmless.
 */
const tags = [
  'user-profile',
  'standing-rules',
  'exact-facts',
  'left-out-messages',
  'shortened-summaries',
  'recalled-passages',
  'given-resources',
  'resource',
] as const;
export type FrameTag = (typeof tags)[number];

const delimiter = new RegExp(`<(?=\\s*(?:/\\s*)?(?:${tags.join('|')})\\b)`, 'giu');

/** The same text with every delimiter of ours broken: it can neither close its frame nor open another. */
export function neutralize(text: string): string {
  return text.replace(delimiter, '‹');
}

export function frame(options: {
  tag: FrameTag;
  /** What the text is, in one sentence. */
  note?: string;
  attributes?: { [name: string]: string | number };
  /** Already neutralized, or made of frames. */
  body: string;
}): string {
  const { tag, note, attributes = {}, body } = options;
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeText(String(value))}"`)
    .join('');
  return [`<${tag}${written}>`, ...(note === undefined ? [] : [note]), body, `</${tag}>`].join('\n');
}

function attributeText(value: string): string {
  const flat = value.replace(/[\s"<>]+/gu, ' ').trim();
  return flat.length <= 200 ? flat : `${flat.slice(0, 199).toWellFormed()}…`;
}
