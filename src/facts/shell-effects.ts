/** What the programs of a shell script do to files, as far as their arguments show. */
import { readInlineCode } from './inline-code.ts';
import { inlineScript } from './interpreters.ts';
import { type FileEffect, readPatch } from './patch.ts';
import type { Token } from './shell-tokens.ts';
import { withoutRunner } from './wrapped-command.ts';

export type Effect = { action: FileEffect['action']; path: Token; to?: Token; isNew?: true };

export function literal(text: string): Token {
  return { kind: 'word', text, dynamic: false, start: 0, end: 0 };
}

export function effectsOf(name: string, words: readonly Token[], documents: readonly string[]): Effect[] {
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
      return each('delete', plain());
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
      return [...editedInPlace(name, rest), ...writtenInline(words, documents)];
    case 'yq':
      return rest.some(({ text }) => /^(?:-[a-z]*i[a-z]*|--inplace|--in-place)$/.test(text))
        ? each('change', plain().slice(1))
        : [];
    case 'git':
      return gitEffects(rest, documents);
    case 'apply_patch':
    case 'applypatch':
      return [...rest.map((word) => word.text), ...documents].flatMap(patchEffects);
    case 'patch':
      return documents.flatMap(patchEffects);
    default:
      return writtenInline(words, documents);
  }
}

/** `python - <<'EOF'`, `node -e "…"`. */
function writtenInline(words: readonly Token[], documents: readonly string[]): Effect[] {
  const inner = withoutRunner(words);
  const name = inner[0]?.text.split('/').at(-1) ?? '';
  const script = inlineScript(
    name,
    inner.map(({ text }) => text),
  );
  const code = script === null ? documents[0] : script;
  return code === undefined ? [] : readInlineCode(code).map(asEffect);
}

function asEffect({ action, path, to, isNew }: FileEffect): Effect {
  return {
    action,
    path: literal(path),
    ...(to !== undefined && { to: literal(to) }),
    ...(isNew && { isNew }),
  };
}

function each(action: FileEffect['action'], paths: readonly Token[]): Effect[] {
  return paths.map((path) => ({ action, path }));
}

function patchEffects(patch: string): Effect[] {
  return readPatch(patch).map(asEffect);
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

function gitEffects(rest: readonly Token[], documents: readonly string[]): Effect[] {
  const { verb, words } = gitVerb(rest);
  if (verb === 'apply') return documents.flatMap(patchEffects);
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
