import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the built inspector in this package; undefined if it was not built. */
export function findPageFolder(): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (!existsSync(join(folder, 'package.json'))) continue;
    const page = join(folder, 'dist/web');
    return existsSync(page) ? page : undefined;
  }
  return undefined;
}
