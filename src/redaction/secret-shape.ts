/** Decides by its characters alone whether a value can be a secret. */
import { randomBits } from './randomness.ts';

/** Placeholders that people write instead of a secret, and words of code. */
export function isPlaceholderOrCode(value: string): boolean {
  if (/^\[?(?:secret|personal):[a-z0-9-]+/.test(value) || /^\[?REDACTED|^\[?removed/i.test(value))
    return true;
  // Tags of YAML: `!Ref DbPassword`.
  if (
    /^!{1,2}[A-Za-z][A-Za-z:_]*$/.test(value) &&
    /^!{1,2}(?:Ref|Sub|GetAtt|ImportValue|FindInMap|Join|vault|secret|env|reference|include|file|binary|str)\b/i.test(
      value,
    )
  )
    return true;
  if (/^(.)\1{2,}$/.test(value) || /\*{3,}|\.{3,}|…|_{4,}|x{6,}|X{6,}/.test(value)) return true;
  if (value.length <= 24 && /x{4,}|X{4,}/.test(value)) return true;
  if (
    /^[<{$%@[(]|^\\|[>}]$|\$\{|\{\{/.test(value) &&
    !/^[$%@(][^A-Za-z\n]*[A-Za-z][^\d\n]*\d|^[$%@][^\d\n]*\d[^A-Za-z\n]*[A-Za-z]/.test(value)
  )
    return true;
  if (
    /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|env\.|env\[|config\.|self\.|this\.|args\.|options\.|settings\.|getenv|secrets\.|vars\.|var\.|data\.|local\.|module\.)/i.test(
      value,
    )
  )
    return true;
  if (
    /^(?:your|my|the|some|any|a|an|insert|enter|put|add|replace|fake|dummy|mock|sample|test|example|invalid)[-_ ]?(?:own[-_ ]?)?(?:api|secret|access|auth|bearer|private|client|super)?[-_ ]?(?:key|token|secret|password|pass|value|here|string)?(?:[-_ ]?(?:here|goes[-_ ]here|value|123))?$/i.test(
      value,
    )
  )
    return true;
  return /^(?:null|none|nil|undefined|true|false|string|number|boolean|object|any|unknown|void|str|int|bool|bytes|text|required|optional|missing|empty|password|passwd|secret|token|key|api[_-]?key|value|varchar|char|hidden|public|private|default|auto|yes|no|on|off|type|field|input|name|id|header|headers|env|changed|omitted|elided|redacted|masked|optional\w*|string\w*)\??$/i.test(
    value,
  );
}

/** A date, a version, a range of versions, or a figure with its unit. */
export function isNumber(value: string): boolean {
  return /^[\^~<>=]{0,2}v?\d+(?:[.:/-]\d+)+(?:[-+.][a-z]{1,8}[.\d]{0,6})?$|^\d+(?:\.\d+)?[a-z]{0,3}$|^0x[0-9a-f]{1,8}$/i.test(
    value,
  );
}

/** Words joined by signs, perhaps with a number: an identifier or a setting. */
export function isWords(value: string): boolean {
  return /^[a-z]+(?:[-_.:/][a-z]*\d{0,4})*$/i.test(value);
}

/** Long enough, of letters and digits, and unlike anything people write. */
export function looksRandom(value: string): boolean {
  return value.length >= 16 && /[A-Za-z]/.test(value) && randomBits(value) >= 6;
}
