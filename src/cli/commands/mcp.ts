/** `everthread mcp`: gives the archive to an MCP client, read-only. Standard output belongs to the protocol. */
import type { Readable, Writable } from 'node:stream';
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { threadNamed } from '../existing-thread.ts';
import type { Io } from '../io.ts';
import { type OpenedEverthread, withEverthread } from '../open-everthread.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

const keyVariable = 'EVERTHREAD_MCP_KEY';

const options = {
  http: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  thread: { type: 'string', multiple: true },
  'max-tokens': { type: 'string' },
} as const;

export const mcp: Command = {
  name: 'mcp',
  summary: 'Let MCP clients search and read the archive.',
  usage: 'mcp [--thread <id>]… [--http [--port <number>] [--host <address>]]',
  options: [
    { flag: '--thread <id>', about: 'only this thread; may be given several times (default: all)' },
    { flag: '--max-tokens <number>', about: 'tokens of one answer at most (default: 2000)' },
    { flag: '--http', about: 'listen on HTTP instead of standard input and output' },
    { flag: '--port <number>', about: 'with --http: the port (default: 8722)' },
    {
      flag: '--host <address>',
      about: `with --http: the address (default: 127.0.0.1; others need a key in ${keyVariable})`,
    },
    ...settingRows(['database', 'embedder']),
  ],
  examples: [
    { command: 'mcp', about: 'what to put in an MCP client’s configuration' },
    { command: 'mcp --thread work', about: 'show nothing but the thread work' },
    { command: 'mcp --http --port 9000', about: 'serve http://127.0.0.1:9000/mcp' },
  ],
  async run(args, io) {
    const { values, flags } = parseCommandLine({ command: 'mcp', args, options });
    if (values.http !== true && (values.port !== undefined || values.host !== undefined)) {
      throw new UsageError('--port and --host go with --http.');
    }
    const maxTokens = readNumber('--max-tokens', values['max-tokens']);
    const port = readNumber('--port', values.port);
    return withEverthread({ flags, io, automatic: false }, async ({ everthread, settings }) => {
      // A client would take the empty answers about a thread that is not there for its answer.
      const named: string[] = [];
      for (const name of values.thread ?? []) named.push((await threadNamed(everthread, name)).id);
      const archive = {
        everthread,
        threadIds: values.thread === undefined ? ('all' as const) : named,
        ...(maxTokens === undefined ? {} : { maxTokens }),
      };
      const what = `${values.thread === undefined ? 'all threads' : named.map(sanitizeLine).join(', ')} of ${settings.values.database}`;
      if (values.http === true) {
        const key = io.env[keyVariable];
        await serveHttp(io, what, {
          ...archive,
          ...(port === undefined ? {} : { port }),
          ...(values.host === undefined ? {} : { host: values.host }),
          ...(key === undefined || key === '' ? {} : { key }),
        });
      } else await serveStdio(io, what, archive);
      return exitCodes.ok;
    });
  },
};

type Archive = {
  everthread: OpenedEverthread['everthread'];
  threadIds: readonly string[] | 'all';
  maxTokens?: number;
};

async function serveStdio(io: Io, what: string, archive: Archive): Promise<void> {
  const { serveMcpStdio } = await import('../../integrations/mcp/serve-stdio.ts');
  const stopped = stopSignal();
  const service = await serveMcpStdio({
    ...archive,
    stdin: io.stdin as Readable,
    stdout: io.stdout as Writable,
  });
  const hint = io.inputIsTerminal
    ? ' This is for an MCP client to start; in a terminal there is nothing to type. Ctrl-C ends it.'
    : '';
  io.stderr.write(`everthread mcp: ${what}, read-only, on standard input and output.${hint}\n`);
  await Promise.race([service.closed, stopped]);
  await service.close();
}

async function serveHttp(
  io: Io,
  what: string,
  options: Archive & { host?: string; port?: number; key?: string },
): Promise<void> {
  const { serveMcpHttp } = await import('../../integrations/mcp/serve-http.ts');
  const stopped = stopSignal();
  const service = await serveMcpHttp(options);
  const guard = options.key === undefined ? '' : `, with the key of ${keyVariable}`;
  io.stderr.write(`everthread mcp: ${what}, read-only, at ${service.url}${guard}. Ctrl-C ends it.\n`);
  await stopped;
  await service.close();
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function readNumber(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/u.test(value)) throw new UsageError(`${flag} must be a whole number.`);
  return Number(value);
}
