/** `/model`: shows which model answers and how to add one, or changes it. */

import { UsageError } from '../../command.ts';
import type { ResolvedSettings } from '../../config/settings.ts';
import { chooseProvider, ollamaRoot } from '../../models/choose-provider.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { type Chat, responderFor } from '../chat.ts';
import type { SlashCommand } from '../slash-command.ts';
import { listBlock, textBlock } from './text-block.ts';

const ways = [
  { name: 'Anthropic', about: 'set ANTHROPIC_API_KEY' },
  { name: 'OpenAI', about: 'set OPENAI_API_KEY' },
  { name: 'Ollama', about: 'start it; it is found by itself at 127.0.0.1:11434, or where OLLAMA_HOST says' },
  { name: 'Any other', about: 'start with --base-url URL --model NAME (OpenAI protocol)' },
];

export const model: SlashCommand = {
  name: 'model',
  usage: '[NAME | none]',
  about: 'show who answers and how to add a model, or change',
  async run(chat, argument) {
    const view = chat.view();
    if (argument === '') {
      const { model: name, provider } = chat.responder;
      const text =
        name === null
          ? `${textBlock('No model is configured: answers are quoted from this thread. To add one:', view)}\n${listBlock(ways, view)}`
          : textBlock(
              `${sanitizeLine(name)} (${provider}) answers. /model NAME changes it, /model none goes without.`,
              view,
            );
      return { data: { model: name, provider }, text };
    }
    const choice = chooseProvider(await settingsFor(chat, argument));
    if (choice.provider === 'none' && argument !== 'none') {
      throw new UsageError(
        `There is no provider for ${JSON.stringify(sanitizeLine(argument).slice(0, 60))}: ${choice.because}.`,
      );
    }
    const { opened, silenceMs } = chat;
    chat.responder = await responderFor({ opened, choice, silenceMs, switched: true });
    const { model: name, provider } = chat.responder;
    const outcome =
      name === null
        ? 'No model answers from now on; answers are quoted from this thread.'
        : `${sanitizeLine(name)} (${provider}) answers from now on.`;
    return { data: { model: name, provider }, text: textBlock(outcome, view) };
  },
};

/** The settings with another model; a provider and an address that were set by hand stay. */
async function settingsFor(chat: Chat, name: string): Promise<ResolvedSettings> {
  const { settings, provider } = chat.opened;
  if (name === 'none') return { ...settings, values: { ...settings.values, provider: 'none' } };
  // An Ollama that was detected is not in the settings.
  const found =
    provider.provider === 'ollama' ? { ollama: ollamaRoot(provider.baseUrl?.replace(/\/v1$/u, '')) } : {};
  return {
    ...settings,
    endpoints: { ...settings.endpoints, ...found },
    values: { ...settings.values, model: name, summarizerModel: settings.values.summarizerModel },
  };
}
