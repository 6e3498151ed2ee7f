/**
 * Surroundings of secrets in work: each puts a secret into a few lines. `tells`: whether the surrounding names it as a
 * secret. If not, only the form of the secret can reveal it.
 */
import type { Names } from './secret-names.ts';

export type Surrounding = { tells: boolean; write(secret: string, names: Names): string };

const tells = (write: Surrounding['write']): Surrounding => ({ tells: true, write });
const mute = (write: Surrounding['write']): Surrounding => ({ tells: false, write });
const colour = (code: number) => `\u001b[${code}m`;

export const surroundings: { [name: string]: Surrounding } = {
  'talk, use this': tells((secret, { said }) => `use this ${said}: ${secret} and tell me if it works`),
  'talk, the … is': tells(
    (secret, { said, vendor }) => `The ${said} for ${vendor} is ${secret}, please keep it safe.`,
  ),
  'talk, here is': tells((secret, { said }) => `ok here's my ${said} ${secret}`),
  'shell export': tells((secret, { upper }) => `export ${upper}=${secret}`),
  'shell history': tells((secret, { upper }) => `  412  export ${upper}="${secret}"\n  413  npm run deploy`),
  'shell prompt': tells(
    (secret, { upper }) => `dana@web-3:~/app$ ${upper}=${secret} ./deploy.sh --region eu`,
  ),
  'environment file': tells((secret, { upper }) => `PORT=8080\n${upper}=${secret}\nLOG_LEVEL=info`),
  TypeScript: tells((secret, { camel }) => `const ${camel} = "${secret}";`),
  'TypeScript object': tells(
    (secret, { camel }) => `const client = createClient({ ${camel}: '${secret}', retries: 3 });`,
  ),
  Python: tells((secret, { snake }) => `${snake} = '${secret}'\nclient.ping()`),
  Go: tells((secret, { camel }) => `\t${camel} := "${secret}"`),
  Java: tells((secret, { camel }) => `private static final String ${camel} = "${secret}";`),
  Ruby: tells((secret, { snake }) => `Client.new(:${snake} => '${secret}')`),
  PHP: tells((secret, { upper }) => `define('${upper}', '${secret}');`),
  Rust: tells((secret, { upper }) => `const ${upper}: &str = "${secret}";`),
  'C#': tells(
    (secret, { camel }) =>
      `public string ${camel[0]!.toUpperCase()}${camel.slice(1)} { get; set; } = "${secret}";`,
  ),
  JSON: tells((secret, { camel }) => `{"region":"eu-west-1","${camel}":"${secret}","retries":3}`),
  'JSON, nested escapes': tells((secret, { camel }) =>
    JSON.stringify({ body: JSON.stringify({ [camel]: secret, ok: true }) }),
  ),
  'name and value': tells((secret, { upper }) => `{ "name": "${upper}", "value": "${secret}" }`),
  'manifest env': tells((secret, { upper }) => `        - name: ${upper}\n          value: "${secret}"`),
  YAML: tells((secret, { snake }) => `service:\n  ${snake}: ${secret}\n  region: eu-west-1`),
  TOML: tells((secret, { snake }) => `[service]\n${snake} = "${secret}"`),
  properties: tells((secret, { kebab }) => `app.${kebab.replaceAll('-', '.')}=${secret}`),
  'Markdown, bold and code': tells(
    (secret, { said }) => `- **${said[0]!.toUpperCase()}${said.slice(1)}:** \`${secret}\``,
  ),
  'Markdown table': tells((secret, { upper }) => `| Name | Value |\n| --- | --- |\n| ${upper} | ${secret} |`),
  header: tells((secret, { kebab }) => `curl -s -H "X-${kebab}: ${secret}" https://api.example.org/v1/items`),
  'bearer header': tells((secret) => `curl https://api.example.org/me -H 'Authorization: Bearer ${secret}'`),
  flag: tells((secret, { kebab }) => `deployctl push --${kebab} ${secret} --region eu`),
  'flag with sign': tells((secret, { kebab }) => `deployctl push --${kebab}=${secret}`),
  'docker login': tells((secret) => `docker login registry.example.org -u ci -p ${secret}`),
  'query string': tells(
    (secret, { snake }) =>
      `GET https://api.example.org/v1/export?format=csv&${snake}=${encodeURIComponent(secret)} 200`,
  ),
  'percent-encoded': tells(
    (secret, { snake }) =>
      `https://example.org/go?next=${encodeURIComponent(`https://api.example.org/?${snake}=${secret}`)}`,
  ),
  'git remote': tells(
    (secret) => `origin\thttps://ci:${encodeURIComponent(secret)}@git.example.org/team/app.git (fetch)`,
  ),
  'diff line': tells((secret, { upper }) => `@@ -1,2 +1,2 @@\n+${upper}=${secret}\n-${upper}=`),
  'file dump': tells((secret, { camel }) => `    12→  ${camel}: '${secret}',\n    13→  retries: 3,`),
  'XML attribute': tells((secret, { camel }) => `<add key="${camel}" value="${secret}" />`),
  'XML element': tells((secret, { camel }) => `<${camel}>${secret}</${camel}>`),
  'log line': tells(
    (secret, { said }) => `2026-03-02T10:00:00Z WARN rejected ${said} ${secret} (status 401)`,
  ),
  'terminal colours': tells(
    (secret, { upper }) => `${colour(32)}${upper}${colour(0)}=${colour(33)}${secret}${colour(0)}`,
  ),
  German: tells((secret) => `Mein neuer Schlüssel lautet ${secret} und gilt bis Mai.`),
  Spanish: tells((secret) => `la clave es ${secret}, no la compartas`),
  French: tells((secret) => `Voici la clé : ${secret}`),
  Portuguese: tells((secret) => `a chave de acesso é ${secret}`),
  Russian: tells((secret) => `Вот ключ доступа: ${secret}`),
  Chinese: tells((secret) => `我的密钥是${secret}，请保密。`),
  Japanese: tells((secret) => `APIキーは${secret}です。`),
  'JSON, only key': tells((secret) => `{ "key": "${secret}", "enabled": true }`),
  'call with a name': tells((secret, { camel }) => `config.set("${camel}", "${secret}")`),
  constructor: mute(
    (secret, { vendor }) => `const client = new ${vendor[0]!.toUpperCase()}${vendor.slice(1)}("${secret}");`,
  ),
  'call, lone argument': mute((secret, { vendor }) => `${vendor}.login("${secret}")`),
  'bare line': mute((secret) => secret),
  'bare in a list': mute((secret) => `- ${secret}`),
  'talk, unnamed': mute((secret) => `could you try it with ${secret} and tell me what comes back`),
  'setting, unnamed': mute((secret) => `environment:\n  - UPSTREAM=${secret}`),
};

