/** Loads the AI SDK, an optional peer, when a language model is first used. */
import { missingDependency } from '../../errors.ts';

export type AiSdk = Pick<typeof import('ai'), 'generateText' | 'Output'>;

export async function loadAiSdk(load: () => Promise<object> = () => import('ai')): Promise<AiSdk> {
  try {
    return (await load()) as AiSdk;
  } catch (cause) {
    const needs = 'languageModel needs version 7 of the package "ai"';
    throw missingDependency({ field: 'models', needs, packages: 'ai', cause });
  }
}
