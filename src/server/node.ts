/** The server on Node: listens, and shuts down gracefully. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { invalidOption } from '../errors.ts';
import { checkOptions } from '../input/foreign-values.ts';
import { cannotListen, checkAddress, inAddress } from '../integrations/http/address.ts';
import type { EverthreadServer } from './create-server.ts';
import { answerProxied } from './node-edge.ts';

export type ListenOptions = {
  server: EverthreadServer;
  /** Whether callers need a key. Without keys the server only listens on the loopback interface. */
  hasKeys: boolean;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Default: 8720. 0 takes any free port. */
  port?: number;
  /** Time for a request to arrive, body included; slower clients are disconnected. Default: 120,000. */
  requestMs?: number;
  /** Time that running answers have to end when the server closes. Default: 10,000. */
  graceMs?: number;
};

export type Listening = {
  /** Such as `http://127.0.0.1:8720`. */
  readonly url: string;
  /** Accepts no new requests, lets running ones end, and closes the server. */
  close(): Promise<void>;
};

const defaultPort = 8720;
const defaultRequestMs = 120_000;
const headersMs = 20_000;
const idleCheckMs = 50;
/** Longer than clients keep a connection for reuse, so that the client closes it first. */
const keepAliveMs = 75_000;
const mostHeaderBytes = 32 * 1024;

export async function listen(options: ListenOptions): Promise<Listening> {
  checkOptions<ListenOptions>(options, {
    ...{ server: null, hasKeys: null, host: null, port: null, requestMs: null, graceMs: null },
  });
  if (typeof options.server?.fetch !== 'function')
    throw invalidOption('server', 'what createServer() returns', options.server);
  const { server, hasKeys, host = '127.0.0.1', port = defaultPort } = options;
  const { requestMs = defaultRequestMs, graceMs = 10_000 } = options;
  checkAddress({ host, port, hasKey: hasKeys });
  const answer = getRequestListener(
    (request, env) => {
      const { remoteAddress } = (env as HttpBindings).incoming.socket ?? {};
      return server.fetch(request, remoteAddress === undefined ? {} : { address: remoteAddress });
    },
    { overrideGlobalObjects: false },
  );
  const node = createServer(
    {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(10_000, Math.ceil(requestMs / 2)),
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: mostHeaderBytes,
      requireHostHeader: true,
    },
    (incoming, outgoing) => {
      if (!answerProxied(server, incoming, outgoing)) void answer(incoming, outgoing);
    },
  );
  await new Promise<void>((resolve, reject) => {
    node.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen({ host, port, cause })));
    node.listen(port, host, resolve);
  });
  const address = node.address() as AddressInfo;
  return {
    url: `http://${inAddress(address.address)}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => node.close(() => resolve()));
      server.endStreams();
      // A connection becomes idle shortly after its last answer, so idle ones are closed repeatedly.
      const idle = setInterval(() => node.closeIdleConnections(), idleCheckMs);
      const grace = setTimeout(() => node.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(grace);
      await server.close();
    },
  };
}
