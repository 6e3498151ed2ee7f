/** The inspector as people use it: the built command serves it, a real Chromium shows it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/find-browser.ts';
import { childEnvironment } from '../child-environment.ts';
import { longestWaitMs } from '../longest-wait.ts';

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Undefined if there is no browser; scripts/install-browser.ts says what to do. */
export const browserPath = findBrowser();

export type Served = { address: string; stop(): Promise<void> };

/** Starts `everthread serve` on its own database. */
export async function serve(args: readonly string[] = [], { port = '0' } = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-inspector-'));
  const child = spawn(
    process.execPath,
    [command, 'serve', '--port', port, '--database', join(folder, 'test.db'), '--provider', 'none', ...args],
    { env: { ...childEnvironment, HOME: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let told = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`It ended: ${told}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      const found = / at (http:\/\/[\d.:]+)\n[\s\S]*Ctrl-C/u.exec(told);
      if (found) resolve(found[1]!);
    });
  });
  return {
    address,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: browserPath!, args: flags });

export type Watched = {
  page: Page;
  /** Errors of the page, and violations of its Content-Security-Policy. */
  problems: string[];
  /** Requests to other servers than the page's own. */
  strayed: string[];
};

export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1_200, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(longestWaitMs);
  const problems: string[] = [];
  const strayed: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    problems.push(url.startsWith(`${address}/api/`) ? `${message.text()} ${url}` : message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) strayed.push(request.url());
  });
  await page.goto(`${address}/`);
  return { page, problems, strayed };
}

/** Opens a view by its address and waits until it is drawn. */
export async function visit(page: Page, hash: string): Promise<void> {
  // A view sends its requests after the next frame.
  await page.evaluate(`new Promise((arrived) => {
    const target = ${JSON.stringify(hash)};
    if (location.hash === target) return arrived();
    const drawn = () => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(arrived)));
    addEventListener('hashchange', drawn, { once: true });
    location.hash = target;
  })`);
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}
