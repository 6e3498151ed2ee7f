/**
 * Lines with secrets as they occur in work, lines in which secrets are hard to find, and lines that only mention
 * secrets. All secrets are put together at run time, so that this file holds none. Used for measuring only.
 */
import type { Random } from './random.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const mixed = lower + upper + digits;
const safe = `${mixed}_-`;

const glue = (...pieces: string[]) => pieces.join('');

type SecretText = { secret: string; text: string };

/** Secrets by kind that only the words around them reveal. */
export const contextKinds: { [kind: string]: (r: Random) => SecretText } = {
  'password in talk': (r) => {
    const secret = glue(
      r.pick(['Blue', 'Winter', 'Pelican', 'Tram']),
      r.text(mixed, 4),
      r.text(digits, 3),
      r.pick(['!', '#', '$']),
    );
    return {
      secret,
      text: r.pick([
        `My login is dana, the password is ${secret} if you need it.`,
        `I changed the admin password to ${secret} this morning.`,
        `wifi password: ${secret}`,
      ]),
    };
  },
  'connection string': (r) => {
    const secret = r.text(mixed, r.integer(10, 24));
    const scheme = r.pick(['postgres', 'mysql', 'mongodb+srv', 'redis', 'amqp']);
    return {
      secret,
      text: r.pick([
        `const pool = new Pool({ connectionString: '${scheme}://app:${secret}@db.internal:5432/orders' });`,
        `DATABASE_URL=${scheme}://app:${secret}@10.0.4.7/orders`,
        `{"url":"${scheme}://app:${secret}@db/orders","pool":5}`,
      ]),
    };
  },
  'basic auth': (r) => {
    const secret = Buffer.from(`deploy:${r.text(mixed, 18)}`).toString('base64');
    return { secret, text: `curl -s -H "Authorization: Basic ${secret}" https://ci.example.org/api/json` };
  },
  'bearer header': (r) => {
    const secret = r.text(mixed, 40);
    return {
      secret,
      text: r.pick([
        `curl https://api.example.org/v2/me -H 'Authorization: Bearer ${secret}'`,
        `headers: { Authorization: "Bearer ${secret}", Accept: "application/json" },`,
        `> authorization: Bearer ${secret}`,
      ]),
    };
  },
  'environment file': (r) => {
    const secret = r.text(mixed, r.integer(16, 40));
    const name = r.pick([
      'SMTP_PASSWORD',
      'JWT_SECRET',
      'STORAGE_SECRET_KEY',
      'ENCRYPTION_KEY',
      'ADMIN_API_KEY',
    ]);
    return { secret, text: `PORT=8080\n${name}=${secret}\nLOG_LEVEL=info` };
  },
  'AWS secret key': (r) => {
    const secret = r.text(`${mixed}+/`, 40);
    return {
      secret,
      text: r.pick([
        `[default]\naws_access_key_id = x\naws_secret_access_key = ${secret}\nregion = eu-west-1`,
        `export AWS_SECRET_ACCESS_KEY="${secret}"`,
      ]),
    };
  },
  'webhook address': (r) => {
    const secret = r.text(mixed, 24);
    return {
      secret,
      text: r.pick([
        glue(
          'https://hooks.sl',
          'ack.com/services/',
          'T',
          r.text(upper, 10),
          '/B',
          r.text(upper, 10),
          '/',
          secret,
        ),
        glue('https://discord.com/api/web', 'hooks/', r.text('123456789', 18), '/', r.text(safe, 44), secret),
        glue(
          'curl -d @a.json https://hooks.zapier',
          '.com/hooks/catch/',
          r.text('123456789', 7),
          '/',
          secret,
          '/',
        ),
      ]),
    };
  },
  'private key': (r) => {
    const secret = Array.from({ length: 12 }, () => r.text(`${mixed}+/`, 64)).join('\n');
    const label = r.pick(['RSA PRIVATE', 'OPENSSH PRIVATE', 'EC PRIVATE', 'PRIVATE']);
    return {
      secret,
      text: glue('-----BEGIN ', label, ' KEY-----\n', secret, '\n-----END ', label, ' KEY-----'),
    };
  },
  'command line password': (r) => {
    const secret = glue(r.text(mixed, 9), r.text(digits, 2));
    return {
      secret,
      text: r.pick([
        `mysqldump -h db -u root -p${secret} shop > /backup/shop.sql`,
        `docker login registry.example.org -u ci --password ${secret}`,
        `sshpass -p ${secret} ssh deploy@web-3 uptime`,
        `redis-cli -h cache -a ${secret} INFO`,
      ]),
    };
  },
  'token in a URL': (r) => {
    const secret = r.text(mixed, 32);
    return {
      secret,
      text: r.pick([
        `GET https://api.example.org/v1/export?format=csv&access_token=${secret} 200`,
        `git clone https://oauth2:${secret}@git.example.org/team/app.git`,
        `https://files.example.org/report.pdf?api_key=${secret}&page=2`,
      ]),
    };
  },
  'session cookie': (r) => {
    const secret = r.text(mixed, 36);
    return {
      secret,
      text: r.pick([
        `Set-Cookie: session_id=${secret}; Path=/; HttpOnly`,
        `curl -b 'theme=dark; auth_token=${secret}' https://shop.example.org/cart`,
        `Cookie: lang=en; connect.sid=s%3A${secret}`,
      ]),
    };
  },
};

