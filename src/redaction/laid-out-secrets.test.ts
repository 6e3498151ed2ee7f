import { describe, expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact } = createRedactor();
const chosen = 'vR7#pLq2!x';

describe('secrets recognized by the layout of a text', () => {
  it.each([
    `| service | password |\n|---|---|\n| mail | ${chosen} |\n| bank | \`${chosen}\` |`,
    `Service | Kennwort\n--- | ---\nNAS | ${chosen}`,
    `+------+----------+\n| user | password |\n+------+----------+\n| bob  | ${chosen} |\n+------+----------+`,
    `USER   PASSWORD     ROLE\nbob    ${chosen}   admin`,
    `username: alice\npassword:\n  ${chosen}`,
    `**Password:**\n\n\`${chosen}\`\n`,
    `passwords:\n  - ${chosen}\n`,
    `"password": ["${chosen}"]`,
    `Password (staging): ${chosen}`,
    `Password for user bob is now changed to "${chosen}"`,
  ])('I-10 %j', (text) => {
    expect(redact(text)).not.toContain(chosen);
  });

  it.each([
    `$env:DB_PASSWORD = "${chosen}"`,
    `heroku config:set SECRET_KEY_BASE=${chosen}`,
    `ENV DB_PASSWORD ${chosen}`,
    `variable "db_password" {\n  type = string\n  default = "${chosen}"\n}`,
    `keytool -storepass ${chosen} -keystore x`,
    `ldapsearch -D cn=admin -w ${chosen} -b dc=x`,
    `echo "root:${chosen}" | chpasswd`,
    `ConvertTo-SecureString "${chosen}" -AsPlainText -Force`,
    `builder.withPassword("${chosen}")`,
    `DriverManager.getConnection(url, "sa", "${chosen}")`,
    `auth=('bob', '${chosen}')`,
    `DBPASS=${chosen}`,
    `PSK=${chosen}`,
    `WIFI:T:WPA;S:HomeNet;P:${chosen};;`,
    'my token is hG4kW9zTq, use it',
    'the wifi key is hG4kW9zTq',
    `use ${chosen} as the passphrase`,
    `Zugangsdaten: bob / ${chosen}`,
    `Voici mes identifiants : bob / ${chosen}`,
    `Las credenciales son bob:${chosen}`,
    `Le credenziali sono bob / ${chosen}`,
    `Логин и пароль: bob / ${chosen}`,
    `Учётные данные: bob / ${chosen}`,
    `登录账号：bob / ${chosen}`,
  ])('I-10 in a call, a command or a sentence: %j', (text) => {
    expect(redact(text)).not.toMatch(/vR7#p|hG4kW/);
  });

  it.each([
    'JWT_SECRET: "tides-and-currents-are-fun-42"',
    "SESSION_SECRET: 'tides-and-currents-are-fun-42'",
    'the password is Tides.Currents42',
    'mật khẩu là Tides.Currents42',
    'contraseña: es Tides.Currents42, gracias',
    '密码是Currents42，不要告诉别人',
  ])('I-10 made of words: %j', (text) => {
    expect(redact(text)).not.toMatch(/urrents/);
  });

  it.each([
    'Recovery codes:\n1a2b-3c4d\n5e6f-7a8b\n9c0d-1e2f',
    'Backup codes: 1234 5678, 8765 4321, 1122 3344',
    'My 2FA backup codes are 8842-1193, 2231-9981 and 7712-0034',
    'Codes de secours: 8842-1193, 2231-9981 et 7712-0034',
    'Wiederherstellungscodes: 8842-1193, 2231-9981 und 7712-0034',
    'My one-time codes are\n1. 8d7f2-a91bc\n2. 0f3e1-77aa2\n',
  ])('I-10 codes that open an account once each: %j', (text) => {
    expect(redact(text)).not.toMatch(/\d[a-f0-9]*[- ][a-f0-9]+/);
  });

  it('I-10 text that only looks similar stays as it is', () => {
    for (const text of [
      '| Field | Type | Password |\n|---|---|---|\n| name | string | no |',
      '| Token | Meaning |\n| --- | --- |\n| IDENT1 | identifier |',
      'USER   PASSWORD RESET   DATE\nbob    yes             2026-01-01',
      'password:\n  type: string\n  minLength: 8',
      'tokens:\n- ident1\n',
      'auth:\n  kerberos5\n',
      'cache key:\n  v2-user-77',
      'withToken("abc")',
      'setPasswordVisible(true)',
      'ENV KEY_TYPE rsa2048',
      'variable "key_name" {\n  default = "my-key-1"\n}',
      'the api key is stored in Vault2',
      'the key was Ed25519',
      'Use SHA256 as the password hash',
      'Backup codes are stored in table codes1 and codes2.',
      '$env:PATH = "C:\\x1"',
      '密码必须至少有8个字符。',
      '密码是由8个字符组成的。',
      'パスワードは8文字以上にしてください',
      'รหัสผ่านต้องมีอย่างน้อย8ตัวอักษร',
      'TLS_SECRET_NAME: "ingress-tls-2"',
      'STORAGE_KEY: "user-token-v2"',
      'Die Zugangsdaten: siehe Wiki/Kapitel',
      'Identifiants : voir page 12/14',
      'the password is config.password2',
    ])
      expect(redact(text)).toBe(text);
  });

  it.each([
    ['DEBUG auth: login user=bob pass=WqWJsZEyXF ip=10.0.0.1', 'WqWJsZEyXF'],
    ['login user=bob pass=seagulls ip=10.0.0.1', 'seagulls'],
    ['login: bob\npasswort: Kaimauer', 'Kaimauer'],
    ['Here you are:\n- user: bob\n- password: seagulls\nBye', 'seagulls'],
  ])('I-10 a plain word beside the name of its user: %j', (text, value) => {
    expect(redact(text)).not.toContain(value);
  });

  it.each([
    'user=bob pass=12 fail=0',
    'user=bob pass=true',
    'login user=bob pass=rejected',
    'username: string\npassword: string',
    'user: bob\npassword: incorrect',
    'login: handleLogin,\npassword: handlePassword,',
    'email: user.email\npassword: user.password',
    'account: savings\npassword: required',
  ])('I-10 leaves other words in the place of a password: %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});
