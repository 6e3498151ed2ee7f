/** Explains a provider's failure to the user in one sentence, and says what to do next. Quotes no provider text. */
import type { ClassifiedError } from '../../../summarizers/language-model/classify-error.ts';
import type { ChosenProvider } from '../../models/choose-provider.ts';
import type { Problem } from '../responder.ts';

type Choice = Exclude<ChosenProvider, { provider: 'none' }>;

const keyNames: { readonly [provider: string]: string } = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
};
const again = '/retry asks again.';

export function describeFailure(options: { error: ClassifiedError; choice: Choice; model: string }): Problem {
  const { error, choice, model } = options;
  const who = choice.provider === 'openai-compatible' ? 'The server' : nameOf(choice.provider);
  const { status, reason } = error;
  if (status === 401 || status === 403) {
    const key = keyNames[choice.provider];
    return {
      problem: `${who} refused the key (HTTP ${status}).`,
      next: key === undefined ? again : `Set ${key} to a valid one and start again.`,
    };
  }
  if (status === 404) {
    return {
      problem: `${who} knows no model ${model}, or the address is wrong (HTTP 404).`,
      next: 'Choose another with /model NAME, or check --base-url; then /retry.',
    };
  }
  if (status === 402) return { problem: `${who} wants to be paid first (HTTP 402).`, next: `Then ${again}` };
  if (status === 413 || status === 400 || status === 422) {
    return {
      problem: `${who} did not accept the request (HTTP ${status}).`,
      next: 'A smaller --budget or another model (/model NAME) may help; then /retry.',
    };
  }
  if (status === 429) {
    return {
      problem: `${who} says it was asked too often (HTTP 429).`,
      next: `Wait ${waitText(error)}, then ${again}`,
    };
  }
  if (status === 529) {
    return { problem: `${who} is overloaded (HTTP 529).`, next: `Wait ${waitText(error)}, then ${again}` };
  }
  if (status !== undefined && status >= 500) {
    return {
      problem: `${who} had an error of its own (HTTP ${status}).`,
      next: `Wait a moment, then ${again}`,
    };
  }
  if (reason === 'timeout') return { problem: `${who} stopped answering.`, next: again };
  if (reason === 'connection ended') {
    return {
      problem: 'The connection broke off in the middle of the reply.',
      next: `What came is kept; ${again}`,
    };
  }
  if (reason === 'error in the answer')
    return {
      problem: `${who} reported an error instead of going on.`,
      next: `Wait a moment, then ${again}`,
    };
  if (reason === 'empty body') return { problem: `${who} sent an empty reply.`, next: again };
  if (reason === 'no connection') {
    const address = choice.baseUrl ?? who;
    return {
      problem: `${address} cannot be reached.`,
      next: `Check the network${choice.provider === 'ollama' ? ' and that Ollama runs' : ''}; ${again}`,
    };
  }
  return {
    problem: `${who} sent something that is no reply.`,
    next: `Check that --base-url points to an API of this kind; ${again}`,
  };
}

function nameOf(provider: string): string {
  return { anthropic: 'Anthropic', openai: 'OpenAI', ollama: 'Ollama' }[provider] ?? 'The server';
}

function waitText({ retryAfterMs }: ClassifiedError): string {
  if (retryAfterMs === undefined || retryAfterMs < 1_000) return 'a moment';
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
