/** Exact names used in text: code spans, paths, file names, identifiers. */

const mostNames = 60;
const longestText = 40_000;

const span = /`([^`\n]{2,80})`/g;
const path = /(?<![\w/:])(?:~?\/|\.{1,2}\/)?(?:[\w.@-]+\/)+[\w.@-]*[\w@-]/g;
const fileName =
  /(?<![\w/.-])[\w-]{1,60}\.(?:[a-z]{1,4}|[a-z]\d|json|yaml|toml|heex|html|scss|swift|gradle|proto|ipynb|jsonl)\b(?![/(])/g;
const identifier =
  /(?<![\w/.-])(?:[a-z]+\d*[A-Z]\w+|[A-Z][a-z0-9]+[A-Z]\w*|[A-Za-z]\w*_\w+|[A-Z]{2,}_[A-Z_]+|-{1,2}[a-z][\w-]{3,})(?![\w/])/g;
const macro = /(?<![\w\\])\\[A-Za-z]{3,}/g;
/** "e.g", "i.e": not file names. A file name has more before its dot, or an extension that only files have. */
const noFile = /^(?:e\.g|i\.e|a\.k|vs|etc|\d[\d.]*)/i;

/** Types and calls that every program of a language contains. */
const ofLanguage =
  /^(?:u?int\d+_t|s?size_t|ptrdiff_t|w?char_t|va_list|static_cast|reinterpret_cast|const_cast|to_string|toString|innerHTML|className|getElementById|querySelector|addEventListener|forEach|parseInt|parseFloat|isinstance|__\w+__)$/;

/** Names that only guard a header against being read twice, and words of a preprocessor. */
const guard = /^_{0,2}[A-Z][A-Z0-9_]*_(?:H|HH|HPP|HXX)_{0,2}$|^#[a-z]+$/;

export function isGuard(name: string): boolean {
  return guard.test(name);
}

/** Identifiers in code, most frequent first: what an edit is about. */
export function identifiersIn(code: string): string[] {
  const counts = new Map<string, number>();
  for (const [name] of code.slice(0, longestText).matchAll(identifier))
    if (name.length > 5 && !name.startsWith('-') && !ofLanguage.test(name) && !isGuard(name))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostNames)
    .map(([name]) => name);
}

export function namesIn(text: string): { text: string; quoted: boolean }[] {
  const found = new Map<string, boolean>();
  const read = text.slice(0, longestText);
  const add = (name: string, quoted: boolean) => {
    const clean = name.trim().replace(/\(\)$/, '');
    if (clean.length < 3 || clean.length > 80 || !/\p{L}/u.test(clean) || isGuard(clean)) return;
    if (found.size < mostNames || found.has(clean)) found.set(clean, quoted || (found.get(clean) ?? false));
  };
  // A plain word in a code span is only emphasized.
  for (const [, inside] of read.matchAll(span)) add(inside!, !/^[a-z]+$/.test(inside!));
  for (const [name] of read.matchAll(path)) {
    if (!isFraction(name)) add(name, false);
    else for (const [part] of name.replace('/', ' ').matchAll(identifier)) add(part, false);
  }
  for (const [name] of read.matchAll(fileName)) if (!noFile.test(name)) add(name, false);
  for (const [name] of read.matchAll(identifier)) if (name.length > 3) add(name, false);
  for (const [name] of read.matchAll(macro)) add(name, false);
  return Array.from(found, ([name, quoted]) => ({ text: name, quoted }));
}

/** "and/or", "9/10", "CPU/GPU": words with a slash between them. */
function isFraction(name: string): boolean {
  return (
    /^[\p{L}\d]+\/[\p{L}\d]+$/u.test(name) &&
    !/^(?:src|lib|app|test|tests|docs|bin|include|packages|cmd|pkg|bench|scripts?|config)\//.test(name)
  );
}
