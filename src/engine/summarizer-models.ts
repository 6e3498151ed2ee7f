/** Checks whether the summarizer has the models that a strategy names for its summaries. */
import { EverthreadError } from '../errors.ts';
import type { Strategy } from '../strategy.ts';
import type { Summarizer } from '../summarizer.ts';

/** Named models that the summarizer does not have. A summarizer without a list accepts any name. */
export function unknownModels(
  { summarizerModels }: Strategy,
  summarizer: Pick<Summarizer, 'models'> | undefined,
): string[] {
  if (!summarizerModels) return [];
  const { models } = summarizer ?? { models: [] };
  return models === undefined ? [] : summarizerModels.names.filter((name) => !models.includes(name));
}

/** Throws `invalid_option` if the strategy names a model that the summarizer does not have. */
export function checkSummarizerModels(
  strategy: Strategy,
  summarizer: Pick<Summarizer, 'models'> | undefined,
): void {
  const [unknown] = unknownModels(strategy, summarizer);
  if (unknown === undefined) return;
  const field = `strategy.${strategy.summarizerModels!.option}`;
  const models = summarizer?.models ?? [];
  const remedy =
    models.length === 0
      ? 'but the summarizer has no models. Give summarizer: languageModel({ models }), or leave the option out.'
      : `which is none of the summarizer's models: ${models.join(', ')}.`;
  throw new EverthreadError({
    code: 'invalid_option',
    field,
    message: `${field} names the model ${JSON.stringify(unknown.slice(0, 100))}, ${remedy}`,
  });
}
