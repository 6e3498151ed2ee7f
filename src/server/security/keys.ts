/**
 * API keys: `et_<id>_<secret>`. The secret has 256 random bits, so a fast hash of it is safe to store: it cannot be
 * guessed from the hash. The key itself is shown once.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { checkOptions } from '../../input/foreign-values.ts';
import { checkTenantName } from '../tenants.ts';

/** The stored part of a key. */
export type KeyRecord = {
  id: string;
  tenant: string;
  /** A description of what the key is for. */
  name: string;
  /** sha256 of the secret. */
  hash: string;
  createdAt: string;
  revokedAt?: string;
};

/** Looks keys up by id. */
export type KeyRing = { find(id: string): Promise<KeyRecord | undefined> };

const keyShape = /^et_([0-9a-f]{12})_([\w-]{43})$/u;
/** Compared against when a key id is unknown, so that both cases take equally long. */
const emptyDigest = digest('');

export function newKey(options: { tenant: string; name: string; now: string }): {
  key: string;
  record: KeyRecord;
} {
  checkOptions<typeof options>(options, { tenant: null, name: null, now: null });
  const { tenant, name, now } = options;
  checkTenantName(tenant);
  const id = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return {
    key: `et_${id}_${secret}`,
    record: { id, tenant, name, hash: digest(secret).toString('hex'), createdAt: now },
  };
}

/** The record of a key, if the key is right and not revoked. */
export async function holderOf(keys: KeyRing, key: string): Promise<KeyRecord | undefined> {
  const [, id = '', secret = ''] = keyShape.exec(key) ?? [];
  const record = id === '' ? undefined : await keys.find(id);
  const storedDigest = record === undefined ? emptyDigest : Buffer.from(record.hash, 'hex');
  const givenDigest = digest(secret);
  const fits = storedDigest.length === givenDigest.length && timingSafeEqual(storedDigest, givenDigest);
  return fits && record !== undefined && record.revokedAt === undefined ? record : undefined;
}

/**
 * Finds the API key in the headers: in a header of its own, or where clients of model providers put their key. Keys of
 * providers have another format and are left for the upstream.
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
