/**
 * Which files a shell command line writes, as far as the line itself says so. A target that needs the shell to be
 * known (a variable, a glob, a substitution) is left out: nothing is guessed. Programs that write files of their
 * own choosing (compilers, formatters) are left out too.
 */
import { patchedFiles } from './patch.ts';

type Token = {
  kind: 'word' | 'operator' | 'redirect';
  text: string /** Holds what only the shell can resolve. */;
  dynamic: boolean;
};

const longestScript = 200_000;

/** Files written, moved or removed by a script, in order, each once. */
export function filesWrittenBy(script: string, depth = 0): string[] {
  if (depth > 3 || script.length > longestScript) return [];
  const { tokens, documents } = tokenize(script);
  const files: string[] = [];
  let folder = '';
  let command: Token[] = [];
  let targets: Token[] = [];
  const finish = () => {
    for (const target of targets) add(target);
    const words = strip(command);
    const name = words[0]?.text.split('/').at(-1) ?? '';
    if (name === 'cd' || name === 'pushd') {
      const to = words[1];
      folder = to === undefined || to.dynamic ? '?' : join(folder, to.text);
    } else if (/^(?:ba|z|k|da)?sh$/.test(name)) {
      const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word.text));
      const inner = flag > 0 ? words[flag + 1] : undefined;
      if (inner !== undefined) for (const file of filesWrittenBy(inner.text, depth + 1)) add(literal(file));
    } else {
      for (const file of writtenArguments(name, words, documents)) add(file);
    }
    command = [];
    targets = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.kind === 'operator') finish();
    else if (token.kind === 'redirect') {
      const target = tokens[index + 1];
      if (target?.kind === 'word') {
        index += 1;
        if (token.text !== '<') targets.push(target);
      }
    } else command.push(token);
  }
  finish();
  return files;

  function add(token: Token): void {
    const path = token.text;
    if (token.dynamic || path === '' || /^(?:-|\.{1,2})$/.test(path) || /^&?\d*$|^\/dev\//.test(path)) return;
    if (folder === '?' && !path.startsWith('/')) return;
    const full = join(folder, path);
    if (!files.includes(full)) files.push(full);
  }
}

function literal(text: string): Token {
  return { kind: 'word', text, dynamic: false };
}

function join(folder: string, path: string): string {
  if (folder === '' || /^(?:\/|~|[A-Za-z]:)/.test(path)) return path;
  if (folder === '?') return '?';
  let base = folder.replace(/\/$/, '');
  let rest = path.replace(/^(?:\.\/)+/, '');
  while (rest.startsWith('../') && /(?:^|\/)[^/.][^/]*$/.test(base)) {
    base = base.slice(0, Math.max(0, base.lastIndexOf('/')));
    rest = rest.slice(3);
  }
  return base === '' ? rest : `${base}/${rest}`;
}

