import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { soak } from '../../test/soak.ts';
import { isEverthreadError } from '../errors.ts';
import type { Json } from '../message/message.ts';
import { createRedactor } from './redaction.ts';
import { secretKinds } from './secret-patterns.ts';

const { redact, redactDeep, find } = createRedactor();

function createRandom(seed: number) {
  const next = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
  return { next, pick, text };
}
type Random = ReturnType<typeof createRandom>;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const upper = lower.toUpperCase();
const alphanumeric = lower + upper + digits;
const hex = '0123456789abcdef';
const url64 = `${alphanumeric}_-`;

/** Put together here, so that no scanner takes this file for a leak. */
const join_ = (...pieces: string[]) => pieces.join('');

const tokens: { [kind: string]: (random: Random) => string } = {
  'aws-access-key': (r) => join_('AK', 'IA', r.text(`${upper}234567`, 16)),
  'google-api-key': (r) => join_('AI', 'za', r.text(url64, 34), 'x'),
  'google-oauth-secret': (r) => join_('GOC', 'SPX-', r.text(alphanumeric, 28)),
  'google-access-token': (r) => join_('ya', '29.', r.text(url64, 60)),
  'azure-client-secret': (r) => join_(r.text(alphanumeric, 3), '8Q', '~', r.text(alphanumeric, 33)),
  'digitalocean-token': (r) => join_('dop', '_v1_', r.text(hex, 64)),
  'github-token': (r) => join_(r.pick(['ghp', 'gho', 'ghu', 'ghs', 'ghr']), '_', r.text(alphanumeric, 36)),
  'github-fine-grained-token': (r) =>
    join_('github', '_pat_', r.text(alphanumeric, 22), '_', r.text(alphanumeric, 59)),
  'gitlab-token': (r) => join_('gl', 'pat-', r.text(url64, 20)),
  'bitbucket-token': (r) => join_('AT', 'BB', r.text(alphanumeric, 32)),
  'atlassian-token': (r) => join_('ATA', 'TT3', r.text(url64, 180)),
  'npm-token': (r) => join_('np', 'm_', r.text(alphanumeric, 36)),
  'pypi-token': (r) => join_('py', 'pi-AgEI', r.text(url64, 90)),
  'docker-token': (r) => join_('dckr', '_pat_', r.text(url64, 27)),
  'stripe-key': (r) => join_('sk', r.pick(['_live_', '_test_']), r.text(alphanumeric, 24)),
  'stripe-webhook-secret': (r) => join_('wh', 'sec_', r.text(alphanumeric, 32)),
  'square-token': (r) => join_('sq0', 'atp-', r.text(url64, 22)),
  'shopify-token': (r) => join_('shp', 'at_', r.text(hex, 32)),
  'openai-key': (r) =>
    join_(
      'sk-',
      r.pick(['proj-', 'svcacct-', '']),
      r.text(alphanumeric, 20),
      'T3Blbk7J',
      r.text(alphanumeric, 20),
    ),
  'anthropic-key': (r) => join_('sk-', 'ant-', 'api03-', r.text(url64, 90)),
  'huggingface-token': (r) => join_('h', 'f_', r.text(lower + upper, 34)),
  'groq-key': (r) => join_('gs', 'k_', r.text(alphanumeric, 52)),
  'replicate-token': (r) => join_('r', '8_', r.text(alphanumeric, 37)),
  'perplexity-key': (r) => join_('pp', 'lx-', r.text(alphanumeric, 48)),
  'xai-key': (r) => join_('xa', 'i-', r.text(alphanumeric, 80)),
  'openrouter-key': (r) => join_('sk-', 'or-v1-', r.text(hex, 64)),
  'slack-token': (r) =>
    join_('xo', 'xb-', r.text(digits, 12), '-', r.text(digits, 12), '-', r.text(alphanumeric, 24)),
  'slack-webhook': (r) =>
    join_(
      'https://hooks.slack',
      '.com/services/T',
      r.text(upper, 8),
      '/B',
      r.text(upper, 8),
      '/',
      r.text(alphanumeric, 24),
    ),
  'discord-token': (r) =>
    join_(
      'M',
      r.text(lower, 8),
      r.text(upper, 8),
      r.text(digits, 7),
      '.',
      r.text(alphanumeric, 6),
      '.',
      r.text(alphanumeric, 27),
    ),
  'discord-webhook': (r) =>
    join_('https://discord.com/api/web', 'hooks/', r.text(digits, 18), '/', r.text(url64, 68)),
  'telegram-token': (r) => join_(r.text('123456789', 9), ':', 'AA', r.text(alphanumeric, 33)),
  'twilio-key': (r) => join_('S', 'K', r.text(hex, 32)),
  'sendgrid-key': (r) => join_('S', 'G.', r.text(url64, 22), '.', r.text(alphanumeric, 43)),
  'mailgun-key': (r) => join_('ke', 'y-', r.text(hex, 32)),
  'mailchimp-key': (r) => join_(r.text(hex, 32), '-us', '14'),
  'databricks-token': (r) => join_('da', 'pi', r.text(hex, 32)),
  'vault-token': (r) => join_('hv', 's.', r.text(alphanumeric, 90)),
  'linear-key': (r) => join_('lin', '_api_', r.text(alphanumeric, 40)),
  'notion-token': (r) => join_('nt', 'n_', r.text(alphanumeric, 46)),
  'figma-token': (r) => join_('fi', 'gd_', r.text(url64, 40)),
  'grafana-token': (r) => join_('gl', 'sa_', r.text(alphanumeric, 32), '_', r.text(hex, 8)),
  'postman-key': (r) => join_('PM', 'AK-', r.text(hex, 24), '-', r.text(hex, 34)),
  'sentry-token': (r) => join_('snt', 'rys_', r.text(alphanumeric, 60)),
  jwt: (r) =>
    join_('ey', 'J', r.text(alphanumeric, 33), '.ey', 'J', r.text(url64, 80), '.', r.text(url64, 43)),
};