/** Hard lines, written by hand, each with its secret. */
export function hardLines(r: Random): { text: string; secret: string }[] {
  const word = () => glue(r.pick(['hunter', 'kitten', 'dragon']), r.text(digits, 3), 'pass');
  const strong = () => glue('tR4', r.text(mixed, 8), '9z');
  const long = () => r.text(mixed, 36);
  const encoded = () => Buffer.from(strong()).toString('base64');
  const basic = () => Buffer.from(`svc:${strong()}`).toString('base64');
  // One secret a line, so that every find belongs to exactly one.
  const lines: [(secret: string) => string, () => string][] = [
    [(secret) => `login with admin / ${secret}`, word],
    [(secret) => `log in as admin:${secret} on the staging box`, word],
    [(secret) => `user: admin, pass: ${secret}`, word],
    [(secret) => `username=admin password=${secret}`, word],
    [(secret) => `docker run -d -e POSTGRES_PASSWORD=${secret} -p 5432:5432 postgres:16`, strong],
    [(secret) => `docker run --env MYSQL_ROOT_PASSWORD='${secret}' mysql`, strong],
    [(secret) => `machine git.example.org login bot password ${secret}`, strong],
    [(secret) => `machine git.example.org\n  login bot\n  password ${secret}`, strong],
    [(secret) => `curl -u admin:${secret} https://ci.example.org/job/build`, strong],
    [(secret) => `curl -H "X-Api-Key: ${secret}" https://api.example.org`, long],
    [(secret) => `curl -H 'PRIVATE-TOKEN: ${secret}' https://git.example.org/api/v4/projects`, long],
    [(secret) => `curl --header "x-auth-token:${secret}" https://api.example.org`, long],
    [(secret) => `apiVersion: v1\nkind: Secret\nstringData:\n  password: ${secret}`, strong],
    [(secret) => `kind: Secret\ndata:\n  password: ${secret}`, encoded],
    [(secret) => `        - name: DB_PASSWORD\n          value: "${secret}"`, strong],
    [(secret) => `        - name: DB_PASSWORD\n          value: ${secret}`, strong],
    [(secret) => `//registry.npmjs.org/:_authToken=${secret}`, long],
    [(secret) => `//npm.example.org/:_password="${secret}"`, basic],
    [(secret) => `_auth=${secret}`, basic],
    [(secret) => `engine = create_engine("postgresql+psycopg2://app:${secret}@db:5432/app")`, strong],
    [(secret) => `jdbc:postgresql://db:5432/app?user=app&password=${secret}`, strong],
    [
      (secret) => `Server=tcp:db.example.org;Database=app;User Id=app;Password=${secret};Encrypt=true;`,
      strong,
    ],
    [(secret) => `"connectionString": "Data Source=db;User ID=sa;Pwd=${secret}"`, strong],
    [(secret) => `{\\"password\\": \\"${secret}\\", \\"user\\": \\"app\\"}`, strong],
    [(secret) => `{"body":"{\\"token\\":\\"${secret}\\"}"}`, long],
    [(secret) => `Authorization: Basic ${secret}`, basic],
    [(secret) => `'Authorization' => 'Basic ${secret}',`, basic],
    [(secret) => `https://api.example.org/v1/users?token=${secret}`, long],
    [(secret) => `wss://stream.example.org/socket?access_token=${secret}&v=2`, long],
    [(secret) => `https://user:${secret}@proxy.example.org:3128`, strong],
    [(secret) => `Cookie: theme=dark; sessionid=${secret}; lang=en`, long],
    [(secret) => `document.cookie = "auth_token=${secret}; path=/"`, long],
    [(secret) => `export GITHUB_TOKEN=${secret}`, long],
    [(secret) => `set PGPASSWORD=${secret}&& psql -h db`, strong],
    [(secret) => `PGPASSWORD=${secret} psql -h db -U app`, strong],
    [(secret) => `psql "host=db user=app password=${secret} dbname=app"`, strong],
    [(secret) => `spring.datasource.password=${secret}`, strong],
    [(secret) => `password = "${secret}"  # TODO remove`, strong],
    [(secret) => `ALTER USER app WITH PASSWORD '${secret}';`, strong],
    [(secret) => `CREATE USER app IDENTIFIED BY '${secret}';`, strong],
    [(secret) => `echo "${secret}" | docker login -u bot --password-stdin`, strong],
    [(secret) => `openssl enc -aes-256-cbc -k ${secret} -in a -out b`, strong],
    [(secret) => `ansible-vault: vault_db_password: "${secret}"`, strong],
    [(secret) => `The root password for the printer is "${secret}".`, strong],
    [(secret) => `Passwort: ${secret}`, strong],
    [(secret) => `密码是${secret}`, strong],
    [(secret) => `here's the key: ${secret}`, long],
    [(secret) => `client_secret: ${secret}`, long],
    [(secret) => `clientSecret: '${secret}',`, long],
    [(secret) => `<password>${secret}</password>`, strong],
    [(secret) => `app.config['SECRET_KEY'] = '${secret}'`, long],
    [(secret) => `config.set("api.key", "${secret}")`, long],
    [(secret) => `zip -P ${secret} -r out.zip data/`, strong],
    [(secret) => `smbclient //nas/share -U 'bot%${secret}'`, strong],
    [(secret) => `rclone config create s3 s3 secret_access_key ${secret}`, long],
    [(secret) => `--set auth.password=${secret}`, strong],
  ];
  return lines.map(([write, make]) => {
    const secret = make();
    return { text: write(secret), secret };
  });
}

