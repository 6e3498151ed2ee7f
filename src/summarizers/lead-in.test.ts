import { expect, it } from 'vitest';
import { createLeadIn } from './lead-in.ts';
import { makeEntries } from './summarizer.suite.ts';

it('R-35 is empty for the first part, unless there is an earlier summary', () => {
  expect(createLeadIn({ previous: [] }).text()).toBe('');
  const previous = [{ text: 'Dana plans a move. The boxes are packed.', record: null, from: 1, to: 4 }];
  expect(createLeadIn({ previous }).text()).toBe(
    'Messages #1 to #4 ended with: Dana plans a move. The boxes are packed.',
  );
});

it('R-35 contains the first and the newest request and the last entry, each cut to a few lines', () => {
  const leadIn = createLeadIn({ previous: [] });
  leadIn.note(makeEntries(['Mend the parser.', 'Which one?']));
  leadIn.note(makeEntries(['', '', '', '', 'Now the lexer.', `Done. ${'It was long. '.repeat(100)}`]));
  const lines = leadIn.text().split('\n');
  expect(lines[0]).toBe('The user first asked (#1): Mend the parser.');
  expect(lines[1]).toBe('The user last asked (#5): Now the lexer.');
  expect(lines[2]).toMatch(/^Last came \(#6, assistant\): Done\. It was long\..*…$/u);
  expect(leadIn.text().length).toBeLessThan(600);
});