/** Without keywords, assignments and programs that only run another one. */
function strip(command: readonly Token[]): Token[] {
  let words = [...command];
  for (let round = 0; round < 8; round += 1) {
    const first = words[0]?.text ?? '';
    if (
      /^(?:then|do|else|if|while|until|!|\{|\(|time|nohup|exec|command|builtin|sudo|doas|env|nice|stdbuf)$/.test(
        first,
      )
    ) {
      words = words.slice(1);
      while (words[0] !== undefined && /^-/.test(words[0].text))
        words = words.slice(/^-(?:u|g|n)$/.test(words[0].text) ? 2 : 1);
    } else if (/^[A-Za-z_]\w*=/.test(first)) words = words.slice(1);
    else if (first === 'timeout' && words.length > 2) words = words.slice(/^-/.test(words[1]!.text) ? 3 : 2);
    else return words;
  }
  return words;
}

function writtenArguments(name: string, words: readonly Token[], documents: readonly string[]): Token[] {
  const rest = words.slice(1);
  const plain = (skip: RegExp = /^$/) => {
    const kept: Token[] = [];
    let literalOnly = false;
    for (let index = 0; index < rest.length; index += 1) {
      const word = rest[index]!;
      if (!literalOnly && word.text === '--') literalOnly = true;
      else if (!literalOnly && word.text.startsWith('-') && word.text !== '-') {
        if (skip.test(word.text)) index += 1;
      } else kept.push(word);
    }
    return kept;
  };
  const option = (...names: string[]) => {
    const index = rest.findIndex((word) => names.includes(word.text));
    return index === -1 || rest[index + 1] === undefined ? [] : [rest[index + 1]!];
  };
  switch (name) {
    case 'tee':
    case 'touch':
    case 'rm':
    case 'unlink':
    case 'rmdir':
      return plain(/^-[drt]$/);
    case 'mkdir':
      return plain(/^-m$/);
    case 'truncate':
      return plain(/^-[sr]$/);
    case 'mv':
      return moved(plain(/^-[tS]$/), true);
    case 'cp':
    case 'install':
      return moved(plain(/^-[tSmog]$/), false);
    case 'ln':
      return plain().slice(1, 2);
    case 'dd':
      return rest
        .filter((word) => word.text.startsWith('of='))
        .map((word) => ({ ...word, text: word.text.slice(3) }));
    case 'curl':
      return option('-o', '--output');
    case 'wget':
      return option('-O', '--output-document');
    case 'sed':
    case 'gsed':
    case 'perl':
      return editedInPlace(name, rest);
    case 'git':
      return gitArguments(rest);
    case 'apply_patch':
    case 'applypatch':
      return [...rest.map((word) => word.text), ...documents].flatMap(patchedFiles).map(literal);
    case 'patch':
      return documents.flatMap(patchedFiles).map(literal);
    default:
      return [];
  }
}

function moved(paths: readonly Token[], removesSource: boolean): Token[] {
  if (paths.length < 2) return [];
  const sources = paths.slice(0, -1);
  const target = paths.at(-1)!;
  const intoFolder = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target.text);
  const written = intoFolder
    ? sources.map((source) => ({
        ...target,
        text: inFolder(target.text, source.text.replace(/\/$/, '').split('/').at(-1)!),
        dynamic: target.dynamic || source.dynamic,
      }))
    : [target];
  return removesSource ? [...sources, ...written] : written;
}

function inFolder(folder: string, name: string): string {
  return /^\.\/?$/.test(folder) ? name : `${folder.replace(/\/$/, '')}/${name}`;
}

function editedInPlace(name: string, rest: readonly Token[]): Token[] {
  const flag = name === 'perl' ? /^-[a-z]*i/ : /^(?:-[a-z]*i|--in-place)/;
  if (!rest.some((word) => flag.test(word.text))) return [];
  let scripted = false;
  const files: Token[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index]!;
    if (/^-(?:[a-z]*[ef]|-expression|-file)$/.test(word.text)) {
      scripted = true;
      index += 1;
    } else if (word.text === '-i' && rest[index + 1]?.text === '') index += 1;
    else if (word.text.startsWith('-') && word.text.length > 1) continue;
    else if (!scripted) scripted = true;
    else files.push(word);
  }
  return files;
}

function gitArguments(rest: readonly Token[]): Token[] {
  let index = 0;
  while (rest[index]?.text.startsWith('-'))
    index += rest[index]!.text === '-C' || rest[index]!.text === '-c' ? 2 : 1;
  const verb = rest[index]?.text;
  const words = rest.slice(index + 1);
  const paths = words.filter((word) => !word.text.startsWith('-'));
  if (verb === 'mv') return moved(paths, true);
  if (verb === 'rm') return words.some((word) => word.text === '--cached') ? [] : paths;
  const separator = words.findIndex((word) => word.text === '--');
  if ((verb === 'checkout' || verb === 'restore') && separator !== -1) return words.slice(separator + 1);
  if (verb === 'restore' && !words.some((word) => word.text === '--staged')) return paths;
  return [];
}

