/**
 * Serves the inspector's built files. Only files that existed when the server started are served, by their exact names,
 * so that no path can lead outside the folder.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export type Page = {
  /** Undefined if there is no such file. */
  handle(request: Request): Promise<Response | undefined>;
};

const types: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Forbids inline scripts, foreign resources and frames, so that message text can never run as code. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** File names that contain a hash of the content: such a file never changes. */
const hashed = /[-.][\w-]{8,}\.\w+$/u;

const textual = /\.(?:html|js|css|svg|json|txt|webmanifest)$/u;
const pack = promisify(gzip);

export function createPage(folder: string): Page {
  const known = new Map<string, Promise<Buffer>>();
  /** Compressed once and kept: the files are few and do not change while the server runs. */
  const compressed = (file: string): Promise<Buffer> => {
    const made = known.get(file) ?? readFile(file).then((content) => pack(content));
    known.set(file, made);
    return made;
  };
  const files = new Map(
    filesIn(folder).map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  );
  return {
    async handle({ method, url, headers }) {
      if (method !== 'GET' && method !== 'HEAD') return undefined;
      const { pathname } = new URL(url);
      const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const file = files.get(path);
      if (file === undefined) return undefined;
      const isHashed = path.startsWith('/assets/') && hashed.test(path);
      const packed = textual.test(path) && /\bgzip\b/u.test(headers.get('accept-encoding') ?? '');
      const body = method === 'HEAD' ? null : packed ? await compressed(file) : await readFile(file);
      return new Response(body && new Uint8Array(body), {
        headers: {
          ...(packed && { 'content-encoding': 'gzip' }),
          vary: 'accept-encoding',
          'content-type': types[extname(path)] ?? 'application/octet-stream',
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          'content-security-policy': contentSecurityPolicy,
        },
      });
    },
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
