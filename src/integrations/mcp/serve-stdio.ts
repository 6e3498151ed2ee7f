/** The MCP server on standard input and output, for the one client that started this process. */
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { yieldToEventLoop } from '../../runtime.ts';
import { createArchiveTools } from '../archive-tools/create-archive-tools.ts';
import { createScope } from '../archive-tools/scope.ts';
import { buildMcpServer, type McpServerOptions } from './create-mcp-server.ts';
import { drainingTransport } from './draining-transport.ts';
import { loadMcpSdk, loadMcpStdioSdk } from './mcp-sdk.ts';

export type StdioService = {
  /** Resolves when the client disconnected or `close` was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
};

export async function serveMcpStdio(
  rawOptions: McpServerOptions & { stdin?: Readable; stdout?: Writable },
): Promise<StdioService> {
  const { stdin = process.stdin, stdout = process.stdout, ...options } = rawOptions ?? {};
  const tools = createArchiveTools(options);
  const scope = createScope(options);
  const [sdk, { serveStdio, StdioServerTransport }] = await Promise.all([loadMcpSdk(), loadMcpStdioSdk()]);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  for (const event of ['end', 'close', 'error']) stdin.once(event, () => end());
  // Writing fails if the client exits without closing the connection.
  stdout.once('error', () => end());
  // A pipe that does not end with its source, so that the last requests are still answered.
  const input = stdin.pipe(new PassThrough(), { end: false });
  const transport = drainingTransport(new StdioServerTransport(input, stdout));
  const handle = serveStdio(() => buildMcpServer({ sdk, tools, scope }), { transport });
  const closed = ended.then(async () => {
    while (input.readableLength > 0) await yieldToEventLoop();
    await transport.drained();
    await handle.close();
    // Reading standard input would keep the process alive.
    stdin.unpipe(input).pause();
  });
  return {
    closed,
    async close() {
      end();
      await handle.close();
      await closed;
    },
  };
}
