import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version.ts';

it('R-58 an old Node is told what to do, a new one nothing', () => {
  expect(nodeVersionProblem('20.20.2')).toMatch(
    /needs Node 22\.13 or newer, and this is Node 20\.20\.2\. Install/u,
  );
  expect(nodeVersionProblem('v22.12.0')).toMatch(/this is Node 22\.12\.0/u);
  expect(nodeVersionProblem('22.13.0')).toBeUndefined();
  expect(nodeVersionProblem('24.0.0')).toBeUndefined();
});

it('R-58 the version asked for is the one package.json declares', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const declared = engines.node.replace('>=', '');
  expect(nodeVersionProblem(`${declared}.0`)).toBeUndefined();
  expect(nodeVersionProblem('22.0.0')).toContain(`needs Node ${declared} or newer`);
});
