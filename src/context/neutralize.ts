/**
 * Makes text of messages and resources harmless before it is put into a frame. The result can neither close its
 * frame nor open another one, and none of its lines can pass for a heading, a marker or another speaker. Every frame,
 * section, strategy and format uses this function.
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

/** The letters of each tag. They are compared one by one, because one pattern for all of them takes long to compile. */
const tagLetters = frameTags.map((tag) => tag.replaceAll('-', ''));
const mostLetters = Math.max(...tagLetters.map(({ length }) => length));
/** Most other characters before the first letter of a tag, and between two letters of it. */
const mostBefore = 40;
const mostBetween = 12;
/** Characters read to recognize a tag, whose letters may be spread by white space and invisible characters. */
const tagReach = 160;

const opener = /[<＜﹤〈⟨《]|&(?:lt|#0*60|#x0*3c);?/giu;
const modelMarkers = /[<＜]\s?[|｜]/gu;
/** Beginnings of lines that only Everthread's own text may have. */
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

/** The same for names from tool calls, as one line of at most `limit` characters. */
export function neutralLine(text: string, limit = 160): string {
  const flat = withoutDelimiters(text.replace(/\s+/gu, ' ')).replace(modelMarkers, '< |').trim();
  return flat.length <= limit ? flat : `${flat.slice(0, limit - 1).toWellFormed()}…`;
}

function withoutDelimiters(text: string): string {
  return text.replace(opener, (mark: string, place: number) =>
    opensTag(text.slice(place + mark.length, place + mark.length + tagReach)) ? '‹' : mark,
  );
}

function opensTag(after: string): boolean {
  let letters = '';
  let others = 0;
  /** Positions of letters with another character before them. */
  const afterOther = new Set<number>();
  for (const character of readable(after)) {
    if (!/[\p{L}\p{N}]/u.test(character)) {
      others += 1;
      continue;
    }
    if (others > 0) afterOther.add(letters.length);
    if (letters.length > mostLetters || others > (letters === '' ? mostBefore : mostBetween)) break;
    letters += character;
    others = 0;
  }
  return tagLetters.some(
    (tag) => letters.startsWith(tag) && (letters.length === tag.length || afterOther.has(tag.length)),
  );
}

/**
 * Whether a line looks like a heading of ours or a speaker. Remembered, because texts of several lengths share lines.
 */
const imitates = rememberTexts(
  (line) => {
    const plain = readable(line.slice(0, 400)).replace(/\s+/gu, ' ');
    const start = plain.replace(/^[^\p{L}\p{N}<]+/u, '');
    return ownLines.some((own) => start.startsWith(own)) || speakers.test(plain);
  },
  { mostCharacters: 400_000 },
);

/** Pairs of a letter that looks like a Latin one, and that Latin letter. */
const lookalikes: { readonly [letter: string]: string } = Object.fromEntries(
  Array.from(
    'аaеeоoрpсcхxуyіiѕsԁdɡgһhјjӏlոnаaαaοoρpνvιiτtυuκkеeԛqԝwᴏoʟlɴnᴛtꜱsʀrᴇeᴅdᴀaᴄc'.matchAll(/(.)(.)/gu),
    ([, odd, plain]) => [odd, plain],
  ),
);

/**
 * The text as a model would read it: full-width letters, look-alikes, accents and invisible characters are resolved.
 */
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
