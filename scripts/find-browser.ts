/** Where a Chromium is on this machine: EVERTHREAD_CHROMIUM, or one of the usual names on the PATH. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

export function findBrowser(): string | undefined {
  const { EVERTHREAD_CHROMIUM, PATH = '' } = process.env;
  if (EVERTHREAD_CHROMIUM) return EVERTHREAD_CHROMIUM;
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
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