const plainContexts: ((token: string) => string)[] = [
  (token) => `Sure, here it is: ${token} - please don't share it.`,
  (token) => `export SERVICE_CREDENTIAL=${token}\nnpm start`,
  (token) => `{"config":{"value":"${token}","retries":3}}`,
  (token) => `{"text":"line one\\n${token}\\nline three"}`,
  (token) => `+  const client = new Client('${token}');\n-  const client = new Client();`,
  (token) => `$ curl -H "X-Token: ${token}" https://api.example.com/v1/items\n{"ok":true}`,
  (token) => `2024-05-15T15:00:00Z ERROR auth failed for ${token} (status 401)`,
  (token) => `| name | value |\n| --- | --- |\n| prod | ${token} |`,
  (token) => `我的密钥是${token}，请保密。`,
  (token) => `    token: ${token}\n    region: eu-west-1`,
];

/** Secrets that are recognized only by the words around them. */
const told: { kind: string; make(random: Random): { text: string; secret: string } }[] = [
  {
    kind: 'spoken password',
    make: (r) =>
      spoken(r, (secret) =>
        r.pick([
          `my password is ${secret}`,
          `The password for the staging db is ${secret}.`,
          `password: ${secret}`,
          `Das Passwort lautet ${secret}`,
          `mon mot de passe est ${secret}`,
          `la contraseña es ${secret}`,
        ]),
      ),
  },
  { kind: 'quoted password', make: (r) => spoken(r, (secret) => `{"user":"admin","password":"${secret}"}`) },
  {
    kind: 'environment password',
    make: (r) =>
      spoken(r, (secret) =>
        r.pick([`DB_PASSWORD=${secret}`, `POSTGRES_PASSWORD=${secret}\nPORT=5432`, `MYSQL_PWD=${secret}`]),
      ),
  },
  {
    kind: 'yaml password',
    make: (r) => spoken(r, (secret) => `database:\n  host: db.internal\n  password: ${secret}\n  port: 5432`),
  },
  {
    kind: 'connection string',
    make: (r) =>
      spoken(r, (secret) =>
        r.pick([
          `postgres://app:${secret}@db.internal:5432/app`,
          `mongodb+srv://root:${secret}@cluster0.example.net/test`,
          `redis://:${secret}@cache:6379/0`,
          `amqp://guest:${secret}@mq:5672`,
        ]),
      ),
  },
  {
    kind: 'url credentials',
    make: (r) => spoken(r, (secret) => `git clone https://deploy:${secret}@git.example.com/team/app.git`),
  },
  {
    kind: 'authorization header',
    make: (r) =>
      random40(r, (secret) =>
        r.pick([
          `Authorization: Bearer ${secret}`,
          `curl -H 'Authorization: Basic ${secret}' https://api.example.com`,
          `"authorization": "Bearer ${secret}"`,
          `Authorization: token ${secret}`,
        ]),
      ),
  },
  {
    kind: 'api key assignment',
    make: (r) =>
      random40(r, (secret) =>
        r.pick([
          `api_key = "${secret}"`,
          `"apiKey": "${secret}"`,
          `API_KEY=${secret}`,
          `client_secret: '${secret}'`,
          `x-api-key: ${secret}`,
          `const secretKey = "${secret}";`,
          `aws_secret_access_key = ${secret}`,
        ]),
      ),
  },
  {
    kind: 'escaped json',
    make: (r) => random40(r, (secret) => `{\\"access_token\\":\\"${secret}\\",\\"expires_in\\":3600}`),
  },
  {
    kind: 'command line',
    make: (r) =>
      spoken(r, (secret) =>
        r.pick([
          `mysqldump --password=${secret} app > dump.sql`,
          `vault login --token ${secret}`,
          `curl -u admin:${secret} https://example.com`,
          `sshpass -p ${secret} ssh root@host`,
        ]),
      ),
  },
  {
    kind: 'beside telling words',
    make: (r) =>
      random40(r, (secret) =>
        r.pick([
          `the new api key should be ${secret}, rotate the old one`,
          `here is the token you asked for: ${secret}`,
          `our signing key: ${secret}`,
        ]),
      ),
  },
  { kind: 'private key', make: (r) => privateKey(r) },
];

