/** What a git command undoes: commits, staged paths, or changes in files. */
import type { WorkUndo } from '../records/work-record.ts';

type WithoutSeq<One> = One extends unknown ? Omit<One, 'seq'> : never;
export type Undo = WithoutSeq<WorkUndo>;

const head = /^(?:HEAD|@)((?:~\d*|\^)*|@\{1\})$/;
const hash = /^[0-9a-f]{7,40}$/;
const takesMessage = /^(?:-[a-z]*m|--message)$/;
/** A name with an extension, or the whole folder. Where git accepts a branch or a file, this is a file. */
const fileLike = /^\.$|^:\/$|\.[A-Za-z][\w-]{0,8}$/;

export function readUndo(verb: string, args: readonly string[], text: string): Undo | undefined {
  const separator = args.indexOf('--');
  const beforeDashes = (separator === -1 ? args : args.slice(0, separator)).filter(
    (word) => !word.startsWith('-'),
  );
  const afterDashes = separator === -1 ? [] : args.slice(separator + 1);
  const hasFlag = (flag: RegExp) => args.some((word) => flag.test(word));
  if (verb === 'reset') return resetOf(beforeDashes, afterDashes, hasFlag(/^--(?:hard|keep|merge)$/));
  if (verb === 'clean') {
    const removed = [...text.matchAll(/^Removing (\S.{0,300})$/gm)].map(([, path]) => path!);
    return removed.length === 0 ? undefined : { kind: 'discard', paths: removed };
  }
  if (verb === 'stash') return stashOf(args, beforeDashes, afterDashes, text);
  if (verb === 'revert') {
    const targets = beforeDashes.filter((word) => head.test(word) || hash.test(word));
    return targets.length === 0 ? undefined : { kind: 'revert', targets };
  }
  if (verb === 'restore') {
    if (hasFlag(/^(?:--source|-s)(?:=|$)/)) return undefined;
    const paths = pathsOf([...beforeDashes, ...afterDashes]);
    const indexOnly = hasFlag(/^(?:--staged|-S)$/) && !hasFlag(/^(?:--worktree|-W)$/);
    return { kind: indexOnly ? 'unstage' : 'discard', paths };
  }
  if (verb !== 'checkout' || hasFlag(/^-(?:b|B)$/)) return undefined;
  // With a commit or branch before the dashes, git restores that version, which is a change and undoes nothing.
  if (afterDashes.length > 0)
    return beforeDashes.length === 0 ? { kind: 'discard', paths: pathsOf(afterDashes) } : undefined;
  return beforeDashes.length > 0 && beforeDashes.every((word) => fileLike.test(word))
    ? { kind: 'discard', paths: pathsOf(beforeDashes) }
    : undefined;
}

function resetOf(
  beforeDashes: readonly string[],
  afterDashes: readonly string[],
  isHard: boolean,
): Undo | undefined {
  const [target, ...others] = beforeDashes;
  const relative = target === undefined ? null : head.exec(target);
  const isHash = target !== undefined && hash.test(target);
  if (target !== undefined && relative === null && !isHash) {
    if (fileLike.test(target)) return { kind: 'unstage', paths: pathsOf(beforeDashes) };
    // The target is another branch. Which commits it lacks is unknown, but uncommitted changes are lost.
    return isHard ? { kind: 'reset', back: 0, keeps: false } : undefined;
  }
  const paths = [...others, ...afterDashes];
  if (paths.length > 0) return { kind: 'unstage', paths: pathsOf(paths) };
  const back = relative === null ? 0 : stepsBack(relative[1]!);
  if (back === 0 && !isHash && !isHard) return { kind: 'unstage', paths: null };
  return { kind: 'reset', back, ...(isHash && { to: target }), keeps: !isHard };
}

/** How far a target lies behind the newest commit; undefined for a hash. */
export function commitsBehindHead(target: string): number | undefined {
  const steps = head.exec(target)?.[1];
  return steps === undefined ? undefined : stepsBack(steps);
}

function stepsBack(steps: string): number {
  if (steps.startsWith('@')) return 1;
  return [...steps.matchAll(/~(\d*)|\^/g)].reduce(
    (sum, [sign, count]) => sum + (sign === '^' || count === '' ? 1 : Number(count)),
    0,
  );
}

function stashOf(
  args: readonly string[],
  beforeDashes: readonly string[],
  afterDashes: readonly string[],
  text: string,
): Undo | undefined {
  const [verb = 'push'] = beforeDashes;
  if (verb === 'pop' || verb === 'apply') return { kind: 'unstash' };
  if (verb === 'drop' || verb === 'clear') return { kind: 'unstash', drops: true };
  if (!/^(?:push|save)$/.test(verb) || text.includes('No local changes to save')) return undefined;
  // The words of `stash save` are its message, those of `stash push` are paths.
  const named =
    verb === 'push'
      ? beforeDashes.slice(1).filter((word) => !takesMessage.test(args[args.indexOf(word) - 1] ?? ''))
      : [];
  const paths = [...named, ...afterDashes];
  return { kind: 'stash', paths: paths.length === 0 ? null : pathsOf(paths) };
}

function pathsOf(words: readonly string[]): string[] | null {
  return words.some((word) => word === '.' || word === ':/' || word === '*') ? null : [...words];
}
