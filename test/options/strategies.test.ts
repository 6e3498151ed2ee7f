/** Every option of every strategy changes something. The list comes from the strategies; an option without a proof fails. */

import { describe, expect, it } from 'vitest';
import type { MessageInput } from '../../src/message/normalize.ts';
import type { BuiltInStrategy } from '../../src/strategies/registry.ts';
import { describeOptions, type StrategyName, strategyNames } from '../../src/strategies/registry.ts';
import { harbourMessages } from '../faults/harbour-provider.ts';
import { fingerprint, type Scenario, usualFingerprint } from './fingerprint.ts';

type Proof = Scenario & {
  /** A value that differs from the default. */
  value: unknown;
  /** Other options, the same in both runs. */
  beside?: { [option: string]: unknown };
};

const failing = { fault: 'error' } as const;
const common: { [option: string]: Proof } = {
  enabled: { value: false },
  mode: { value: 'blocking' },
  onFailure: { value: 'throw', answers: failing },
  overrides: { value: { 'claude-*': { enabled: false } }, options: { model: 'claude-haiku-4-5' } },
};
const model: Proof = {
  value: 'claude-haiku-4-5',
  beside: { overrides: { anthropic: { enabled: false } } },
};

const instruction = 'Answer in short sentences about the harbour and its ferries, cranes and pumps. '.repeat(
  20,
);
const withSystem: MessageInput[] = [{ role: 'system', content: instruction }, ...harbourMessages(70)];

const proofs: { [name in StrategyName]: { [option: string]: Proof } } = {
  eternal: {
    ...common,
    model,
    triggerTokenRatio: { value: 0.95, beside: { leafTokens: 300 } },
    resetTokenRatio: {
      value: 0.35,
      beside: { cooldownMessages: 400, preserveRecent: 20 },
      messages: harbourMessages(200),
      burst: 1,
      options: { budget: { tokens: 3_000 } },
    },
    prepareTokenRatio: { value: 0.3 },
    cooldownMessages: { value: 60, beside: { resetTokenRatio: 0.3, summaryShare: 0.2, leafTokens: 300 } },
    preserveRecent: { value: 20 },
    fanout: { value: 2, beside: { leafTokens: 100, summaryShare: 0.5 }, messages: harbourMessages(400) },
    leafTokens: { value: 150 },
    summaryShare: { value: 0.1 },
    tailShare: { value: 0.1 },
    maxRewrites: {
      value: 1,
      beside: { fanout: 2, leafTokens: 150, summaryShare: 0.08 },
      messages: harbourMessages(220),
      options: { compaction: { maxInputTokens: 400, chunkTokens: 400 } },
    },
    summaryRole: { value: 'assistant' },
  },
  rolling: {
    ...common,
    model,
    messages: { value: 33 },
    verbatimExchanges: { value: 4 },
    targetWords: { value: 40 },
    maxWords: { value: 310 },
    maxOutputTokens: { value: 200 },
    summaryRole: { value: 'user' },
  },
  session: {
    ...common,
    model: { value: 'large' },
    triggerThreshold: { value: 90 },
    targetCompression: { value: 0.05 },
    preserveRecent: { value: 30 },
    preserveSystem: { value: false, messages: withSystem },
    deleteOriginals: { value: true },
    segmentShare: { value: 0.02, messages: harbourMessages(300), options: { budget: { tokens: 1_500 } } },
    summaryRole: { value: 'user' },
  },
  tiered: {
    ...common,
    model,
    recentCount: { value: 5 },
    condensedCount: { value: 10 },
    recentTokens: { value: 600 },
    condensedTokens: { value: 300 },
    autoSummarize: { value: false },
    autoThreshold: { value: 40 },
    batch: { value: 1, beside: { recentCount: 20 } },
    compressedRole: { value: 'user' },
    condensedRole: { value: 'user' },
  },
  chain: {
    ...common,
    model,
    triggerTokenRatio: { value: 0.95 },
    resetTokenRatio: { value: 0.3 },
    minMessages: { value: 70 },
    preserveRecent: { value: 2 },
    maxSummaryChainDepth: {
      value: 1,
      messages: harbourMessages(300),
      options: { budget: { tokens: 1_500 } },
    },
    forceRefreshAfterMessages: { value: 10 },
    summarizerModelPreference: { value: ['large', 'small'] },
    cooldownMessages: {
      value: 25,
      beside: { resetTokenRatio: 0.1, triggerTokenRatio: 0.4 },
      burst: 2,
      options: { budget: { tokens: 1_500 } },
    },
    abortOnFailure: { value: true, answers: failing },
    summaryRole: { value: 'user' },
  },
  running: {
    ...common,
    model,
    budgetTokens: { value: 800 },
    chunkMessages: { value: 4 },
    minRawMessages: { value: 9, beside: { budgetTokens: 400 } },
    maxRawMessages: { value: 30 },
    softLimit: { value: 12 },
    maxWords: { value: 60 },
    maxOutputTokens: { value: 100 },
    summaryRole: { value: 'user' },
  },
};

