/** Chooses the provider and the models of a run from its settings alone, without network or model library. */
import type { ResolvedSettings } from '../config/settings.ts';

export type ProviderName = 'anthropic' | 'openai' | 'openai-compatible' | 'ollama';

export type ChosenProvider =
  | {
      provider: ProviderName;
      /** Undefined if the settings name none and the provider has no default: the server is asked for one. */
      model: string | undefined;
      summarizerModel: string | undefined;
      /** Undefined: the provider's own address. */
      baseUrl: string | undefined;
      apiKey: string | undefined;
      /** Why this provider was chosen, for `everthread config` and error messages. */
      because: string;
    }
  | { provider: 'none'; because: string };

const usual = {
  anthropic: { model: 'claude-sonnet-5-5', summarizerModel: 'claude-haiku-4-5' },
  openai: { model: 'gpt-5.5', summarizerModel: 'gpt-5.4-mini' },
} as const;

/** The default context window of Ollama, which silently cuts off the beginning of longer prompts. */
export const ollamaWindowTokens = 4_096;

const ollamaAddress = 'http://127.0.0.1:11434';

export function chooseProvider({ values, keys, endpoints, sources }: ResolvedSettings): ChosenProvider {
  const { provider, because } = decide({ values, keys, endpoints, sources });
  if (provider === 'none') return { provider, because };
  const known = provider === 'anthropic' || provider === 'openai' ? usual[provider] : undefined;
  const model = values.model ?? known?.model;
  // A custom endpoint need not have the small model of the provider whose protocol it speaks.
  const small =
    values.model !== undefined && values.baseUrl !== undefined ? undefined : known?.summarizerModel;
  return {
    provider,
    model,
    summarizerModel: values.summarizerModel ?? small ?? model,
    baseUrl: addressOf(provider, values.baseUrl, endpoints),
    apiKey: provider === 'anthropic' ? keys.anthropic : provider === 'ollama' ? undefined : keys.openai,
    because,
  };
}

type Decision = { provider: ProviderName | 'none'; because: string };

function decide({
  values,
  keys,
  endpoints,
  sources,
}: Pick<ResolvedSettings, 'values' | 'keys' | 'endpoints' | 'sources'>): Decision {
  const { provider, model = '', baseUrl } = values;
  if (provider !== 'auto') return { provider, because: `${sources.provider.name} says so` };
  const openai: ProviderName = isForeign(endpoints.openai) ? 'openai-compatible' : 'openai';
  if (/^claude-/iu.test(model)) return { provider: 'anthropic', because: `the model is ${model}` };
  if (baseUrl !== undefined)
    return { provider: 'openai-compatible', because: `the address is ${maskedAddress(baseUrl)}` };
  if (/^(?:gpt-|chatgpt-|o\d|codex-)/iu.test(model) && !/^gpt-oss/iu.test(model)) {
    return { provider: openai, because: `the model is ${model}` };
  }
  if (/^[^/]+:[\w.-]+$/u.test(model)) return { provider: 'ollama', because: `the model is ${model}` };
  if (model === '' && keys.anthropic !== undefined)
    return { provider: 'anthropic', because: 'ANTHROPIC_API_KEY is set' };
  if (isForeign(endpoints.openai))
    return { provider: 'openai-compatible', because: 'OPENAI_BASE_URL is set' };
  if (model === '' && keys.openai !== undefined)
    return { provider: 'openai', because: 'OPENAI_API_KEY is set' };
  if (endpoints.ollama !== undefined) return { provider: 'ollama', because: 'OLLAMA_HOST is set' };
  return model === ''
    ? { provider: 'none', because: 'no key and no address of a provider is set' }
    : {
        provider: 'none',
        because: `which provider has the model ${model} is not known: set provider or baseUrl`,
      };
}

/** One sentence that says which model answers, and why. */
export function answersText(provider: ChosenProvider): string {
  if (provider.provider === 'none') return `No model answers: ${provider.because}.`;
  const model = provider.model === undefined ? '' : ` with ${provider.model}`;
  return `${provider.provider} answers${model}: ${provider.because}.`;
}

/** Hides the user and password that an address may carry. */
export function maskedAddress<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value;
  return value.replace(/^(https?:\/\/)[^/]*@/iu, '$1***@');
}

function isForeign(address: string | undefined): boolean {
  return address !== undefined && URL.parse(address)?.hostname !== 'api.openai.com';
}

function addressOf(
  provider: ProviderName,
  given: string | undefined,
  endpoints: ResolvedSettings['endpoints'],
): string | undefined {
  switch (provider) {
    case 'anthropic': {
      const address = given ?? endpoints.anthropic;
      return address === undefined ? undefined : withVersion(address, /\/v\d+$/u);
    }
    case 'openai':
      return given ?? endpoints.openai;
    case 'openai-compatible': {
      const address = given ?? endpoints.openai;
      return address === undefined ? undefined : withVersion(address, /^[a-z]+:\/\/[^/]+\/.+/u);
    }
    case 'ollama':
      return given === undefined ? `${ollamaRoot(endpoints.ollama)}/v1` : withVersion(given, /\/v\d+$/u);
  }
}

/** Adds the version of the API to an address that was given without one. */
function withVersion(address: string, complete: RegExp): string {
  const plain = address.replace(/\/+$/u, '');
  return complete.test(plain) ? plain : `${plain}/v1`;
}

/** OLLAMA_HOST as Ollama itself reads it: `host`, `host:port`, `:port` or an address; 0.0.0.0 is for listening only. */
export function ollamaRoot(host: string | undefined): string {
  if (host === undefined || host.trim() === '') return ollamaAddress;
  const written = host.trim().replace(/\/+$/u, '');
  const address = /^https?:\/\//iu.test(written)
    ? written
    : `http://${written.startsWith(':') ? '127.0.0.1' : ''}${written}`;
  const url = URL.parse(address);
  if (url === null) return ollamaAddress;
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const port = /:\d+$/u.test(/^https?:\/\/[^/]+/iu.exec(address)![0]);
  if (!port && url.protocol === 'http:' && !/^https?:/iu.test(written)) url.port = '11434';
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}