/** Surroundings that mention a password, for passwords of any form that a person might choose. */
export const passwordSurroundings: { [name: string]: Surrounding } = {
  ...Object.fromEntries(
    Object.entries(surroundings).filter(
      ([name, { tells: told }]) =>
        told &&
        ![
          'bearer header',
          'German',
          'French',
          'Portuguese',
          'Russian',
          'Chinese',
          'Japanese',
          'JSON, only key',
        ].includes(name),
    ),
  ),
  German: tells((secret) => `Mein Passwort lautet ${secret}`),
  French: tells((secret) => `le mot de passe est ${secret}`),
  Italian: tells((secret) => `la password è ${secret}`),
  Portuguese: tells((secret) => `a senha é ${secret}`),
  Dutch: tells((secret) => `het wachtwoord is ${secret}`),
  Polish: tells((secret) => `hasło to ${secret}`),
  Russian: tells((secret) => `пароль: ${secret}`),
  Turkish: tells((secret) => `şifrem ${secret}`),
  Chinese: tells((secret) => `密码是${secret}`),
  Japanese: tells((secret) => `パスワードは${secret}です`),
  Korean: tells((secret) => `비밀번호는 ${secret} 입니다`),
  Arabic: tells((secret) => `كلمة المرور هي ${secret}`),
  Hindi: tells((secret) => `पासवर्ड ${secret} है`),
  'database address': tells(
    (secret) => `DATABASE_URL=postgres://app:${encodeURIComponent(secret)}@db.internal:5432/orders`,
  ),
  'user and pass': tells((secret) => `user: admin, pass: ${secret}`),
  'pass alone': tells((secret) => `pass: ${secret}`),
  'curl user': tells((secret) => `curl -u admin:${secret} https://ci.example.org/job`),
  'connection string': tells((secret) => `Server=db;Database=app;User Id=sa;Password=${secret};Encrypt=true`),
};