/** Words, operators and redirections; here-documents are taken out and returned apart. */
function tokenize(script: string): { tokens: Token[]; documents: string[] } {
  const tokens: Token[] = [];
  const documents: string[] = [];
  const awaited: { word: string; indented: boolean }[] = [];
  let text = '';
  let started = false;
  let dynamic = false;
  let index = 0;
  const flush = () => {
    if (started) tokens.push({ kind: 'word', text, dynamic });
    text = '';
    started = false;
    dynamic = false;
  };
  while (index < script.length) {
    const character = script[index]!;
    if (character === '\\') {
      if (script[index + 1] !== '\n') {
        text += script[index + 1] ?? '';
        started = true;
      }
      index += 2;
    } else if (character === "'") {
      const end = script.indexOf("'", index + 1);
      text += script.slice(index + 1, end === -1 ? script.length : end);
      started = true;
      index = end === -1 ? script.length : end + 1;
    } else if (character === '"') {
      index += 1;
      started = true;
      while (index < script.length && script[index] !== '"') {
        if (script[index] === '\\' && index + 1 < script.length) {
          const escaped = script[index + 1]!;
          text += /["\\$`]/.test(escaped) ? escaped : escaped === '\n' ? '' : `\\${escaped}`;
          index += 2;
        } else {
          if (script[index] === '$' || script[index] === '`') dynamic = true;
          text += script[index];
          index += 1;
        }
      }
      index += 1;
    } else if (character === '#' && !started) {
      const end = script.indexOf('\n', index);
      index = end === -1 ? script.length : end;
    } else if (character === '\n') {
      flush();
      tokens.push({ kind: 'operator', text: '\n', dynamic: false });
      index += 1;
      while (awaited.length > 0) index = readDocument(index, awaited.shift()!);
    } else if (character === ' ' || character === '\t' || character === '\r') {
      flush();
      index += 1;
    } else if (script.startsWith('<<<', index)) {
      flush();
      tokens.push({ kind: 'redirect', text: '<', dynamic: false });
      index += 3;
    } else if (script.startsWith('<<', index)) {
      flush();
      const match = /^<<(-?)\s{0,4}(['"]?)([\w.!-]{1,60})\2/.exec(script.slice(index, index + 80));
      if (match === null) index += 2;
      else {
        awaited.push({ word: match[3]!, indented: match[1] === '-' });
        index += match[0].length;
      }
    } else if (character === '>' || character === '<' || (character === '&' && script[index + 1] === '>')) {
      if (started && /^\d$/.test(text)) {
        text = '';
        started = false;
      }
      flush();
      const match = /^(?:&>>?|>>|>\||>&|<&|<>|>|<)/.exec(script.slice(index, index + 3))!;
      index += match[0].length;
      const writes = match[0] !== '<' && match[0] !== '<&';
      const substitution = script[index] === '(';
      if (!substitution) tokens.push({ kind: 'redirect', text: writes ? '>' : '<', dynamic: false });
    } else if (/[;|&()]/.test(character)) {
      flush();
      tokens.push({ kind: 'operator', text: character, dynamic: false });
      index += 1;
    } else {
      if (/[$`*?[{~]/.test(character) && !(character === '~' && !started) && !(character === '{' && !started))
        dynamic = true;
      text += character;
      started = true;
      index += 1;
    }
  }
  flush();
  return { tokens, documents };

  function readDocument(from: number, document: { word: string; indented: boolean }): number {
    let start = from;
    while (start < script.length) {
      const newline = script.indexOf('\n', start);
      const end = newline === -1 ? script.length : newline;
      const line = script.slice(start, end);
      if ((document.indented ? line.trimStart() : line).trimEnd() === document.word) {
        documents.push(script.slice(from, start));
        return end + 1;
      }
      start = end + 1;
    }
    documents.push(script.slice(from));
    return script.length;
  }
}
