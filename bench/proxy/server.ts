/** The built proxy on a database file, in a process of its own. Started by bench/proxy.ts. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const built = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href;
const { createEverthread } = (await import(built('index.js'))) as typeof import('../../src/index.ts');
const { sqliteStore } = (await import(built('sqlite.js'))) as typeof import('../../src/sqlite.ts');
const { createProxy, createServer, listen } = (await import(
  built('server.js')
)) as typeof import('../../src/server.ts');

const [path, url] = [process.argv[2]!, process.argv[3]!];
const everthread = createEverthread({ store: sqliteStore({ path, synchronous: 'normal' }) });
let problems = 0;
const loopDelay = monitorEventLoopDelay({ resolution: 5 });
loopDelay.enable();
const proxy = createProxy({
  upstreams: [{ url }],
  onProblem: () => {
    problems += 1;
  },
});
const server = createServer({ everthread, proxy });
const listening = await listen({ server, hasKeys: false, port: 0, graceMs: 0 });
process.on('message', (command) => {
  if (command === 'memory') {
    const holdMs = loopDelay.max / 1e6;
    // The collection for the measurement holds the loop too, so the hold is read before and reset after it.
    globalThis.gc?.();
    process.send!({ ...process.memoryUsage(), problems, holdMs });
    setImmediate(() => loopDelay.reset());
  } else if (command === 'close') {
    void listening
      .close()
      .then(() => everthread.close())
      .then(() => process.exit(0));
  }
});
process.send!({ port: Number(new URL(listening.url).port) });
