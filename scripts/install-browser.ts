/** Installs Chromium from Debian's packages if there is none. If that fails, says what to do. */
import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

if (findBrowser() === undefined) {
  console.log('The tests of the inspector need Chromium: installing it with apt-get.');
  const isRoot = process.getuid?.() === 0;
  const run = (...command: string[]) => {
    const [program = '', ...rest] = isRoot ? command : ['sudo', '-n', ...command];
    return spawnSync(program, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  run('apt-get', 'update', '-qq');
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
  // Older releases of Debian have the headless shell only as a part of the package chromium.
  if (findBrowser() === undefined)
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
  if (findBrowser() === undefined) {
    console.log(
      'Chromium could not be installed here. Install it by hand, or set EVERTHREAD_CHROMIUM to its path; until then the tests of the inspector are left out.',
    );
  }
}
