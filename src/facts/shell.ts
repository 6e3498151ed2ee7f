/**
 * What a shell script does, as far as its lines show: its commands one by one, and the files they write, move, remove
 * and read. A target that only the shell can resolve (a variable, a glob, a substitution) is left out, because nothing
 * is guessed. Programs that choose the files they write (compilers, formatters) are left out too.
 */
import { type FileEffect, readPatch } from './patch.ts';
import { linkOf, type ShellLink } from './shell-link.ts';
import { type Token, tokenize } from './shell-tokens.ts';

/** One command of a script. */
export type ShellStep = {
  /** The program, without its folder. */
  name: string;
  /** The program and its arguments, unquoted. */
  words: string[];
  /** The text in the script, without redirections. */
  text: string;
  effects: FileEffect[];
  /** The shell wrote its output into a file: one of the effects is not the program's own. */
  redirected?: true;
  /** Texts passed as here-documents. */
  documents: string[];
  /** How it follows the command before it; empty for the first one. */
  link: ShellLink;
  /** It was left running: `server &`. */
  background?: true;
};

const longestScript = 200_000;
const shells = /^(?:ba|z|k|da)?sh$/;

export function readShell(script: string, depth = 0): ShellStep[] {
  if (depth > 3 || script.length > longestScript) return [];
  const { tokens, documents } = tokenize(script);
  const steps: ShellStep[] = [];
  let folder = '';
  let command: Token[] = [];
  let targets: Token[] = [];
  let operators = '';
  const finish = () => {
    let words = strip(command);
    const name = words[0]?.text.split('/').at(-1) ?? '';
    const effects = targets.flatMap((target) => inFolder({ action: 'write', path: target }));
    const redirected = effects.length > 0;
    if (name === 'cd' || name === 'pushd') {
      const to = words[1];
      folder = to === undefined || to.dynamic ? '?' : join(folder, to.text);
    } else if (shells.test(name)) {
      const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word.text));
      const inner = flag > 0 ? words[flag + 1] : undefined;
      if (inner !== undefined) words = [];
      for (const step of inner === undefined ? [] : readShell(inner.text, depth + 1)) {
        const moved = step.effects.flatMap(({ path, to, action }) =>
          inFolder({ action, path: literal(path), ...(to !== undefined && { to: literal(to) }) }),
        );
        steps.push({
          ...step,
          link: step.link === '' ? linkOf(operators, steps.length) : step.link,
          effects: moved,
        });
        operators = '';
      }
    } else effects.push(...effectsOf(name, words, documents).flatMap(inFolder));
    if (words.length > 0 || effects.length > 0) {
      const [first, last] = [words[0], words.at(-1)];
      steps.push({
        name,
        words: words.map(({ text }) => text),
        text: first === undefined || last === undefined ? '' : script.slice(first.start, last.end),
        effects,
        ...(redirected && { redirected }),
        documents,
        link: linkOf(operators, steps.length),
      });
      operators = '';
    }
    command = [];
    targets = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.kind === 'operator') {
      finish();
      operators += token.text;
      const last = steps.at(-1);
      // One stroke is told from two by the token behind it.
      if (operators === '&' && last !== undefined && tokens[index + 1]?.text !== '&') last.background = true;
    } else if (token.kind === 'redirect') {
      const target = tokens[index + 1];
      if (target?.kind === 'word') {
        index += 1;
        if (token.text !== '<') targets.push(target);
      }
    } else command.push(token);
  }
  finish();
  return steps;

  function inFolder({ action, path, to }: Effect): FileEffect[] {
    const from = fullPath(path);
    const moved = to === undefined ? undefined : fullPath(to);
    if (action === 'rename') {
      if (from === undefined) return moved === undefined ? [] : [{ action: 'write', path: moved }];
      return [moved === undefined ? { action: 'delete', path: from } : { action, path: from, to: moved }];
    }
    return from === undefined ? [] : [{ action, path: from }];
  }

  function fullPath({ text: path, dynamic }: Token): string | undefined {
    if (dynamic || path === '' || /^(?:-|\.{1,2})$/.test(path) || /^&?\d*$|^\/dev\//.test(path))
      return undefined;
    return folder === '?' && !path.startsWith('/') ? undefined : join(folder, path);
  }
}

type Effect = { action: FileEffect['action']; path: Token; to?: Token };

