/** Removes phrases that open and close a spoken sentence without content: "Well, you know, …", "…, right?". */
const openers = [
  "i'm (?:so |really |very |awfully |terribly )?(?:sorry|afraid)(?: that)?(?:,? but)?",
  'excuse me',
  'thank you(?: very much| so much)?',
  'thanks(?: a lot)?',
  '(?:mr|mrs|ms|madam)\\.? ?(?:chair|chairman|chairwoman|chairperson|speaker|president)',
  "let(?: me|'s) see",
  'of course(?: not)?',
  'all right',
  'good (?:morning|afternoon|evening)',
  'to (?:tell you the truth|be honest)',
  'in (?:fact|that case|any case|other words)',
  'first of all',
  'after all',
  'by the way',
  'you (?:know|see)(?: what)?',
  'i (?:see|know|mean|guess)',
  'i was wondering',
  'at any rate',
  "that's (?:right|true|fine|good|great|ok|okay|all right)",
  "you(?:'ll never| won't) believe (?:it|this)",
  'cool',
  'nice',
  'awesome',
  'amazing',
  'congrats',
  'congratulations',
  'oh',
  'ah',
  'aha',
  'wow',
  'well',
  'okay',
  'ok',
  'yes',
  'yeah',
  'yep',
  'no',
  'nope',
  'sure',
  'right',
  'alright',
  'so',
  'and',
  'but',
  'or',
  'then',
  'now',
  'anyway',
  'anyways',
  'actually',
  'also',
  'hey',
  'hi',
  'hello',
  'look',
  'listen',
  'really',
  'great',
  'good',
  'fine',
  'perfect',
  'exactly',
  'absolutely',
  'certainly',
  'definitely',
  'honestly',
  'basically',
  'because',
  'besides',
  'however',
  'moreover',
  'finally',
  'anyhow',
  'regardless',
  'cause',
  'cuz',
  'plus',
  'still',
  'sir',
  'madam',
  "ma'am",
  'honey',
  'dear',
  'miss',
];
/** Openers without a comma after them. */
const bareOpeners =
  /^(?:(?:now|next|first)(?= let)|i mean(?: that)?|oh|ah|well|okay|ok|yeah|yep|so|and|but|anyway|cuz|actually|basically|also|then|because)\s+(?=\S)/i;
const markedOpeners = new RegExp(`^(?:${openers.join('|')})\\s*[,.!;:…-]+\\s*(?=\\S)`, 'i');
const apology =
  /^i(?:'m| am) (?:so |really |very |awfully |terribly )?(?:sorry|afraid)(?: that)?,?(?: but)? (?=(?:i|you|we|he|she|it|they|there|the|this|that|my|our)\b)/i;
const vocative =
  /^\p{Lu}\p{Ll}+,\s+(?=(?:please|can|could|do|did|does|would|will|are|is|have|you|let|let's|what|how|where|when|why|who|[Ii]|[Ii]'m|[Ii]'d|[Ii]'ve|[Ii]'ll|we|we're|that's|it's)\b)/u;
const closers =
  /(?:,?\s+(?:right|okay|ok|you know|please|sir|madam|ma'am|miss|dear|honey|though|then|anyway|i think|i guess|i'm afraid|is it|isn't it|don't you|aren't you|do you|will you))+\s*([.?!]*)$/i;

export function stripOpening(text: string): string {
  let result = text.trim().replace(/(?<=\p{L})’(?=(?:s|t|m|d|ll|ve|re)(?!\p{L}))/giu, "'");
  for (let round = 0; round < 6; round += 1) {
    const next = result
      .replace(markedOpeners, '')
      .replace(apology, '')
      .replace(bareOpeners, '')
      .replace(vocative, '');
    if (next === result || next === '') break;
    result = next;
  }
  return result;
}

export function stripClosing(text: string): string {
  const result = text.replace(closers, '$1');
  return result.trim() === '' ? text : result;
}

/** "Hey Jon, …" and "…, Jon!": a participant's name used as an address. */
export function stripVocative(text: string, names: readonly string[]): string {
  let result = text;
  for (const name of names) {
    for (const called of calledBy(name)) {
      const before = new RegExp(
        `^(?:(?:hey|hi|hello|thanks|thank you|wow|oh|yeah|yes|no|sure|congrats|sorry),? )?${escaped(called)}[,!.]+\\s+(?=\\S)`,
        'iu',
      );
      const after = new RegExp(`,\\s*${escaped(called)}\\s*([.?!]*)$`, 'iu');
      result = result.replace(before, '').replace(after, '$1');
    }
  }
  return result.trim() === '' ? text : result;
}

/** The full name, the first name, and its beginning: "Mel" for "Melanie". */
function calledBy(name: string): string[] {
  const first = name.split(' ')[0]!;
  const short = /^\p{Lu}\p{Ll}{3,}$/u.test(first) ? [first.slice(0, 3), first.slice(0, 4)] : [];
  return [...new Set([name, first, ...short])];
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}
