/** Loads the AI SDK, an optional peer, when a language model is first used. */
import { EverthreadError } from '../../errors.ts';

export type AiSdk = Pick<typeof import('ai'), 'generateText' | 'Output'>;

export async function loadAiSdk(load: () => Promise<object> = () => import('ai')): Promise<AiSdk> {
  try {
    return (await load()) as AiSdk;
  } catch (cause) {
    throw new EverthreadError({
      code: 'missing_dependency',
      field: 'models',
      message:
        'languageModel needs version 7 of the package "ai", which could not be loaded. Run: npm install ai',
      cause,
    });
  }
}