function spoken(r: Random, wrap: (secret: string) => string) {
  const secret =
    r.pick(['hunter', 'Tr0ub4dor', 'blue', 'Winter', 'dragon']) +
    r.text(digits, 3) +
    r.pick(['!', 'x', '#k', 'Zq']);
  return { text: wrap(secret), secret };
}

function random40(r: Random, wrap: (secret: string) => string) {
  const secret = r.text(alphanumeric, 12) + r.text(digits, 4) + r.text(alphanumeric, 24);
  return { text: wrap(secret), secret };
}

function privateKey(r: Random) {
  const kind = r.pick(['RSA ', 'EC ', 'OPENSSH ', '']);
  const lines = Array.from({ length: 6 }, () => r.text(`${alphanumeric}+/`, 64));
  const mark = r.pick(['\n', '\\n']);
  const edge = '-----';
  return {
    text: `key:\n${[`${edge}BEGIN ${kind}PRIVATE KEY${edge}`, ...lines, `${edge}END ${kind}PRIVATE KEY${edge}`].join(mark)}\ndone`,
    secret: lines[3]!,
  };
}

const fillers = [
  'Let me look at the configuration of the service first.',
  'const total = items.reduce((sum, item) => sum + item.price, 0);',
  'commit 3f2a9c1d4e5b6a7f8c9d0e1f2a3b4c5d6e7f8a9b',
  'See src/auth/token-store.ts:42 for the details.',
  'id: 6f1c2c1e-9b1d-4f6e-8a55-0a4a3f7b2c11',
];

