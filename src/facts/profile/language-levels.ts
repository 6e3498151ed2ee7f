/** "I'm at B1 level in Italian", "I passed my C1 exam": a level of a language, one subject for each language. Pure. */
const languages =
  'english|german|french|spanish|italian|portuguese|dutch|russian|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew|persian|farsi|hindi|urdu|bengali|tamil|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|indonesian|malay|swahili|swedish|norwegian|danish|finnish|icelandic|estonian|latvian|lithuanian|ukrainian|serbian|croatian|slovenian|albanian|catalan|basque|galician|irish|gaelic|welsh|breton|latin|esperanto';
const language = new RegExp(`\\b(?:${languages})\\b`, 'giu');
const level = '[ABC][12]\\b';
const own = new RegExp(
  [
    `(?:^|[,;:] |\\b(?:and|currently|now|so|because|but) )(?:i'm|i am|currently|now|my [^.!?,]{2,40} (?:is|are)|level is) (?:(?:now|still|only|just|currently|already|about|around|roughly|at|on|a|an|up to|level|the|solid|certified) )*${level}`,
    `(?:^|[,;:] |\\band )(?:i(?:'ve| have)? )?(?:(?:just|finally|now|recently|also) )*(?:passed|reached|finished|completed|got|achieved|made it to) (?:my |the |to |level |a )*(?:(?:${languages}) )?${level}`,
    `(?:^|[,;:] |\\band )i (?:(?:now|also|only) )*(?:speak|learn|study|have)\\b[^.!?;]{0,30}\\b${level}`,
  ].join('|'),
  'iu',
);

/** The language may be named elsewhere in the message, if it is the only one there. */
export function levelIn(sentence: string, message: string): string | undefined {
  if (!/[ABC][12]\b/u.test(sentence) || !own.test(sentence)) return undefined;
  const named = only(sentence) ?? only(message);
  return named === undefined ? 'my level' : `my level ${named}`;
}

function only(text: string): string | undefined {
  const found = new Set((text.match(language) ?? []).map((name) => name.toLowerCase()));
  return found.size === 1 ? [...found][0] : undefined;
}
