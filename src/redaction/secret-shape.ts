/** Whether a value can be a secret at all, judged by its letters alone. */

/** Stand-ins people write where the secret goes, and words of code that are no value. */
export function meansNothing(value: string): boolean {
  if (/^\[?(?:secret|personal):[a-z0-9-]+/.test(value) || /^\[?REDACTED|^\[?removed/i.test(value))
    return true;
  if (/^(.)\1{2,}$/.test(value) || /x{4,}|\*{3,}|\.{3,}|…|_{4,}/i.test(value)) return true;
  if (
    /^[<{$%@[(]|^\\|[>}]$|\$\{|\{\{/.test(value) &&
    !/^[$%@(].*[A-Za-z].*\d|^[$%@].*\d.*[A-Za-z]/.test(value)
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

/**
 * Letters and digits mixed the way generators mix them and people do not. Identifiers, paths, hashes in hex, UUIDs
 * and version strings are not random in this sense.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 16) return false;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) return false;
  if (/^[\d.,:_-]+$/.test(value) || /^\w+:\/\//.test(value) || /\.(?:[a-z]{2,4})$/.test(value)) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const lower = value.match(/[a-z]/g)?.length ?? 0;
  const upper = value.match(/[A-Z]/g)?.length ?? 0;
  if (digits < 2 || lower + upper < 4)
    return upper >= 6 && lower >= 6 && changes(value) >= value.length * 0.3 && !/[_.-]/.test(value);
  // Words joined by separators, with a number or a date at the end: an identifier.
  const pieces = value.split(/[_.\-/=+~]+/);
  if (
    pieces.length > 1 &&
    pieces.every((piece) =>
      /^(?:[A-Za-z]?[a-z]{0,14}|[A-Z]{1,14}|\d{1,14}|[a-z]{1,12}\d{1,4}|v\d+)$/.test(piece),
    )
  )
    return false;
  return entropy(value) >= 3 && changes(value) >= 4;
}

/** How often the class of the characters changes from one to the next. */
function changes(value: string): number {
  let count = 0;
  for (let index = 1; index < value.length; index += 1)
    if (classOf(value[index - 1]!) !== classOf(value[index]!)) count += 1;
  return count;
}

function classOf(character: string): number {
  if (/[a-z]/.test(character)) return 0;
  if (/[A-Z]/.test(character)) return 1;
  return /\d/.test(character) ? 2 : 3;
}

/** Bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
