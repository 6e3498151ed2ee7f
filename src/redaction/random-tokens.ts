/**
 * Tokens of no known shape, judged by how unlike writing they are and by what stands beside them. What looks strongly
 * made is a secret wherever it stands, unless its neighbour calls it an id, a hash or a picture; what looks less so, and
 * plain hexadecimal or a UUID, only where a neighbour names a key or it is all that a client is made with.
 */
import { randomBits } from './randomness.ts';
import { meansNothing } from './secret-shape.ts';
import { nameTells, neighboursOf } from './telling-words.ts';

type Token = { text: string; start: number; value: string };

const run = /[A-Za-z0-9][A-Za-z0-9_+/=.~-]{10,}/g;
const longestRun = 2_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i;
const [longestUnnamed, longestNamed] = [128, 600];

/** Digests say their algorithm first, pictures and archives their encoding, public keys what they are. */
const digestBefore =
  /(?:sha\d{1,3}[-:=_ ]|md5[-:= ]|h1:|base64,\s?|ssh-[a-z0-9]{2,12} |ecdsa-[a-z0-9-]{4,24} |sourceMappingURL=)["']?$/i;
const digestStart =
  /^(?:sha\d{1,3}[-:]|AAAA[BCE]|MI[IGHC][A-Z]|iVBOR|R0lGOD|9j\/|UEsDB|JVBER|H4sI|PHN2Z|d09GM|AAEAAA|T2dnU|ZN?K?\d)/;
/** Ids that databases and providers make: time first, or a word and fewer signs than a key has. */
const madeId =
  /^(?:0[0-9A-HJKMNP-TV-Z]{25}|c[a-z0-9]{24}|[0-9A-Za-z]{8}-(?:[0-9A-Za-z]{4}-){3}[0-9A-Za-z]{12})$/;
const worded = /^[a-z]{2,16}[_-](?=[A-Za-z0-9]+$)/;
const longestId = 30;
const keyWorded =
  /(?:^|[_-])(?:sk|pat|key|apikey|token|tok|secret|sec|live|test|prod|api|auth|access|priv|private|pk|rk|wh)[_-]/i;
const path = /^\.{0,2}\/|\.[a-z][a-z0-9]{0,4}$|\/\/|^[a-z]+(?:\/[a-z._-]+)+/i;

export function findRandomTokens(text: string): { kind: string; start: number; end: number }[] {
  const found: { kind: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(run)) {
    if (match[0].length > longestRun) continue;
    const token = tokenIn(text, match[0], match.index);
    if (token.value.length < 12 || !isSecret(token)) continue;
    found.push({ kind: 'token', start: token.start, end: token.start + token.value.length });
  }
  return found;
}

/** `NAME=value` holds the value after the last sign; signs at the very end belong to base64. */
function tokenIn(text: string, whole: string, offset: number): Token {
  const trimmed = whole.replace(/[./~_-]+$/, '');
  const body = trimmed.replace(/=+$/, '');
  const from = body.lastIndexOf('=') + 1;
  return { text, start: offset + from, value: trimmed.slice(from) };
}

function isSecret(token: Token): boolean {
  const { text, start, value } = token;
  if (uuid.test(value) || hexadecimal.test(value)) {
    if (value.length < 16 || /^(?:0x)?\d+$/.test(value) || standsFor(token)) return false;
    const { told, between } = neighboursOf(text, start);
    if (told === 'secret' || told === 'password') return between <= 3 && value.length <= longestNamed;
    return (
      told === undefined &&
      value.length >= 32 &&
      isLoneArgument(token, /^(?:[A-Z]|login$|log_?in$|auth|connect$|sign_?in$|init)/)
    );
  }
  const { digits, upper, lower } = count(value);
  const bits = randomBits(value);
  const lettersOnly = digits === 0 && value.length < 20;
  if (bits < (lettersOnly ? 12 : 6) || standsFor(token)) return false;
  const { told, between } = neighboursOf(text, start);
  if (told === 'name' && between === 0) return false;
  if (path.test(value) && bits < value.length * 1.5) return false;
  if (told === 'secret' || told === 'password')
    return value.length <= longestNamed && (between === 0 || (value.length >= 16 && bits >= 9));
  if (value.length > longestUnnamed || madeId.test(value)) return false;
  const alone = isAlone(token) || isLoneArgument(token, /./);
  if (worded.test(value) && !keyWorded.test(value) && value.length - value.search(/[_-]/) < longestId)
    return bits >= 14 && isLoneArgument(token, /./);
  if (value.length < 20)
    return alone && value.length >= 16 && bits >= 12 && digits > 0 && upper > 0 && lower > 0;
  if (bits < Math.max(14, value.length * 0.4) || isLineOfBlob(token)) return false;
  if (bits < value.length * 1.3 && randomBits(longestPiece(value)) < 8) return false;
  if (digits > 0 && upper > 0 && lower > 0) return true;
  return bits >= 18 && (alone || (digits > 1 && value.length >= 28));
}

function count(value: string): { digits: number; upper: number; lower: number } {
  let [digits, upper, lower] = [0, 0, 0];
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code >= 48 && code <= 57) digits += 1;
    else if (code >= 65 && code <= 90) upper += 1;
    else if (code >= 97 && code <= 122) lower += 1;
  }
  return { digits, upper, lower };
}

function longestPiece(value: string): string {
  return value
    .split(/[^A-Za-z0-9]+/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
}

/** A digest, a picture, a place on the net, or what people write instead of a secret. */
function standsFor({ text, start, value }: Token): boolean {
  const before = text.slice(Math.max(0, start - 32), start);
  return (
    meansNothing(value) || digestStart.test(value) || digestBefore.test(before) || before.endsWith('://')
  );
}

function isAlone({ text, start, value }: Token): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(start + value.length, start + value.length + 6);
  const lineStart = start <= 12 ? /(?:^|\n)[\s>"'`*+|$#\d.)→-]*$/ : /\n[\s>"'`*+|$#\d.)→-]*$/;
  return lineStart.test(before) && /^["'`*|,;.\s]*(?:\n|$)/.test(after);
}

const argument = /([\p{L}_$][\p{L}\p{N}_$]*)\s?\(\s{0,2}["'`]$/u;

/** The only or first argument of a call whose name does not say that it takes an id, a hash or a title. */
function isLoneArgument({ text, start, value }: Token, called: RegExp): boolean {
  const end = start + value.length;
  if (!/^["'`]\s{0,2}[,)]/.test(text.slice(end, end + 4))) return false;
  const name = argument.exec(text.slice(Math.max(0, start - 60), start))?.[1];
  return name !== undefined && called.test(name) && nameTells(name) !== 'name';
}

/** Certificates, pictures and archives in base64 are broken into lines of one length. */
function isLineOfBlob({ text, start, value }: Token): boolean {
  if (value.length < 40) return false;
  const end = start + value.length;
  const above = /[A-Za-z0-9+/]{40}\r?\n[\s>]{0,12}$/.test(text.slice(Math.max(0, start - 56), start));
  return above || /^\r?\n[\s>]{0,12}[A-Za-z0-9+/=]{40}/.test(text.slice(end, end + 56));
}