/** Lines that mention secrets but hold none. */
export const innocentLines: readonly string[] = [
  'Sign in with Google / GitHub, then pick a workspace.',
  'log in as admin: see docs/login.md#L20 for the steps',
  'The login page / signup page share one layout.',
  "fetch(url, { credentials: 'same-origin' })",
  'credentials: include',
  'Sign in: 3 attempts / 5 allowed',
  'Set the password to something you can remember.',
  'Change your password to at least 12 characters.',
  'password: string;',
  'password: z.string().min(8),',
  'const token = await getToken();',
  'max_tokens=1024, temperature=0.2',
  'The response used 4096 tokens and 3 tool calls.',
  "api_key=os.environ['OPENAI_API_KEY']",
  "SECRET_KEY = env('SECRET_KEY')",
  'docker login -u bot --password-stdin < token.txt',
  'zip -r out.zip src docs',
  'openssl req -x509 -key server.key -out server.crt -days 365',
  'CREATE USER app IDENTIFIED BY ?',
  'The password field is required.',
  'primary key: user_id, created_at',
  'Forgot password? Reset it here.',
  'if (password !== confirmPassword) throw new Error("mismatch");',
  'Authorization: Bearer <token>',
  `Authorization: Bearer $\{TOKEN}`,
  'export GITHUB_TOKEN=your-token-here',
  'AWS_SECRET_ACCESS_KEY=********',
  'postgres://user:password@localhost:5432/db is the default in the docs',
  'The token bucket refills at 10 requests/s.',
  'tokenizer: cl100k_base, 100256 tokens',
  'commit 9f3ac2e1b7d04f5a8c6e2d1b0a9f8e7d6c5b4a39 fixes the login',
  'sha256:9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab',
  'request id 7d1f0c3e-52a9-4b7e-9c1d-2f6b8a0e4c5d failed',
  'passed: 128, failed: 0, skipped: 3',
  'bypass=true',
  'The key idea is to keep the secret sauce out of the hot path.',
  'npm run test -- --token-limit 4000',
  'The user name is dana, the pass rate is 93%.',
  "name: 'token', value: props.value",
  'name: LOG_LEVEL\n          value: debug',
  'const PASSWORD_MIN_LENGTH = 12;',
  'The secret is out: we ship on Friday.',
  'Keyboard: press Ctrl+Shift+K to open the key picker.',
  'The password is hashed with bcrypt before it is stored.',
  'curl -u "$USER:$PASS" https://ci.example.org',
  'mysql -u root -p shop < dump.sql',
  'Basic usage: everthread chat --thread demo',
  'Set-Cookie: theme=dark; Path=/',
  'https://example.org/reset?step=2&lang=en',
  'ssh -i ~/.ssh/id_ed25519 deploy@web-3',
];
