/**
 * Surroundings of secrets in work: each puts a secret into a few lines. `namesSecret`: whether the surrounding names
 * it as a secret. If not, only the form of the secret can reveal it.
 */
import type { Names } from './secret-names.ts';

export type Surrounding = { namesSecret: boolean; write(secret: string, names: Names): string };

const naming = (write: Surrounding['write']): Surrounding => ({ namesSecret: true, write });
const unnamed = (write: Surrounding['write']): Surrounding => ({ namesSecret: false, write });
const colour = (code: number) => `\u001b[${code}m`;

export const surroundings: { [name: string]: Surrounding } = {
  'talk, use this': naming((secret, { said }) => `use this ${said}: ${secret} and tell me if it works`),
  'talk, the … is': naming(
    (secret, { said, vendor }) => `The ${said} for ${vendor} is ${secret}, please keep it safe.`,
  ),
  'talk, here is': naming((secret, { said }) => `ok here's my ${said} ${secret}`),
  'shell export': naming((secret, { upper }) => `export ${upper}=${secret}`),
  'shell history': naming((secret, { upper }) => `  412  export ${upper}="${secret}"\n  413  npm run deploy`),
  'shell prompt': naming(
    (secret, { upper }) => `dana@web-3:~/app$ ${upper}=${secret} ./deploy.sh --region eu`,
  ),
  'environment file': naming((secret, { upper }) => `PORT=8080\n${upper}=${secret}\nLOG_LEVEL=info`),
  TypeScript: naming((secret, { camel }) => `const ${camel} = "${secret}";`),
  'TypeScript object': naming(
    (secret, { camel }) => `const client = createClient({ ${camel}: '${secret}', retries: 3 });`,
  ),
  Python: naming((secret, { snake }) => `${snake} = '${secret}'\nclient.ping()`),
  Go: naming((secret, { camel }) => `\t${camel} := "${secret}"`),
  Java: naming((secret, { camel }) => `private static final String ${camel} = "${secret}";`),
  Ruby: naming((secret, { snake }) => `Client.new(:${snake} => '${secret}')`),
  PHP: naming((secret, { upper }) => `define('${upper}', '${secret}');`),
  Rust: naming((secret, { upper }) => `const ${upper}: &str = "${secret}";`),
  'C#': naming(
    (secret, { camel }) =>
      `public string ${camel[0]!.toUpperCase()}${camel.slice(1)} { get; set; } = "${secret}";`,
  ),
  JSON: naming((secret, { camel }) => `{"region":"eu-west-1","${camel}":"${secret}","retries":3}`),
  'JSON, nested escapes': naming((secret, { camel }) =>
    JSON.stringify({ body: JSON.stringify({ [camel]: secret, ok: true }) }),
  ),
  'name and value': naming((secret, { upper }) => `{ "name": "${upper}", "value": "${secret}" }`),
  'manifest env': naming((secret, { upper }) => `        - name: ${upper}\n          value: "${secret}"`),
  YAML: naming((secret, { snake }) => `service:\n  ${snake}: ${secret}\n  region: eu-west-1`),
  TOML: naming((secret, { snake }) => `[service]\n${snake} = "${secret}"`),
  properties: naming((secret, { kebab }) => `app.${kebab.replaceAll('-', '.')}=${secret}`),
  'Markdown, bold and code': naming(
    (secret, { said }) => `- **${said[0]!.toUpperCase()}${said.slice(1)}:** \`${secret}\``,
  ),
  'Markdown table': naming(
    (secret, { upper }) => `| Name | Value |\n| --- | --- |\n| ${upper} | ${secret} |`,
  ),
  header: naming(
    (secret, { kebab }) => `curl -s -H "X-${kebab}: ${secret}" https://api.example.org/v1/items`,
  ),
  'bearer header': naming((secret) => `curl https://api.example.org/me -H 'Authorization: Bearer ${secret}'`),
  flag: naming((secret, { kebab }) => `deployctl push --${kebab} ${secret} --region eu`),
  'flag with sign': naming((secret, { kebab }) => `deployctl push --${kebab}=${secret}`),
  'docker login': naming((secret) => `docker login registry.example.org -u ci -p ${secret}`),
  'query string': naming(
    (secret, { snake }) =>
      `GET https://api.example.org/v1/export?format=csv&${snake}=${encodeURIComponent(secret)} 200`,
  ),
  'percent-encoded': naming(
    (secret, { snake }) =>
      `https://example.org/go?next=${encodeURIComponent(`https://api.example.org/?${snake}=${secret}`)}`,
  ),
  'git remote': naming(
    (secret) => `origin\thttps://ci:${encodeURIComponent(secret)}@git.example.org/team/app.git (fetch)`,
  ),
  'diff line': naming((secret, { upper }) => `@@ -1,2 +1,2 @@\n+${upper}=${secret}\n-${upper}=`),
  'file dump': naming((secret, { camel }) => `    12→  ${camel}: '${secret}',\n    13→  retries: 3,`),
  'XML attribute': naming((secret, { camel }) => `<add key="${camel}" value="${secret}" />`),
  'XML element': naming((secret, { camel }) => `<${camel}>${secret}</${camel}>`),
  'log line': naming(
    (secret, { said }) => `2026-03-02T10:00:00Z WARN rejected ${said} ${secret} (status 401)`,
  ),
  'terminal colours': naming(
    (secret, { upper }) => `${colour(32)}${upper}${colour(0)}=${colour(33)}${secret}${colour(0)}`,
  ),
  German: naming((secret) => `Mein neuer Schlüssel lautet ${secret} und gilt bis Mai.`),
  Spanish: naming((secret) => `la clave es ${secret}, no la compartas`),
  French: naming((secret) => `Voici la clé : ${secret}`),
  Portuguese: naming((secret) => `a chave de acesso é ${secret}`),
  Russian: naming((secret) => `Вот ключ доступа: ${secret}`),
  Chinese: naming((secret) => `我的密钥是${secret}，请保密。`),
  Japanese: naming((secret) => `APIキーは${secret}です。`),
  'JSON, only key': naming((secret) => `{ "key": "${secret}", "enabled": true }`),
  'call with a name': naming((secret, { camel }) => `config.set("${camel}", "${secret}")`),
  constructor: unnamed(
    (secret, { vendor }) => `const client = new ${vendor[0]!.toUpperCase()}${vendor.slice(1)}("${secret}");`,
  ),
  'call, lone argument': unnamed((secret, { vendor }) => `${vendor}.login("${secret}")`),
  'bare line': unnamed((secret) => secret),
  'bare in a list': unnamed((secret) => `- ${secret}`),
  'talk, unnamed': unnamed((secret) => `could you try it with ${secret} and tell me what comes back`),
  'setting, unnamed': unnamed((secret) => `environment:\n  - UPSTREAM=${secret}`),
};

