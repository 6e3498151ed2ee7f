import { expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact } = createRedactor();

it.each([
  ['Network Name: Guest\nPassword: welcome-friends', 'welcome-friends'],
  ['Title: Router\nUsername: admin\nPassword: clementine\nURL: 192.168.1.1', 'clementine'],
  ['SSID  FRITZ!Box 7590\nWLAN-Netzwerkschlüssel  88987647460447919659', '88987647460447919659'],
  ['SSID: CoffeeHouse\nKey: espresso4all', 'espresso4all'],
  ['Dienst: Bank\nBenutzer: eva\nKennwort: sonnenhut', 'sonnenhut'],
])('I-10 a password in a record with its account: %j', (text, secret) => {
  expect(redact(text)).not.toContain(secret);
});

it.each([
  'Username: string\nPassword: string',
  'username: Benutzername\npassword: Kennwort',
  'Network: eth0\nPassword: required',
  'Title: Password manager review\nPassword: see vault',
  'login: handleLogin,\npassword: handlePassword,',
])('I-10 other words in its place stay as they are: %j', (text) => {
  expect(redact(text)).toBe(text);
});
