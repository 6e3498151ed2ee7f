/** What a git command undoes: commits, staged paths, or changes in files. */
import type { WorkUndo } from '../records/work-record.ts';

type WithoutSeq<One> = One extends unknown ? Omit<One, 'seq'> : never;
export type Undo = WithoutSeq<WorkUndo>;

const head = /^(?:HEAD|@)((?:~\d*|\^)*|@\{1\})$/;
const hash = /^[0-9a-f]{7,40}$/;
/** A name with an extension, or everything here: a file, in a place where a branch is also possible. */
const fileLike = /^\.$|^:\/$|\.[A-Za-z][\w-]{0,8}$/;

export function readUndo(verb: string, args: readonly string[], text: string): Undo | undefined {
  const separator = args.indexOf('--');
  const before = (separator === -1 ? args : args.slice(0, separator)).filter((word) => !word.startsWith('-'));
  const behind = separator === -1 ? [] : args.slice(separator + 1);
  const flagged = (flag: RegExp) => args.some((word) => flag.test(word));
  if (verb === 'reset') return resetOf(before, behind, flagged(/^--(?:hard|keep|merge)$/));
  if (verb === 'clean') {
    const removed = [...text.matchAll(/^Removing (\S.{0,300})$/gm)].map(([, path]) => path!);
    return removed.length === 0 ? undefined : { kind: 'discard', paths: removed };
  }
  if (verb === 'stash') return stashOf(before, behind, text);
  if (verb === 'revert') {
    const targets = before.filter((word) => head.test(word) || hash.test(word));
    return targets.length === 0 ? undefined : { kind: 'revert', targets };
  }
  if (verb === 'restore') {
    if (flagged(/^(?:--source|-s)(?:=|$)/)) return undefined;
    const paths = pathsOf([...before, ...behind]);
    const indexOnly = flagged(/^(?:--staged|-S)$/) && !flagged(/^(?:--worktree|-W)$/);
    return { kind: indexOnly ? 'unstage' : 'discard', paths };
  }
  if (verb !== 'checkout' || flagged(/^-(?:b|B)$/)) return undefined;
  // A tree before the dashes restores another version than the last commit.
  if (behind.length > 0) return before.length === 0 ? { kind: 'discard', paths: pathsOf(behind) } : undefined;
  return before.length > 0 && before.every((word) => fileLike.test(word))
    ? { kind: 'discard', paths: pathsOf(before) }
    : undefined;
}

function resetOf(before: readonly string[], behind: readonly string[], isHard: boolean): Undo | undefined {
  const [target, ...others] = before;
  const relative = target === undefined ? null : head.exec(target);
  const isHash = target !== undefined && hash.test(target);
  if (target !== undefined && relative === null && !isHash) {
    if (fileLike.test(target)) return { kind: 'unstage', paths: pathsOf(before) };
    // The target is another branch. Which commits it lacks is unknown, but uncommitted changes are lost.
    return isHard ? { kind: 'reset', back: 0, keeps: false } : undefined;
  }
  const paths = [...others, ...behind];
  if (paths.length > 0) return { kind: 'unstage', paths: pathsOf(paths) };
  const back = relative === null ? 0 : stepsBack(relative[1]!);
  if (back === 0 && !isHash && !isHard) return { kind: 'unstage', paths: null };
  return { kind: 'reset', back, ...(isHash && { to: target }), keeps: !isHard };
}

/** How far a target lies behind the newest commit; undefined for a hash. */
export function behindHead(target: string): number | undefined {
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

function stashOf(before: readonly string[], behind: readonly string[], text: string): Undo | undefined {
  const [verb = 'push'] = before;
  if (verb === 'pop' || verb === 'apply') return { kind: 'unstash' };
  if (verb === 'drop' || verb === 'clear') return { kind: 'unstash', drops: true };
  if (!/^(?:push|save)$/.test(verb) || text.includes('No local changes to save')) return undefined;
  return { kind: 'stash', paths: behind.length === 0 ? null : [...behind] };
}

function pathsOf(words: readonly string[]): string[] | null {
  return words.some((word) => word === '.' || word === ':/' || word === '*') ? null : [...words];
}