/** Surroundings that mention a password, for passwords of any form that a person might choose. */
export const passwordSurroundings: { [name: string]: Surrounding } = {
  ...Object.fromEntries(
    Object.entries(surroundings).filter(
      ([name, { namesSecret }]) =>
        namesSecret &&
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
  German: naming((secret) => `Mein Passwort lautet ${secret}`),
  French: naming((secret) => `le mot de passe est ${secret}`),
  Italian: naming((secret) => `la password è ${secret}`),
  Portuguese: naming((secret) => `a senha é ${secret}`),
  Dutch: naming((secret) => `het wachtwoord is ${secret}`),
  Polish: naming((secret) => `hasło to ${secret}`),
  Russian: naming((secret) => `пароль: ${secret}`),
  Turkish: naming((secret) => `şifrem ${secret}`),
  Chinese: naming((secret) => `密码是${secret}`),
  Japanese: naming((secret) => `パスワードは${secret}です`),
  Korean: naming((secret) => `비밀번호는 ${secret} 입니다`),
  Arabic: naming((secret) => `كلمة المرور هي ${secret}`),
  Hindi: naming((secret) => `पासवर्ड ${secret} है`),
  'database address': naming(
    (secret) => `DATABASE_URL=postgres://app:${encodeURIComponent(secret)}@db.internal:5432/orders`,
  ),
  'user and pass': naming((secret) => `user: admin, pass: ${secret}`),
  'pass alone': naming((secret) => `pass: ${secret}`),
  'curl user': naming((secret) => `curl -u admin:${secret} https://ci.example.org/job`),
  'connection string': naming(
    (secret) => `Server=db;Database=app;User Id=sa;Password=${secret};Encrypt=true`,
  ),
};