function literal(text: string): Token {
  return { kind: 'word', text, dynamic: false, start: 0, end: 0 };
}

export function join(folder: string, path: string): string {
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

/** Removes keywords, assignments and programs that only run another one. */
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

function effectsOf(name: string, words: readonly Token[], documents: readonly string[]): Effect[] {
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
      return each('write', plain(/^-[drt]$/));
    case 'rm':
    case 'unlink':
    case 'rmdir':
      return each('delete', plain());
    case 'mkdir':
      return each('write', plain(/^-m$/));
    case 'truncate':
      return each('change', plain(/^-[sr]$/));
    case 'mv':
      return moved(plain(/^-[tS]$/), 'rename');
    case 'cp':
    case 'install':
      return moved(plain(/^-[tSmog]$/), 'write');
    case 'ln':
      return each('write', plain().slice(1, 2));
    case 'dd':
      return each(
        'write',
        rest
          .filter((word) => word.text.startsWith('of='))
          .map((word) => ({ ...word, text: word.text.slice(3) })),
      );
    case 'curl':
      return each('write', option('-o', '--output'));
    case 'wget':
      return each('write', option('-O', '--output-document'));
    case 'cat':
    case 'less':
    case 'more':
    case 'bat':
    case 'nl':
      return each('read', plain());
    case 'head':
    case 'tail':
      return each('read', plain(/^-[nc]$/));
    case 'sed':
    case 'gsed':
    case 'perl':
      return editedInPlace(name, rest);
    case 'git':
      return gitEffects(rest);
    case 'apply_patch':
    case 'applypatch':
      return [...rest.map((word) => word.text), ...documents].flatMap(patchEffects);
    case 'patch':
      return documents.flatMap(patchEffects);
    default:
      return [];
  }
}

function each(action: FileEffect['action'], paths: readonly Token[]): Effect[] {
  return paths.map((path) => ({ action, path }));
}

function patchEffects(patch: string): Effect[] {
  return readPatch(patch).map(({ action, path, to }) => ({
    action,
    path: literal(path),
    ...(to !== undefined && { to: literal(to) }),
  }));
}

function moved(paths: readonly Token[], action: 'rename' | 'write'): Effect[] {
  if (paths.length < 2) return [];
  const sources = paths.slice(0, -1);
  const target = paths.at(-1)!;
  const intoFolder = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target.text);
  return sources.map((source) => {
    const to = intoFolder
      ? {
          ...target,
          text: within(target.text, source.text.replace(/\/$/, '').split('/').at(-1)!),
          dynamic: target.dynamic || source.dynamic,
        }
      : target;
    return action === 'rename' ? { action, path: source, to } : { action, path: to };
  });
}

function within(folder: string, name: string): string {
  return /^\.\/?$/.test(folder) ? name : `${folder.replace(/\/$/, '')}/${name}`;
}

function editedInPlace(name: string, rest: readonly Token[]): Effect[] {
  const flag = name === 'perl' ? /^-[a-z]*i/ : /^(?:-[a-z]*i|--in-place)/;
  const inPlace = rest.some((word) => flag.test(word.text));
  if (!inPlace && name === 'perl') return [];
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
  return each(inPlace ? 'change' : 'read', files);
}

function gitEffects(rest: readonly Token[]): Effect[] {
  const { verb, words } = gitVerb(rest);
  const paths = words.filter((word) => !word.text.startsWith('-'));
  if (verb === 'mv') return moved(paths, 'rename');
  if (verb === 'rm') return words.some((word) => word.text === '--cached') ? [] : each('delete', paths);
  const separator = words.findIndex((word) => word.text === '--');
  if ((verb === 'checkout' || verb === 'restore') && separator !== -1)
    return each('change', words.slice(separator + 1));
  if (verb === 'restore' && !words.some((word) => word.text === '--staged')) return each('change', paths);
  return [];
}

/** The subcommand and the words after it. */
export function gitVerb<Word extends { text: string }>(
  rest: readonly Word[],
): { verb: string | undefined; words: Word[] } {
  let index = 0;
  while (rest[index]?.text.startsWith('-'))
    index += rest[index]!.text === '-C' || rest[index]!.text === '-c' ? 2 : 1;
  return { verb: rest[index]?.text, words: rest.slice(index + 1) };
}
