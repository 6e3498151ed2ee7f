/**
 * Text that was said or found somewhere, made harmless before it stands in a frame of ours. It can neither
 * close its frame nor open another, and no line of it can pass for a heading, a marker or another speaker. The one
 * function for every frame, section, strategy and format.
 */
import { rememberTexts } from '../text/remembered.ts';

export const frameTags = [
  'user-profile',
  'standing-rules',
  'work-record',
  'exact-facts',
  'open-request',
  'left-out-messages',
  'shortened-summaries',
  'recalled-passages',
  'given-resources',
  'resource',
] as const;
export type FrameTag = (typeof frameTags)[number];

/** The letters of each tag; as one pattern, with all that may be strewn between them, they take long to compile. */
const tagLetters = frameTags.map((tag) => tag.replaceAll('-', ''));
const mostLetters = Math.max(...tagLetters.map(({ length }) => length));
/** So many other characters may stand before the first letter of a tag, and between two of them. */
const mostBefore = 40;
const mostBetween = 12;
/** How far a delimiter is looked at: its letters may be spread by white space and invisible characters. */
const reach = 160;

const opener = /[<＜﹤〈⟨《]|&(?:lt|#0*60|#x0*3c);?/giu;
const modelMarkers = /[<＜]\s?[|｜]/gu;
const ownLines = [
  'earlier in this conversation',
  'earlier in conversation',
  'previous conversation summary',
  'summary-depth:',
  'record of message',
  'noted by a person',
  'system note',
  'conversation history',
  'end of conversation history',
];
const speakers = /^[\s*_#[(]*(?:\[?past\]?\s*)?(?:system|developer|assistant|user|human|tool)[\s*_\])]*:/u;
const lineBreaks = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])/u;

export const neutralize: (text: string) => string = rememberTexts(
  (text) =>
    withoutDelimiters(text)
      .replace(modelMarkers, '< |')
      .split(lineBreaks)
      .map((line) => (imitates(line) ? `> ${line}` : line))
      .join(''),
  { mostCharacters: 600_000 },
);

/** One line, harmless, at most `limit` characters: for names taken from tool calls. */
export function neutralLine(text: string, limit = 160): string {
  const flat = withoutDelimiters(text.replace(/\s+/gu, ' ')).replace(modelMarkers, '< |').trim();
  return flat.length <= limit ? flat : `${flat.slice(0, limit - 1).toWellFormed()}…`;
}

function withoutDelimiters(text: string): string {
  return text.replace(opener, (mark: string, place: number) =>
    opensTag(text.slice(place + mark.length, place + mark.length + reach)) ? '‹' : mark,
  );
}

function opensTag(after: string): boolean {
  let letters = '';
  let others = 0;
  /** At which letters something else stands before. */
  const begins = new Set<number>();
  for (const character of readable(after)) {
    if (!/[\p{L}\p{N}]/u.test(character)) {
      others += 1;
      continue;
    }
    if (others > 0) begins.add(letters.length);
    if (letters.length > mostLetters || others > (letters === '' ? mostBefore : mostBetween)) break;
    letters += character;
    others = 0;
  }
  return tagLetters.some(
    (tag) => letters.startsWith(tag) && (letters.length === tag.length || begins.has(tag.length)),
  );
}

/** Of a text that is laid out at several lengths most lines are the same. */
const imitates = rememberTexts(
  (line) => {
    const plain = readable(line.slice(0, 400)).replace(/\s+/gu, ' ');
    const start = plain.replace(/^[^\p{L}\p{N}<]+/u, '');
    return ownLines.some((own) => start.startsWith(own)) || speakers.test(plain);
  },
  { mostCharacters: 400_000 },
);

/** Letters of other scripts that look like Latin ones. */
const lookalikes: { readonly [letter: string]: string } = Object.fromEntries(
  Array.from(
    'аaеeоoрpсcхxуyіiѕsԁdɡgһhјjӏlոnаaαaοoρpνvιiτtυuκkеeԛqԝwᴏoʟlɴnᴛtꜱsʀrᴇeᴅdᴀaᴄc'.matchAll(/(.)(.)/gu),
    ([, odd, plain]) => [odd, plain],
  ),
);

/** Full width letters, look-alikes, accents and invisible characters, the way a model would read them. */
function readable(text: string): string {
  if (/^[\x20-\x7e]*$/u.test(text)) return text.toLowerCase();
  return Array.from(
    text
      .normalize('NFKD')
      .replace(/[\p{Default_Ignorable_Code_Point}\p{M}\p{Cc}\p{Cf}]/gu, (character) =>
        /\s/u.test(character) ? ' ' : '',
      )
      .toLowerCase(),
    (character) => lookalikes[character] ?? character,
  ).join('');
}
