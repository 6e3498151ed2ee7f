/**
 * Finds tokens of unknown shape by how unlike written text they are, and by the words beside them. A token that looks
 * clearly generated is a secret anywhere, unless its neighbour calls it an id, a hash or a picture. A less clear one,
 * plain hexadecimal or a UUID is a secret only if a neighbour names a key, or if it is the only argument of a client.
 */

import { meaningOfName, neighboursOf } from './name-meanings.ts';
import { randomBits } from './randomness.ts';
import { isPlaceholderOrCode } from './secret-shape.ts';

type Token = { text: string; start: number; value: string };

/** A percent-encoded run is matched as a whole and left to the view in which it is resolved. */
const encodedRun = /(?<!%[0-9A-Fa-f]{0,1})[A-Za-z0-9](?:[A-Za-z0-9_+/=.~-]|%[0-9A-Fa-f]{2}){10,}/g;
const shortestRun = 11;
/** By character code: 2 for letters and digits, 1 for the signs of tokens and of percent-encoding. */
const tokenCharacters = new Uint8Array(128);
for (const sign of '_+/=.~-%') tokenCharacters[sign.charCodeAt(0)] = 1;
for (let code = 48; code < 123; code += 1)
  if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) tokenCharacters[code] = 2;
const longestRun = 2_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexadecimal = /^(?:0x)?[0-9a-f]+$/i;
const [longestUnnamed, longestNamed] = [200, 600];

/** Digests begin with their algorithm, pictures and archives with their encoding, public keys with their type. */
const digestBefore =
  /(?:sha\d{1,3}[-:=_ ]|md5[-:= ]|h1:|base64,\s?|ssh-[a-z0-9]{2,12} |ecdsa-[a-z0-9-]{4,24} |sourceMappingURL=)["']?$/i;
const digestStart =
  /^(?:sha\d{1,3}[-:]|nonce-|-*WebKitFormBoundary|age1[a-z0-9]{50}|(?:bc|tb|addr|npub|lnbc)1[a-z0-9]{30}|AAAA[BCE]|MI[IGHC][A-Z]|iVBOR|R0lGOD|9j\/|UEsDB|JVBER|H4sI|PHN2Z|d09GM|AAEAAA|T2dnU)/;
/** Ids of databases and providers, which begin with a time or have a fixed form. */
const generatedId =
  /^(?:chatcmpl-.*|0[0-9A-HJKMNP-TV-Z]{25}|c[a-z0-9]{24}|[0-9A-Za-z]{8}-(?:[0-9A-Za-z]{4}-){3}[0-9A-Za-z]{12})$/;
const wordPrefix = /^[a-z]{2,16}[_-](?=[A-Za-z0-9]+$)/;
const longestId = 27;
const keyPrefix =
  /(?:^|[_-])(?:sk|pat|key|apikey|token|tok|secret|sec|live|test|prod|api|auth|access|priv|private|pk|rk|wh)[_-]/i;
/** Case of constants in code: `EVP_PKEY_CTX`. */
const constant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const path = /^\.{0,2}\/|\.[a-z][a-z0-9]{0,4}$|\/\/|^[a-z]+(?:\/[a-z._-]+)+/i;

export function findRandomTokens(text: string): { kind: string; start: number; end: number }[] {
  const found: { kind: string; start: number; end: number }[] = [];
  for (const { value, start } of runsIn(text)) {
    if (value.length > longestRun || value.includes('%')) continue;
    const token = tokenIn(text, value, start);
    if (token.value.length < 12 || !isSecret(token)) continue;
    found.push({ kind: 'token', start: token.start, end: token.start + token.value.length });
  }
  return found;
}

/** Read by hand, because an expression tries again from every letter of every word. */
function runsIn(text: string): { value: string; start: number }[] {
  const runs: { value: string; start: number }[] = [];
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    if (tokenCharacters[text.charCodeAt(index)] !== 2) continue;
    const start = index;
    let isEncoded = start > 0 && text[start - 1] === '%';
    while (index < length) {
      const code = text.charCodeAt(index);
      if ((tokenCharacters[code] ?? 0) === 0) break;
      if (code === 37) isEncoded = true;
      index += 1;
    }
    if (index - start < shortestRun) continue;
    if (!isEncoded) runs.push({ value: text.slice(start, index), start });
    else {
      const before = Math.max(0, start - 2);
      for (const match of text.slice(before, index).matchAll(encodedRun))
        runs.push({ value: match[0], start: before + match.index });
    }
  }
  return runs;
}

/** In `NAME=value` the value follows the last sign. Signs at the very end belong to base64. */
function tokenIn(text: string, whole: string, offset: number): Token {
  const trimmed = whole.replace(/[./~_-]+$/, '');
  const body = trimmed.replace(/=+$/, '');
  const from = body.lastIndexOf('=') + 1;
  return { text, start: offset + from, value: trimmed.slice(from) };
}

/** Calls whose single argument is often a key: a client, a session, a login. */
const client = /^(?:[A-Z]|log_?[iI]n$|logon$|auth|connect$|sign_?[iI]n$|init|configure$|setup$)/;

