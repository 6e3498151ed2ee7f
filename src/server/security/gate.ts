/** Admits requests: checks host and origin, key and rate, and says which tenant the caller is. */
import type { Runtime } from '../../runtime.ts';
import { problemResponse } from '../problem.ts';
import { defaultTenant } from '../tenants.ts';
import { holderOf, type KeyRing, keyIn } from './keys.ts';
import { checkOrigin, type OriginRules, type RequestHead } from './origin.ts';
import { createRateLimit } from './rate.ts';

export type Admitted = { tenant: string; keyId: string | null };

export type Gate = {
  /** `open` is set for what anybody may see, such as the server's health. */
  admit(
    request: RequestHead,
    options: { address: string | undefined; open: boolean },
  ): Promise<Admitted | Response>;
};

/** Wrong keys accepted from one address within a minute. A right key is admitted even then. */
const wrongKeysPerMinute = 20;

export function createGate(options: {
  origin: OriginRules;
  keys: KeyRing | undefined;
  /** Limit for one key, or for one address if there are no keys. Undefined: no limit. */
  requestsPerMinute: number | undefined;
  runtime: Pick<Runtime, 'now'>;
}): Gate {
  const { origin, keys, requestsPerMinute, runtime } = options;
  const { now } = runtime;
  const rate =
    requestsPerMinute === undefined ? undefined : createRateLimit({ perMinute: requestsPerMinute, now });
  const wrong = createRateLimit({ perMinute: wrongKeysPerMinute, now });

  const limited = (who: string): Response | undefined => {
    const seconds = rate?.take(who) ?? 0;
    return seconds === 0 ? undefined : tooMany('Too many requests.', seconds);
  };

  return {
    async admit(request, { address = 'unknown', open }) {
      const refused = checkOrigin(request, origin);
      if (refused !== undefined) return refused;
      const anonymous = { tenant: defaultTenant, keyId: null };
      if (open) return anonymous;
      if (keys === undefined) return limited(`address ${address}`) ?? anonymous;
      const key = keyIn(request.headers);
      if (key === undefined)
        return unauthorized('A key is needed: Authorization: Bearer et_…, or x-everthread-key.');
      const holder = await holderOf(keys, key);
      if (holder === undefined) {
        const seconds = wrong.take(address);
        return seconds === 0
          ? unauthorized('That key is not accepted.')
          : tooMany('Too many wrong keys.', seconds);
      }
      return limited(`key ${holder.id}`) ?? { tenant: holder.tenant, keyId: holder.id };
    },
  };
}

function unauthorized(message: string): Response {
  return problemResponse(401, { code: 'unauthorized', message }, { 'www-authenticate': 'Bearer' });
}

function tooMany(message: string, seconds: number): Response {
  return problemResponse(429, { code: 'too_many_requests', message }, { 'retry-after': String(seconds) });
}
