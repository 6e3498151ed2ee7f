import { describe, expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact, redactDeep } = createRedactor();
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Put together here, so that no scanner takes this file for a leak. */
const key = ['sk', 'proj', 'Zk4w9QmT2rXb7VdL0pHs'].join('-');
const github = `gh${'p_'}x7Kq2Lm9Rt4Wz8Bv1Nc6Df3Gh5Jk0PsAyEuQ`;
const password = 'Moon77light';

describe('secrets in other encodings', () => {
  it.each([
    ['base64', `echo ${base64(`OPENAI_API_KEY=${key}`)} | base64 -d`],
    ['base64 of a pair', `encoded: ${base64(`deploy:password=${password}`)}`],
    ['hexadecimal', `xxd -r -p <<< ${Buffer.from(`token ${github}`).toString('hex')}`],
  ])('I-10 in %s', (_, text) => {
    const clean = redact(text);
    expect(clean).toContain('[secret:encoded-secret:');
    expect(clean).not.toMatch(/[A-Za-z0-9+/]{24}/);
  });

  it('I-10 a picture stays as it is', () => {
    const picture = `data:image/png;base64,${base64('\u0089PNG\r\n\u001a\n'.repeat(20))}`;
    expect(redact(picture)).toBe(picture);
  });

  it.each([
    ['characters without width', `${github.slice(0, 12)}\u200b${github.slice(12)}`],
    ['a byte order mark', `token: ${github.slice(0, 20)}\ufeff${github.slice(20)}`],
    ['a broken line of a mail', `the token ${github.slice(0, 22)}=\n${github.slice(22)} works`],
  ])('I-10 interrupted by %s', (_, text) => {
    const clean = redact(text);
    for (let at = 0; at + 8 <= github.length; at += 1) expect(clean).not.toContain(github.slice(at, at + 8));
  });
});

describe('secrets that a heading names', () => {
  it.each([
    `name,email,password\nbo,bo@example.org,${password}\nmia,mia@example.org,${password}2\n`,
    `id;user;passwort\n7;bo;"${password}"`,
    `user\ttoken\nbo\tq7Lm2Rt4Wz8Bv1Nc`,
    `INSERT INTO users (name, password) VALUES ('bo', '${password}'), ('mia', '${password}2');`,
    `insert into keys(id, api_key) values (1, 'q7Lm2Rt4Wz8Bv1Nc')`,
  ])('I-10 %j', (text) => {
    expect(redact(text)).not.toMatch(/Moon77|q7Lm2R/);
  });

  it('I-10 other columns and other lines stay as they are', () => {
    for (const text of [
      'name,email,city\nbo,bo@example.org,Delft7\n',
      'key,value\ncolour,blue\nsize,12\n',
      'password,user\n\nThe first line names two columns, and there are none.',
      "INSERT INTO visits (day, berth) VALUES ('2026-03-01', 'K7-12');",
    ])
      expect(redact(text)).toBe(text);
  });
});

describe('secrets with blanks inside', () => {
  const phrase = 'copper violin harvest lantern';
  const wallet = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  it.each([
    [`DB_PASSWORD="${phrase}"`, 'violin'],
    [`{"passphrase": "${phrase}"}`, 'violin'],
    [`password: '${phrase}'`, 'violin'],
    ['Your 2FA setup key: jbsw y3dp ehpk 3pxp jbsw y3dp', 'ehpk'],
    ['My mail app password is xkzv qwjr tyvi opqs, use it for SMTP', 'qwjr'],
    [`seed phrase: ${wallet}`, 'sausage'],
    [`my wallet words are ${wallet}`, 'sausage'],
    [`SECRET_RECOVERY_PHRASE="${wallet}"`, 'sausage'],
    ['ssh-keygen -t ed25519 -N "Copper Violin Harvest" -f id', 'Violin'],
  ])('I-10 %j', (text, piece) => {
    expect(redact(text)).not.toContain(piece);
  });

  it('I-10 under the key of a password in the input of a tool', () => {
    expect(JSON.stringify(redactDeep({ login: { passphrase: phrase } }))).not.toContain('violin');
  });

  it('I-10 sentences for readers about passwords stay as they are', () => {
    for (const text of [
      '"password": "Enter your new password"',
      "password: 'must have at least eight characters'",
      '{"passphrase":"Words that only you know"}',
      'The seed phrase is something that nobody but you should ever see or write down for others.',
      'the key idea here is that they then went home over that hill with some help',
      'pass: this that then them',
    ])
      expect(redact(text)).toBe(text);
  });
});

describe('secrets recognized by their place', () => {
  it.each([
    `jdbc:oracle:thin:scott/${password}@//db:1521/ORCL`,
    `sqlplus -s scott/${password}@ORCL`,
    `# ~/.pgpass\ndb.example.org:5432:app:svc:${password}`,
    `client.login('bo', '${password}')`,
    `new NetworkCredential("bo", "${password}")`,
    `le mot de passe du serveur c'est ${password}`,
    `https://app.example.org/reset-password/${github.slice(4)}`,
    'the alarm code is 835512',
  ])('I-10 %j', (text) => {
    expect(redact(text)).not.toMatch(/Moon77|x7Kq2L|835512/);
  });

  it('I-10 places, errors and calls that look like them stay as they are', () => {
    for (const text of [
      'src/login.ts:10:5:error:unexpected',
      "router.login('/sign-in', 'page')",
      'https://example.org/docs/reset-password/how-to-do-it',
      'the door code is documented in the manual',
    ])
      expect(redact(text)).toBe(text);
  });
});
