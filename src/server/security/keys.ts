/**
 * Keys of the API: `et_<id>_<secret>`. The secret has 256 random bits, so that one fast hash is all that has to be
 * kept of it: nothing can be guessed from the hash, and the key itself is shown once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { checkTenantName } from '../tenants.ts';

/** All that is kept of a key. */
export type KeyRecord = {
  id: string;
  tenant: string;
  /** What it is for, in words. */
  name: string;
  /** sha256 of the secret. */
  hash: string;
  createdAt: string;
  revokedAt?: string;
};

/** Where keys are looked up. */
export type KeyRing = { find(id: string): Promise<KeyRecord | undefined> };

const keyShape = /^et_([0-9a-f]{12})_([\w-]{43})$/u;
/** Compared with where there is no such key, so that both take as long. */
const nobody = digest('');

export function newKey(options: { tenant: string; name: string; now: string }): {
  key: string;
  record: KeyRecord;
} {
  const { tenant, name, now } = options;
  checkTenantName(tenant);
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return {
    key: `et_${id}_${secret}`,
    record: { id, tenant, name, hash: digest(secret).toString('hex'), createdAt: now },
  };
}

/** The record of a key that is right and not revoked. */
export async function holderOf(keys: KeyRing, key: string): Promise<KeyRecord | undefined> {
  const [, id = '', secret = ''] = keyShape.exec(key) ?? [];
  const record = id === '' ? undefined : await keys.find(id);
  const kept = record === undefined ? nobody : Buffer.from(record.hash, 'hex');
  const given = digest(secret);
  const fits = kept.length === given.length && timingSafeEqual(kept, given);
  return fits && record !== undefined && record.revokedAt === undefined ? record : undefined;
}

/**
 * The key among the headers: one of its own, or where clients of model providers put theirs. A key of a provider looks
 * otherwise and is left to whoever it is for.
 */
export function keyIn(headers: Pick<Headers, 'get'>): string | undefined {
  const own = headers.get('x-everthread-key');
  if (own !== null) return own;
  const [, bearer] = /^Bearer +(\S+)$/iu.exec(headers.get('authorization') ?? '') ?? [];
  return [bearer, headers.get('x-api-key')].find((key) => key?.startsWith('et_') === true) ?? undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
