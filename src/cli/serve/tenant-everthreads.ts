/** Opens an Everthread for each tenant: the command's own database for the default tenant, one beside it for others. */
import { dirname, join } from 'node:path';
import { EverthreadError } from '../../errors.ts';
import { defaultTenant } from '../../server/tenants.ts';
import type { ResolvedSettings } from '../config/settings.ts';
import type { ChosenProvider } from '../models/choose-provider.ts';
import { type OpenedEverthread, openEverthread } from '../open-everthread.ts';

export type TenantEverthreads = {
  open(tenant: string): Promise<OpenedEverthread>;
  /** The Everthread of a tenant that is open; throws otherwise. */
  of(tenant: string): OpenedEverthread;
};

export function createTenantEverthreads(options: {
  settings: ResolvedSettings;
  provider: ChosenProvider;
}): TenantEverthreads {
  const { settings, provider } = options;
  const everthreads = new Map<string, OpenedEverthread>();
  return {
    async open(tenant) {
      const database =
        tenant === defaultTenant
          ? settings.values.database
          : tenantDatabase(settings.values.database, tenant);
      const values = { ...settings.values, database };
      const opened = await openEverthread({ settings: { ...settings, values }, provider });
      everthreads.set(tenant, opened);
      return opened;
    },
    of(tenant) {
      const opened = everthreads.get(tenant);
      if (opened === undefined)
        throw new EverthreadError({ code: 'closed', message: 'The tenant is closed.' });
      return opened;
    },
  };
}

/** The name is safe in a path, because `checkTenantName` has checked it. */
function tenantDatabase(database: string, tenant: string): string {
  return database === ':memory:' ? database : join(dirname(database), 'tenants', `${tenant}.db`);
}
