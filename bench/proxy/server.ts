/** The proxy in a process of its own, on a database in a file, as it is published: run by bench/proxy.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

const built = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href;
const { createEverthread } = (await import(built('index.js'))) as typeof import('../../src/index.ts');
const { sqliteStore } = (await import(built('sqlite.js'))) as typeof import('../../src/sqlite.ts');
const { createProxy } = (await import(built('server.js'))) as typeof import('../../src/server.ts');

const [path, url] = [process.argv[2]!, process.argv[3]!];
const everthread = createEverthread({ store: sqliteStore({ path, synchronous: 'normal' }) });
let problems = 0;
const proxy = createProxy({
  upstreams: [{ url }],
  onProblem: () => {
    problems += 1;
  },
});
const server = createServer(
  getRequestListener((request) =>
    proxy(request, { everthread, tenant: 'default' }).catch((error: unknown) => {
      console.error(error);
      throw error;
    }),
  ),
);
// A client of this machine may be busy for longer than the usual five seconds.
server.keepAliveTimeout = 120_000;
process.on('message', (asked) => {
  if (asked === 'memory') {
    globalThis.gc?.();
    process.send!({ ...process.memoryUsage(), problems });
  } else if (asked === 'close') {
    server.closeAllConnections();
    void everthread.close().then(() => process.exit(0));
  }
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