function isSecret(token: Token): boolean {
  const { text, start, value } = token;
  if (uuid.test(value) || hexadecimal.test(value)) {
    if (value.length < 16 || /^(?:0x)?\d+$/.test(value) || isOtherData(token)) return false;
    const { meaning, between } = neighboursOf(text, start, start + value.length);
    if (meaning === 'secret' || meaning === 'password') return between <= 3 && value.length <= longestNamed;
    return meaning === undefined && value.length >= 32 && client.test(callName(token, 'any'));
  }
  const piece = longestPiece(value);
  if (piece.length >= 24 && hexadecimal.test(piece) && !isOtherData(token)) {
    const { meaning, between } = neighboursOf(text, start, start + value.length);
    if (meaning === 'name' && between === 0) return false;
    if (meaning === 'secret' || meaning === 'password' || (keyPrefix.test(value) && piece.length >= 32))
      return true;
  }
  const { digits, upper, lower } = count(value);
  const bits = randomBits(value);
  const lettersOnly = digits === 0 && value.length < 20;
  if (upper + lower === 0 || bits < (lettersOnly ? 12 : 6) || isOtherData(token)) return false;
  if ((lettersOnly && /[^A-Za-z]/.test(value)) || (constant.test(value) && piece.length < 16)) return false;
  const { meaning, between } = neighboursOf(text, start, start + value.length);
  if (meaning === 'name' && between === 0) return false;
  if (path.test(value) && bits < value.length * 1.5) return false;
  if (bits < value.length * 1.3 && randomBits(piece) < 4) return false;
  if (meaning === 'secret' || meaning === 'password')
    return value.length <= longestNamed && (between === 0 || (value.length >= 16 && bits >= 9));
  if (value.length > longestUnnamed || generatedId.test(value)) return false;
  if (
    wordPrefix.test(value) &&
    !keyPrefix.test(value) &&
    value.length - value.search(/[_-]/) - 1 <= longestId
  )
    return bits >= 14 && client.test(callName(token, 'first'));
  const isMixed = digits > 0 && upper > 0 && lower > 0;
  const standsAlone = isAlone(token) || callName(token, 'any') !== '';
  if (value.length < 20) return standsAlone && value.length >= 16 && bits >= 12 && isMixed;
  if (bits < Math.max(14, value.length * 0.4) || isLineOfBlob(token)) return false;
  if (isMixed) return bits >= value.length * 1.3 || randomBits(piece) >= 8;
  if (standsAlone) return bits >= 18;
  return (
    (piece === value || piece.length >= 28) &&
    !hexadecimal.test(piece) &&
    randomBits(piece) >= piece.length * 1.2
  );
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

/** Whether it is a digest, a picture, a network address, a mangled symbol, or a placeholder for a secret. */
function isOtherData({ text, start, value }: Token): boolean {
  const before = text.slice(Math.max(0, start - 32), start);
  if (/^ZN?K?\d/.test(value) && before.endsWith('_')) return true;
  return (
    isPlaceholderOrCode(value) ||
    digestStart.test(value) ||
    digestBefore.test(before) ||
    before.endsWith('://')
  );
}

function isAlone({ text, start, value }: Token): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(start + value.length, start + value.length + 6);
  const lineStart = start <= 12 ? /(?:^|\n)[\s>"'`*+|$#\d.)→-]*$/ : /\n[\s>"'`*+|$#\d.)→-]*$/;
  return lineStart.test(before) && /^["'`*|,;.\s]*(?:\n|$)/.test(after);
}

const argument = {
  first: /([\p{L}_$][\p{L}\p{N}_$]*)\s?\(\s{0,2}["'`]$/u,
  any: /([\p{L}_$][\p{L}\p{N}_$]*)\s?\((?:[^()\n]{0,60},)?\s{0,2}["'`]$/u,
};

/** Calls in tests and parsers, whose arguments are examples. */
const exampleCall = /^(?:to[A-Z]|expect|assert|equals?$|parse|describe$|it$|test$|require|import|log$|print)/;

/** The name of the call that has this quoted argument; empty if the name calls for an id, a hash or a title. */
function callName({ text, start, value }: Token, position: 'first' | 'any'): string {
  const end = start + value.length;
  if (!/^["'`]\s{0,2}[,)]/.test(text.slice(end, end + 4))) return '';
  const name = argument[position].exec(text.slice(Math.max(0, start - 100), start))?.[1] ?? '';
  return meaningOfName(name) === 'name' || exampleCall.test(name) ? '' : name;
}

/** Certificates, pictures and archives in base64 have lines of equal length. */
function isLineOfBlob({ text, start, value }: Token): boolean {
  if (value.length < 40) return false;
  const end = start + value.length;
  const above = /(?:[A-Za-z0-9+/]{40}|-----)\r?\n[\s>]{0,12}$/.test(
    text.slice(Math.max(0, start - 56), start),
  );
  return above || /^\r?\n[\s>]{0,12}(?:[A-Za-z0-9+/=]{40}|-----END)/.test(text.slice(end, end + 56));
}
