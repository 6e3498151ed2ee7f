/** A summarizer that loads its model, and all the libraries behind it, when the first summary is due. */
import { type Summarizer, SummarizerFailure } from '../../summarizer.ts';
import type { ChosenProvider } from './choose-provider.ts';

const maxInputTokens = 8_000;

export function modelSummarizer({
  choice,
}: {
  choice: Exclude<ChosenProvider, { provider: 'none' }>;
}): Summarizer {
  let made: Promise<Summarizer> | undefined;
  const make = async (): Promise<Summarizer> => {
    const [{ languageModel }, { loadModel }] = await Promise.all([
      import('../../summarizers/language-model/language-model.ts'),
      import('./load-model.ts'),
    ]);
    const { model, name } = await loadModel({ choice, purpose: 'summarize' });
    return languageModel({ models: [{ model, name }], maxInputTokens });
  };
  return {
    name: `language-model(${choice.summarizerModel ?? choice.provider})`,
    maxInputTokens,
    async summarize(request) {
      made ??= make();
      let summarizer: Summarizer;
      try {
        summarizer = await made;
      } catch (cause) {
        made = undefined;
        const message = cause instanceof Error ? cause.message : 'The summarizer could not be set up.';
        throw new SummarizerFailure({ kind: 'terminal', message, cause });
      }
      return summarizer.summarize(request);
    },
  };
}
