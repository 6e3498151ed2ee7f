/** Reads the user's own prompts from a folder: `bullets.md` replaces the built-in prompt of that name. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EverthreadError, isEverthreadError } from '../../errors.ts';
import { splitFrontMatter } from '../../summarizers/prompt-override.ts';
import { createPrompts, type PromptOverrides, promptNames } from '../../summarizers/prompts.ts';
import { pathProblem } from '../paths.ts';

export async function readPrompts(folder: string): Promise<PromptOverrides> {
  const files = await readdir(folder).catch((cause: Error) => {
    throw pathProblem({ given: folder, path: folder, field: 'prompts', to: 'read', cause });
  });
  const overrides: PromptOverrides = {};
  for (const name of promptNames) {
    if (!files.includes(`${name}.md`)) continue;
    const text = await readFile(join(folder, `${name}.md`), 'utf8');
    // The hash of its text is the version of a prompt that states none.
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
    overrides[name] = { text, version: splitFrontMatter(text).fields.version ?? hash };
  }
  if (Object.keys(overrides).length === 0) {
    const accepted = promptNames.map((name) => `${name}.md`).join(', ');
    throw refused(`There is no prompt in ${folder}. A prompt is one of the files ${accepted}.`);
  }
  try {
    createPrompts({ overrides });
  } catch (error) {
    if (!isEverthreadError(error)) throw error;
    throw refused(`${folder}: ${error.message}`, error);
  }
  return overrides;
}

function refused(message: string, cause?: unknown): EverthreadError {
  return new EverthreadError({ code: 'invalid_option', field: 'prompts', message, cause });
}
