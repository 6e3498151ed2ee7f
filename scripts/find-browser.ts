/** Finds a Chromium on this machine: EVERTHREAD_CHROMIUM, or one of its usual names on the PATH, best first. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell comes first: it draws the same pages without a window and uses a third less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

export function findBrowser(): string | undefined {
  const { EVERTHREAD_CHROMIUM, PATH = '' } = process.env;
  if (EVERTHREAD_CHROMIUM) return EVERTHREAD_CHROMIUM;
  const folders = PATH.split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
