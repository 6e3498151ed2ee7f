/**
 * A tenant's threads live in a database of its own: no key of another one can reach it. Opened when somebody asks,
 * closed when nobody did for a while.
 */
import { EverthreadError } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import { systemRuntime } from '../runtime.ts';
import { createEventHub, type EventHub } from './event-hub.ts';

export type OpenTenant = { everthread: Everthread; events: EventHub };

export type Tenants = {
  /** Opens it where it is not open. `release` when it is no longer used. */
  borrow(name: string): Promise<OpenTenant & { release(): void }>;
  /** How many are open. */
  open(): number;
  /** Ends streams of events, so that nobody waits for what never comes. */
  endStreams(): void;
  /** Hands background work back and closes what was opened here. */
  close(): Promise<void>;
};

/** What everybody is who needs no key. */
export const defaultTenant = 'default';
const nameShape = /^[a-z0-9][a-z0-9_-]{0,62}$/u;

/** Names become names of files: nothing but letters, digits and dashes ever gets so far. */
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
  /** One for the default tenant alone, which whoever gave it closes; or a function that opens one by name. */
  everthread: Everthread | ((tenant: string) => Promise<Everthread>);
  idleMs: number;
  heartbeatMs: number;
  onOpen(tenant: OpenTenant): void;
}): Tenants {
  const { everthread: given, idleMs, heartbeatMs, onOpen } = options;
  const owns = typeof given === 'function';
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
    const everthread = owns ? await given(name) : given;
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
      const held = entry;
      let isHeld = true;
      try {
        const tenant = await held.opening;
        return {
          ...tenant,
          release() {
            if (isHeld) release(name, held);
            isHeld = false;
          },
        };
      } catch (error) {
        if (opened.get(name) === held) opened.delete(name);
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