describe('redaction', () => {
  it('I-10 knows at least 200 kinds of secrets by name', () => {
    expect(secretKinds.length).toBeGreaterThanOrEqual(200);
    expect(Object.keys(tokens).length).toBeGreaterThanOrEqual(40);
  });

  it('I-10 finds every one of 1,000 planted secrets in talk, code, logs and tool output', () => {
    const random = createRandom(42);
    const kinds = Object.keys(tokens);
    const missed: string[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const byWords = index % 3 === 2;
      const kind = kinds[index % kinds.length]!;
      const token = tokens[kind]!(random);
      const planted = byWords
        ? random.pick(told).make(random)
        : {
            text: random.pick(plainContexts)(token),
            secret: token.replace(/^https:\/\/[^/]+\/(?:services|api\/webhooks)\//, ''),
          };
      const text = `${random.pick(fillers)}\n${planted.text}\n${random.pick(fillers)}`;
      if (redact(text).includes(planted.secret))
        missed.push(byWords ? planted.text : `${kind}: ${planted.text}`);
    }
    expect(missed).toEqual([]);
  });

  it('I-10 names the kind of each secret', () => {
    const random = createRandom(7);
    for (const [kind, make] of Object.entries(tokens)) {
      const text = `value ${make(random)} end`;
      expect(
        find(text).map((span) => span.kind),
        kind,
      ).toEqual([kind]);
      expect(redact(text)).toMatch(new RegExp(`\\[secret:${kind}:[0-9a-f]{6}\\]`));
    }
  });

  it('I-10 equal secrets have equal placeholders, others do not, and the salt changes both', () => {
    const random = createRandom(3);
    const [first, second] = [tokens['github-token']!(random), tokens['github-token']!(random)];
    const [a, b, c] = [redact(first), redact(`again: ${first}`), redact(second)];
    expect(b).toBe(`again: ${a}`);
    expect(c).not.toBe(a);
    expect(createRedactor({ salt: 'pepper' }).redact(first)).not.toBe(a);
  });

  it('I-10 redacting twice changes nothing', () => {
    const random = createRandom(11);
    const pieces = fc.oneof(
      fc.string(),
      fc.constantFrom(
        ...fillers,
        'password: ',
        'api_key="',
        '"',
        '\n',
        '\\n',
        'Bearer ',
        '-----BEGIN PRIVATE KEY-----',
        '-----END PRIVATE KEY-----',
        'my password is ',
      ),
      fc.constantFrom(...Object.values(tokens)).map((make) => make(random)),
      fc.constantFrom(...told).map((item) => item.make(random).text),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const once = redact(parts.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  it('I-10 resolves the escapes of JSON inside JSON', () => {
    const secret = join_('tR4', 'kq81Zp', '9z');
    let text = `- name: DB_PASSWORD\n  value: "${secret}"`;
    for (let depth = 0; depth < 4; depth += 1) {
      const covered = redact(text);
      expect(covered, text).not.toContain(secret);
      expect(redact(covered)).toBe(covered);
      text = JSON.stringify({ text });
    }
    expect(redact('C:\\new\\token\\readme.txt stays')).toBe('C:\\new\\token\\readme.txt stays');
  });

  it('I-10 leaves hashes, ids, paths, code and ordinary sentences alone', () => {
    const ordinary = [
      'commit 3f2a9c1d4e5b6a7f8c9d0e1f2a3b4c5d6e7f8a9b and 820ab7e',
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'request 6f1c2c1e-9b1d-4f6e-8a55-0a4a3f7b2c11 took 250 ms',
      'const password = await prompt("Password: ");',
      'password: string;',
      'if (!password) throw new Error("password is required");',
      'const token = getToken();',
      'token: process.env.GITHUB_TOKEN,',
      'apiKey: config.apiKey,',
      'max_tokens: 500, "total_tokens": 1234567890123456',
      'The password is stored hashed, and the token is refreshed every hour.',
      'API_KEY=<your-api-key>',
      'API_KEY=$' + '{API_KEY}',
      '"password": "********"',
      'export OPENAI_API_KEY=sk-...',
      'The key insight is that the token bucket refills at a fixed rate.',
      'See https://example.com/docs/authentication#api-key-rotation-2024',
      'git@github.com:everthread/everthread.git',
      'postgres://$' + '{USER}:$' + '{PASSWORD}@localhost/app',
      'node_modules/@types/node/crypto/secret-key-object.d.ts',
      'My password is wrong.',
      'Your password is incorrect, try again.',
      'key: cache:user:12345:profile:v2',
      'function authenticate(token: string, secret: Buffer): boolean {',
      '"token_type": "bearer", "scope": "repo"',
      '"integrity": "sha512-Q5M8w0jBQTXYiQ6iV1fb8UCByr5xoqtPG6R844OTyze0Joe19AhHtz8iEi8hfHwS2EpPvcPqe0AAAAAAAAAAAw=="',
      'golang.org/x/text v0.3.7 h1:olpwvP2KacW1ZWvsR7uQhoyTYvKAupfQrRGBFM352Gk=',
      'toolu_01L2UfoeMSUGBm9Mje5T5bnq msg_011CRHg5MwLLFnYC7XjjFHKN call_5t79ns7kBbJbPNVqfVnIBFgP',
      '"node_id":"MDQ6VXNlcjI5OTg4MzQ0"',
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKx3Zp1m9mQw7Vb2c5dXr8sT4uY6kLnE0oPjHfGdCaBz dana@web-3',
      'sessionId: 6f1c2c1e-9b1d-4f6e-8a55-0a4a3f7b2c11, keyId: 3f2a9c1d4e5b6a7f8c9d0e1f2a3b4c5d',
      'key: CryptoKey | KeyObject | Uint8Array',
      'const EVP_PKEY_CTX *key = EVP_PKEY_CTX_new(EVP_PKEY_METHOD_X25519);',
      '"path-key": "^3.1.0",',
    ];
    for (const line of ordinary) expect(redact(line)).toBe(line);
  });

  it('I-10 redacts values under revealing keys at any depth, keeps order, and survives deep nesting', () => {
    const value: Json = {
      user: 'ada',
      password: 'tulip',
      nested: [{ client_secret: 'a-b-c-d' }, { note: 'my password is hunter22' }],
      port: 5432,
    };
    const result = redactDeep(value) as { [key: string]: Json };
    expect(JSON.stringify(result)).not.toMatch(/tulip|a-b-c-d|hunter22/);
    expect(Object.keys(result)).toEqual(['user', 'password', 'nested', 'port']);
    expect(result.user).toBe('ada');
    expect(redactDeep(result)).toEqual(result);
    let deep: Json = 'my password is hunter22';
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    let inner = redactDeep(deep);
    while (Array.isArray(inner)) inner = inner[0]!;
    expect(inner).toMatch(/^my password is \[secret:/);
  });

  it('I-10 a value that is a secret once is redacted everywhere in the text, with the same placeholder', () => {
    const secret = join_('tulip', '-4711', '-Zx');
    const covered = redact(
      `login failed for ${secret}\npassword: ${secret}\nDB_PASSWORD=${secret}; again ${secret}.`,
    );
    expect(covered).not.toContain(secret);
    expect(new Set(covered.match(/\[secret:[^\]]+\]/g)).size).toBe(1);
    const token = tokens['github-token']!(createRandom(5));
    const told = redact(`api_key = "${token}" and ${token}`);
    expect(new Set(told.match(/\[secret:[^\]]+\]/g))).toEqual(new Set([redact(token)]));
  });

  it('I-10 in an object with a name and a value, the name decides about the value', () => {
    const value = redactDeep([
      { name: 'ADMIN_PASSWORD', value: 'tulip-bulb' },
      { name: 'LOG_LEVEL', value: 'debug' },
    ]);
    expect(value).toMatchObject([{ value: expect.stringMatching(/^\[secret:/) }, { value: 'debug' }]);
  });

  it('I-10 hides personal data only when asked to', () => {
    const text =
      'Mail ada@example.org or call +49 170 1234567, card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00.';
    expect(redact(text)).toBe(text);
    const hidden = createRedactor({ personalData: true }).redact(text);
    expect(hidden).not.toMatch(/ada@|1234567|4111|3704/);
    expect(hidden).toMatch(/\[personal:email:[0-9a-f]{6}\]/);
    expect(createRedactor({ personalData: true }).redact(hidden)).toBe(hidden);
  });

  it('I-10 takes patterns of the caller and refuses invalid ones by name', () => {
    const own = createRedactor({ extraPatterns: [{ kind: 'badge', pattern: /badge (?<value>\d{6})/ }] });
    expect(own.redact('badge 123456 and badge 654321')).toMatch(
      /^badge \[secret:badge:\w{6}\] and badge \[secret:badge:\w{6}\]$/,
    );
    try {
      createRedactor({ extraPatterns: [{ kind: 'No Good', pattern: /x/ }] });
      expect.unreachable();
    } catch (error) {
      expect(isEverthreadError(error, 'invalid_option') && error.field).toBe('extraPatterns[0].kind');
    }
  });

  it('I-10 works through megabytes of hostile text', () => {
    const size = soak ? 1_000_000 : 250_000;
    const hostile = [
      'a',
      'AKIA',
      'eyJ',
      'sk-',
      'password:',
      'token=',
      '-----BEGIN PRIVATE KEY-----',
      'https://a:',
      'key key key ',
      '0',
      'Bearer ',
      "password is '",
      'curl -u ',
      '@',
      '\\n',
      '密码是',
      'M',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
      expect(redact(text).length, piece).toBeGreaterThan(0);
    }
  });

  it('I-10 finds next to nothing in real coding sessions', (context) => {
    const folder = process.env.EVERTHREAD_DATA ?? new URL('../../../shared/data', import.meta.url).pathname;
    const files = listFiles(join(folder, 'sessions'));
    if (files.length === 0) {
      console.warn(`skipped: no session data in ${folder}`);
      context.skip('no session data');
    }
    let lines = 0;
    let hits = 0;
    for (const file of files) {
      for (const text of stringsOf(readFileSync(file, 'utf8'))) {
        for (const line of text.split('\n')) {
          if (line.trim() === '') continue;
          lines += 1;
          if (find(line).length > 0) hits += 1;
        }
      }
    }
    expect(lines).toBeGreaterThan(10_000);
    expect(hits / lines).toBeLessThan(0.001);
  });
});

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? listFiles(path) : /\.jsonl?$/.test(name) ? [path] : [];
    });
  } catch {
    return [];
  }
}

function stringsOf(raw: string): string[] {
  const found: string[] = [];
  const visit = (value: Json) => {
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  for (const text of raw.startsWith('{"') ? raw.split('\n') : [raw])
    if (text.trim() !== '') visit(JSON.parse(text) as Json);
  return found;
}
