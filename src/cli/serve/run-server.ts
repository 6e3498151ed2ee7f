/** Runs the server of `everthread serve` until it is asked to stop. */
import { withFigures } from '../../engine/logging.ts';
import { isEverthreadError, missingDependency } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import { checkAddress, isLoopback, isWildcard, loopbackNames } from '../../integrations/http/address.ts';
import type { Telemetry } from '../../integrations/telemetry.ts';
import { createServer } from '../../server/create-server.ts';
import { listen } from '../../server/node.ts';
import { createProxy } from '../../server/proxy/create-proxy.ts';
import { type Upstream, usualUpstreams } from '../../server/proxy/options.ts';
import { defaultTenant } from '../../server/tenants.ts';
import { findProvider } from '../chat/chat.ts';
import { resolveSettings } from '../config/settings.ts';
import type { Io } from '../io.ts';
import { sanitizeLine, terminalJson } from '../terminal/sanitize.ts';
import { serveFeatures } from './features.ts';
import { keyFilePath, openKeyFile } from './key-file.ts';
import { createLineLogger, type LogLevel } from './line-logger.ts';
import { loadDemo } from './load-demo.ts';
import { findPageFolder } from './page-folder.ts';
import { createTenantEverthreads } from './tenant-everthreads.ts';

export async function runServer(options: {
  io: Io;
  flags: { readonly [flag: string]: string | boolean };
  host?: string;
  port?: number;
  hosts?: readonly string[];
  origins?: readonly string[];
  /** Upstreams that come before the default ones. */
  upstreams?: readonly Upstream[];
  demo: boolean;
  /** Whether spans and metrics go to the OpenTelemetry SDK that is registered in this process. */
  telemetry?: boolean;
  json: boolean;
  level: LogLevel;
  /** Resolves when the server should stop. */
  until: Promise<void>;
}): Promise<void> {
  const { io, flags, host = '127.0.0.1', port, hosts = [], origins = [], demo, json, level, until } = options;
  const { upstreams = [] } = options;
  const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
  const { database } = settings.values;
  const path = keyFilePath(database);
  const keyFile = path === undefined ? undefined : openKeyFile(path);
  // Once a key was made the server requires keys, even after the last one is revoked.
  const hasKeys = keyFile !== undefined && (await keyFile.read()).length > 0;
  // Checked before anything is opened.
  checkAddress({ host, port: port ?? 0, hasKey: hasKeys });
  const provider = await findProvider(settings);
  const tenants = createTenantEverthreads({ settings, provider });
  const pageFolder = findPageFolder();
  const logger = createLineLogger({ level, write: (line) => io.stderr.write(line) });
  const server = createServer({
    everthread: async (tenant) => (await tenants.open(tenant)).everthread,
    ...(hasKeys && { keys: keyFile }),
    ...hostRule({ host, hosts, hasKeys }),
    origins,
    features: await serveFeatures({ settings, provider, tenants }),
    logger,
    proxy: createProxy({
      upstreams: [...upstreams, ...usualUpstreams],
      onProblem: ({ threadId, consequence, error }) => {
        const reason = isEverthreadError(error) ? error.code : 'unexpected';
        logger.warn(withFigures(consequence, { threadId: threadId ?? '', reason }));
      },
    }),
    ...(pageFolder !== undefined && { pageFolder }),
    ...(options.telemetry && { telemetry: await loadTelemetry() }),
  });
  try {
    // The store is opened now, so that a locked or damaged file is reported before the first request.
    await server.ready();
    const listening = await listen({ server, hasKeys, host, ...(port !== undefined && { port }) });
    const started = { url: listening.url, database, keys: hasKeys, page: pageFolder !== undefined };
    io.stdout.write(json ? `${terminalJson(started)}\n` : greeting({ ...started, demo }));
    const stopping = new AbortController();
    const { everthread } = tenants.of(defaultTenant);
    const loading = demo ? reportDemo(io, everthread, stopping.signal) : undefined;
    await until;
    stopping.abort();
    io.stderr.write('everthread serve: stopping; answers in progress may finish.\n');
    await loading;
    await listening.close();
  } catch (error) {
    await server.close().catch(() => undefined);
    throw error;
  }
}

/** Loads the demo in the background, so that its first turns can be read before all of it is there. */
async function reportDemo(io: Io, everthread: Everthread, signal: AbortSignal): Promise<void> {
  io.stderr.write('everthread serve: loading the demo thread …\n');
  try {
    io.stderr.write(`everthread serve: the thread ${await loadDemo({ everthread, signal })} is loaded.\n`);
  } catch (error) {
    if (signal.aborted) return;
    const why = error instanceof Error ? sanitizeLine(error.message) : 'something failed';
    io.stderr.write(`everthread serve: the demo thread is not loaded: ${why}\n`);
  }
}

/** On 0.0.0.0 clients use host names the server cannot know. No name is refused there if keys are required. */
function hostRule(options: { host: string; hosts: readonly string[]; hasKeys: boolean }): {
  hosts?: readonly string[];
} {
  const { host, hosts, hasKeys } = options;
  if (hosts.length === 0 && hasKeys && isWildcard(host)) return {};
  return { hosts: [...loopbackNames, ...(isLoopback(host) || isWildcard(host) ? [] : [host]), ...hosts] };
}

function greeting(options: {
  url: string;
  database: string;
  keys: boolean;
  page: boolean;
  demo: boolean;
}): string {
  const { url, database, keys, page, demo } = options;
  const rows: readonly [what: string, where: string][] = [
    ...(page ? [['Inspector', `${url}/${demo ? '#/threads/demo' : ''}`] as [string, string]] : []),
    ['API', `${url}/openapi.json`],
    ['Proxy', `${url}/v1 as base URL of OpenAI clients, ${url} of Anthropic ones`],
    ['Chat', 'everthread chat'],
  ];
  const who = keys ? 'Callers need a key.' : 'For this machine alone; no key is needed.';
  return [
    `Everthread serves ${sanitizeLine(database)} at ${url}`,
    '',
    ...rows.map(([what, where]) => `  ${what.padEnd(12)}${where}`),
    '',
    `${who} Ctrl-C ends it.`,
    '',
  ].join('\n');
}

/** The OpenTelemetry API is an optional peer dependency. */
async function loadTelemetry(): Promise<Telemetry> {
  const { createTelemetry } = await import('../../integrations/opentelemetry/telemetry.ts').catch(
    (cause: unknown): never => {
      const packages = '@opentelemetry/api';
      throw missingDependency({
        field: 'telemetry',
        needs: `--telemetry needs "${packages}"`,
        packages,
        cause,
      });
    },
  );
  return createTelemetry();
}
