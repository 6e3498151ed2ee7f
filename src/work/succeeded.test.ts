import { expect, it } from 'vitest';
import { openProblems } from './current-state.ts';
import { readWork } from './read-work.ts';
import { bash, numbered } from './samples.suite.ts';

const isOpen = (failing: string, later: string) =>
  openProblems(readWork(numbered([bash(failing, 'error: it is wrong', true), bash(later, 'fine')]))!)[0]
    ?.open;

it.each([
  ['pytest tests/a.py::test_b', 'pytest tests/a.py'],
  ['pytest tests/a.py', 'pytest'],
  ['go test ./pkg/a', 'go test ./...'],
  ['composer update symfony/mime', 'composer update "symfony/*"'],
  ['npm run lint', 'npm run lint:fix'],
  ['npm run build', 'npx vite build'],
  ['tsc -p packages/a', 'tsc'],
  ['make -j4', 'make all'],
  ['psql -f a.sql', `psql -c "SET lock_timeout = '5s'" -f a.sql`],
  ['python load.py data.csv', 'python load.py data.csv --skip 3'],
  ['quarto render report.qmd', 'quarto render report.qmd'],
])('R-66 what `%s` found is fixed when `%s` works', (failing, later) => {
  expect(isOpen(failing, later)).toBe(false);
});

it.each([
  ['cargo run -- import tests/a.csv', 'cargo test'],
  ['./gradlew test', './gradlew test --tests=OtherTest'],
  ['go test ./...', 'go test -run=TestB ./...'],
  ['pytest test_ab.py', 'pytest test_a'],
  ['npm run build', 'npm run build:docs'],
  ['eslint src', 'eslint test'],
  ['tsc -p packages/a', 'tsc -p packages/b'],
  ['make', 'make clean'],
  ['ruff check .', 'ruff check src/a.py'],
  ['psql -f a.sql', 'psql -f b.sql'],
  ['python load.py data.csv', 'python load.py other.csv data.csv'],
  ['quarto render report.qmd', 'quarto render slides.qmd'],
])('R-66 what `%s` found is open when only `%s` works', (failing, later) => {
  expect(isOpen(failing, later)).toBe(true);
});
