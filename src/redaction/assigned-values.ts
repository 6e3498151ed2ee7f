/**
 * Finds secrets by the name they are assigned to: in code, configuration, shells, headers, query strings, tables and
 * Markdown, quoted or not. The name decides (name-meanings.ts), and the value must not be a placeholder, a type or
 * other code.
 */

import { meaningOfName } from './name-meanings.ts';
import { randomBits } from './randomness.ts';
import { isPasswordStatement } from './said-of-passwords.ts';
import { isNumber, isPlaceholderOrCode, isWords } from './secret-shape.ts';
import { isPassphrase } from './spaced-secrets.ts';

type Assignment = {
  name: string;
  meaning: 'password' | 'secret';
  quoted: boolean;
  separator: string;
  value: string;
  /** The character after the value. */
  following: string;
  /** One of several pairs, as in an address, a form or a connection string. */
  inPairs: boolean;
  /** Whether nothing but a comment follows on the line. */
  endsLine: boolean;
};

/**
 * What may stand between a name and its value: a sign, a type between two signs, the separator of a pair, the end of a
 * tag.
 */
const separators = [
  ":\\s?&?['A-Za-z][\\w<>'[\\]. ]{0,30}\\s?=(?!=)",
  '\\{ ?get;[^}\\n]{0,30}\\}\\s?=',
  '(?:,\\s{0,40}|\\s{1,40})["\']?(?:value|content|default|secret)["\']?\\s{0,3}[:=]',
  '=>',
  ':=',
  '\\?=',
  '={1,3}',
  ':',
  '：',
  '＝',
  '->',
  '→',
  '\\|',
  ',',
  '>',
  '\\(',
].join('|');
const assignment = new RegExp(
  `(?<=[\\p{L}\\p{N}_])(?<close>["'\`\\])*\\\\]{0,6})[^\\S\\n]{0,3}(?<separator>${separators})`,
  'uy',
);
const assignedValue =
  /[^\S\n]{0,3}(?:\*{1,2}[^\S\n]?|\[[^\S\n]{0,2}(?=["'`]))?\\{0,3}(?:(?<quote>["'`“„«])(?<inside>[^"'`“”«»\n\\]{4,400})|(?<bare>[^\s"'`“„«,;(){}<>[\]\\|]{4,400}))/uy;
/** A value on a line of its own below the name, as in YAML, lists and Markdown. */
const valueBelow =
  /["'`*]{0,3}[^\S\n]{0,3}(?:```\w{0,10})?(?:\r?\n){1,2}[^\S\n]{0,16}(?:[-*][^\S\n]{1,3})?["'`]?(?<value>[^\s"'`()[\]{}<>=;,]{6,200})["'`]?[^\S\n]{0,3}(?=\r?\n|$)/y;
const lineEnd = /[^\S\n]{0,8}(?:$|\r?\n|[#;]|\/\/)/y;
/** The end of another pair before this one, as in an address, a form or a connection string. */
const pairBefore = /[&?]$|\w\s?=[^\s"';]{1,40}[;\s]\s?$/;
const longestName = 64;

export function findAssignedValues(text: string): { kind: string; start: number; end: number }[] {
  const found: { kind: string; start: number; end: number }[] = [];
  let from = 0;
  let afterName = false;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[text.charCodeAt(at)];
    const isEnd = afterName && kind !== letter && kind !== other;
    afterName = kind === letter || kind === undefined;
    if (!isEnd || at < from || !mayAssign(text, at)) continue;
    // The name first: most names are known, and mean nothing.
    const name = nameBefore(text, at);
    const meaning = name === '' ? undefined : meaningOfName(name);
    if (meaning !== 'password' && meaning !== 'secret') continue;
    assignment.lastIndex = at;
    const match = assignment.exec(text);
    if (match === null) continue;
    const { close, separator } = match.groups!;
    from = match.index + match[0].length;
    const foundBelow = separator === ':' ? findValueBelow(text, from, meaning) : undefined;
    if (foundBelow !== undefined) {
      found.push(foundBelow);
      continue;
    }
    assignedValue.lastIndex = from;
    const valueMatch = assignedValue.exec(text);
    if (valueMatch === null) continue;
    const { quote, inside, bare } = valueMatch.groups!;
    const value = (inside ?? bare)!;
    const end = assignedValue.lastIndex;
    const quoted = quote !== undefined;
    // A comma separates arguments only if both are quoted. An angle bracket ends a tag only before the next tag.
    if (separator === ',' && !(quoted && /["'`]$/.test(close!))) continue;
    if (separator === '>' && !(!quoted && text[end] === '<' && text[end + 1] === '/')) continue;
    // The argument of a call is a secret only if the call sets it. Other calls look up or print what they name.
    if (separator === '(' && !(quoted && /(?:^|\.)(?:set|with|using)/i.test(name))) continue;
    if (separator === '|' && !/^[\s>+"']{0,8}\|/.test(lineOf(text, match.index))) continue;
    const following = text[end] ?? '';
    lineEnd.lastIndex = quoted ? end + 1 : end;
    const endsLine = lineEnd.test(text);
    const nameStart = match.index - name.length + name.lastIndexOf(' ') + 1;
    const inPairs = pairBefore.test(text.slice(Math.max(0, nameStart - 60), nameStart));
    const assigned = {
      inPairs,
      name,
      meaning,
      quoted,
      separator: separator!,
      value,
      following,
      endsLine,
    };
    const phrase = quoted && meaning === 'password' && /^[=:]$|=>/.test(separator!) && isPassphrase(value);
    if (!phrase && (/\s/.test(value) || !isValue(assigned))) continue;
    found.push({ kind: kindOf(meaning), start: end - value.length, end });
  }
  return found;
}

/** Kinds of characters, by code. Those beyond ASCII may be letters or separators. */
const [other, letter, closing, separating, blank] = [0, 1, 2, 3, 4];
const kinds = new Uint8Array(128).fill(other);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/\w/.test(character)) kinds[code] = letter;
  else if (/["'`\])*\\]/.test(character)) kinds[code] = closing;
  else if (/[:=?|,>({-]/.test(character)) kinds[code] = separating;
  else if (/\s/.test(character)) kinds[code] = blank;
}
const mostBlanks = 44;
/** Words that a name in one line and its value in another have before the value: `name: …, value: …`. */
const pairWord = /["']?(?:value|content|default|secret)/y;

/** Whether a name ends before this place and something may be assigned to it. All places with an assignment pass. */
function mayAssign(text: string, from: number): boolean {
  let at = from;
  let kind = kinds[text.charCodeAt(at)];
  for (; kind === closing; kind = kinds[text.charCodeAt(at)]) at += 1;
  const closed = at;
  for (; kind === blank && at < closed + mostBlanks; kind = kinds[text.charCodeAt(at)]) at += 1;
  if (kind === undefined || kind === separating) return true;
  if (at === closed) return false;
  if (kind !== letter && kind !== closing) return false;
  pairWord.lastIndex = at;
  return pairWord.test(text);
}

function findValueBelow(text: string, from: number, meaning: 'password' | 'secret') {
  valueBelow.lastIndex = from;
  const match = valueBelow.exec(text);
  if (match === null) return undefined;
  const value = match.groups!.value!;
  const isSecret = meaning === 'password' ? looksChosen(value) && !isWords(value) : looksGenerated(value);
  const start = from + match[0].lastIndexOf(value);
  return isSecret ? { kind: kindOf(meaning), start, end: start + value.length } : undefined;
}

const kindOf = (meaning: 'password' | 'secret') => (meaning === 'password' ? 'password' : 'api-key');

/** One or two words of an identifier or plain text, read backwards. */
function nameBefore(text: string, end: number): string {
  const earliest = Math.max(0, end - longestName);
  let start = end;
  while (start > earliest && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  if (start > earliest + 1 && end - start <= 16 && text[start - 1] === ' ') {
    let second = start - 1;
    while (second > earliest && isNameCharacter(text.charCodeAt(second - 1))) second -= 1;
    if (second < start - 1) start = second;
  }
  return text.slice(start, end);
}

/** Letters of any language, digits and `$ - . _`. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46 ||
    code === 36 ||
    code > 127
  );
}

function lineOf(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 200), index);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function isValue(assigned: Assignment): boolean {
  const { name, meaning, quoted, separator, value, following, inPairs } = assigned;
  if (isPlaceholderOrCode(value) || value.toLowerCase() === name.toLowerCase()) return false;
  if (/^\.{0,2}\/|^~\/|^\w{2,12}:\/\//.test(value) && (meaning !== 'password' || !/\d/.test(value)))
    return false;
  if (isNumber(value) && !(meaning === 'password' && /^\d{4,}$/.test(value))) return false;
  const isFullPasswordName =
    meaning === 'password' && !/^(?:pass|pin|clave|pw)$|[^a-z](?:pass|pin|clave|pw)$/i.test(name);
  // Two literals: `define('DB_PASSWORD', 'harbour')`.
  if (separator === ',' && isFullPasswordName && /^(?:[A-Z0-9]+_)+[A-Z0-9]+$/.test(name))
    return !isPasswordStatement(value) && meaningOfName(value) === undefined;
  if (/^(?:[|,→]|->)$/.test(separator)) return looksChosen(value);
  if (/^={2,3}$/.test(separator) && !quoted) return false;
  // In `export ACME_KEY` the word before the name does not belong to it.
  const isEnvironmentVariable = /(?:^|\s)[A-Z][A-Z0-9_]*$/.test(name) && separator === '=';
  // In YAML and in objects of settings, a person may have chosen a secret of several words with a number.
  const phrase = quoted && separator === ':' && /^(?:[A-Z0-9]+_)*SECRET$/.test(name) && value.length >= 12;
  if (phrase && /\d/.test(value)) return true;
  if (quoted)
    return (
      isFullPasswordName ||
      (isEnvironmentVariable && value.length >= 8 && /\d/.test(value)) ||
      isUnlikeName(value, meaning) ||
      (meaning === 'password' && isPlainSetting(assigned))
    );
  if (following === '(' || following === '[' || (following === '<' && separator !== '>')) return false;
  if (isCode(value)) return false;
  if (meaning === 'password' && isPlainSetting(assigned)) return true;
  if (/^[\p{L}_$-]+$/u.test(value))
    return (
      (isEnvironmentVariable ||
        (isFullPasswordName &&
          separator === '=' &&
          value.length >= (inPairs ? 5 : 8) &&
          (/^[\s&;]?$/.test(following) || (inPairs && /["'`]/.test(following))))) &&
      !/[_$]/.test(value)
    );
  if (meaning === 'password')
    return isFullPasswordName ? /\d/.test(value) || /[^\w.:$|?&-]/.test(value) : looksChosen(value);
  if (/^[A-Za-z_$][\w$-]*[?!]?$/.test(value) && !isEnvironmentVariable && randomBits(value) < 2) return false;
  return isEnvironmentVariable
    ? /\d/.test(value) || /[^\w.:$|?&-]/.test(value)
    : value.length >= 8 && isUnlikeName(value, meaning);
}

/**
 * A plain word in a line of settings, under the full name of a password: `DB_PASS: harbour`, `ssh_password=harbour`.
 * Names such as `show_password` belong to a form, and their values are texts for its users.
 */
function isPlainSetting({ name, separator, value, endsLine }: Assignment): boolean {
  const identifier = name.split(' ').at(-1)!;
  if (!endsLine || !/^(?=.{4})\p{L}{3,}(?:-\p{L}{3,}){0,4}$/u.test(value) || !/[:=]$/.test(separator))
    return false;
  if (value.split('-').some((word) => isPasswordStatement(word) || meaningOfName(word) !== undefined))
    return false;
  if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(identifier)) return true;
  return (
    /^[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+$/.test(identifier) &&
    !formFieldName.test(identifier) &&
    /^[a-z]+(?:-[a-z]+)*$/.test(value)
  );
}

const formFieldName =
  /^(?:show|hide|reset|forgot(?:ten)?|change|confirm|enter|set|get|check|validate|update|new|old|current|invalid|wrong|missing|no|has|is|require|verify|generate|toggle|request|remember|repeat|labels?|placeholder|hint|errors?|messages?|strings|i18n|state|props|title|text|input|field|form|type|with|without|use|allow|need|plain|encrypted|hashed)[_.-]/;

/** A property, an index or a call rather than a value. */
function isCode(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[!?]?$/.test(value) && randomBits(value) < 12;
}

/** A mix of letters with digits or signs: a word that somebody chose or a machine generated. */
export function looksChosen(value: string): boolean {
  const clean = value.replace(/[.,;:!?)\]]+$/, '');
  if (clean.length < 5 || isPlaceholderOrCode(clean) || /^\w+:\/\/|^[/~.]|\.[a-z]{2,4}$/.test(clean))
    return false;
  if (/^[a-z]+(?:[-_.:/][a-z]*\d*)+$/.test(clean) || isNumber(clean)) return false;
  return (/\d/.test(clean) && /\p{L}/u.test(clean)) || /[!@#$%^&*]/.test(clean.slice(1));
}

/** For values too short for statistics: whether they mix characters in a way that words and names never do. */
export function looksGenerated(value: string): boolean {
  return (
    value.length >= 8 &&
    !/[()[\]{}<>=/\\$.-]/.test(value) &&
    /\d/.test(value) &&
    ((/\p{Ll}/u.test(value) && /\p{Lu}.*\p{Lu}/u.test(value)) || /[!@#%^&*]./.test(value))
  );
}

/** Rejects words joined by signs, which name a setting or a place, unless they look random. */
function isUnlikeName(value: string, meaning: 'password' | 'secret'): boolean {
  if (/^[a-z]+(?:[-_.:/ ][a-z]+)*[-_.:]?\d{0,3}$/i.test(value)) {
    if (meaning === 'password') return !/[-_.:/]/.test(value);
    return value.length >= 16 && randomBits(value) >= 8;
  }
  if (meaning === 'password') return true;
  if (/^[\d.,:_-]+$/.test(value)) return false;
  return /\d/.test(value)
    ? (/\p{L}/u.test(value) && value.length >= 6 && !/^[a-z]+(?:[-_.:/][a-z0-9]{1,10})+$/i.test(value)) ||
        randomBits(value) >= 8
    : value.length >= 16 && randomBits(value) >= 8;
}
