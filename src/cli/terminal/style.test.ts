import { expect, it } from 'vitest';
import { createStyle, wantsColour } from './style.ts';

it('R-58 colour is for terminals, and not where NO_COLOR is set', () => {
  expect(wantsColour({ isTerminal: true, env: {} })).toBe(true);
  expect(wantsColour({ isTerminal: true, env: { NO_COLOR: '' } })).toBe(true);
  expect(wantsColour({ isTerminal: true, env: { NO_COLOR: '1' } })).toBe(false);
  expect(wantsColour({ isTerminal: true, env: { TERM: 'dumb' } })).toBe(false);
  expect(wantsColour({ isTerminal: false, env: { FORCE_COLOR: '1' } })).toBe(false);
});

it('R-58 without colour text stays as it is', () => {
  expect(createStyle({ colour: false }).red('text')).toBe('text');
  expect(createStyle({ colour: true }).red('text')).toBe('\u001b[31mtext\u001b[39m');
});
