import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findTests, idsIn, problems, renderPage } from '../scripts/requirements.ts';

test('every requirement of a finished part has a test, and no test names an unknown one', () => {
  expect(problems(findTests())).toEqual([]);
});

test('docs/requirements.md is what `make docs` would write', () => {
  const page = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8');
  expect(page).toBe(renderPage(findTests()));
});

test('ids are read from names, ranges included', () => {
  expect(idsIn(`${'R'}-3 and ${'I'}-1..I-3 hold`)).toEqual(['R-3', 'I-1', 'I-2', 'I-3']);
});
