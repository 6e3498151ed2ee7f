/**
 * Lines typed in earlier chats, in a file beside the database. Each is stored as one JSON string a line, so that
 * messages of several lines stay whole. Only the file's owner can read it, because it holds what was said in threads.
 * A file that cannot be read or extended is no error.
 */
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';

export type InputHistory = {
  /** Oldest first. */
  entries(): readonly string[];
  add(text: string): Promise<void>;
  /** Removes entries whose words were forgotten. Rejects if the file cannot be rewritten. */
  remove(isForgotten: (text: string) => boolean): Promise<void>;
};

const mostEntries = 1_000;
const longestEntry = 10_000;
const ownerOnly = 0o600;

export async function openInputHistory(path: string | undefined): Promise<InputHistory> {
  const lines = path === undefined ? [] : await readLines(path);
  let entries = lines.slice(-mostEntries);
  const save = async () => {
    if (path === undefined) return;
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    await writeFile(`${path}.new`, text, { mode: ownerOnly });
    await rename(`${path}.new`, path);
  };
  if (lines.length > mostEntries * 2) await save().catch(() => undefined);

  return {
    entries: () => entries,
    async add(text) {
      if (text.length > longestEntry || text === entries.at(-1)) return;
      entries = [...entries, text].slice(-mostEntries);
      if (path === undefined) return;
      await appendFile(path, `${JSON.stringify(text)}\n`, { mode: ownerOnly }).catch(() => undefined);
    },
    async remove(isForgotten) {
      const kept = entries.filter((entry) => !isForgotten(entry));
      if (kept.length === entries.length) return;
      entries = kept;
      await save();
    },
  };
}

async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line);
      return typeof entry === 'string' ? [entry] : [];
    } catch {
      return [];
    }
  });
}
