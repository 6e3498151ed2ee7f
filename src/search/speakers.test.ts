import { expect, it } from 'vitest';
import { inFirstPerson } from './speakers.ts';

it('R-49 a question about any speaker can be read, whatever signs are in the name', () => {
  expect(inFirstPerson('What did Jean-Luc say?', ['Jean-Luc'])).toBe('What did I say?');
  for (const name of ['a-b', 'A.B. (staff)', '[bot]', 'x/y', '\\d+', '^$', 'sk-ant-1']) {
    expect(inFirstPerson(`What did ${name} say?`, [name])).not.toContain('undefined');
  }
});
