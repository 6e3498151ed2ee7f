import { describe, expect, it } from 'vitest';
import { resolveSettings } from '../config/settings.ts';
import { chooseProvider, ollamaRoot } from './choose-provider.ts';
import { loadModel } from './load-model.ts';

async function chosen(env: { [name: string]: string | undefined }) {
  return chooseProvider(
    await resolveSettings({ flags: {}, env: { HOME: '/nowhere', ...env }, directory: '/' }),
  );
}

describe('which provider', () => {
  it.each([
    [{}, 'none', undefined],
    [{ ANTHROPIC_API_KEY: 'k' }, 'anthropic', undefined],
    [{ OPENAI_API_KEY: 'k' }, 'openai', undefined],
    [{ ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }, 'anthropic', undefined],
    [{ ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', EVERTHREAD_MODEL: 'gpt-5.5' }, 'openai', undefined],
    [{ OPENAI_API_KEY: 'k', EVERTHREAD_MODEL: 'claude-opus-5' }, 'anthropic', undefined],
    [{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://a' }, 'anthropic', 'http://a/v1'],
    [{ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://a/v1/' }, 'anthropic', 'http://a/v1'],
    [
      { ANTHROPIC_API_KEY: 'k', EVERTHREAD_BASE_URL: 'http://vllm:8000' },
      'openai-compatible',
      'http://vllm:8000/v1',
    ],
    [{ OPENAI_BASE_URL: 'http://lm/api/v3' }, 'openai-compatible', 'http://lm/api/v3'],
    [
      { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://api.openai.com/v1' },
      'openai',
      'https://api.openai.com/v1',
    ],
    [{ EVERTHREAD_MODEL: 'llama3.2:3b' }, 'ollama', 'http://127.0.0.1:11434/v1'],
    [{ OLLAMA_HOST: 'box:1234' }, 'ollama', 'http://box:1234/v1'],
    [{ EVERTHREAD_PROVIDER: 'none', OPENAI_API_KEY: 'k' }, 'none', undefined],
    [{ EVERTHREAD_PROVIDER: 'ollama', OPENAI_API_KEY: 'k' }, 'ollama', 'http://127.0.0.1:11434/v1'],
    [{ EVERTHREAD_MODEL: 'some/model', OPENAI_API_KEY: 'k' }, 'none', undefined],
  ])('R-58 %j means %s', async (env, provider, baseUrl) => {
    expect(await chosen(env)).toMatchObject({ provider, ...(baseUrl === undefined ? {} : { baseUrl }) });
  });

  it('R-58 a key goes only to the provider it belongs to', async () => {
    const keys = { ANTHROPIC_API_KEY: 'ant', OPENAI_API_KEY: 'oai' };
    expect(await chosen({ ...keys, EVERTHREAD_PROVIDER: 'anthropic' })).toMatchObject({ apiKey: 'ant' });
    expect(await chosen({ ...keys, EVERTHREAD_PROVIDER: 'openai' })).toMatchObject({ apiKey: 'oai' });
    expect(await chosen({ ...keys, EVERTHREAD_PROVIDER: 'ollama' })).toMatchObject({ apiKey: undefined });
  });

  it('R-5 R-58 the small model summarizes unless another is named, and on an own endpoint the one that answers', async () => {
    expect(await chosen({ ANTHROPIC_API_KEY: 'k' })).toMatchObject({ summarizerModel: 'claude-haiku-4-5' });
    expect(await chosen({ ANTHROPIC_API_KEY: 'k', EVERTHREAD_SUMMARIZER_MODEL: 'x' })).toMatchObject({
      summarizerModel: 'x',
    });
    expect(await chosen({ EVERTHREAD_BASE_URL: 'http://a', EVERTHREAD_MODEL: 'qwen' })).toMatchObject({
      model: 'qwen',
      summarizerModel: 'qwen',
    });
  });

  it('R-58 a password in an address is not repeated', async () => {
    expect((await chosen({ EVERTHREAD_BASE_URL: 'http://joe:pass@a' })).because).toBe(
      'the address is http://***@a',
    );
  });
});

it.each([
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
  [':9000', 'http://127.0.0.1:9000'],
  ['box', 'http://box:11434'],
  ['https://box/ollama/', 'https://box/ollama'],
  ['http://box:80', 'http://box'],
  ['not an address', 'http://127.0.0.1:11434'],
])('R-58 OLLAMA_HOST %j is %s', (host, root) => {
  expect(ollamaRoot(host)).toBe(root);
});

describe('models', () => {
  it.each([
    [{}, 'No model is configured'],
    [{ EVERTHREAD_PROVIDER: 'anthropic' }, 'Set ANTHROPIC_API_KEY.'],
    [{ EVERTHREAD_PROVIDER: 'openai' }, 'Set OPENAI_API_KEY.'],
    [
      { EVERTHREAD_PROVIDER: 'openai-compatible', EVERTHREAD_MODEL: 'x' },
      'Set --base-url or OPENAI_BASE_URL.',
    ],
    [{ EVERTHREAD_BASE_URL: 'http://127.0.0.1:9' }, 'Set --model or EVERTHREAD_MODEL.'],
    [{ OLLAMA_HOST: '127.0.0.1:9' }, 'No Ollama answers at http://127.0.0.1:9.'],
  ])('R-58 R-59 %j is told what is missing', async (env, says) => {
    const choice = await chosen(env);
    await expect(loadModel({ choice })).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(says),
    });
  });

  it('R-53 each provider gives a model of its own', async () => {
    const names = await Promise.all(
      [
        { ANTHROPIC_API_KEY: 'k' },
        { OPENAI_API_KEY: 'k' },
        { EVERTHREAD_BASE_URL: 'http://a', EVERTHREAD_MODEL: 'm' },
        { EVERTHREAD_MODEL: 'qwen3:4b' },
      ].map(async (env) => {
        const { model, name } = await loadModel({ choice: await chosen(env) });
        return `${model.provider} ${name}`;
      }),
    );
    expect(names).toEqual([
      'anthropic.messages claude-sonnet-5-5',
      'openai.responses gpt-5.5',
      'openai-compatible.chat m',
      'ollama.chat qwen3:4b',
    ]);
  });
});
