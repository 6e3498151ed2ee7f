/**
 * Known models, by the beginning of their name: how much they read, and how their tokens compare to reference tokens
 * (o200k). Usage reported by the provider corrects the ratio (calibration.ts). A budget in tokens overrides the window.
 */
import { rememberTexts } from '../text/remembered.ts';
import type { EncodingName } from './encodings.ts';

export type KnownModel = {
  prefix: string;
  /**
   * The largest request: the context window, or the provider's input limit if smaller. If versions or hosts of one name
   * differ, the smallest figure.
   */
  windowTokens: number;
  /** The model's tokens per reference token, on the high side of mixed text. */
  ratio: number;
  /** Set if the model's own tokenizer is available. */
  encoding?: EncodingName;
};

const o200k = (windowTokens: number, ...prefixes: string[]): KnownModel[] =>
  prefixes.map((prefix) => ({ prefix, windowTokens, ratio: 1, encoding: 'o200k_base' }));

const cl100k = (windowTokens: number, ...prefixes: string[]): KnownModel[] =>
  prefixes.map((prefix) => ({ prefix, windowTokens, ratio: 1.1, encoding: 'cl100k_base' }));

const family = (ratio: number, windows: Record<string, number>): KnownModel[] =>
  Object.entries(windows).map(([prefix, windowTokens]) => ({ prefix, windowTokens, ratio }));

