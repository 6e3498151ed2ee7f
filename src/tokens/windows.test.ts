import * as openaiModels from 'gpt-tokenizer/models';
import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { findModel, modelKey } from './models.ts';
import { type BudgetOption, callTokensFor, contextWindow, resolveBudget } from './windows.ts';

function fieldOf(option: unknown): string | undefined {
  try {
    resolveBudget(option as BudgetOption);
  } catch (error) {
    if (isEverthreadError(error, 'invalid_option')) return error.field;
    throw error;
  }
  return undefined;
}

describe('context windows', () => {
  type Listed = {
    name: string;
    context_window?: number;
    max_input_tokens?: number;
    supported_endpoints?: readonly string[];
  };
  const listed = (Object.values(openaiModels) as Listed[]).filter(
    (model) => model?.context_window !== undefined && model.supported_endpoints?.includes('chat_completions'),
  );

  it('R-45 no OpenAI chat model is given more than it takes, nor less than half', () => {
    expect(listed.length).toBeGreaterThan(40);
    for (const { name, context_window, max_input_tokens } of listed) {
      const limit = Math.min(context_window!, max_input_tokens ?? context_window!);
      const known = contextWindow(name);
      expect(known, name).toBeDefined();
      expect(known!, name).toBeLessThanOrEqual(limit);
      // The list gives the retired snapshots of 2023 their successor's window; they took 4,096.
      if (!/^gpt-3\.5.*(0301|0613)$/.test(name)) expect(known!, name).toBeGreaterThanOrEqual(limit / 2);
    }
  });

  it('R-45 well-known models are found under the names providers, clouds and routers give them', () => {
    const windows: Record<string, number> = {
      'gpt-4o': 128_000,
      'openai/gpt-4.1-mini': 1_047_576,
      'ft:gpt-4o-mini-2024-07-18:acme::abc': 128_000,
      'gpt-4': 8192,
      'gpt-4-0613': 8192,
      'gpt-3.5-turbo': 16_385,
      'gpt-5': 272_000,
      'gpt-5.5': 922_000,
      'gpt-oss-120b': 131_072,
      o3: 200_000,
      'claude-3-5-sonnet-latest': 200_000,
      'claude-haiku-4-5': 200_000,
      'anthropic/claude-opus-4.6': 1_000_000,
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0': 200_000,
      'claude-sonnet-4-5[1m]': 1_000_000,
      'Claude-Opus-5-5': 1_000_000,
      'models/gemini-2.5-flash': 1_048_576,
      'meta-llama/Llama-3.3-70B-Instruct': 131_072,
      'llama3:8b': 8192,
      'llama3.1:8b': 131_072,
      'us.meta.llama3-1-70b-instruct-v1:0': 131_072,
      'mistral-large-latest': 131_072,
      'mistral:7b': 32_768,
      'Qwen/Qwen3-Coder-480B': 262_144,
      'qwen2.5:14b': 32_768,
      'deepseek-chat': 131_072,
      'amazon.nova-pro-v1:0': 300_000,
    };
    for (const [model, window] of Object.entries(windows)) expect(contextWindow(model), model).toBe(window);
    for (const model of ['', 'my-deployment', 'prod']) expect(contextWindow(model)).toBeUndefined();
  });

  it('R-45 names of one model lead to one key', () => {
    expect(modelKey('us.anthropic.claude-haiku-4-5')).toBe(modelKey(' Anthropic/Claude-Haiku-4.5 '));
    expect(findModel('azure:gpt-4o')?.encoding).toBe('o200k_base');
    expect(findModel('gpt-4-turbo')?.encoding).toBe('cl100k_base');
    expect(findModel('claude-haiku-4-5')?.encoding).toBeUndefined();
  });
});

describe('budgets', () => {
  it('R-65 without an option the default budget stands', () => {
    expect(resolveBudget(undefined)).toEqual({ tokens: 10_300, responseTokens: 1000, explicit: false });
  });

  it('R-65 a number of tokens is used as it is, with a proportional response reserve', () => {
    const response = (tokens: number) => resolveBudget({ tokens }).responseTokens;
    expect(resolveBudget({ tokens: 10_300 })).toEqual({
      tokens: 10_300,
      responseTokens: 1000,
      explicit: true,
    });
    expect(response(20_600)).toBe(2000);
    expect(response(2000)).toBe(194);
    expect(response(1_000_000)).toBe(8192);
    expect(response(200)).toBe(50);
    expect(response(600)).toBe(128);
    expect(resolveBudget({ tokens: 500, responseTokens: 0 }).responseTokens).toBe(0);
    expect(resolveBudget({ tokens: 500, responseTokens: 499 }).responseTokens).toBe(499);
  });

  it('R-65 a budget is taken from the window of a model: whole where counting is exact, with a margin elsewhere', () => {
    expect(resolveBudget({ model: 'gpt-4o' })).toEqual({
      tokens: 128_000,
      responseTokens: 8192,
      explicit: true,
      model: 'gpt-4o',
    });
    expect(resolveBudget({ model: 'claude-haiku-4-5' }).tokens).toBe(190_000);
    expect(resolveBudget({ model: 'claude-haiku-4-5', fraction: 1 }).tokens).toBe(200_000);
    expect(resolveBudget({ model: 'gpt-4o', fraction: 0.25, responseTokens: 4000 })).toEqual({
      tokens: 32_000,
      responseTokens: 4000,
      explicit: true,
      model: 'gpt-4o',
    });
  });

  it('R-65 an invalid budget is refused by the name of the field', () => {
    for (const tokens of [0, -5, 199, 1000.5, Number.NaN, Number.POSITIVE_INFINITY, '4000', null]) {
      expect(fieldOf({ tokens })).toBe('budget.tokens');
    }
    expect(fieldOf({})).toBe('budget.tokens');
    for (const responseTokens of [-1, 2.5, 4000, Number.NaN, '9', null]) {
      expect(fieldOf({ tokens: 4000, responseTokens })).toBe('budget.responseTokens');
    }
    for (const fraction of [0, -1, 1.01, Number.NaN, '1', null, 0.001]) {
      expect(fieldOf({ model: 'gpt-4o', fraction })).toBe('budget.fraction');
    }
    for (const model of ['', 7, null]) expect(fieldOf({ model })).toBe('budget.model');
    for (const option of [null, 5, 'gpt-4o']) expect(fieldOf(option)).toBe('budget');
    expect(fieldOf({ tokens: 5000, model: 'gpt-4o' })).toBe('budget');
  });

  it('R-65 an unknown model is refused with what to do instead', () => {
    expect(() => resolveBudget({ model: 'my-deployment' })).toThrow(/budget\.tokens/);
    expect(fieldOf({ model: 'my-deployment' })).toBe('budget.model');
  });
});

it.each([
  ['claude-haiku-4-5', 32_000],
  ['anthropic/claude-haiku-4-5', 32_000],
  ['gpt-5.4-mini', 32_000],
  ['gpt-4', 3_723],
  ['llama2', 1_517],
  ['some-model-nobody-knows', 8_000],
])('R-35 one call to %s reads %i tokens: half of its window, at most 32,000', (model, tokens) => {
  expect(callTokensFor(model)).toBe(tokens);
});
