/**
 * A summarizer that loads its model and the libraries for it when the first summary is due. A strategy may name other
 * models of the same provider.
 */
import { type Summarizer, SummarizerFailure } from '../../summarizer.ts';
import type { PromptOverrides } from '../../summarizers/prompts.ts';
import { callTokensFor, usualCallTokens } from '../../tokens/windows.ts';
import { type ChosenProvider, ollamaWindowTokens } from './choose-provider.ts';

/** How many summarizers are kept, one for each list of models that some thread's strategy asks for. */
const mostLists = 16;

export function modelSummarizer({
  choice,
  prompts = {},
}: {
  choice: Exclude<ChosenProvider, { provider: 'none' }>;
  prompts?: PromptOverrides;
}): Summarizer {
  const maxInputTokens = inputTokensFor(choice);
  const made = new Map<string, Promise<Summarizer>>();
  const make = async (names: readonly (string | undefined)[]): Promise<Summarizer> => {
    const [{ languageModel }, { loadModel }] = await Promise.all([
      import('../../summarizers/language-model/language-model.ts'),
      import('./load-model.ts'),
    ]);
    const models = await Promise.all(
      names.map((summarizerModel = choice.summarizerModel) =>
        loadModel({ choice: { ...choice, summarizerModel }, purpose: 'summarize' }),
      ),
    );
    return languageModel({ models, maxInputTokens, prompts });
  };
  return {
    name: `language-model(${choice.summarizerModel ?? choice.provider})`,
    maxInputTokens,
    async summarize({ models, ...request }) {
      const key = JSON.stringify(models ?? []);
      if (!made.has(key) && made.size >= mostLists) made.delete(made.keys().next().value!);
      const making = made.get(key) ?? make(models ?? [undefined]);
      made.set(key, making);
      let summarizer: Summarizer;
      try {
        summarizer = await making;
      } catch (cause) {
        made.delete(key);
        const message = cause instanceof Error ? cause.message : 'The summarizer could not be set up.';
        throw new SummarizerFailure({ kind: 'terminal', message, cause });
      }
      return summarizer.summarize(request);
    },
  };
}

function inputTokensFor({
  provider,
  summarizerModel,
}: Exclude<ChosenProvider, { provider: 'none' }>): number {
  if (provider === 'ollama') return callTokensFor(summarizerModel ?? '', ollamaWindowTokens);
  return summarizerModel === undefined ? usualCallTokens : callTokensFor(summarizerModel);
}
