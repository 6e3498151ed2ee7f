import { expect, it } from 'vitest';
import { currentState } from './current-state.ts';
import { readWork } from './read-work.ts';
import { bash, called, edited, numbered, type Unit } from './samples.suite.ts';

const stands = (...units: Unit[]) =>
  currentState(readWork(numbered(units))!, { tokens: 900, numbers: false }, ({ text }) => text).map(
    ({ text }) => text,
  );
const created = called(
  'write_file',
  { file_path: '/app/spec/new_spec.rb', content: 'x' },
  'Created the file.',
);

it('R-66 a file that was created and removed again is not listed as uncommitted', () => {
  expect(stands(edited('/app/a.rb'), created)).toEqual(['nothing was committed; changed: new_spec.rb, a.rb']);
  expect(stands(edited('/app/a.rb'), created, bash('rm spec/new_spec.rb'))).toEqual([
    'nothing was committed; changed: a.rb',
  ]);
  expect(stands(edited('/app/a.rb'), bash('rm a.rb'))).toEqual(['nothing was committed; changed: a.rb']);
});

it('R-66 a file named by two paths is listed once', () => {
  expect(stands(edited('/app/src/a.ts'), bash("sed -i 's/a/b/' src/a.ts"))).toEqual([
    'nothing was committed; changed: a.ts',
  ]);
});
