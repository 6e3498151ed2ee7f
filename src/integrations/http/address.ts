/** Rules for the address a server listens on. */
import { EverthreadError, invalidOption } from '../../errors.ts';

export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** The host as it is written in a URL. */
export function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Requires a key unless the server listens on the loopback interface; otherwise anybody on the network could read the
 * archive.
 */
export function checkAddress(options: { host: string; port: number; hasKey: boolean }): void {
  const { host, port, hasKey } = options;
  if (typeof host !== 'string' || host === '') throw invalidOption('host', 'an address or a name', host);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalidOption('port', 'a number from 0 to 65535', port);
  }
  if (hasKey || isLoopback(host)) return;
  throw new EverthreadError({
    code: 'invalid_option',
    field: 'host',
    message: `Listening on ${host} would let others read the archive: set a key, or use 127.0.0.1.`,
  });
}

export function cannotListen(options: {
  host: string;
  port: number;
  cause: NodeJS.ErrnoException;
}): EverthreadError {
  const { host, port, cause } = options;
  const why = cause.code === 'EADDRINUSE' ? 'it is in use' : (cause.code ?? 'unknown error');
  return new EverthreadError({
    code: 'invalid_option',
    field: 'port',
    message: `Cannot listen on ${host}:${port}: ${why}.`,
    cause,
  });
}
