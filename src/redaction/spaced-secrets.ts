/**
 * Secrets that contain blanks: keys printed in groups for typing, word phrases of wallets, and passphrases. They look
 * ordinary, so the words before them must name them.
 */
import { anyGrammar } from '../text/stop-words.ts';
import type { Glance } from './glance.ts';
import { mayName, meaningOfName, neighboursOf, wordsOf } from './name-meanings.ts';
import { randomBits } from './randomness.ts';

type Found = { kind: string; start: number; end: number };

/** Groups of equal size, as they are printed for typing, where a value can begin. */
const groups = new RegExp(
  `(?:[:=\\n"'\`(>][ \\t]{0,3}|is |ist |est |es )(?<run>${[3, 4, 5, 6].map((size) => `\\w{${size}}(?:[ -]\\w{${size}}){2,15}`).join('|')})\\b`,
  'g',
);
const leastGroupBits = 10;
/** More than numbers of accounts and cards have. */
const leastDigits = 24;
/** Names of recovery codes, each of which opens an account once. Several of one form are printed together. */
const codesName =
  /(?:(?:recovery|backup|rescue|scratch|emergency|one-?time|wiederherstellungs|ersatz|notfall)[ _-]?(?:pass)?codes?|(?:codes?|códigos?|codici) d[ei] (?:secours|récupération|recuperación|respaldo|recuperação|recupero|backup|emergenza)|(?:резервные|запасные|аварийные) коды|kody (?:zapasowe|odzyskiwania|awaryjne)|záložní kódy|(?:yedek|kurtarma) kodları|mã (?:dự phòng|khôi phục)|kode (?:cadangan|pemulihan)|(?:herstel|back-?up)codes|reservkoder|backupkoder|(?:备用|備用|恢复|恢復)(?:验证|驗證)?[码碼]|(?:バックアップ|リカバリー?|復元|回復)コード|(?:백업|복구) ?코드|(?:رموز|أكواد) (?:الاسترداد|احتياطية|النسخ الاحتياطي)|बैकअप कोड|קודי גיבוי)[^\p{L}\p{N}\n]{0,8}(?:(?:are|son|sont|sono|sind|for \S{1,30})[^\p{L}\p{N}\n]{0,4})?\s{0,6}/giu;
const listedCode =
  /(?:\d{1,2}[.)]\s{1,2}|[-*•]\s{1,2})?["'`]?(?<code>[A-Za-z0-9]{3,10}(?:-[A-Za-z0-9]{3,10}){1,3}|[A-Za-z0-9]{3,10}(?: (?=[A-Za-z]*\d)[A-Za-z0-9]{3,10}){0,3}|[A-Za-z0-9]{6,16})["'`]?(?:[ \t]{0,3}(?:,?[ \t]{1,2}(?:and|und|et|y|e|en|och|og)[ \t]{1,2}|(?:,[ \t]{0,2}|\n)\s{0,6})|[ \t]{1,3}|$|(?=[.;]))/y;
const codePieces = [
  'code',
  'codici',
  'códigos',
  'коды',
  'kody',
  'kódy',
  'kodlar',
  'mã ',
  'kode',
  '码',
  '碼',
  'コード',
  '코드',
  'رموز',
  'أكواد',
  'कोड',
  'קוד',
];
/** Names for a wallet's phrase, and the words that may follow. */
const walletName =
  /(?:seed|recovery|mnemonic|wallet|backup|secret)(?:[ _-](?:seed|recovery|wallet|mnemonic|backup|secret|phrases?|words?)){0,3}[^\p{L}\n]{0,6}(?:(?:is|are|was)[^\p{L}\n]{1,4})?\s{0,4}/giu;
/** Phrases as wallets make them: twelve to twenty-four short words from one list. */
const walletWords = /[a-z]{3,8}(?:(?:[ ,]|\s\d{1,2}[.)] ?|\n){1,2}[a-z]{3,8}){11,23}(?![\p{L}'])/uy;
const walletPieces = ['seed', 'mnemonic', 'recovery', 'wallet', 'backup', 'secret'];
/** Sentences contain a larger share of grammar words. Some words of wallets look like grammar, too. */
const mostGrammar = 0.34;

export function findSpacedSecrets(text: string, glance: Glance): Found[] {
  return [
    ...(mayName(glance) ? findGroups(text) : []),
    ...(walletPieces.some(glance.mayContain) ? findWalletPhrases(text) : []),
    ...(codePieces.some(glance.mayContain) ? findCodes(text) : []),
  ];
}

function findGroups(text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(groups)) {
    const run = match.groups!.run!;
    const start = match.index + match[0].length - run.length;
    const characters = run.replaceAll(/[ -]/g, '');
    const isNumber = /^\d+$/.test(characters);
    if (characters.length < (isNumber ? leastDigits : 12) || characters.includes('_')) continue;
    if (!isNumber && randomBits(characters) < leastGroupBits) continue;
    const { meaning, between } = neighboursOf(text, start, start + run.length);
    if ((meaning === 'secret' || meaning === 'password') && between <= 3)
      found.push({ kind: 'grouped-key', start, end: start + run.length });
  }
  return found;
}

function findWalletPhrases(text: string): Found[] {
  const found: Found[] = [];
  for (const name of text.matchAll(walletName)) {
    const start = name.index + name[0].length;
    walletWords.lastIndex = start;
    const run = walletWords.exec(text)?.[0];
    if (run === undefined || isSentence(run.match(/[a-z]+/g)!)) continue;
    found.push({ kind: 'wallet-phrase', start, end: start + run.length });
  }
  return found;
}

function findCodes(text: string): Found[] {
  const found: Found[] = [];
  for (const name of text.matchAll(codesName)) {
    const codes: Found[] = [];
    let form: string | undefined;
    listedCode.lastIndex = name.index + name[0].length;
    for (let match = listedCode.exec(text); match !== null; match = listedCode.exec(text)) {
      const code = match.groups!.code!;
      const start = match.index + match[0].indexOf(code);
      const codeForm = code.replaceAll(/[A-Za-z0-9]/g, 'x');
      if (codeForm.length < 6 || !/\d/.test(code) || codeForm !== (form ?? codeForm)) break;
      form = codeForm;
      codes.push({ kind: 'recovery-code', start, end: start + code.length });
    }
    if (codes.length > 1) found.push(...codes);
  }
  return found;
}

function isSentence(words: readonly string[]): boolean {
  return words.filter((word) => anyGrammar.has(word)).length > words.length * mostGrammar;
}

/**
 * Several words assigned to a password name. A sentence for a reader would contain grammar words or words about
 * passwords.
 */
export function isPassphrase(value: string): boolean {
  const words = value.split(' ');
  if (words.length < 3 || words.length > 12 || words.some((word) => !/^[\p{L}\p{N}]{2,20}$/u.test(word)))
    return false;
  return !wordsOf(value).some((word) => anyGrammar.has(word) || meaningOfName(word) !== undefined);
}
