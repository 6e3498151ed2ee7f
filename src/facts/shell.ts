/**
 * What a shell script does, as far as its lines show: its commands one by one, and the files they write, move, remove
 * and read. A target that only the shell can resolve (a variable, a glob, a substitution) is left out, because nothing
 * is guessed. Programs that choose the files they write (compilers, formatters) are left out too.
 */
import type { FileEffect } from './patch.ts';
import { type Effect, effectsOf, literal } from './shell-effects.ts';
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
  const tokens = tokenize(script);
  const steps: ShellStep[] = [];
  let folder = '';
  let command: Token[] = [];
  let targets: Token[] = [];
  let documents: string[] = [];
  let operators = '';
  const finish = () => {
    if (command.length === 0 && targets.length === 0) return;
    let words = strip(command);
    const name = words[0]?.text.split('/').at(-1) ?? '';
    const link = linkOf(operators, steps.length);
    // `cat <<EOF | python -`: the here-document reaches the next command through the pipe.
    if (link === '|' && documents.length === 0) documents = steps.at(-1)?.documents ?? [];
    const effects = targets.flatMap((target) => inFolder({ action: 'write', path: target }));
    const redirected = effects.length > 0;
    if (name === 'cd' || name === 'pushd') {
      const to = words[1];
      folder = to === undefined || to.dynamic ? '?' : join(folder, to.text);
    } else if (shells.test(name)) {
      const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word.text));
      const isGiven = words.slice(1).every(({ text }) => text.startsWith('-'));
      const inner = flag > 0 ? words[flag + 1]?.text : isGiven ? documents[0] : undefined;
      if (inner !== undefined) words = [];
      for (const step of inner === undefined ? [] : readShell(inner, depth + 1)) {
        const moved = step.effects.flatMap(({ path, to, ...effect }) =>
          inFolder({ ...effect, path: literal(path), ...(to !== undefined && { to: literal(to) }) }),
        );
        steps.push({
          ...step,
          link: step.link === '' ? link : step.link,
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
        link,
      });
      operators = '';
    }
    command = [];
    targets = [];
    documents = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.kind === 'operator') {
      finish();
      operators += token.text;
      const last = steps.at(-1);
      // `&` and `&&` differ only in the next token.
      if (operators === '&' && last !== undefined && tokens[index + 1]?.text !== '&') last.background = true;
    } else if (token.kind === 'redirect') {
      const target = tokens[index + 1];
      if (target?.kind === 'word') {
        index += 1;
        if (token.text !== '<') targets.push(target);
      }
    } else if (token.kind === 'document') documents.push(token.text);
    else command.push(token);
  }
  finish();
  return steps;

  function inFolder({ action, path, to, isNew }: Effect): FileEffect[] {
    const from = fullPath(path);
    const moved = to === undefined ? undefined : fullPath(to);
    if (action === 'rename') {
      if (from === undefined) return moved === undefined ? [] : [{ action: 'write', path: moved }];
      return [moved === undefined ? { action: 'delete', path: from } : { action, path: from, to: moved }];
    }
    return from === undefined ? [] : [{ action, path: from, ...(isNew && { isNew }) }];
  }

  function fullPath({ text: path, dynamic }: Token): string | undefined {
    if (dynamic || path === '' || /^(?:-|\.{1,2})$/.test(path) || /^&?\d*$|^\/dev\//.test(path))
      return undefined;
    return folder === '?' && !path.startsWith('/') ? undefined : join(folder, path);
  }
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
