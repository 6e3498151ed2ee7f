import { expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact } = createRedactor();

it.each([
  ['smtp.login("reports@example.org", "lnWjsuKXVddWqh")', 'lnWjsuKXVddWqh'],
  ['WiFi.begin("HomeNet", "kingfisher9");', 'kingfisher9'],
  ['new NetworkCredential("svc", "harbourmill")', 'harbourmill'],
  ["jwt.sign(payload, 'mySuperJwtSigningPhrase9')", 'mySuperJwtSigningPhrase9'],
  ['jwt.encode({"sub": 1}, "topsecretphrase", algorithm="HS256")', 'topsecretphrase'],
  ['$c = mysqli_connect("localhost", "root", "kirschbaum", "shop");', 'kirschbaum'],
  ['signing { storePassword "SQBUDObzCUx" }', 'SQBUDObzCUx'],
  ['#define WIFI_PASS "gooseberry"', 'gooseberry'],
  ["define( 'DB_PASSWORD', 'piment-doux' );", 'piment-doux'],
])('I-10 a password among the arguments of a call: %s', (text, secret) => {
  expect(redact(text)).not.toContain(secret);
});

it.each([
  'login("user", "page")',
  'connect("localhost", "users", "orders")',
  "createHmac('sha256', key)",
  'auth.login(username, password)',
  "jwt.sign(payload, secret, { expiresIn: '1h' })",
  'sign(document, "utf-8")',
  '#define PASSWORD_PROMPT "Password: "',
])('I-10 other arguments stay as they are: %s', (text) => {
  expect(redact(text)).toBe(text);
});
