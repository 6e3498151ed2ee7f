/**
 * The MCP server over HTTP (Streamable HTTP, path /mcp). It listens on the loopback interface; elsewhere only with a
 * key. Requests with a foreign Host or Origin are refused. Otherwise any web page could read the archive by pointing
 * its own host name at this machine (DNS rebinding).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EverthreadError } from '../../errors.ts';
import { createArchiveTools } from '../archive-tools/create-archive-tools.ts';
import { createScope } from '../archive-tools/scope.ts';
import { cannotListen, checkAddress, inAddress, isWildcard } from '../http/address.ts';
import { buildMcpServer, type McpServerOptions } from './create-mcp-server.ts';
import { loadMcpSdk, type McpSdk } from './mcp-sdk.ts';
import { readBody, toRequest, writeResponse } from './node-http.ts';

export type HttpServiceOptions = McpServerOptions & {
  /** Default: 127.0.0.1. Any address other than loopback needs a key. */
  host?: string;
  /** Default: 8722. 0 takes any free port. */
  port?: number;
  /** Key that clients must send: `Authorization: Bearer …`. At least 16 characters. */
  key?: string;
  /** Further host names of this server, besides its address and localhost. */
  allowedHosts?: readonly string[];
};

export type HttpService = {
  /** The URL for clients. */
  readonly url: string;
  close(): Promise<void>;
};

const defaultHttpPort = 8722;
const path = '/mcp';
/** Tool arguments are short. */
const mostBodyBytes = 1024 * 1024;
const requestTimeoutMs = 30_000;
const shortestKey = 16;

export async function serveMcpHttp(rawOptions: HttpServiceOptions): Promise<HttpService> {
  const { host = '127.0.0.1', port = defaultHttpPort, key, allowedHosts = [], ...options } = rawOptions ?? {};
  checkKey(key);
  checkAddress({ host, port, hasKey: key !== undefined });
  const tools = createArchiveTools(options);
  const sdk = await loadMcpSdk();
  const scope = createScope(options);
  const handler = sdk.createMcpHandler(() => buildMcpServer({ sdk, tools, scope }));
  const refuse = createGate({ sdk, host, key, allowedHosts });

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> => {
    const body = await readBody(incoming, mostBodyBytes);
    if (body === undefined) return tooLarge();
    return handler.fetch(toRequest(incoming, outgoing, body));
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = refuse(incoming) ?? (await serve(incoming, outgoing));
    await writeResponse(response, outgoing);
  };
  const server = createServer({ requestTimeout: requestTimeoutMs }, (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen({ host, port, cause })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${inAddress(address.address)}:${address.port}${path}`,
    async close() {
      await handler.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

type Refuse = (incoming: IncomingMessage) => Response | undefined;

function createGate(options: {
  sdk: McpSdk;
  host: string;
  key: string | undefined;
  allowedHosts: readonly string[];
}): Refuse {
  const { sdk, host, key, allowedHosts } = options;
  const names = [...sdk.localhostAllowedHostnames(), inAddress(host), ...allowedHosts];
  // Behind 0.0.0.0 the server cannot know its host names; there the key protects it.
  const checksHost = !isWildcard(host) || allowedHosts.length > 0;

  return ({ headers, method, url = '/' }) => {
    if (checksHost) {
      const checked = sdk.validateHostHeader(headers.host, names);
      if (!checked.ok) return problem(403, 'This server does not answer to that host name (Host).');
    }
    const origin = sdk.validateOriginHeader(headers.origin, names);
    if (!origin.ok) return problem(403, 'Requests from that page are not accepted (Origin).');
    if (new URL(url, 'http://localhost').pathname !== path) return problem(404, `The server is at ${path}.`);
    if (key !== undefined && !holdsKey(headers.authorization, key)) {
      return problem(401, 'A key is needed: Authorization: Bearer …', { 'www-authenticate': 'Bearer' });
    }
    if (Number(headers['content-length'] ?? 0) > mostBodyBytes) {
      return tooLarge();
    }
    return method === 'OPTIONS' ? problem(405, 'Not accepted.', { allow: 'POST, GET, DELETE' }) : undefined;
  };
}

function tooLarge(): Response {
  return problem(413, `A request may have at most ${mostBodyBytes} bytes.`);
}

function problem(status: number, message: string, headers: { [name: string]: string } = {}): Response {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  return Response.json(error, { status, headers });
}

/** Compares hashes, so that the time taken reveals neither length nor content of the key. */
function holdsKey(authorization: string | undefined, key: string): boolean {
  const [, bearerKey] = /^Bearer +(\S+)$/iu.exec(authorization ?? '') ?? [];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return bearerKey !== undefined && timingSafeEqual(digest(bearerKey), digest(key));
}

function checkKey(key: string | undefined): void {
  if (key === undefined || (typeof key === 'string' && key.length >= shortestKey && !/\s/u.test(key))) return;
  throw new EverthreadError({
    code: 'invalid_option',
    field: 'key',
    message: `key must have at least ${shortestKey} characters and no spaces.`,
  });
}
