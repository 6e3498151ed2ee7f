/** The files a patch touches, from its headers alone: `*** Update File:`, `+++ b/…`, `rename to …`. */
export function patchedFiles(patch: string): string[] {
  const files: string[] = [];
  const add = (path: string | undefined) => {
    const clean = path?.trim().replace(/^"(.*)"$/, '$1');
    if (clean !== undefined && clean !== '' && clean !== '/dev/null' && !files.includes(clean))
      files.push(clean);
  };
  const lines = patch.split('\n');
  for (const [index, raw] of lines.entries()) {
    const line = raw.length > 1_000 ? '' : raw.trimEnd();
    const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to):\s(.+)$/.exec(line);
    if (header !== null) add(header[1]);
    // A removed line that begins with "-- " looks like a header unless the "+++" line follows.
    if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ')) {
      const from = withoutPrefix(line.slice(4));
      const to = withoutPrefix(lines[index + 1]!.trimEnd().slice(4));
      add(to === '/dev/null' ? from : to);
    }
    const renamed = /^rename (?:from|to) (.+)$/.exec(line);
    if (renamed !== null) add(renamed[1]);
  }
  return files;
}

function withoutPrefix(path: string): string {
  return path.split('\t', 1)[0]!.replace(/^[abciwo]\//, '');
}
