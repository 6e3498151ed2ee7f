/**
 * Each tenant has a database of its own, so that no key can reach another tenant's threads. It is opened on first use
 * and closed when idle.
 */
import { EverthreadError } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import { systemRuntime } from '../runtime.ts';
import { createEventHub, type EventHub } from './event-hub.ts';

export type OpenTenant = { everthread: Everthread; events: EventHub };

export type Tenants = {
  /** Opens the tenant if necessary. Call `release` when done with it. */
  borrow(name: string): Promise<OpenTenant & { release(): void }>;
  /** Number of open tenants. */
  open(): number;
  /** Ends event streams, so that closing does not wait for them for ever. */
  endStreams(): void;
  /** Hands background work back and closes the stores that were opened here. */
  close(): Promise<void>;
};

/** The tenant of callers without a key. */
export const defaultTenant = 'default';
const nameShape = /^[a-z0-9][a-z0-9_-]{0,62}$/u;

/** Tenant names become file names, so only letters, digits, dashes and underscores are accepted. */
export function checkTenantName(name: string): void {
  if (nameShape.test(name)) return;
  const accepted = 'up to 63 small letters, digits, - and _, beginning with a letter or a digit';
  throw new EverthreadError({
    code: 'invalid_option',
    field: 'tenant',
    message: `tenant must be ${accepted}.`,
    details: { accepted },
  });
}

type Opened = { opening: Promise<OpenTenant>; users: number; timer: NodeJS.Timeout | undefined };

export function createTenants(options: {
  /**
   * Either one instance that serves the default tenant only and is closed by its creator, or a function that opens one
   * by name.
   */
  everthread: Everthread | ((tenant: string) => Promise<Everthread>);
  idleMs: number;
  heartbeatMs: number;
  onOpen(tenant: OpenTenant): void;
}): Tenants {
  const { everthread: source, idleMs, heartbeatMs, onOpen } = options;
  const owns = typeof source === 'function';
  const opened = new Map<string, Opened>();
  const run = systemRuntime.newId('run');
  let isClosed = false;

  const start = async (name: string): Promise<OpenTenant> => {
    checkTenantName(name);
    if (!owns && name !== defaultTenant)
      throw new EverthreadError({
        code: 'invalid_option',
        field: 'tenant',
        message: `There is no tenant ${JSON.stringify(name)} here.`,
      });
    const everthread = owns ? await source(name) : source;
    const tenant = { everthread, events: createEventHub({ everthread, heartbeatMs, run }) };
    onOpen(tenant);
    return tenant;
  };
  const end = async (name: string, { opening, timer }: Opened): Promise<void> => {
    clearTimeout(timer);
    opened.delete(name);
    const tenant = await opening.catch(() => undefined);
    tenant?.events.close();
    if (owns) await tenant?.everthread.close();
  };
  const release = (name: string, entry: Opened): void => {
    entry.users -= 1;
    if (entry.users > 0 || name === defaultTenant || opened.get(name) !== entry) return;
    entry.timer = setTimeout(() => {
      if (entry.users === 0 && opened.get(name) === entry) void end(name, entry);
    }, idleMs);
    entry.timer.unref();
  };

  return {
    async borrow(name) {
      if (isClosed) throw new EverthreadError({ code: 'closed', message: 'The server is being shut down.' });
      let entry = opened.get(name);
      if (entry === undefined) {
        entry = { opening: start(name), users: 0, timer: undefined };
        opened.set(name, entry);
      }
      clearTimeout(entry.timer);
      entry.users += 1;
      const borrowed = entry;
      let isHeld = true;
      try {
        const tenant = await borrowed.opening;
        return {
          ...tenant,
          release() {
            if (isHeld) release(name, borrowed);
            isHeld = false;
          },
        };
      } catch (error) {
        if (opened.get(name) === borrowed) opened.delete(name);
        throw error;
      }
    },
    open: () => opened.size,
    endStreams() {
      for (const { opening } of opened.values())
        opening.then(({ events }) => events.close()).catch(() => undefined);
    },
    async close() {
      isClosed = true;
      await Promise.all([...opened].map(([name, entry]) => end(name, entry)));
    },
  };
}
