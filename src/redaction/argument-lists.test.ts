import { expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const { redact, redactDeep } = createRedactor();

it.each([
  [['mysql', '-uroot', '-pharbourmill'], 'harbourmill'],
  [['redis-cli', '-a', 'kingfisher9', 'ping'], 'kingfisher9'],
  [['psql', '-h', 'db', '--password', 'tr4Nquilo'], 'tr4Nquilo'],
  [['http', '--header', 'Authorization', 'Bearer', 'Zk3v9QpLw2Xr8TnB5yHd7Gs4'], 'Zk3v9QpLw2Xr8TnB5yHd7Gs4'],
])('I-10 a secret among the arguments of a command, as JSON and as text: %j', (command, secret) => {
  const input = { command };
  expect(JSON.stringify(redactDeep(input))).not.toContain(secret);
  expect(redact(JSON.stringify(input))).not.toContain(secret);
  expect(JSON.stringify(redactDeep(input))).toContain(command[0]);
});

it.each([
  [['npm', 'run', 'test', '--', '--watch']],
  [['git', 'commit', '-m', 'fix the password form']],
  [['docker', 'run', '-p', '8080:80', 'nginx']],
  [['first line\nsecond', '-p', 'words']],
])('I-10 other lists stay as they are: %j', (command) => {
  expect(redactDeep({ command })).toEqual({ command });
  expect(redact(JSON.stringify({ command }))).toBe(JSON.stringify({ command }));
});