describe.each(strategyNames)('%s', (name) => {
  const options = [...describeOptions(name).map(({ option }) => option), 'overrides'];

  it('R-21 every option has a proof, and every proof an option', () => {
    expect(Object.keys(proofs[name]).toSorted()).toEqual(options.toSorted());
  });

  it('I-12 the same options twice are the same', async () => {
    const run = () => fingerprint({ options: { strategy: name } });
    expect(await run()).toEqual(await run());
  });

  it.each(options)('R-21 %s changes something', async (option) => {
    const { value, beside = {}, ...scenario } = proofs[name][option]!;
    const withOwn = (own: { [option: string]: unknown }) => ({
      ...scenario,
      options: { ...scenario.options, strategy: { name, ...beside, ...own } as BuiltInStrategy },
    });
    const changed = await fingerprint(withOwn({ [option]: value }));
    expect(changed).not.toEqual(await usualFingerprint(withOwn({})));
  });
});

it('R-9 R-21 the models a strategy names are asked for, in that order; others are refused by name', async () => {
  for (const [strategy, models] of [
    [{ name: 'session', model: 'large' }, ['large']],
    [{ name: 'chain', summarizerModelPreference: ['large', 'small'] }, ['large', 'small']],
  ] as const) {
    const { asked } = (await fingerprint({ options: { strategy } })) as { asked: unknown[][] };
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((request) => JSON.stringify(request[4]) === JSON.stringify(models))).toBe(true);
  }
  for (const [strategy, field] of [
    [{ name: 'session', model: 'huge' }, 'strategy.model'],
    [{ name: 'chain', summarizerModelPreference: ['small', 'huge'] }, 'strategy.summarizerModelPreference'],
  ] as const) {
    await expect(fingerprint({ options: { strategy } })).rejects.toMatchObject({
      code: 'invalid_option',
      field,
      message: expect.stringContaining('"huge", which is none of the summarizer\'s models: small, large.'),
    });
    await expect(fingerprint({ options: { strategy }, summarizer: 'none' })).rejects.toMatchObject({
      code: 'invalid_option',
      field,
    });
  }
});

it('R-21 overrides follow the model of createEverthread, and of its budget', async () => {
  const overrides = { anthropic: { messages: 60 } };
  const run = (strategy: object, options: Scenario['options']) =>
    fingerprint({ options: { strategy: { name: 'rolling', ...strategy }, ...options } });
  const budget = { model: 'claude-haiku-4-5', fraction: 3_000 / 200_000 };
  for (const setting of [{ model: 'claude-haiku-4-5' }, { budget }]) {
    expect(await run({ overrides }, setting)).toEqual(await run({ messages: 60 }, setting));
  }
  for (const setting of [{ model: 'gpt-5' }, {}]) {
    expect(await run({ overrides }, setting)).toEqual(await run({}, setting));
  }
});
