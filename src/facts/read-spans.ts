/** Text that writers mark: code spans, shell lines, quotations. */
import type { Found } from './found.ts';
import { readPath } from './read-locators.ts';
import type { Line } from './text.ts';
import { programNames } from './word-lists.ts';

const shellFences: ReadonlySet<string> = new Set([
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'terminal',
  'powershell',
  'fish',
]);
const longestCommand = 240;

/** Commands, code spans and quotations of one line. */
export function readSpans(line: Line): Found[] {
  const found: Found[] = [];
  const shellLine = readShellLine(line);
  if (shellLine !== undefined) return [shellLine];
  if (line.code) return found;
  for (const match of line.text.matchAll(/(?<![`\\])`([^`\n]{1,200})`(?!`)/g)) {
    const value = match[1]!.trim();
    const start = line.start + match.index + 1 + (match[1]!.length - match[1]!.trimStart().length);
    const kind = classifyCode(value);
    if (kind === undefined) continue;
    if (kind === 'path') {
      const path = readPath(value)!;
      found.push({ kind, value: path, start, end: start + path.length });
      continue;
    }
    // A plain word in backticks is a name, but says little by itself.
    const plain = kind === 'identifier' && /^[a-z]+$/.test(value);
    found.push({ kind, value, start, end: start + value.length, ...(plain ? { weight: -14 } : {}) });
  }
  for (const match of line.text.matchAll(
    /\b(?:run|ran|running|execute|executed|with|via)\s+((?:[a-z][\w-]{1,14})(?:\s+(?:--?[\w-]{1,40}(?:=\S{1,60})?|[\w./:@-]{1,60})){1,6})/g,
  )) {
    const value = trimProse(match[1]!);
    if (isCommand(value))
      found.push({
        kind: 'command',
        value,
        start: line.start + match.index + match[0].indexOf(match[1]!),
        end: line.start + match.index + match[0].length,
      });
  }
  for (const quote of readQuotes(line)) found.push(quote);
  return found;
}

function readShellLine(line: Line): Found | undefined {
  const prompt = /^\s{0,8}(?:\$|%|>|❯|[\w.-]{1,40}@[\w.-]{1,60}:[^\s$#]{1,80}[$#])\s+(\S.*)$/.exec(
    line.text.slice(0, 600),
  );
  const command = (prompt?.[1] ?? line.text).trim();
  const first = /^[\w.+-]+/.exec(command)?.[0] ?? '';
  const prompted =
    prompt !== null && (programNames.has(first) || /^\s{0,8}\$\s/.test(line.text.slice(0, 12)));
  const fenced =
    line.code &&
    (shellFences.has(line.fence) || line.fence === '') &&
    programNames.has(first) &&
    isCommand(command);
  if (!prompted && !fenced) return undefined;
  const value = command.replace(/\s+#\s.*$/, '');
  if (value.length < 3 || value.length > longestCommand) return undefined;
  const start = line.start + line.text.indexOf(value);
  return { kind: 'command', value, start, end: start + value.length };
}

function classifyCode(value: string): 'command' | 'identifier' | 'path' | 'code' | undefined {
  if (value.length < 2) return undefined;
  if (isCommand(value)) return 'command';
  if (/^[^\s"'<>|]{2,120}$/.test(value)) {
    if (readPath(value) !== undefined) return 'path';
    if (/^[A-Za-z_$@-][\w$@./:-]*(?:\(\))?$/.test(value)) return 'identifier';
  }
  return 'code';
}

function isCommand(text: string): boolean {
  const words = text.replace(/^(?:sudo\s+|\w+=\S+\s+){1,3}/, '').split(/\s+/);
  const [first = '', second = ''] = words;
  if (!programNames.has(first))
    return (
      /^\.{1,2}\/[\w./-]+\s+\S/.test(text) ||
      /^sudo\s+(?!(?:commands?|access|rights|privileges|permissions?|password)\b)\S/.test(text)
    );
  if (words.length < 2) return false;
  // Programs that are also English verbs need another sign of a command line.
  if (
    /^(?:make|go|find|open|convert|head|tail|less|top|cat|echo|source|service|export|diff|patch|which|touch|kill|fly|black|next|bundle|snap|node|claude|env|mount|tee|R|su)$/.test(
      first,
    )
  ) {
    return (
      /[-./=$|>*~"']|^(?:install|test|clean|build|run|all|get|mod)$/.test(words.slice(1).join(' ')) &&
      !/^(?:the|a|an|it|sure|to|with|and)$/i.test(second)
    );
  }
  return !/^(?:is|and|or|the|to|for|was|has|can|will|in|on|that|as|of|with|doesn't|a)$/i.test(second);
}

/** "run npm test and then look": the command ends where the sentence continues. */
function trimProse(text: string): string {
  const words = text.split(/\s+/);
  const end = words.findIndex(
    (word, index) =>
      index > 0 &&
      /^(?:and|or|to|in|on|for|then|from|again|after|before|with|so|the|it|until|when|as|but|is|was|now|first)$/i.test(
        word,
      ),
  );
  return (end === -1 ? words : words.slice(0, end)).join(' ').replace(/[.:]+$/, '');
}

const quotePatterns = [
  /(?<![\p{L}\p{N}="\\])"([^"\n]{2,160})"(?![\p{L}\p{N}:])/gu,
  /[“„]([^“”„\n]{2,160})[”“]/gu,
  /«\s?([^«»\n]{2,160}?)\s?»/gu,
  /[「『《]([^「」『』《》\n]{1,160})[」』》]/gu,
  /(?<=^|[\s(:,])['‘]([^'‘’\n]{3,120})['’](?![\p{L}\p{N}])/gu,
];

function readQuotes(line: Line): Found[] {
  // Data and code put everything in quotes.
  if (
    /"\s{0,2}:|":|\\"|=\s{0,2}["']|\(["']/.test(line.text.slice(0, 2_000)) ||
    (line.text.match(/"/g)?.length ?? 0) > 10
  )
    return [];
  const found: Found[] = [];
  for (const pattern of quotePatterns) {
    for (const match of line.text.matchAll(pattern)) {
      const value = match[1]!.trim();
      if (value.length < 2 || /^[\s\p{P}\p{S}\d]+$/u.test(value)) continue;
      const start = line.start + match.index + match[0].indexOf(value);
      const isFile = /^[/~.]/.test(value) && /\.[a-z0-9]{1,5}$/i.test(value) && value.includes('/');
      found.push({ kind: isFile ? 'path' : 'quote', value, start, end: start + value.length });
    }
  }
  return found;
}
