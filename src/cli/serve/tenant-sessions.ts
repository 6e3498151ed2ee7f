/** The sessions behind a server: the command's own database for the default tenant, one beside it for each other. */
import { dirname, join } from 'node:path';
import { EverthreadError } from '../../errors.ts';
import { defaultTenant } from '../../server/tenants.ts';
import type { ResolvedSettings } from '../config/settings.ts';
import type { ChosenProvider } from '../models/choose-provider.ts';
import { openSession, type Session } from '../session.ts';

export type TenantSessions = {
  open(tenant: string): Promise<Session>;
  /** One that is open. */
  of(tenant: string): Session;
};

export function createTenantSessions(options: {
  settings: ResolvedSettings;
  provider: ChosenProvider;
}): TenantSessions {
  const { settings, provider } = options;
  const sessions = new Map<string, Session>();
  return {
    async open(tenant) {
      const database =
        tenant === defaultTenant
          ? settings.values.database
          : tenantDatabase(settings.values.database, tenant);
      const values = { ...settings.values, database };
      const session = await openSession({ settings: { ...settings, values }, provider });
      sessions.set(tenant, session);
      return session;
    },
    of(tenant) {
      const session = sessions.get(tenant);
      if (session === undefined)
        throw new EverthreadError({ code: 'closed', message: 'The tenant is closed.' });
      return session;
    },
  };
}

/** The name was checked: see `checkTenantName`. */
function tenantDatabase(database: string, tenant: string): string {
  return database === ':memory:' ? database : join(dirname(database), 'tenants', `${tenant}.db`);
}
