import { describe, expect, it } from 'vitest';
import { meaningOfName } from './name-meanings.ts';

describe('names beside values', () => {
  it('I-10 reads names in any case, spelling and language', () => {
    for (const name of [
      'acmeApiKey',
      'ACME_KEY',
      'acme-token',
      'AcmeAPIKey2',
      'client.secret',
      'HEROKU_TOKEN_PROD',
      'apiSchlüssel',
      'ключДоступа',
    ])
      expect(meaningOfName(name), name).toBe('secret');
    for (const name of ['dbPassword', 'MYSQL_PWD', 'user_pass', 'adminPasswort', 'contraseña', 'пароль'])
      expect(meaningOfName(name), name).toBe('password');
  });

  it('I-10 an id, a hash, a count or an ordinary key names no secret', () => {
    for (const name of [
      'keyId',
      'token_count',
      'max_tokens',
      'passwordHash',
      'primaryKey',
      'cache_key',
      'publicKey',
      'tokenUrl',
      'secretName',
    ])
      expect(meaningOfName(name), name).toBe('name');
    for (const name of ['monkey', 'keyboard', 'tokenizerModel', 'bypass', 'compass'])
      expect(meaningOfName(name), name).toBeUndefined();
  });
});
