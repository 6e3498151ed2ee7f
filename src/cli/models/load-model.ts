/** Loads a language model of the AI SDK for a provider. The program loads provider packages only here. */
import type { LanguageModel } from 'ai';
import { EverthreadError, missingDependency } from '../../errors.ts';
import type { ChosenProvider } from './choose-provider.ts';
import { firstOllamaModel } from './ollama.ts';

export type LoadedModel = { model: Exclude<LanguageModel, string>; name: string };

/** Throws `invalid_option` if a key, an address or a model is missing, `missing_dependency` if a package is. */
export async function loadModel({
  choice,
  purpose = 'chat',
}: {
  choice: ChosenProvider;
  purpose?: 'chat' | 'summarize';
}): Promise<LoadedModel> {
  if (choice.provider === 'none')
    throw notConfigured('provider', `No model is configured: ${choice.because}.`);
  const { provider, baseUrl, apiKey } = choice;
  const name =
    (purpose === 'summarize' ? choice.summarizerModel : choice.model) ?? (await usualModel(choice));
  switch (provider) {
    case 'anthropic': {
      if (apiKey === undefined && baseUrl === undefined) {
        throw notConfigured('provider', 'The provider anthropic needs a key. Set ANTHROPIC_API_KEY.');
      }
      const { createAnthropic } = await load('@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
      const settings = { apiKey: apiKey ?? 'none', ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
      return { model: createAnthropic(settings)(name), name };
    }
    case 'openai': {
      if (apiKey === undefined && baseUrl === undefined) {
        throw notConfigured('provider', 'The provider openai needs a key. Set OPENAI_API_KEY.');
      }
      const { createOpenAI } = await load('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      const settings = { apiKey: apiKey ?? 'none', ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
      return { model: createOpenAI(settings)(name), name };
    }
    case 'openai-compatible':
    case 'ollama': {
      if (baseUrl === undefined) {
        throw notConfigured(
          'baseUrl',
          'The provider openai-compatible needs an address. Set --base-url or OPENAI_BASE_URL.',
        );
      }
      const { createOpenAICompatible } = await load(
        '@ai-sdk/openai-compatible',
        () => import('@ai-sdk/openai-compatible'),
      );
      const made = createOpenAICompatible({
        name: provider,
        baseURL: baseUrl,
        includeUsage: true,
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      return { model: made(name), name };
    }
  }
}

async function usualModel(choice: Exclude<ChosenProvider, { provider: 'none' }>): Promise<string> {
  if (choice.provider === 'ollama') return firstOllamaModel(choice.baseUrl!.replace(/\/v\d+$/u, ''));
  throw notConfigured(
    'model',
    `The provider ${choice.provider} needs the name of a model. Set --model or EVERTHREAD_MODEL.`,
  );
}

async function load<Package>(name: string, get: () => Promise<Package>): Promise<Package> {
  try {
    return await get();
  } catch (cause) {
    const needs = `This provider needs the packages ai and ${name}`;
    throw missingDependency({ field: 'provider', needs, packages: `ai ${name}`, cause });
  }
}

function notConfigured(field: string, message: string): EverthreadError {
  return new EverthreadError({ code: 'invalid_option', field, message });
}
