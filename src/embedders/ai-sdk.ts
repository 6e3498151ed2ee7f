/** Embedding models of the AI SDK as embedders, behind the contract of embedder.ts. Any provider of the SDK works. */

import type { EmbeddingModel } from 'ai';
import type { Embedder } from '../embedder.ts';
import { invalidOption, missingDependency } from '../errors.ts';
import type { AiSdkEmbeddingModel } from '../input/ai-sdk-models.ts';
import { checkOptions, readGiven } from '../input/foreign-values.ts';
import type { ProviderOptions } from '../message/ai-sdk-shapes.ts';
import { toUnitLength } from './unit-length.ts';

type AiSdkEmbeddings = Pick<typeof import('ai'), 'embedMany'>;

export type EmbeddingModelOptions = {
  /** An embedding model of the AI SDK, or the name of one that its gateway knows: `openai/text-embedding-3-small`. */
  model: AiSdkEmbeddingModel;
  /** Name stored with each vector. Default: provider and id of the model. */
  name?: string;
  /** Longer texts are cut into pieces. Default: 2,000, which every common model accepts in any language. */
  maxCharacters?: number;
  /** Texts per request. Default: 64. */
  batchSize?: number;
  /** Prefixes for models that expect one before each text: `{ query: 'query: ', … }`. */
  prefixes?: { document?: string; query?: string };
  providerOptions?: ProviderOptions;
};

export function embeddingModel(
  options: EmbeddingModelOptions,
  load: () => Promise<object> = () => import('ai'),
): Embedder {
  return readGiven('options', () => {
    checkOptions<EmbeddingModelOptions>(options, {
      ...{
        model: null,
        name: null,
        maxCharacters: null,
        batchSize: null,
        prefixes: null,
        providerOptions: null,
      },
    });
    return createEmbedder(options, load);
  });
}

function createEmbedder(
  {
    model,
    name = nameOf(model),
    maxCharacters = 2_000,
    batchSize = 64,
    prefixes = {},
    providerOptions,
  }: EmbeddingModelOptions,
  load: () => Promise<object>,
): Embedder {
  if (name === undefined || name === '') {
    throw invalidOption('model', 'an embedding model of the AI SDK or the name of one', model);
  }
  for (const [field, value] of Object.entries({ maxCharacters, batchSize })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw invalidOption(field, 'a whole number of at least 1', value);
  }
  return {
    name,
    maxCharacters,
    batchSize,
    async embed(texts, { purpose, signal }) {
      const { embedMany } = await loadAiSdk(load);
      const prefix = prefixes[purpose] ?? '';
      const { embeddings } = await embedMany({
        model: model as EmbeddingModel,
        values: texts.map((text) => `${prefix}${text}`),
        // The caller decides about retries; a search query has no time for them.
        maxRetries: 0,
        ...(signal === undefined ? {} : { abortSignal: signal }),
        ...(providerOptions === undefined ? {} : { providerOptions }),
      });
      return embeddings.map(toUnitLength);
    },
  };
}

function nameOf(model: unknown): string | undefined {
  if (typeof model === 'string') return model;
  if (typeof model !== 'object' || model === null) return undefined;
  const { modelId, provider } = model as { modelId?: unknown; provider?: unknown };
  if (typeof modelId !== 'string') return undefined;
  return typeof provider === 'string' ? `${provider}/${modelId}` : modelId;
}

async function loadAiSdk(load: () => Promise<object>): Promise<AiSdkEmbeddings> {
  try {
    return (await load()) as AiSdkEmbeddings;
  } catch (cause) {
    const needs = 'embeddingModel needs version 7 of the package "ai"';
    throw missingDependency({ field: 'embedder', needs, packages: 'ai', cause });
  }
}
