/** Finds an Ollama on this machine or at OLLAMA_HOST, and the models it has. */
import { EverthreadError } from '../../errors.ts';

const timeoutMs = 1_000;

/** Chat models, newest first; undefined if no Ollama answers. `root` is its address without `/v1`. */
export async function listOllamaModels(root: string): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${root}/api/tags`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return undefined;
    const body = (await response.json()) as { models?: unknown };
    if (!Array.isArray(body.models)) return undefined;
    return body.models
      .filter((model): model is { name: string } => typeof model?.name === 'string')
      .map(({ name }) => name)
      .filter((name) => !/embed|bge-|minilm/iu.test(name));
  } catch {
    return undefined;
  }
}

/** The newest model. Throws an error that says what to do if there is none. */
export async function firstOllamaModel(root: string): Promise<string> {
  const models = await listOllamaModels(root);
  if (models?.[0] !== undefined) return models[0];
  throw new EverthreadError({
    code: 'invalid_option',
    field: 'model',
    message:
      models === undefined
        ? `No Ollama answers at ${root}. Start it with \`ollama serve\`, or set OLLAMA_HOST.`
        : `The Ollama at ${root} has no model. Get one with \`ollama pull llama3.2\`.`,
  });
}
