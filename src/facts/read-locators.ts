/**
 * Paths, URLs, e-mail addresses and handles, versions, identifiers: everything that is one unbroken token. The text is
 * cut into tokens once, and each token is examined alone. So the cost is linear, and no pattern sees more than a few
 * hundred characters.
 */
import type { FactKind } from '../records/fact.ts';
import type { Claims, Found } from './found.ts';
import {
  fileExtensions,
  filesWithoutExtension,
  productNames,
  productsWithDots,
  sourceFolders,
  topLevelDomains,
} from './word-lists.ts';

const token =
  /[^\s"'`<>()[\]{},;|“”‘’«»„「」『』《》、。，！？：；（）\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const longestToken = 300;

type Neighbours = { next: string; previousWord: () => string; loose: boolean };

/**
 * With `loose`, plain identifiers such as camelCase count too: useful in conversation, far too many in file contents.
 */
export function readLocators(text: string, claims: Claims, { loose }: { loose: boolean }): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(token)) {
    const raw = match[0];
    if (raw.length < 2 || raw.length > longestToken || !claims.free(match.index, match.index + 1)) continue;
    const lead = /^[*:!=+.…?-]{0,8}/.exec(raw)![0].length;
    const shift = keepsLead(raw) ? 0 : lead;
    const core = raw.slice(shift).replace(/[*:!?.…=&#-]{1,8}$/, '');
    if (core.length < 2) continue;
    readToken(core, match.index + shift, {
      next: text.slice(match.index + shift + core.length, match.index + shift + core.length + 2),
      previousWord: () => previousWord(text, match.index),
      loose,
    });
  }
  return found;

  function readToken(value: string, start: number, neighbours: Neighbours): void {
    const kind = classifyToken(value, neighbours);
    if (kind !== undefined) {
      found.push({
        kind: kind.kind,
        value: kind.value,
        start,
        end: start + kind.value.length,
        weight: kind.weight,
      });
      claims.take(start, start + kind.value.length);
      return;
    }
    const mark = value.search(/[=:]/);
    if (mark <= 0 || mark === value.length - 1) return;
    readToken(value.slice(0, mark), start, { ...neighbours, next: '' });
    const rest = value.slice(mark + 1).replace(/^[=:]+/, '');
    if (rest.length > 1) readToken(rest, start + value.length - rest.length, neighbours);
  }
}

function keepsLead(raw: string): boolean {
  return /^\.{0,2}\/\S|^\.[a-z]/i.test(raw) || /^--[a-z]/.test(raw);
}

function previousWord(text: string, index: number): string {
  return /([\p{L}\p{N}.+#]{1,30})\s{1,2}$/u.exec(text.slice(Math.max(0, index - 34), index))?.[1] ?? '';
}

type Classified = { kind: FactKind; value: string; weight?: number };

function classifyToken(value: string, neighbours: Neighbours): Classified | undefined {
  if (/^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/]/i.test(value)) return { kind: 'url', value };
  if (value.includes('@')) {
    if (/^(?:mailto:)?[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}$/u.test(value)) {
      return { kind: 'handle', value: value.replace(/^mailto:/, '') };
    }
    if (/^@[A-Za-z][\w-]{2,38}$/.test(value)) return neighbours.loose ? { kind: 'handle', value } : undefined;
    if (/^@[\w-]{1,60}\/[\w./-]{1,80}$/.test(value)) return { kind: 'identifier', value };
    if (/^[\w.-]{1,40}@[\w.-]{1,60}:[\w./-]{2,}$/.test(value)) return { kind: 'url', value };
  }
  const address = readAddress(value);
  if (address !== undefined) return address;
  const path = readPath(value);
  if (path !== undefined) return { kind: 'path', value: path };
  if (value.includes('://') || value.includes('=') || value.length > 100) return undefined;
  if (isVersion(value, neighbours.previousWord)) return { kind: 'version', value };
  return readIdentifier(value, neighbours);
}

function readAddress(value: string): Classified | undefined {
  if (/^(?:localhost|(?:\d{1,3}\.){3}\d{1,3})(?::\d{2,5})?(?:\/[^\s]*)?$/.test(value))
    return { kind: 'url', value };
  const domain = /^(?:[a-z0-9-]{1,63}\.){1,6}([a-z]{2,10})(?::\d{2,5})?(\/[^\s]*)?$/i.exec(value);
  if (domain === null || !topLevelDomains.has(domain[1]!.toLowerCase())) return undefined;
  const bare = domain[2] === undefined;
  if (bare && (fileExtensions.has(domain[1]!) || productsWithDots.has(value.toLowerCase()))) return undefined;
  const doubtful = /^(?:in|it|me|us|co|at|de|es|in|sh|io|ly|ai)$/.test(domain[1]!);
  if (
    bare &&
    doubtful &&
    !/^(?:www|api|docs|app)\.|-|\d|\.co\./.test(value) &&
    !/\.(?:io|ai|co|de)$/.test(value)
  )
    return undefined;
  if (/[A-Z]/.test(value.slice(1)) && bare) return undefined;
  return { kind: 'url', value };
}

/** The path in a token, without a trailing `:line:column`; undefined for prose ("and/or") and fractions. */
export function readPath(value: string): string | undefined {
  if (/^[A-Za-z]:\\{1,2}[^\s\\]/.test(value)) return value;
  const path = value.replace(/:\d{1,6}(?:[:-]\d{1,6})?$/, '').replace(/#L\d{1,6}(?:-L?\d{1,6})?$/, '');
  if (
    path.includes(':') ||
    path.includes('=') ||
    path.includes('\\') ||
    path.includes('//') ||
    /[$*?^&]/.test(path)
  )
    return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const matched = isFileName(name) ? null : /^(.{1,100}\.([a-z0-9]{1,5}))-/i.exec(name);
  // "src/a.ts-12-const b": printed by searches around their matches.
  if (matched !== null && fileExtensions.has(matched[2]!.toLowerCase()) && path.includes('/'))
    return readPath(path.slice(0, path.length - name.length) + matched[1]!);
  if (!path.includes('/')) return isFileName(name) ? path : undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  if (
    segments.length === 0 ||
    segments.length > 40 ||
    segments.every((segment) => /^[\d.,]+%?$/.test(segment))
  )
    return undefined;
  if (/^(?:~|\.{1,2})\//.test(path)) return path;
  if (path.startsWith('/')) {
    if (segments.length >= 2 || isFileName(name))
      return path.length > 3 && /\p{L}/u.test(path) ? path : undefined;
    return sourceFolders.has(segments[0]!) ? path : undefined;
  }
  if (isFileName(name)) return path;
  if (/^[\d.]/.test(path) && !path.startsWith('.')) return undefined;
  if (sourceFolders.has(segments[0]!) && !prosePairs.has(path.toLowerCase())) return path;
  if (path.endsWith('/') && /^[\w.-]+(?:\/[\w.-]+)*\/$/.test(path)) return path;
  const plain = segments.every((segment) => /^[\p{L}]+$/u.test(segment));
  return segments.length >= 3 &&
    !plain &&
    segments.every((segment) => /^[\w.@+-]{1,80}$/.test(segment)) &&
    /[a-z]/.test(path) &&
    !/^\d/.test(name)
    ? path
    : undefined;
}

const prosePairs: ReadonlySet<string> = new Set([
  'client/server',
  'server/client',
  'build/test',
  'test/build',
  'app/web',
  'frontend/backend',
  'backend/frontend',
  'web/app',
  'src/dest',
  'src/dst',
]);

function isFileName(name: string): boolean {
  if (filesWithoutExtension.has(name)) return true;
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || dot === name.length - 1 || name.length > 120) return false;
  if (productsWithDots.has(name.toLowerCase())) return false;
  const extension = name.slice(dot + 1);
  // "is reduced.So they": a missing space, not a file name.
  if (/^[A-Z][a-z]+$/.test(extension)) return false;
  if (!fileExtensions.has(extension.toLowerCase()) || !/^[\p{L}\p{N}_.@+~$-]+$/u.test(name)) return false;
  // Extensions of one letter also occur where a space is missing after a sentence ("e.g", "i.a").
  return extension.length > 1
    ? /\p{L}/u.test(name.slice(0, dot)) || extension.length > 2
    : /^[\w-]{2,}$/.test(name.slice(0, dot)) && /[a-zA-Z_]{2}/.test(name);
}

function isVersion(value: string, previousWordOf: () => string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value)) return false;
  if (/^v?\d{1,4}\.\d{1,5}\.\d{1,6}(?:\.\d{1,6})?(?:[-+][\w.+-]{1,40})?$/i.test(value)) return true;
  if (/^v\d{1,4}(?:\.\d{1,5})?(?:-[a-z]\w{0,20})?$/i.test(value)) return true;
  if (
    /^\d{1,3}\.\d{1,3}(?:-(?:alpha|beta|rc|dev)[\w.]{0,10}|\.x)$/i.test(value) ||
    /^\d{1,3}\.x$/.test(value)
  )
    return true;
  if (!/^\d{1,3}(?:\.\d{1,3})?\+?$/.test(value)) return false;
  const previous = previousWordOf();
  return (
    /^versions?$/i.test(previous) ||
    (/\./.test(value) &&
      /^(?:python|node(?:\.js)?|java|php|ruby|go|typescript|postgres(?:ql)?|mysql|redis|kubernetes|react|vue|angular|django|rails|npm|cuda|gcc|clang|cmake|llvm|ubuntu|debian|macos|ios|android|openssl|git|electron|next(?:\.js)?|vite|vitest|swift|kotlin|rust|release|claude|gpt|gemini|llama|sonnet|opus|haiku)$/i.test(
        previous,
      ))
  );
}

const idLabels =
  /^(?:card|certificate|member|policy|order|ticket|issue|invoice|case|id|ref|reference|booking|reservation|account|customer|request|tracking|confirmation|pr|no|nr|number|bestellung|auftrag|commande|pedido|bug|flight)\.?$/i;

function readIdentifier(
  value: string,
  { next, previousWord: previous, loose }: Neighbours,
): Classified | undefined {
  if (/^#?\d{3,18}$/.test(value)) {
    return idLabels.test(previous().replace(/[.#]$/, '')) || /^#\d{2,}$/.test(value)
      ? { kind: 'identifier', value, weight: 4 }
      : undefined;
  }
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)) return { kind: 'identifier', value };
  if (
    /^(?:sha\d{3}-)?[0-9a-f]{7,64}$/.test(value) &&
    /[a-f]/.test(value) &&
    ((value.match(/\d/g)?.length ?? 0) >= 2 ||
      (/\d/.test(value) && /^(?:commit|hash|sha|revision|checksum|digest)$/i.test(previous())))
  )
    return { kind: 'identifier', value };
  if (/^[A-Z][A-Z0-9]{1,9}-\d{1,7}$/.test(value)) return { kind: 'identifier', value, weight: 4 };
  if (/^(?=[A-Z0-9]{4,20}$)(?=.*[A-Z])(?=.*\d)[A-Z0-9]+$/.test(value) && !/^\d+[KMGTX]B?$/.test(value))
    return { kind: 'identifier', value, weight: 2 };
  if (!loose) return /^[A-Za-z]\w{2,60}_\d{3,}$/.test(value) ? { kind: 'identifier', value } : undefined;
  if (/^--[a-z][a-z0-9-]{2,40}$/.test(value)) return { kind: 'identifier', value };
  if (productNames.has(value)) return { kind: 'name', value };
  if (!/^[A-Za-z_$][\w$.-]*$/.test(value)) return undefined;
  const called = next.startsWith('(');
  const result = { kind: 'identifier' as const, value };
  if (/^[a-z][a-z0-9]*-[\w.+-]*\d/i.test(value) && value.includes('.') && value.length >= 6) return result;
  if (value.includes('.')) {
    const segments = value.split('.');
    const wellFormed = segments.every((segment) => /^[A-Za-z_$][\w$-]*$/.test(segment));
    const marked =
      segments.some((segment) => isCompound(segment)) ||
      called ||
      (segments.length >= 3 && value === value.toLowerCase());
    return wellFormed && marked ? result : undefined;
  }
  if (isCompound(value)) return result;
  if (value.includes('-'))
    return /\d/.test(value) &&
      /^[a-z][\w-]{4,}$/i.test(value) &&
      !/^[A-Z][a-z]+-\d+$/.test(value) &&
      !/-(?:like|based|style|only|level|type)$/.test(value)
      ? result
      : undefined;
  if (called && /^[a-z]\w{2,}$/.test(value) && next === '()') return result;
  return /^[a-z]{2,}\d[a-z0-9]*$/.test(value) && value.length >= 4 ? { ...result, weight: -8 } : undefined;
}

/** camelCase, PascalCase, snake_case, SCREAMING_CASE. */
function isCompound(value: string): boolean {
  // An underscore only at the end is the rest of a pattern ("NAME_*").
  if (/^(?:__)?[A-Za-z$][A-Za-z0-9$]*(?:_+[A-Za-z0-9$]+)+(?:__)?$|^_[A-Za-z$][\w$]*[A-Za-z0-9]$/.test(value))
    return true;
  return (
    /^[A-Za-z$_][A-Za-z0-9$]*$/.test(value) &&
    /[a-z0-9][A-Z]/.test(value) &&
    /[a-z]/.test(value) &&
    !/^(?:Mc|Mac|De|Di|La|Le|O)[A-Z][a-z]+$/.test(value) &&
    value !== 'PhD'
  );
}
