/**
 * Protects quotations, code, addresses and paths from rewriting: they are taken out of the text and put back unchanged
 * afterwards.
 */
const spans: readonly RegExp[] = [
  /(?<!`)(`{1,3})(?!`)[^\n]{1,400}?(?<!`)\1(?!`)/gu,
  /(?<![\p{L}\p{N}"])"[^"\n]{1,400}"(?![\p{L}\p{N}"])/gu,
  /[“„‟][^“”„\n]{1,400}[”“]/gu,
  /«[^«»\n]{1,400}»|»[^«»\n]{1,400}«|‹[^‹›\n]{1,400}›/gu,
  /[「『《〈【][^「」『』《》〈〉【】\n]{1,400}[」』》〉】]/gu,
  /(?<![\p{L}\p{N}])[‘‚][^‘’\n]{2,200}[’‘](?![\p{L}\p{N}])/gu,
  /(?<=^|[\s([{:,;—–-])'(?!(?:em|cause|cuz|til|kay|s|tis|twas|n|bout|round)\b)(?=\S)[^'\n]{1,200}(?:'(?=[\p{L}])[^'\n]{1,200}){0,4}(?<=\S)'(?=$|[\s.,;:!?)\]}—–-])/gu,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]{0,400}[^\s<>"'`.,;:!?)\]]/giu,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{0,64}\w/gu,
  /(?<![\p{L}\p{N}/])(?:~|\.{1,2})?(?:\/[\w.@+-]{1,100}){2,30}\/?|(?<![\w.@+/-])[\w.@+-]{1,100}(?:\/[\w.@+-]{1,100}){0,30}\/[\w@+-]{1,100}\.\w{1,8}\b/gu,
];
/** A quotation that is cut by the end of its sentence extends to the end, or from the beginning. */
const opened = /(?:["“„«「『](?=[^"“”„«»「」『』]*$))[^\n]*$/u;
const closed = /^[^"“”„«»「」『』\n]*[”»」』](?=[\s.,;:!?)]|$)/u;

const open = '\ue000';
const close = '\ue001';
const mark = /\ue000(\d+)\ue001/gu;

export type Shielded = { text: string; restore(text: string): string };

export function shield(text: string): Shielded {
  if (!/["'`“„«‹「『《〈【‘‚/@]|:\/\//u.test(text) || text.includes(open))
    return { text, restore: (rewritten) => rewritten };
  const kept: string[] = [];
  const keep = (span: string) => `${open}${kept.push(span) - 1}${close}`;
  let shielded = text;
  for (const pattern of spans) shielded = shielded.replace(pattern, keep);
  shielded = shielded.replace(opened, keep).replace(closed, keep);
  return {
    text: shielded,
    restore(rewritten) {
      let restored = rewritten;
      // A span may contain a shorter one that was taken out before.
      for (let round = 0; round < spans.length && restored.includes(open); round += 1)
        restored = restored.replace(mark, (_, index: string) => kept[Number(index)] ?? '');
      return restored;
    },
  };
}

/** The places of such spans in a text. */
export function spansOf(text: string): { start: number; end: number }[] {
  return spans.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: span }) => ({ start: index, end: index + span.length })),
  );
}

/** Whether a word stands for protected text. */
export function isShielded(word: string): boolean {
  return word.includes(open);
}

/** Whether a text ends inside a quotation. With `beganQuoted`, it begins inside one. */
export function endsQuoted(text: string, beganQuoted: boolean): boolean {
  let quoted = beganQuoted;
  for (const [index, character] of [...text].entries()) {
    if (character === '"' && !/\d/u.test(text[index - 1] ?? '')) quoted = !quoted;
    else if (/[“„«「『]/u.test(character)) quoted = true;
    else if (/[”»」』]/u.test(character)) quoted = false;
  }
  return quoted;
}
