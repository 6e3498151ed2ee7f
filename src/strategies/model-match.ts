/**
 * Which per-model or per-provider overrides apply to a model. A key is a provider (`anthropic`), a pattern that
 * ends in a star (`claude-*`), or the name of a model with or without its provider.
 */
const families: readonly [RegExp, string][] = [
  [/^claude/iu, 'anthropic'],
  [/^(?:gpt|chatgpt|o\d)/iu, 'openai'],
  [/^(?:gemini|gemma)/iu, 'google'],
  [/^(?:mistral|magistral|codestral)/iu, 'mistral'],
];

/** The overrides that apply, least specific first, so that later ones win. */
export function matchingOverrides<Options>(
  model: unknown,
  overrides: { readonly [key: string]: Options },
): Options[] {
  if (typeof model !== 'string') return [];
  const { provider, name } = splitModel(model);
  const matching: { key: string; rank: number }[] = [];
  for (const key of Object.keys(overrides)) {
    const rank = rankOf(key, { model, provider, name });
    if (rank > 0) matching.push({ key, rank });
  }
  return matching.sort((a, b) => a.rank - b.rank).map(({ key }) => overrides[key]!);
}

function rankOf(key: string, model: { model: string; provider: string | undefined; name: string }): number {
  if (key === model.model) return Number.MAX_SAFE_INTEGER;
  if (key === model.name) return Number.MAX_SAFE_INTEGER - 1;
  if (key.endsWith('*')) {
    const start = key.slice(0, -1);
    return model.name.startsWith(start) || model.model.startsWith(start) ? 1 + key.length : 0;
  }
  return key === model.provider ? 1 : 0;
}

function splitModel(model: string): { provider: string | undefined; name: string } {
  const written = /^([^/:]+)[/:](.+)$/u.exec(model);
  if (written) return { provider: written[1]!, name: written[2]! };
  return { provider: families.find(([pattern]) => pattern.test(model))?.[1], name: model };
}
