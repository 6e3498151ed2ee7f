import { describe, expect, it } from 'vitest';
import { nameTells } from './telling-words.ts';

describe('telling words', () => {
  it('I-10 reads names in any case and language of identifiers', () => {
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
      expect(nameTells(name), name).toBe('secret');
    for (const name of ['dbPassword', 'MYSQL_PWD', 'user_pass', 'adminPasswort', 'contraseña', 'пароль'])
      expect(nameTells(name), name).toBe('password');
  });

  it('I-10 an id, a hash, a count or an ordinary key is not one', () => {
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
      expect(nameTells(name), name).toBe('name');
    for (const name of ['monkey', 'keyboard', 'tokenizerModel', 'bypass', 'compass'])
      expect(nameTells(name), name).toBeUndefined();
  });
});
