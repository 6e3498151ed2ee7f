/** Passwords that are plain words: only their place or the sentence around them tells what they are. */
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact } = createRedactor();

describe('passwords that are plain words', () => {
  it.each([
    ['ssh to the box as mara (pw: kaimauer) and restart it', 'kaimauer'],
    ['the jumphost account is ops (password schlossgarten)', 'schlossgarten'],
    ['staging → https://stage.acme.dev (login demo, pw heidelbeere)', 'heidelbeere'],
    ['sudo password on that host is just banana', 'banana'],
    ['My password for the bank is Winterapfel and the answer is Rover', 'Winterapfel'],
    ['Your new password is: ottermill', 'ottermill'],
    ['Generated password for user admin: ottermill', 'ottermill'],
    ['The router password: Seerose', 'Seerose'],
    ['Mein WLAN-Passwort ist Gänseblümchen', 'Gänseblümchen'],
    ['Das Passwort fürs WLAN ist Fliederbusch', 'Fliederbusch'],
    ['le mot de passe du wifi c’est coquelicot', 'coquelicot'],
    ['mot de passe temporaire : Framboise', 'Framboise'],
    ['la contraseña del wifi es mariposa', 'mariposa'],
    ['a senha do wifi da casa é jabuticaba', 'jabuticaba'],
    ['la password del wifi è girasole', 'girasole'],
    ['het wachtwoord van de wifi is zonnebloem', 'zonnebloem'],
    ['lösenordet till wifi är blåbär', 'blåbär'],
    ['heslo k wifi je slunecnice', 'slunecnice'],
    ['Hasło do bazy to malinowka', 'malinowka'],
    ['Пароль для сервера: ромашка', 'ромашка'],
    ['veritabanı şifresi: leylak', 'leylak'],
    ['הסיסמה היא Rimon!77', 'Rimon!77'],
    ['वाईफाई का पासवर्ड gulmohar है', 'gulmohar'],
    ['wifi密码是woaibeijing', 'woaibeijing'],
    ['Wi-Fiのパスワードは sakuramochi です', 'sakuramochi'],
    ['와이파이 비번: gamjatang77', 'gamjatang77'],
    ['서버 비밀번호는 jindallae 입니다', 'jindallae'],
  ])('I-10 in talk: %s', (text, secret) => {
    expect(redact(text)).not.toContain(secret);
  });

  it.each([
    'DB_PASS: ottermill  # env dump',
    '    - name: REDIS_PASSWORD\n      value: ottermill',
    '  Environment:\n    POSTGRES_PASSWORD:  ottermill\n    POSTGRES_USER: app',
    'ansible_become_pass: ottermill',
    'ansible_ssh_pass=ottermill',
    'stringData:\n  host: db\n  password: ottermill\ntype: Opaque',
    'password: ottermill\nusername: app',
    '<property name="hibernate.connection.password">ottermill</property>',
    'pg_dump "host=db user=app password=ottermill"',
    '<add connectionString="Server=db;Uid=app;Pwd=ottermill" />',
    'curl -d "username=eva&password=ottermill" https://example.org/login',
    'kubectl create secret generic db --from-literal=password=Otter.mill',
    "curl -H 'X-Auth-Token: otter-99-b' https://api.example.org",
    'clickhouse-client --user default --password ottermill',
    'docker login -u ci -p ottermill registry.example.org',
    'net user eva ottermill /add',
    'xfreerdp /v:srv /u:app /p:ottermill',
    'echo ottermill | sudo -S apt update',
    'wpa_passphrase HomeNet ottermill',
    'rabbitmqctl add_user app ottermill',
    'neo4j-admin dbms set-initial-password ottermill',
    'nmcli dev wifi connect HomeNet password ottermill',
    'unzip -P ottermill a.zip',
    '    DefaultPassword    REG_SZ    ottermill',
    '    Key Content            : ottermill',
    'PASS ottermill\r\n230 Login successful.',
    'AUTH ottermill\n+OK',
    'requirepass ottermill',
    "SET PASSWORD FOR 'eva'@'%' = PASSWORD('ottermill');",
  ])('I-10 in settings, commands and protocols: %j', (text) => {
    expect(redact(text)).not.toMatch(/otter/i);
  });

  it.each([
    'mein Passwort ist abgelaufen',
    'Das Kennwort für die Datenbank ist nirgends dokumentiert.',
    'le mot de passe du compte est expiré.',
    'la contraseña de la cuenta es demasiado corta',
    'la password del database è sbagliata',
    'Lösenordet för kontot är felaktigt.',
    'Пароль от аккаунта: обязателен',
    '密码是 optional 的',
    'the password for the staging system is rotated weekly',
    'The router password: see the sticker',
    'login form (password: visible toggle, remember me)',
    'login(password: string): Promise<User>',
    '(pw: optional, default none)',
    'Current password:\nNew password:',
    'forgot_password: Vergessen',
    'DB_PASSWORD: required',
    'DB_PASSWORD: the password of the database',
    'username: Benutzername\npassword: Kennwort',
    '<string name="password">Kennwort</string>',
    '<property name="passwordEncoder">bcryptEncoder</property>',
    'use the --password option to pass it',
    'mysqldump -u root -p shop > shop.sql',
    'docker run -u node -p 3000:3000 app',
    'sudo -u postgres mkdir -p backups',
    'PASS src/auth/password.test.ts',
    'USER app\nWORKDIR /app',
    'net user eva /delete',
    "curl -H 'Idempotency-Key: 9b1deb4d-3b7d-4bad' https://api.example.org",
    'user eva password changed',
    'msiexec /u:x /p:patch.msp',
  ])('I-10 text that only mentions passwords stays: %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});
