import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import type { StrategyOptions } from '../strategy.ts';
import { createStrategy, describeOptions, strategyNames } from './registry.ts';

function refusal(make: () => unknown) {
  try {
    make();
  } catch (error) {
    if (isEverthreadError(error, 'invalid_option')) return { field: error.field, message: error.message };
    throw error;
  }
  return undefined;
}

describe('strategies by name and options', () => {
  it('R-21 every built-in one is made from its name alone, with its defaults', () => {
    expect(strategyNames).toEqual(['eternal', 'rolling', 'session', 'tiered', 'chain', 'running']);
    for (const name of strategyNames) {
      const strategy = createStrategy(name);
      expect(strategy.name).toBe(name);
      expect(createStrategy({ name }).options).toEqual(strategy.options);
      for (const { option, default: value } of describeOptions(name))
        expect(strategy.options[option]).toEqual(value);
      // Options travel as JSON in a thread's settings.
      const stored = JSON.parse(JSON.stringify({ name, ...strategy.options })) as StrategyOptions;
      expect(createStrategy(stored).options).toEqual(strategy.options);
    }
  });

  it('R-21 an unknown name is refused, and the error lists the known names', () => {
    const names = 'one of eternal, rolling, session, tiered, chain, running';
    expect(refusal(() => createStrategy('forever'))).toEqual({
      field: 'strategy',
      message: `strategy must be ${names}, but got "forever".`,
    });
    expect(refusal(() => createStrategy({ name: 'toString' }))?.field).toBe('strategy.name');
    expect(refusal(() => createStrategy(null as never))?.field).toBe('strategy');
    expect(refusal(() => createStrategy([] as never))?.field).toBe('strategy');
    expect(refusal(() => createStrategy(7 as never))?.field).toBe('strategy');
  });

  it('R-21 an unknown option is refused with the list of accepted ones', () => {
    for (const name of strategyNames) {
      const refused = refusal(() => createStrategy({ name, tokenz: 1 }));
      expect(refused?.field).toBe('strategy.tokenz');
      expect(refused?.message).toMatch(
        new RegExp(`^strategy\\.tokenz is not an option of ${name}\\. Accepted: .*enabled`, 'u'),
      );
    }
    expect(refusal(() => createStrategy({ name: 'chain', constructor: 1 }))?.field).toBe(
      'strategy.constructor',
    );
  });

  it('R-21 every option of every strategy refuses what it does not accept, by name', () => {
    for (const name of strategyNames) {
      for (const { option, accepted } of describeOptions(name)) {
        for (const value of [Number.NaN, -1, 1.5, '', {}, () => 1, Number.POSITIVE_INFINITY]) {
          const refused = refusal(() => createStrategy({ name, [option]: value }));
          expect(refused?.field, `${name}.${option} = ${String(value)}`).toBe(`strategy.${option}`);
          expect(refused?.message).toContain(accepted);
        }
      }
    }
  });

  it.each([
    { name: 'chain', options: { resetTokenRatio: 0.8 }, field: 'strategy.resetTokenRatio' },
    { name: 'chain', options: { triggerTokenRatio: 0.5 }, field: 'strategy.resetTokenRatio' },
    { name: 'chain', options: { preserveRecent: 12 }, field: 'strategy.preserveRecent' },
    { name: 'chain', options: { preserveRecent: 1 }, field: 'strategy.preserveRecent' },
    { name: 'chain', options: { forceRefreshAfterMessages: 3 }, field: 'strategy.cooldownMessages' },
    { name: 'rolling', options: { targetWords: 600 }, field: 'strategy.targetWords' },
    { name: 'session', options: { preserveRecent: 51 }, field: 'strategy.preserveRecent' },
    { name: 'tiered', options: { autoThreshold: 10 }, field: 'strategy.recentCount' },
    { name: 'running', options: { minRawMessages: 11 }, field: 'strategy.minRawMessages' },
    { name: 'eternal', options: { resetTokenRatio: 0.9 }, field: 'strategy.resetTokenRatio' },
    { name: 'eternal', options: { prepareTokenRatio: 0.95 }, field: 'strategy.prepareTokenRatio' },
    { name: 'eternal', options: { summaryShare: 0.7 }, field: 'strategy.summaryShare' },
    { name: 'eternal', options: { tailShare: 0.5 }, field: 'strategy.tailShare' },
  ])('R-21 $name refuses $options: they contradict each other', ({ name, options, field }) => {
    expect(refusal(() => createStrategy({ name, ...options }))?.field).toBe(field);
  });

  it('R-21 options can be overridden per model or provider, the most specific one wins', () => {
    const overrides = {
      anthropic: { cooldownMessages: 8, minMessages: 20 },
      'claude-*': { cooldownMessages: 9, preserveRecent: 8 },
      'claude-haiku-4-5': { cooldownMessages: 10 },
    };
    const cooldown = (model: string | null) => {
      const { cooldownMessages, minMessages, preserveRecent } = createStrategy({
        name: 'chain',
        model,
        overrides,
      }).options;
      return [cooldownMessages, minMessages, preserveRecent];
    };
    expect(cooldown('claude-haiku-4-5')).toEqual([10, 20, 8]);
    expect(cooldown('anthropic/claude-haiku-4-5')).toEqual([10, 20, 8]);
    expect(cooldown('claude-sonnet-5')).toEqual([9, 20, 8]);
    expect(cooldown('anthropic:other')).toEqual([8, 20, 6]);
    expect(cooldown('gpt-5')).toEqual([4, 12, 6]);
    expect(cooldown(null)).toEqual([4, 12, 6]);
  });

  it('R-21 a bad override is refused when it is written, whichever model is in use', () => {
    const make = (overrides: unknown) => () => createStrategy({ name: 'chain', overrides });
    expect(refusal(make({ 'gpt-5': { resetTokenRatio: 0.95 } }))?.field).toBe(
      'strategy.overrides["gpt-5"].resetTokenRatio',
    );
    expect(refusal(make({ 'gpt-5': { minMessages: 'many' } }))?.field).toBe(
      'strategy.overrides["gpt-5"].minMessages',
    );
    expect(refusal(make({ 'gpt-5': { model: 'x' } }))?.field).toBe('strategy.overrides["gpt-5"].model');
    expect(refusal(make({ 'gpt-5': 3 }))?.field).toBe('strategy.overrides["gpt-5"]');
    expect(refusal(make([]))?.field).toBe('strategy.overrides');
  });

  it('I-10 a refusal never repeats long values', () => {
    const refused = refusal(() => createStrategy({ name: 'chain', minMessages: 'secret '.repeat(50) }));
    expect(refused?.message).not.toContain('secret');
  });
});
