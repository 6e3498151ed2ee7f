/** What a patch does to files, from its headers alone: `*** Update File:`, `+++ b/…`, `rename to …`. */

/** `write` creates a file or replaces all of it. */
const fileActions = ['write', 'change', 'delete', 'rename', 'read'] as const;
export type FileAction = (typeof fileActions)[number];
export type FileEffect = {
  path: string;
  action: FileAction;
  /** Where it was moved to. */
  to?: string;
  /** A patch says that the file did not exist before. */
  isNew?: true;
};

const blockActions = { Add: 'write', Update: 'change', Delete: 'delete' } as const;

export function readPatch(patch: string): FileEffect[] {
  const effects = new Map<string, FileEffect>();
  let last: string | undefined;
  const add = (action: FileAction, path: string, to?: string) => {
    const clean = cleanPath(path);
    if (clean === '' || clean === '/dev/null') return;
    last = clean;
    if (!effects.has(clean) || to !== undefined)
      effects.set(clean, {
        path: clean,
        action,
        ...(to !== undefined && { to }),
        ...(action === 'write' && { isNew: true as const }),
      });
  };
  const lines = patch.split('\n');
  let renamed = '';
  for (const [index, raw] of lines.entries()) {
    const line = raw.length > 1_000 ? '' : raw.trimEnd();
    const header = /^\*\*\* (?:(Add|Update|Delete) File|Move to):\s(.+)$/.exec(line);
    if (header?.[1] !== undefined) add(blockActions[header[1] as keyof typeof blockActions], header[2]!);
    else if (header !== null && last !== undefined) add('rename', last, cleanPath(header[2]!));
    // A removed line that begins with "-- " looks like a header, unless the "+++" line follows.
    if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ')) {
      const from = withoutPrefix(line.slice(4));
      const to = withoutPrefix(lines[index + 1]!.trimEnd().slice(4));
      if (to === '/dev/null') add('delete', from);
      else add(from === '/dev/null' ? 'write' : 'change', to);
    }
    const move = /^rename (from|to) (.+)$/.exec(line);
    if (move?.[1] === 'from') renamed = move[2]!;
    else if (move !== null && renamed !== '') add('rename', renamed, cleanPath(move[2]!));
  }
  return [...effects.values()];
}

/** The files that were changed, each once. */
export function changedPaths(effects: readonly FileEffect[]): string[] {
  const changes = effects.filter(({ action }) => action !== 'read');
  const moves = changes.filter(({ action }) => action === 'rename');
  const paths = changes.flatMap((effect) =>
    // If several files move in one command, all sources come before the targets.
    effect === moves.at(-1) ? [effect.path, ...moves.map(({ to }) => to!)] : [effect.path],
  );
  return [...new Set(paths)];
}

function cleanPath(path: string): string {
  return path.trim().replace(/^"(.*)"$/, '$1');
}

function withoutPrefix(path: string): string {
  return path.split('\t', 1)[0]!.replace(/^[abciwo]\//, '');
}