const models: readonly KnownModel[] = [
  ...o200k(128_000, 'gpt-4o', 'chatgpt-4o', 'gpt-4.5', 'gpt-audio', 'o1-mini', 'o1-preview'),
  ...o200k(16_000, 'gpt-4o-realtime', 'gpt-4o-mini-realtime', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'),
  ...o200k(32_000, 'gpt-realtime'),
  ...o200k(8192, 'computer-use-preview'),
  ...o200k(1_047_576, 'gpt-4.1'),
  ...o200k(200_000, 'o1', 'o3', 'o4', 'codex-mini'),
  ...o200k(131_072, 'gpt-oss'),
  // 400,000 including the answer, of which input may be 272,000; and 1,050,000 with 922,000.
  ...o200k(272_000, 'gpt-5', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.6-cyber', 'chat-latest'),
  ...o200k(922_000, 'gpt-5.4', 'gpt-5.5', 'gpt-5.6'),
  ...o200k(128_000, 'gpt-5-chat', 'gpt-5.1-chat', 'gpt-5.2-chat', 'gpt-5.3-chat'),
  ...cl100k(8192, 'gpt-4'),
  ...cl100k(32_768, 'gpt-4-32k'),
  ...cl100k(128_000, 'gpt-4-turbo', 'gpt-4-1106', 'gpt-4-0125', 'gpt-4-vision'),
  ...cl100k(16_385, 'gpt-3.5-turbo', 'gpt-35-turbo'),
  ...cl100k(4096, 'gpt-3.5', 'gpt-3.5-turbo-instruct', 'gpt-3.5-turbo-0613', 'gpt-3.5-turbo-0301'),
  ...cl100k(16_385, 'gpt-3.5-turbo-16k'),

  ...family(1.25, {
    'claude-': 200_000,
    'claude-instant': 100_000,
    'claude-2-0': 100_000,
    'claude-opus-4-6': 1_000_000,
    'claude-sonnet-4-6': 1_000_000,
  }),
  // From Opus 4.7 on, the tokenizer makes up to 1.35 times as many tokens of the same text.
  ...family(1.5, {
    'claude-opus-4-7': 1_000_000,
    'claude-opus-4-8': 1_000_000,
    'claude-opus-4-9': 1_000_000,
    'claude-opus-5': 1_000_000,
    'claude-sonnet-5': 1_000_000,
    'claude-haiku-5': 200_000,
    'claude-haiku-5-5': 1_000_000,
    'claude-fable': 1_000_000,
    'claude-mythos': 1_000_000,
  }),

  ...family(1.1, {
    'gemini-': 1_048_576,
    'gemini-pro': 32_760,
    'gemini-1.0': 32_760,
    'gemini-2.5-flash-image': 32_768,
    gemma: 8192,
    'gemma-3': 131_072,
    gemma3: 131_072,
    'gemma-3-1b': 32_768,
    'gemma3:1b': 32_768,
  }),
  ...family(1.15, {
    'llama-3': 8192,
    llama3: 8192,
    'meta-llama-3': 8192,
    'llama-3.1': 131_072,
    'llama3.1': 131_072,
    'llama3-1': 131_072,
    'meta-llama-3.1': 131_072,
    'llama-3.2': 131_072,
    'llama3.2': 131_072,
    'llama3-2': 131_072,
    'llama-3.3': 131_072,
    'llama3.3': 131_072,
    'llama3-3': 131_072,
    'llama-4': 131_072,
    llama4: 131_072,
  }),
  ...family(1.35, { 'llama-2': 4096, llama2: 4096, codellama: 16_384 }),
  ...family(1.25, {
    mistral: 32_768,
    'open-mistral': 32_768,
    'mistral-large': 131_072,
    'mistral-medium': 131_072,
    'mistral-nemo': 131_072,
    'open-mistral-nemo': 131_072,
    mixtral: 32_768,
    'open-mixtral': 32_768,
    'mixtral-8x22b': 65_536,
    'open-mixtral-8x22b': 65_536,
    ministral: 131_072,
    magistral: 40_960,
    codestral: 32_768,
    devstral: 131_072,
    pixtral: 131_072,
  }),
  ...family(1.15, {
    qwen: 32_768,
    'qwen3-coder': 262_144,
    'qwen3-max': 262_144,
    'qwen3-next': 262_144,
    'qwen-plus': 131_072,
    'qwen-turbo': 131_072,
    qwq: 32_768,
    'deepseek-': 65_536,
    'deepseek-chat': 131_072,
    'deepseek-reasoner': 131_072,
    'deepseek-v3': 131_072,
    'deepseek-r1': 131_072,
    'kimi-': 131_072,
    'moonshot-v1-8k': 8192,
    'moonshot-v1-32k': 32_768,
    'moonshot-v1-128k': 131_072,
    'glm-4': 128_000,
    'glm-5': 200_000,
    'minimax-': 204_800,
  }),
  ...family(1.2, {
    'grok-': 131_072,
    'grok-4': 256_000,
    'grok-code': 256_000,
    'command-r': 128_000,
    'command-a': 256_000,
    'phi-3': 4096,
    'phi-4': 16_384,
    'nova-micro': 128_000,
    'nova-lite': 300_000,
    'nova-pro': 300_000,
    'nova-premier': 1_000_000,
    jamba: 256_000,
  }),
];

/** For unknown models: better to count too many tokens than too few. */
export const unknownModelRatio = 1.3;

const longestPrefixFirst = models.toSorted((a, b) => b.prefix.length - a.prefix.length);

export function findModel(model: string): KnownModel | undefined {
  return lookUp(model).known;
}

/** Cached, because every request asks for the same model several times. */
const lookUp = rememberTexts(
  (model): { known: KnownModel | undefined } => {
    const name = modelKey(model);
    return { known: longestPrefixFirst.find(({ prefix }) => name.startsWith(prefix)) };
  },
  { mostCharacters: 20_000 },
);

/**
 * The model's name without the prefixes of routers, clouds and fine-tuning: `anthropic/claude-…`,
 * `us.anthropic.claude-…`, `models/gemini-…`, `openai:gpt-4o`, `ft:gpt-4o:…`.
 */
export function modelKey(model: string): string {
  const path = model.trim().toLowerCase();
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(router, '')
    .replace(cloudVendor, '');
  // Some routers write claude-opus-4.6 for claude-opus-4-6.
  return name.startsWith('claude-') ? name.replaceAll('.', '-') : name;
}

const router = /^(?:ft|openai|azure|anthropic|google|groq|xai|ollama|openrouter):/;
const cloudVendor = /^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|mistral|cohere|deepseek|qwen|openai|ai21)\./;
